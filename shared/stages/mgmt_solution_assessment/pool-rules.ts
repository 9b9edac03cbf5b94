/** How works are shared out, as far as the organiser sets it. */
interface PoolRules {
  given: number
  received: number
  margin: number
  reference_share: number
}

/** No work is given to more people than this. */
export const mostGiven = ({ received, margin }: Pick<PoolRules, 'received' | 'margin'>): number => received + margin

/** How many of the works that a person assesses are references: a tenth to a fifth. With fewer than five works there are none. */
export function referencesIn({ given, reference_share: share }: Pick<PoolRules, 'given' | 'reference_share'>): number {
  if (given < 5) return 0
  return Math.min(Math.max(Math.round((given * share) / 100), Math.ceil(given / 10)), Math.floor(given / 5))
}

/** With fewer works in the pool assessing does not open: the first ones would get the same few. */
export const worksToOpen = ({ given }: Pick<PoolRules, 'given'>): number => 2 * given

/** Whether people assess enough for every work to get its marks and the margin. */
export const isEnough = (rules: PoolRules): boolean => rules.given - referencesIn(rules) >= mostGiven(rules)

/**
 * Which of a person's works, from 1, are references: spread over all of them, at places that only `seed` tells, so that
 * nobody knows which they are.
 */
export function referencePlaces(rules: Pick<PoolRules, 'given' | 'reference_share'>, seed: number): number[] {
  const count = referencesIn(rules)
  const length = rules.given / count
  return Array.from({ length: count }, (_none, at) => {
    const [from, to] = [Math.floor(at * length), Math.floor((at + 1) * length)]
    return 1 + from + (scattered(seed + at) % Math.max(1, to - from))
  })
}

/** Numbers that stand beside each other become numbers that do not. */
function scattered(number: number): number {
  let mixed = Math.imul(number ^ 0x9e3779b9, 0x85ebca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
  return (mixed ^ (mixed >>> 16)) >>> 0
}
