import { expect, test } from 'vitest'
import { type PeerTotal, raterQuality } from './rater-quality.ts'

const given = (judge: number, totals: number[], reference: number | null = null): PeerTotal[] =>
  totals.map((total, work) => ({ judge, work, total, reference }))

test('a rater near the others counts up to one and a half times, a rater far from them half', () => {
  const all = [
    ...given(1, [60, 70, 80]),
    ...given(2, [60, 70, 80]),
    ...given(3, [60, 70, 80]),
    ...given(4, [10, 100, 20]),
  ]
  const quality = new Map(raterQuality(all).map(({ judge, ...rest }) => [judge, rest]))
  expect(quality.get(4)).toEqual({ distance: 46.7, weight: 0.5 })
  expect(quality.get(1)?.weight).toBeGreaterThan(0.5)
  const alike = raterQuality([1, 2, 3].flatMap((judge) => given(judge, [60, 70, 80])))
  expect(alike.map(({ weight }) => weight)).toEqual([1.5, 1.5, 1.5])
})

test('on reference works the experts are right, however many people differ from them', () => {
  const crowd = [1, 2, 3].flatMap((judge) => given(judge, [90, 90, 90], 60))
  const [careful] = raterQuality([...given(9, [60, 60, 60], 60), ...crowd])
  expect(careful).toEqual({ judge: 9, distance: 0, weight: 1.5 })
  expect(raterQuality(crowd)[0]).toEqual({ judge: 1, distance: 30, weight: 0.5 })
})

test('a rater with too few comparisons counts once', () => {
  expect(raterQuality(given(1, [10, 90], 50))).toEqual([{ judge: 1, distance: null, weight: 1 }])
  // A single mark of another rater is not enough to compare with.
  expect(raterQuality([...given(1, [10, 10, 10]), ...given(2, [90, 90, 90])])[0]?.distance).toBeNull()
})
