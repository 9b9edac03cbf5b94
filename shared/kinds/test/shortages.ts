import { quoted } from '#shared/platform/text/quoted.ts'
import type { Section } from './contract.ts'

/** How many questions of a topic and difficulty the bank has. */
export interface Stock {
  topic: string
  difficulty: number
  count: number
}

export interface Shortage {
  topic: string
  /** Null: all difficulties together. */
  difficulty: number | null
  needed: number
  there: number
}

/** What the bank lacks for a paper. Equal draws in several sections add up. */
export function shortages(sections: readonly Section[], bank: readonly Stock[]): Shortage[] {
  const draws = sections.flatMap((section) => section.draws)
  const sum = (all: readonly { count: number }[]) => all.reduce((total, { count }) => total + count, 0)
  return [...new Set(draws.map(({ topic }) => topic))].flatMap((topic): Shortage[] => {
    const wanted = draws.filter((draw) => draw.topic === topic)
    const stock = bank.filter((one) => one.topic === topic)
    const ofOne = [...new Set(wanted.map(({ difficulty }) => difficulty))].filter((difficulty) => difficulty !== null)
    const lacking = ofOne
      .map((difficulty) => ({
        topic,
        difficulty,
        needed: sum(wanted.filter((draw) => draw.difficulty === difficulty)),
        there: sum(stock.filter((one) => one.difficulty === difficulty)),
      }))
      .filter(({ needed, there }) => needed > there)
    const all = { topic, difficulty: null, needed: sum(wanted), there: sum(stock) }
    return lacking.length > 0 || all.needed <= all.there ? lacking : [all]
  })
}

export const shortageInWords = ({ topic, difficulty, needed, there }: Shortage): string =>
  `Тема ${quoted(topic)}${difficulty === null ? '' : `, сложность ${difficulty}`}: в вариант входит ${needed}, в банке ${there}`
