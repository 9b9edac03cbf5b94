/** A total that one person gave the work of another. */
export interface Exchange {
  from: number
  to: number
  /** Points above (or below) the totals of the others for the same work. */
  above: number
}

/** From this difference on a total is far from those of the others. */
const far = 15

/**
 * Circles of two or three people who raise, or lower, one another's works: each total in the circle is far above the
 * totals of the others, or each is far below. A circle lists each number once, starting with the smallest.
 */
export function ringsOfRaters(given: readonly Exchange[]): { people: number[]; raised: boolean }[] {
  return [true, false].flatMap((raised) => {
    const out = new Map<number, Set<number>>()
    for (const { from, to, above } of given)
      if (from !== to && (raised ? above >= far : above <= -far)) out.set(from, (out.get(from) ?? new Set()).add(to))
    const next = (one: number) => [...(out.get(one) ?? [])].sort((a, b) => a - b)
    const found: { people: number[]; raised: boolean }[] = []
    for (const first of [...out.keys()].sort((a, b) => a - b))
      for (const second of next(first)) {
        if (second < first) continue
        if (out.get(second)?.has(first)) found.push({ people: [first, second], raised })
        for (const third of next(second))
          if (third > first && third !== second && out.get(third)?.has(first))
            found.push({ people: [first, second, third], raised })
      }
    return found
  })
}

/** Works that one person has assessed: the totals, and how long each was on the screen. */
export interface Block {
  totals: readonly number[]
  spent: readonly number[]
}

/** Nobody can read a work in less time. */
export const hastyMs = 30_000
/** Fewer equal totals prove nothing: two works may be equally good. */
const minBlock = 3

/** What is odd about a person's marks: all totals equal, or works marked in less than half a minute. */
export const oddMarks = ({ totals, spent }: Block) => ({
  equal: totals.length >= minBlock && new Set(totals).size === 1,
  hasty: spent.filter((time) => time < hastyMs).length,
})

/** One mark of a block. */
interface MarkedWork {
  work: number
  total: number
  spent: number
}

/**
 * The works whose marks by one person are in doubt: all of them when the whole block is odd, otherwise the hasty ones.
 */
export function doubtfulWorks(block: readonly MarkedWork[], inRing: boolean): number[] {
  const { equal } = oddMarks({ totals: block.map(({ total }) => total), spent: [] })
  return block.filter(({ spent }) => equal || inRing || spent < hastyMs).map(({ work }) => work)
}
