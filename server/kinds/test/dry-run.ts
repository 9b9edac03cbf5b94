import type { Section } from '#shared/kinds/test/contract.ts'
import { type Drawable, drawPaper } from './draw-paper.ts'

export interface DryRun {
  people: number
  /** The number of questions of a paper. */
  questions: number
  difficulty: { least: number; median: number; most: number; mean: number }
  /** How many papers are in each interval of difficulty. */
  papers: { from: number; to: number; count: number }[]
  /** How often each question is given, by its version. */
  given: Map<number, number>
}

const barWidth = 0.25

/**
 * Papers for this many invented people. The difficulty of a paper is the mean difficulty of its questions, weighted by
 * their points. Null where the bank has too few questions.
 */
export function dryRun(sections: readonly Section[], bank: readonly Drawable[], people: number): DryRun | null {
  const difficulties = new Map(bank.map(({ version, difficulty }) => [version, difficulty]))
  const given = new Map(bank.map(({ version }) => [version, 0]))
  const hard: number[] = []
  let questions = 0
  for (let seed = 1; seed <= people; seed += 1) {
    const paper = drawPaper(sections, bank, { seed, shuffled: false })
    if (!paper) return null
    const drawn = paper.flatMap((section) => section.questions)
    questions = drawn.length
    let [sum, points] = [0, 0]
    for (const one of drawn) {
      given.set(one.version, (given.get(one.version) ?? 0) + 1)
      sum += (difficulties.get(one.version) ?? 0) * one.points
      points += one.points
    }
    hard.push(sum / points)
  }
  hard.sort((one, other) => one - other)
  const twoDigits = (number: number) => Math.round(number * 100) / 100
  const at = (place: number) => twoDigits(hard[Math.floor((hard.length - 1) * place)] ?? 0)
  const mean = twoDigits(hard.reduce((sum, one) => sum + one, 0) / hard.length)
  return {
    people,
    questions,
    difficulty: { least: at(0), median: at(0.5), most: at(1), mean },
    papers: bars(hard),
    given,
  }
}

function bars(sorted: readonly number[]): DryRun['papers'] {
  const bar = (hard: number) => Math.floor(hard / barWidth + 1e-9)
  const [first, last] = [bar(sorted[0] ?? 0), bar(sorted.at(-1) ?? 0)]
  const edge = (at: number) => at * barWidth
  return Array.from({ length: last - first + 1 }, (_, at) => ({
    from: edge(first + at),
    to: edge(first + at + 1),
    count: sorted.filter((hard) => bar(hard) === first + at).length,
  }))
}
