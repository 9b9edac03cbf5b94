import { previewedLetters } from '#shared/review/cutoffs/limits.ts'
import type { Outcome, Why } from '#shared/review/cutoffs/select-people.ts'

export interface Recipient {
  id: number
  outcome: Outcome
  why: Why | null
  place: number | null
  waiting: number | null
  score: number | null
}

/** The people of each list, the best first, among whom `pickFive` finds its five: nobody else could be one of them. */
export const firstOfLists = previewedLetters + 1

/** From people in the order of their places: the first and the last who pass, one by a quota, one who waits, one who fails. */
export function pickFive<Person extends Recipient>(ranked: readonly Person[]): Person[] {
  const passed = ranked.filter(({ outcome }) => outcome === 'passed')
  const first = (of: Outcome) => ranked.find(({ outcome }) => outcome === of)
  const wanted = [
    passed[0],
    passed.at(-1),
    passed.find(({ why }) => why === 'quota') ?? passed.find(({ why }) => why === 'second'),
    first('waiting'),
    first('failed'),
    // Where an example is missing, other people of the lists fill its place.
    ...passed.slice(1),
    ...ranked.filter(({ outcome }) => outcome !== 'passed'),
  ]
  const chosen = new Set(wanted.filter((one) => one !== undefined))
  return [...chosen].slice(0, previewedLetters).sort((one, other) => (one.place ?? 0) - (other.place ?? 0))
}
