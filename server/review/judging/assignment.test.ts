import { expect, test } from 'vitest'
import { planReadings, type WorkToRead } from './assignment.ts'

const judges = (count: number, load = 0) =>
  Array.from({ length: count }, (_none, place) => ({ id: place + 1, load, region: `r${place % 3}` }))
const works = (count: number, missing: number, barred: number[] = []): WorkToRead[] =>
  Array.from({ length: count }, (_none, place) => ({
    id: place + 1,
    missing,
    region: `r${place % 3}`,
    barred: new Set(barred),
  }))
const rules = { cap: 100, otherRegion: 'no' as const }
const loads = (pairs: { judge: number }[], count: number) =>
  Array.from({ length: count }, (_none, place) => pairs.filter(({ judge }) => judge === place + 1).length)

test('every work gets the required number of different judges, and the works are shared evenly', async () => {
  const { pairs, gaps } = await planReadings(works(40, 3), judges(10), rules)
  expect(gaps).toEqual([])
  expect(pairs).toHaveLength(120)
  expect(new Set(pairs.map(({ work, judge }) => `${work} ${judge}`)).size).toBe(120)
  expect(loads(pairs, 10)).toEqual(Array.from({ length: 10 }, () => 12))
})

test('works that a judge already has are counted, and nobody gets more than the cap', async () => {
  const people = judges(3).map((judge) => ({ ...judge, load: judge.id === 1 ? 6 : 0 }))
  const { pairs } = await planReadings(works(6, 1), people, rules)
  expect(loads(pairs, 3)).toEqual([0, 3, 3])
  const full = await planReadings(works(10, 2), judges(3), { ...rules, cap: 5 })
  expect(Math.max(...loads(full.pairs, 3))).toBe(5)
  expect(full.pairs).toHaveLength(15)
  expect(full.gaps.reduce((sum, { missing }) => sum + missing, 0)).toBe(5)
  expect(full.gaps.every(({ reason }) => reason === 'load')).toBe(true)
})

test('a judge never gets a work from which they are barred; a work without enough judges is named', async () => {
  const { pairs, gaps } = await planReadings(works(5, 2, [1, 2]), judges(3), rules)
  expect(pairs.every(({ judge }) => judge === 3)).toBe(true)
  expect(gaps).toHaveLength(5)
  expect(gaps[0]).toEqual({ work: 1, missing: 1, reason: 'conflicts' })
})

test('another region is either a wish that may give way, or a strict rule', async () => {
  const two = judges(2).map((judge) => ({ ...judge, region: 'r0' }))
  const own = works(1, 2).map((work) => ({ ...work, region: 'r0' }))
  expect((await planReadings(own, two, { ...rules, otherRegion: 'wish' })).pairs).toHaveLength(2)
  expect((await planReadings(own, two, { ...rules, otherRegion: 'rule' })).gaps).toEqual([
    { work: 1, missing: 2, reason: 'conflicts' },
  ])
  const { pairs } = await planReadings(works(30, 1), judges(6), { ...rules, otherRegion: 'wish' })
  expect(pairs.filter(({ work, judge }) => (work - 1) % 3 === (judge - 1) % 3)).toEqual([])
})

test('without judges every work is named, and without works the plan is empty', async () => {
  expect((await planReadings(works(2, 1), [], rules)).gaps).toHaveLength(2)
  expect(await planReadings([], judges(2), rules)).toEqual({ pairs: [], gaps: [] })
})
