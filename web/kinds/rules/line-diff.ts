import { diffArrays } from 'diff'

export interface DiffLine {
  change: 'same' | 'added' | 'removed'
  text: string
}

/** Removed and added lines of a text. Empty lines are left out. */
export const lineDiff = (before: string, after: string): DiffLine[] =>
  diffArrays(linesOf(before), linesOf(after)).flatMap(({ added, removed, value }) =>
    value.map((text): DiffLine => ({ change: added ? 'added' : removed ? 'removed' : 'same', text })),
  )

/** The changes with one line of context on each side. Unchanged lines between them are counted. */
export function changesOnly(
  lines: readonly DiffLine[],
  around = 1,
): (DiffLine | { change: 'skipped'; count: number })[] {
  const near = (index: number) =>
    lines.slice(Math.max(0, index - around), index + around + 1).some(({ change }) => change !== 'same')
  const shown: (DiffLine | { change: 'skipped'; count: number })[] = []
  let skipped = 0
  const count = () => {
    if (skipped > 0) shown.push({ change: 'skipped', count: skipped })
    skipped = 0
  }
  lines.forEach((line, index) => {
    if (near(index)) {
      count()
      shown.push(line)
    } else skipped += 1
  })
  count()
  return shown
}

const linesOf = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
