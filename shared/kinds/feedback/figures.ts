/** A group smaller than this is never shown: its answers would reveal people. */
export const smallestGroup = 5

/** The percentage of scores 9 and 10 minus the percentage of scores 0 to 6. */
export function recommendIndex(scores: readonly number[]): number {
  const share = (counts: (score: number) => boolean) => (scores.filter(counts).length * 100) / scores.length
  return Math.round(share((score) => score >= 9) - share((score) => score <= 6))
}

export interface GroupFigures {
  value: string
  /** Null when the group is too small, or is hidden to protect a small group. */
  given: number | null
  index: number | null
}

/**
 * The figures of each group. When only one group is small, the next larger group is hidden too: otherwise the small
 * group would be the total minus the shown groups.
 */
export function groupFigures(entries: readonly (readonly [value: string, score: number])[]): GroupFigures[] {
  const groups = new Map<string, number[]>()
  for (const [value, score] of entries) {
    const scores = groups.get(value)
    if (scores) scores.push(score)
    else groups.set(value, [score])
  }
  const sorted = [...groups].sort(([, one], [, other]) => other.length - one.length)
  const small = sorted.filter(([, scores]) => scores.length < smallestGroup).length
  const shown = small === 1 ? sorted.length - 2 : sorted.length - small
  return sorted.map(([value, scores], at) =>
    at < shown ? { value, given: scores.length, index: recommendIndex(scores) } : { value, given: null, index: null },
  )
}
