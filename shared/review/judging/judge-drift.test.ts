import { expect, test } from 'vitest'
import { type JudgedTotal, judgeDrift } from './judge-drift.ts'

const at = (
  judge: number,
  work: number,
  total: number,
  reference: number | null = null,
  training = false,
): JudgedTotal => ({
  judge,
  work,
  total,
  reference,
  training,
  at: work,
})

test('a judge who becomes stricter drifts, a judge who stays as strict as at the start does not', () => {
  const works = Array.from({ length: 12 }, (_none, work) => work)
  const steady = works.flatMap((work) => [at(1, work, 70), at(2, work, 70)])
  const tired = works.map((work) => at(3, work, work < 6 ? 72 : 40))
  const found = new Map(judgeDrift([...steady, ...tired]).map((one) => [one.judge, one]))
  expect(found.get(3)?.parts).toEqual([
    { works: 3, references: null, others: 2 },
    { works: 3, references: null, others: 2 },
    { works: 3, references: null, others: -30 },
    { works: 3, references: null, others: -30 },
  ])
  expect([found.get(3)?.drifts, found.get(1)?.drifts]).toEqual([true, false])
})

test('references are compared with the agreed marks, and those of the training are counted separately', () => {
  const [judge] = judgeDrift([
    at(1, 1, 50, 60, true),
    at(1, 2, 90, 60, true),
    at(1, 3, 65, 60),
    at(1, 4, 40),
    at(1, 5, 55, 60),
  ])
  expect(judge).toEqual({
    judge: 1,
    training: 20,
    distance: null,
    parts: [{ works: 3, references: 0, others: null }],
    drifts: false,
  })
})

test('a judge who has marked only the training has no drift yet', () => {
  expect(judgeDrift([at(1, 1, 60, 60, true)])).toEqual([
    { judge: 1, training: 0, distance: null, parts: [{ works: 0, references: null, others: null }], drifts: false },
  ])
})
