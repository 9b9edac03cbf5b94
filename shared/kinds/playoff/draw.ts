/** A person or team to be seeded: the public number (ID) and the rating from an earlier stage. */
export interface Candidate {
  number: number
  rating: number | null
}

/** The text whose SHA-256 decides a person's place in the draw. */
export const drawnText = (seed: string, number: number): string => `${seed}:${number}`

/**
 * Seeds, the best first. By the rating when the stage uses one; equal or missing ratings are ordered by the draw: the
 * SHA-256 of «seed:number», in hexadecimal digits, ascending. Anybody who knows the seed can check the order.
 */
export function seedsOf<C extends Candidate>(
  candidates: readonly C[],
  by: 'rating' | 'draw',
  seed: string,
  sha256: (text: string) => string,
): C[] {
  return candidates
    .map((one) => ({ one, drawn: sha256(drawnText(seed, one.number)) }))
    .sort((x, y) => (by === 'rating' ? higher(x.one, y.one) : 0) || (x.drawn < y.drawn ? -1 : 1))
    .map(({ one }) => one)
}

const higher = (x: Candidate, y: Candidate) =>
  (y.rating ?? Number.NEGATIVE_INFINITY) === (x.rating ?? Number.NEGATIVE_INFINITY)
    ? 0
    : (y.rating ?? Number.NEGATIVE_INFINITY) > (x.rating ?? Number.NEGATIVE_INFINITY)
      ? 1
      : -1
