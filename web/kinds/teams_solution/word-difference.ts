import { diffArrays } from 'diff'

/** A part of a text that both versions have, or only one of them. */
export interface DifferencePart {
  kind: 'same' | 'added' | 'removed'
  text: string
}

/** Texts with more changes than this are put side by side: comparing them would block the page. */
const maxChanges = 1000

/** The words that were added to a text and those that were removed from it. */
export function wordDifference(before: string, after: string): DifferencePart[] {
  const [old, now] = [wordsOf(before), wordsOf(after)]
  const found = diffArrays(old, now, { maxEditLength: maxChanges }) ?? [
    { added: false, removed: true, value: old },
    { added: true, removed: false, value: now },
  ]
  return found.flatMap(({ added, removed, value }): DifferencePart[] => {
    const text = value.join('')
    return text === '' ? [] : [{ kind: added ? 'added' : removed ? 'removed' : 'same', text }]
  })
}

/** Words, spaces and single marks; together they are the text. */
const wordsOf = (text: string): string[] => text.match(/[\p{L}\p{N}]+|\s+|[^\p{L}\p{N}\s]/gu) ?? []
