/** A group smaller than this is never shown: its answers would lead to people. */
export const smallestGroup = 5

/** Per cent of those who give 9 or 10, less per cent of those who give 0 to 6. */
export function recommendIndex(scores: readonly number[]): number {
  const share = (counts: (score: number) => boolean) => (scores.filter(counts).length * 100) / scores.length
  return Math.round(share((score) => score >= 9) - share((score) => score <= 6))
}

export interface GroupFigures {
  value: string
  /** Null where the group is too small, or would follow from the others. */
  given: number | null
  index: number | null
}

/**
 * The figures of each group. With only one small group the next larger one is left out too: otherwise the small one would be
 * the difference between all of them and the rest.
 */
export function groupFigures(entries: readonly (readonly [value: string, score: number])[]): GroupFigures[] {
  const groups = new Map<string, number[]>()
  for (const [value, score] of entries) groups.set(value, [...(groups.get(value) ?? []), score])
  const sorted = [...groups].sort(([, one], [, other]) => other.length - one.length)
  const small = sorted.filter(([, scores]) => scores.length < smallestGroup).length
  const shown = small === 1 ? sorted.length - 2 : sorted.length - small
  return sorted.map(([value, scores], at) =>
    at < shown ? { value, given: scores.length, index: recommendIndex(scores) } : { value, given: null, index: null },
  )
}
