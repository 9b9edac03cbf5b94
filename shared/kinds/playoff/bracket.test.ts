import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type Bracket,
  type Gone,
  keyOf,
  maxEntrants,
  minEntrants,
  moved,
  type Outcome,
  type PlayedMatch,
  playOut,
  roundInside,
  roundName,
  roundsOf,
  seedOrder,
} from './bracket.ts'

const sizes = Array.from({ length: maxEntrants - minEntrants + 1 }, (_none, at) => at + minEntrants)
const nobody: Gone = new Map()

/** Plays every match that can be played, with the chosen outcomes, until none is left. */
function playedThrough(bracket: Bracket, choice: (match: PlayedMatch) => Outcome) {
  const outcomes = new Map<string, Outcome>()
  for (;;) {
    const open = playOut(bracket, outcomes, nobody).find(
      ({ a, b, winner }) => a !== null && b !== null && winner === null,
    )
    if (!open) return outcomes
    outcomes.set(keyOf(open), choice(open))
  }
}

const final = (matches: readonly PlayedMatch[], rounds: number) =>
  matches.find(({ round, place }) => round === rounds && place === 0)

test('SK-16 every bracket from 2 to 128 has one winner, byes only in the first round and for the best seeds, and a third place', () => {
  for (const entrants of sizes) {
    const bracket = { entrants, third: true }
    const rounds = roundsOf(entrants)
    const before = playOut(bracket, new Map(), nobody)
    const first = before.filter(({ round }) => round === 1)
    const met = first.flatMap(({ a, b }) => (a === 'bye' ? [b] : b === 'bye' ? [a] : []))
    const byes = 2 ** rounds - entrants
    expect(met.toSorted((x, y) => Number(x) - Number(y))).toEqual(Array.from({ length: byes }, (_none, at) => at + 1))
    expect(
      before
        .filter(({ round, a, b }) => round > 1 && (a === 'bye' || b === 'bye'))
        .every(({ place, round }) => round === rounds && place === 1),
    ).toBe(true)
    // Everybody is in the first round exactly once.
    const seeds = first.flatMap(({ a, b }) => [a, b]).filter((player) => typeof player === 'number')
    expect(new Set(seeds).size).toBe(entrants)
    const outcomes = playedThrough(bracket, ({ a, b }) => (Number(a) < Number(b) ? 'a' : 'b'))
    const after = playOut(bracket, outcomes, nobody)
    expect(final(after, rounds)).toMatchObject({ winner: 1, loser: 2 })
    const third = after.find(({ round, place }) => round === rounds && place === 1)
    expect(third?.winner).toBe(rounds > 1 ? 3 : undefined)
    // Everybody but the winner loses once; the match for the third place is one more.
    expect(outcomes.size).toBe(entrants - 1 + (entrants > 3 ? 1 : 0))
  }
})

test('in the first round the better half of the seeds meets the worse half', () => {
  expect(seedOrder(1)).toEqual([1, 2])
  expect(seedOrder(3)).toEqual([1, 8, 4, 5, 2, 7, 3, 6])
})

const brackets = fc.record({
  entrants: fc.integer({ min: minEntrants, max: maxEntrants }),
  third: fc.boolean(),
  chances: fc.array(fc.constantFrom<Outcome>('a', 'b', 'a', 'b', 'a', 'b', 'none'), { minLength: 1, maxLength: 40 }),
})

test('every sequence of outcomes ends with one winner, or with none when nobody came', () => {
  fc.assert(
    fc.property(brackets, ({ chances, ...bracket }) => {
      let at = 0
      const outcomes = playedThrough(bracket, () => chances[at++ % chances.length] ?? 'a')
      const matches = playOut(bracket, outcomes, nobody)
      expect(matches.every(({ winner }) => winner !== null)).toBe(true)
      const last = final(matches, roundsOf(bracket.entrants))
      expect(typeof last?.winner === 'number' || last?.winner === 'bye').toBe(true)
    }),
  )
})

test('after a correction every player of a round has still won the round before', () => {
  fc.assert(
    fc.property(brackets, fc.nat(), fc.constantFrom<Outcome | null>('a', 'b', 'none', null), (given, pick, to) => {
      const { chances, ...bracket } = given
      let at = 0
      const all = [...playedThrough(bracket, () => chances[at++ % chances.length] ?? 'a')]
      const rounds = roundsOf(bracket.entrants)
      // The bracket is played up to a random match, whose result is then corrected.
      const upTo = pick % all.length
      const outcomes = new Map(all.slice(0, upTo + 1))
      const [key = ''] = all[upTo] ?? []
      const before = playOut(bracket, outcomes, nobody)
      const corrected = new Map(outcomes)
      if (to === null) corrected.delete(key)
      else corrected.set(key, to)
      const after = playOut(bracket, corrected, nobody)
      // The server refuses a correction that would change a match already played.
      if (moved(before, after).some((match) => outcomes.has(keyOf(match)))) return
      const byKey = new Map(after.map((match) => [keyOf(match), match]))
      for (const match of after.filter(({ round, place }) => round > 1 && !(round === rounds && place === 1)))
        for (const [side, feeds] of [
          ['a', 2 * match.place],
          ['b', 2 * match.place + 1],
        ] as const)
          expect(match[side]).toBe(byKey.get(keyOf({ round: match.round - 1, place: feeds }))?.winner)
      for (const played of corrected.keys()) {
        const match = byKey.get(played)
        expect([typeof match?.a, typeof match?.b]).toEqual(['number', 'number'])
      }
    }),
  )
})

test('a player who drops out loses the matches not yet played and keeps the results of played ones', () => {
  const bracket = { entrants: 4, third: true }
  const outcomes = new Map<string, Outcome>([['1/0', 'a']])
  const matches = playOut(
    bracket,
    outcomes,
    new Map([
      [1, 20],
      [3, 10],
    ]),
  )
  // 1 won against 4 and left; 3 left before the match with 2.
  expect(matches).toEqual([
    { round: 1, place: 0, a: 1, b: 4, winner: 1, loser: 4 },
    { round: 1, place: 1, a: 2, b: 3, winner: 2, loser: 'bye' },
    { round: 2, place: 0, a: 1, b: 2, winner: 2, loser: 'bye' },
    { round: 2, place: 1, a: 4, b: 'bye', winner: 4, loser: 'bye' },
  ])
})

test('a match settled by a bye or by a dropout stays settled when its winner drops out later', () => {
  const bracket = { entrants: 3, third: false }
  const first = playOut(bracket, new Map([['1/1', 'a']]), new Map([[1, 5]]))
  expect(first.map(({ winner }) => winner)).toEqual([1, 2, 2])
  const both = playOut(
    { entrants: 4, third: false },
    new Map(),
    new Map([
      [1, 9],
      [4, 5],
    ]),
  )
  expect(both.map(({ winner }) => winner)).toEqual([1, null, null])
})

test('KE-16 when nobody came to a match, the next round has a bye', () => {
  const matches = playOut({ entrants: 4, third: false }, new Map([['1/0', 'none']]), nobody)
  expect(matches.at(-1)).toMatchObject({ a: 'bye', b: null, winner: null })
  const played = playOut(
    { entrants: 4, third: false },
    new Map([
      ['1/0', 'none'],
      ['1/1', 'b'],
    ] as const),
    nobody,
  )
  expect(played.at(-1)).toMatchObject({ a: 'bye', b: 3, winner: 3 })
})

test('rounds have their usual names', () => {
  expect([1, 2, 3, 4].map((round) => roundName(4, { round, place: 0 }))).toEqual([
    '1/8 финала',
    '1/4 финала',
    'Полуфинал',
    'Финал',
  ])
  expect(roundName(2, { round: 2, place: 1 })).toBe('Матч за третье место')
  expect(roundInside(2, { round: 1, place: 0 })).toBe('полуфинал')
})

test('within a sentence the final and the semi-final begin with a small letter, other rounds stay as they are', () => {
  const inside = [1, 2, 3, 4].map((round) => roundInside(4, { round, place: 0 }))
  expect(inside).toEqual(['1/8 финала', '1/4 финала', 'полуфинал', 'финал'])
  expect(roundInside(4, { round: 4, place: 1 })).toBe('матч за третье место')
})

const played = (entrants: number, third: boolean, ...outcomes: [string, Outcome][]) =>
  playOut({ entrants, third }, new Map(outcomes), nobody)

test('a match is moved when one of its players changes, with the players before and after', () => {
  const before = played(4, true, ['1/0', 'a'], ['1/1', 'a'])
  expect(moved(before, before)).toEqual([])
  expect(moved(before, played(4, true, ['1/0', 'a'], ['1/1', 'b']))).toEqual([
    { round: 2, place: 0, before: { a: 1, b: 2 }, after: { a: 1, b: 3 } },
    { round: 2, place: 1, before: { a: 4, b: 3 }, after: { a: 4, b: 2 } },
  ])
  expect(moved(before, [])).toEqual([])
})

test('an outcome counts only once both players are known, and not against a bye', () => {
  expect(played(4, false, ['1/0', 'a'], ['2/0', 'a']).at(-1)).toMatchObject({ a: 1, b: null, winner: null })
  const bye = played(4, false, ['1/0', 'none'], ['1/1', 'a'], ['2/0', 'a'])
  expect(bye.at(-1)).toMatchObject({ a: 'bye', b: 2, winner: 2 })
})
