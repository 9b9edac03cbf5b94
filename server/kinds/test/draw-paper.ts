import { uniformInt } from 'pure-rand/distribution/uniformInt'
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus'
import type { Section } from '#shared/kinds/test/contract.ts'
import type { Question, SimpleQuestion } from '#shared/kinds/test/question.ts'
import type { PaperSection } from './tables.ts'

/** A question that may be drawn, in its latest version. */
export interface Drawable {
  version: number
  topic: string
  difficulty: number
}

/**
 * The paper that this seed draws from this bank, or null where the bank has too few questions. No question is drawn
 * twice. Equal seeds, banks and sections give equal papers, in whatever order the bank is read.
 */
export function drawPaper(
  sections: readonly Section[],
  bank: readonly Drawable[],
  { seed, shuffled }: { seed: number; shuffled: boolean },
): PaperSection[] | null {
  const random = randomOf(seed)
  const left = Map.groupBy(
    bank.toSorted((one, other) => one.version - other.version),
    ({ topic }) => topic,
  )
  const drawn = sections.map(({ draws }) => draws.map((): PaperSection['questions'] => []))
  // Draws of one difficulty come first, so that draws of any difficulty do not take their questions.
  for (const ofAny of [false, true])
    for (const [at, { draws }] of sections.entries())
      for (const [place, { topic, difficulty, count, points }] of draws.entries()) {
        if ((difficulty === null) !== ofAny) continue
        const pool = left.get(topic) ?? []
        for (let taken = 0; taken < count; taken += 1) {
          const fitting = pool.filter((one) => difficulty === null || one.difficulty === difficulty)
          const one = fitting[fitting.length === 0 ? 0 : uniformInt(random, 0, fitting.length - 1)]
          if (!one) return null
          pool.splice(pool.indexOf(one), 1)
          drawn[at]?.[place]?.push({ version: one.version, points })
        }
      }
  return sections.map(({ title }, at) => {
    const questions = (drawn[at] ?? []).flat()
    return { title, questions: shuffled ? inRandomOrder(questions, random) : questions }
  })
}

/**
 * The question as the paper with this seed shows it. Ordering and matching questions are always shuffled, because the
 * order in which they were written may be the answer.
 */
export function withShuffledOptions(
  question: Question,
  { seed, version, options }: { seed: number; version: number; options: boolean },
): Question {
  const random = randomOf(seed ^ Math.imul(version, 0x9e3779b1))
  const simple = (one: SimpleQuestion): SimpleQuestion => {
    if (one.kind === 'order') return { ...one, items: inRandomOrder(one.items, random) }
    if (one.kind === 'match') return { ...one, right: inRandomOrder(one.right, random) }
    if (options && (one.kind === 'single' || one.kind === 'multiple'))
      return { ...one, options: inRandomOrder(one.options, random) }
    return one
  }
  if (question.kind !== 'case') return simple(question)
  return { ...question, parts: question.parts.map((part) => ({ ...part, question: simple(part.question) })) }
}

type Random = ReturnType<typeof xoroshiro128plus>
const randomOf = (seed: number): Random => xoroshiro128plus(seed | 0)

function inRandomOrder<T>(all: readonly T[], random: Random): T[] {
  const left = [...all]
  return all.flatMap(() => left.splice(uniformInt(random, 0, left.length - 1), 1))
}
