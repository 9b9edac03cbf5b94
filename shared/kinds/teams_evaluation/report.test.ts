import { expect, test } from 'vitest'
import { competenciesOf, maxEqualMarks, teamMarkFaults } from './mark-rules.ts'
import { fairMean, highestPairs, pointsOf, scoreWith, straightLines, teamMean, teamReport } from './report.ts'

const behaviours = ['Слышит', 'Делает', 'Помогает'].map((title) => ({ title, hint: '' }))
const rules = { behaviours, scale: 5, min_raters: 3, trimmed: false, distribution: 'free' as const }
const sheet = (b1: number, b2 = b1, b3 = b1) => ({ marks: { b1, b2, b3 } })

test('a report needs the set number of raters with marks for everything', () => {
  expect(teamReport(rules, [sheet(5), sheet(4)])).toBeNull()
  expect(teamReport(rules, [sheet(5), sheet(4), { marks: { b1: 3, b2: 3 } }])).toBeNull()
  expect(teamReport(rules, [sheet(5), sheet(4), sheet(3), sheet(9)])).toEqual({ means: [4, 4, 4], mean: 4 })
  expect(teamReport(rules, [sheet(5, 3, 1), sheet(4, 3, 1), sheet(4, 3, 1)])).toEqual({
    means: [4.33, 3, 1],
    mean: 2.78,
  })
})

test('the highest and the lowest mark are left out only when enough raters remain', () => {
  const trimmed = { ...rules, trimmed: true }
  expect(fairMean([1, 4, 4, 4, 5], trimmed)).toBe(4)
  expect(fairMean([1, 4, 4, 5], trimmed)).toBe(3.5)
  expect(fairMean([1, 5, 5], trimmed)).toBeCloseTo(11 / 3)
})

test('the mean of a team is made of three shown reports or more; of two reports each person could work out the other’s', () => {
  const of = (mean: number) => ({ means: [mean], mean })
  expect(teamMean([of(4), of(2), of(3), null])).toBe(3)
  expect(teamMean([of(4), of(2), null])).toBeNull()
  expect(teamMean([of(4), null])).toBeNull()
})

/** Pseudo-random numbers, the same in every run. */
function* numbers(seed: number) {
  let state = seed
  for (;;) {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    yield state / 2_147_483_648
  }
}

test('no difference of two published figures comes from fewer raters than the set number', () => {
  const chance = numbers(7)
  const next = (below: number) => Math.floor((chance.next().value ?? 0) * below)
  for (let round = 0; round < 300; round += 1) {
    const size = 2 + next(7)
    const min_raters = 3 + next(2)
    const done = Array.from({ length: size }, () => next(3) > 0)
    /** Each person's report with the sheets that it is made of. */
    const own = Array.from({ length: size }, (_none, target) =>
      done.flatMap((has, rater) => (has && rater !== target ? [`${rater} ${target}`] : [])),
    ).map((sheets) => ({
      sheets,
      report: teamReport(
        { ...rules, min_raters },
        sheets.map(() => sheet(3)),
      ),
    }))
    const shown = own.filter(({ report }) => report !== null)
    const all = teamMean(own.map(({ report }) => report)) === null ? [] : [shown.flatMap(({ sheets }) => sheets)]
    const published = [...all, ...shown.map(({ sheets }) => sheets)]
    for (const one of published)
      for (const other of published) {
        if (!other.every((each) => one.includes(each))) continue
        const left = new Set(one.filter((each) => !other.includes(each)).map((each) => each.split(' ')[0]))
        expect(left.size === 0 || left.size >= min_raters).toBe(true)
      }
  }
})

test('marks change the points by their weight, and without a report the points stay', () => {
  expect([pointsOf(1, 5), pointsOf(3, 5), pointsOf(5, 5)]).toEqual([0, 50, 100])
  const settings = { weight: 20, scale: 5 }
  expect(scoreWith(settings, 70, { means: [5], mean: 5 })).toBe(76)
  expect([scoreWith(settings, 70, null), scoreWith(settings, null, { means: [5], mean: 5 })]).toEqual([70, null])
})

test('people with equal marks for everything, and pairs with all highest marks for each other, are found', () => {
  const pair = (rater: number, target: number, b1: number, b2 = b1) => ({ rater, target, marks: { b1, b2 } })
  const pairs = [pair(1, 2, 5), pair(1, 3, 5), pair(2, 1, 5), pair(2, 3, 4), pair(3, 1, 5, 4), pair(3, 2, 5)]
  expect(straightLines(pairs)).toEqual([1])
  expect(highestPairs(pairs, 5)).toEqual([[1, 2]])
})

test('forced: the same mark for at most half of the teammates; free: no limit', () => {
  const sheets = [4, 4, 4].map((mark, at) => ({ test_id: at + 1, ...sheet(mark) }))
  expect(teamMarkFaults(rules, sheets)).toEqual([])
  const forced = { ...rules, distribution: 'forced' as const }
  expect(teamMarkFaults(forced, sheets)).toHaveLength(9)
  expect(teamMarkFaults(forced, sheets)[0]).toEqual({ test_id: 1, code: 'b1', rule: 'too_many_same' })
  const spread = [4, 4, 3].map((mark, at) => ({ test_id: at + 1, ...sheet(mark) }))
  expect(teamMarkFaults(forced, spread)).toEqual([])
  expect(teamMarkFaults(forced, [{ test_id: 1, ...sheet(4) }])).toEqual([])
  expect(teamMarkFaults(rules, [{ test_id: 1, marks: { b1: 6, b2: 1.5 } }]).map(({ rule }) => rule)).toEqual([
    'out_of_scale',
    'out_of_scale',
    'required',
  ])
})

test('the highest and the lowest mark are found in any order of the marks', () => {
  const trimmed = { ...rules, trimmed: true }
  expect(fairMean([5, 1, 3, 3, 3], trimmed)).toBe(3)
  expect(fairMean([10, 9, 2, 3, 4], { ...trimmed, min_raters: 3 })).toBeCloseTo(16 / 3)
  expect(fairMean([2], rules)).toBe(2)
})

test('two people who gave each other the highest marks are reported once, and nobody is a pair with themselves', () => {
  const pair = (rater: number, target: number) => ({ rater, target, marks: { b1: 5 } })
  expect(highestPairs([pair(1, 1), pair(2, 1), pair(1, 2)], 5)).toEqual([[1, 2]])
})

test('competencies are asked under codes of their own, in their order', () => {
  const competencies = ['Видит цель', 'Держит слово'].map((title) => ({ title, hint: '' }))
  expect(competenciesOf({ competencies })).toEqual([
    { code: 'k1', title: 'Видит цель', hint: '' },
    { code: 'k2', title: 'Держит слово', hint: '' },
  ])
})

test.each([
  ['free', 4, null],
  ['forced', 1, null],
  ['forced', 2, 1],
  ['forced', 3, 2],
  ['forced', 4, 2],
] as const)('%s marks of %i teammates: the same mark for at most %s', (distribution, teammates, most) => {
  expect(maxEqualMarks(distribution, teammates)).toBe(most)
})
