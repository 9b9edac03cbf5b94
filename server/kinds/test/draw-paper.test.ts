import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Question } from '#shared/kinds/test/question.ts'
import { shortages } from '#shared/kinds/test/shortages.ts'
import { type Drawable, drawPaper, withShuffledOptions } from './draw-paper.ts'

const topics = fc.constantFrom('право', 'логика', 'тексты')
const banks = fc
  .array(fc.record({ topic: topics, difficulty: fc.integer({ min: 1, max: 3 }) }), { maxLength: 60 })
  .map((all): Drawable[] => all.map((one, at) => ({ ...one, version: at + 1 })))
const blueprints = fc.array(
  fc.record({
    title: fc.string(),
    draws: fc.array(
      fc.record({
        topic: topics,
        difficulty: fc.option(fc.integer({ min: 1, max: 3 })),
        count: fc.integer({ min: 1, max: 8 }),
        points: fc.constantFrom(1, 2.5),
      }),
      { minLength: 1, maxLength: 4 },
    ),
  }),
  { maxLength: 3 },
)
const seeds = fc.integer()
const stockOf = (bank: readonly Drawable[]) => bank.map((one) => ({ ...one, count: 1 }))

test('one seed and one bank give one paper, in whatever order the bank is read', () => {
  fc.assert(
    fc.property(blueprints, banks, seeds, fc.boolean(), (sections, bank, seed, shuffled) => {
      const paper = drawPaper(sections, bank, { seed, shuffled })
      expect(drawPaper(sections, bank.toReversed(), { seed, shuffled })).toEqual(paper)
    }),
  )
})

test('a paper follows the blueprint, has no question twice, and is drawn from any sufficient bank', () => {
  fc.assert(
    fc.property(blueprints, banks, seeds, fc.boolean(), (sections, bank, seed, shuffled) => {
      const paper = drawPaper(sections, bank, { seed, shuffled })
      expect(paper === null).toBe(shortages(sections, stockOf(bank)).length > 0)
      if (!paper) return
      const drawn = paper.flatMap(({ questions }) => questions.map(({ version }) => version))
      expect(new Set(drawn).size).toBe(drawn.length)
      const byVersion = new Map(bank.map((one) => [one.version, one]))
      for (const [at, { draws }] of sections.entries()) {
        const questions = paper[at]?.questions ?? []
        expect(questions.length).toBe(draws.reduce((sum, { count }) => sum + count, 0))
        for (const { topic, difficulty } of draws.filter((draw) => draw.difficulty !== null)) {
          const wanted = draws.filter((draw) => draw.topic === topic && draw.difficulty === difficulty)
          const there = questions.filter(({ version }) => {
            const one = byVersion.get(version)
            return one?.topic === topic && one.difficulty === difficulty
          })
          expect(there.length).toBeGreaterThanOrEqual(wanted.reduce((sum, { count }) => sum + count, 0))
        }
      }
    }),
  )
})

test('another seed draws another paper', () => {
  const bank = Array.from({ length: 40 }, (_, at) => ({ version: at + 1, topic: 'право', difficulty: 1 }))
  const sections = [{ title: '', draws: [{ topic: 'право', difficulty: null, count: 10, points: 1 }] }]
  const papers = Array.from({ length: 50 }, (_, seed) =>
    JSON.stringify(drawPaper(sections, bank, { seed, shuffled: true })),
  )
  expect(new Set(papers).size).toBe(50)
})

test('options are shuffled by the seed alone and none is lost; ordering and matching questions are always shuffled', () => {
  const all = Array.from({ length: 8 }, (_, at) => ({ id: `o${at}`, text: `${at}` }))
  const single: Question = { kind: 'single', text: '?', options: all }
  const order: Question = {
    kind: 'case',
    text: '?',
    parts: [{ id: 'p', question: { kind: 'order', text: '?', items: all } }],
  }
  fc.assert(
    fc.property(seeds, fc.integer({ min: 1, max: 10_000 }), (seed, version) => {
      const shown = withShuffledOptions(single, { seed, version, options: true })
      expect(withShuffledOptions(single, { seed, version, options: true })).toEqual(shown)
      expect(shown.kind === 'single' && shown.options.toSorted((a, b) => a.id.localeCompare(b.id))).toEqual(all)
      expect(withShuffledOptions(single, { seed, version, options: false })).toEqual(single)
    }),
  )
  const orders = [1, 2, 3].map((seed) =>
    JSON.stringify(withShuffledOptions(order, { seed, version: 1, options: false })),
  )
  expect(new Set([...orders, JSON.stringify(order)]).size).toBe(4)
})

test('a shortage names the topic, the difficulty and the number of questions', () => {
  const draws = [
    { topic: 'право', difficulty: 2, count: 3, points: 1 },
    { topic: 'право', difficulty: null, count: 4, points: 1 },
    { topic: 'логика', difficulty: null, count: 1, points: 1 },
  ]
  const stock = [
    { topic: 'право', difficulty: 2, count: 3 },
    { topic: 'право', difficulty: 1, count: 3 },
  ]
  expect(shortages([{ title: '', draws }], stock)).toEqual([
    { topic: 'право', difficulty: null, needed: 7, there: 6 },
    { topic: 'логика', difficulty: null, needed: 1, there: 0 },
  ])
  expect(
    shortages(
      [
        { title: '', draws },
        { title: '', draws: draws.slice(0, 1) },
      ],
      stock,
    ),
  ).toContainEqual({
    topic: 'право',
    difficulty: 2,
    needed: 6,
    there: 3,
  })
})
