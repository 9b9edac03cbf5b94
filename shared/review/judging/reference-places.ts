/** How many works a person gets, and the percentage of references among them. */
interface Among {
  given: number
  reference_share: number
}

/** How many of the works that a person reads are references: a tenth to a fifth. With fewer than five works there are none. */
export function referencesIn({ given, reference_share: share }: Among): number {
  if (given < 5) return 0
  return Math.min(Math.max(Math.round((given * share) / 100), Math.ceil(given / 10)), Math.floor(given / 5))
}

/**
 * Which of a person's works, from 1, are references: spread over all works, at places that depend on `seed`, so that
 * nobody can recognise them.
 */
export function referencePlaces(among: Among, seed: number): number[] {
  const count = referencesIn(among)
  const length = among.given / count
  return Array.from({ length: count }, (_none, at) => {
    const [from, to] = [Math.floor(at * length), Math.floor((at + 1) * length)]
    return 1 + from + (scattered(seed + at) % Math.max(1, to - from))
  })
}

/** Turns neighbouring numbers into numbers far apart. */
function scattered(number: number): number {
  let mixed = Math.imul(number ^ 0x9e3779b9, 0x85ebca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
  return (mixed ^ (mixed >>> 16)) >>> 0
}
