import type { TeamsEvaluationSettings } from './contract.ts'
import { behavioursOf, isWhole, type TeamMarks } from './mark-rules.ts'

type ReportRules = Pick<TeamsEvaluationSettings, 'behaviours' | 'scale' | 'min_raters' | 'trimmed'>

export interface TeamReport {
  /** By behaviour, in the order in which they are asked. */
  means: number[]
  mean: number
}

const rounded = (value: number): number => Math.round(value * 100) / 100
const meanOf = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)

/** The mean without the highest and the lowest value, unless that would leave too few raters. */
export function fairMean(values: readonly number[], { trimmed, min_raters }: ReportRules): number {
  if (!trimmed || values.length - 2 < min_raters) return meanOf(values)
  return meanOf([...values].sort((one, other) => one - other).slice(1, -1))
}

/** The report about one person; null when too few people have marked. Incomplete marks are left out. */
export function teamReport(rules: ReportRules, sheets: readonly { marks: TeamMarks }[]): TeamReport | null {
  const asked = behavioursOf(rules)
  const whole = sheets.filter(({ marks }) => isWhole(marks, asked, rules.scale))
  if (whole.length < rules.min_raters) return null
  const means = asked.map(({ code }) =>
    fairMean(
      whole.map(({ marks }) => marks[code] ?? 0),
      rules,
    ),
  )
  return { means: means.map(rounded), mean: rounded(meanOf(means)) }
}

const minShown = 3

/**
 * The mean of a team, made only of shown reports: with hidden reports in it, subtracting the shown ones would reveal a
 * hidden one. Null for fewer than three reports: of two, each person could work out the other's.
 */
export function teamMean(reports: readonly (TeamReport | null)[]): number | null {
  const shown = reports.filter((report) => report !== null)
  return shown.length < minShown ? null : rounded(meanOf(shown.map(({ mean }) => mean)))
}

/** Points of 100: the lowest mark is 0. */
export const pointsOf = (mean: number, scale: number): number => rounded(((mean - 1) / (scale - 1)) * 100)

/** The points of another stage, changed by the marks. Without a report or without points nothing changes. */
export function scoreWith(
  { weight, scale }: Pick<TeamsEvaluationSettings, 'weight' | 'scale'>,
  base: number | null,
  report: TeamReport | null,
): number | null {
  if (base === null || report === null) return base
  return rounded((base * (100 - weight) + pointsOf(report.mean, scale) * weight) / 100)
}

export interface RatedPair {
  rater: number
  target: number
  marks: TeamMarks
}

/** People who have given everybody the same number for everything. */
export function straightLines(pairs: readonly RatedPair[]): number[] {
  const by = new Map<number, Set<number>>()
  for (const { rater, marks } of pairs) {
    const seen = by.get(rater) ?? new Set()
    for (const mark of Object.values(marks)) seen.add(mark)
    by.set(rater, seen)
  }
  return [...by].flatMap(([rater, seen]) => (seen.size === 1 ? [rater] : []))
}

/** Pairs of people who have given each other the highest mark for everything. */
export function highestPairs(pairs: readonly RatedPair[], scale: number): [number, number][] {
  const highest = new Set(
    pairs.flatMap(({ rater, target, marks }) =>
      Object.values(marks).every((mark) => mark === scale) ? [`${rater} ${target}`] : [],
    ),
  )
  return pairs.flatMap(({ rater, target }): [number, number][] =>
    rater < target && highest.has(`${rater} ${target}`) && highest.has(`${target} ${rater}`) ? [[rater, target]] : [],
  )
}
