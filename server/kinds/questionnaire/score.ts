import { type FormField, isEmpty, textOf } from '#shared/forms/fields/field.ts'
import { timesIn } from '#shared/kinds/questionnaire/answer-times.ts'
import type { Keys, Norm, Scale, ScaleItem } from './keys.ts'

export const flags = ['no_times', 'too_fast', 'same_answers', 'contradictions', 'desirability', 'unanswered'] as const
export type Flag = (typeof flags)[number]

export interface ScaleScore {
  code: string
  /** Null when too few of its questions are answered. */
  raw: number | null
  /** 50 is the mean of the norm group, 10 its deviation; null without a norm. */
  t: number | null
  answered: number
  of: number
}

export interface Scored {
  scales: ScaleScore[]
  flags: Flag[]
  normGroup: string
  inconsistency: number | null
  desirability: number | null
  seconds: number | null
}

export interface ScoringRules {
  scale_percent: number
  norm_group: string
  fast_ms: number
  same_run: number
}

/** If the answers of pairs are on average this far apart, they contradict each other. */
const contradictory = 2
/** Too fast answers are flagged if they are at least this share of all. */
const fastPart = 0.25

/** Scores the answers by these keys and norms, and flags doubtful ones. */
export function scored(
  fields: readonly FormField[],
  data: Readonly<Record<string, unknown>>,
  { scales, pairs }: Keys,
  norms: readonly Norm[],
  rules: ScoringRules,
): Scored {
  const byName = new Map(fields.map((field) => [field.name, field]))
  const marks = new Map(
    fields.flatMap((field) => (isEmpty(data[field.name]) ? [] : [[field.name, markOf(field, data)]])),
  )
  const normGroup = norms.some(({ group }) => group === rules.norm_group) ? rules.norm_group : (norms[0]?.group ?? '')
  const results = scales.map((scale) => scaleScore(scale, byName, marks, rules.scale_percent, normOf(scale)))
  function normOf({ code }: Scale) {
    return norms.find(({ group, scale }) => group === normGroup && scale === code) ?? null
  }
  const apart = pairs.flatMap(([one, other]) => {
    const [first, second] = [marks.get(one), marks.get(other)]
    return first === undefined || second === undefined ? [] : [Math.abs(first - second)]
  })
  const inconsistency = apart.length > 0 ? rounded(sumOf(apart) / apart.length) : null
  const lie = scales.findIndex(({ role }) => role === 'desirability')
  const desirability = results[lie]?.raw ?? null
  const limit = scales[lie]?.limit ?? null
  const times = timesIn(data)
  const spent = Object.values(times ?? {})
  const fast = spent.filter((ms) => ms < rules.fast_ms).length
  const run = longestRun(fields.map((field) => textOf(data[field.name])))
  const found: Record<Flag, boolean> = {
    no_times: times === null,
    too_fast: rules.fast_ms > 0 && spent.length > 0 && fast > spent.length * fastPart,
    same_answers: rules.same_run > 0 && run >= rules.same_run,
    contradictions: inconsistency !== null && inconsistency >= contradictory,
    desirability: limit !== null && desirability !== null && desirability > limit,
    unanswered: marks.size < fields.length,
  }
  return {
    scales: results,
    flags: flags.filter((flag) => found[flag]),
    normGroup,
    inconsistency,
    desirability,
    seconds: times === null ? null : Math.round(sumOf(spent) / 1000),
  }
}

function scaleScore(
  { code, items }: Scale,
  fields: ReadonlyMap<string, FormField>,
  marks: ReadonlyMap<string, number>,
  percent: number,
  norm: Norm | null,
): ScaleScore {
  const points = items.flatMap((item) => {
    const [field, mark] = [fields.get(item.item), marks.get(item.item)]
    return field === undefined || mark === undefined ? [] : [pointsOf(item, mark, field.options?.length ?? 0)]
  })
  const of = items.length
  const answered = points.length
  if (of === 0 || answered * 100 < of * percent) return { code, raw: null, t: null, answered, of }
  // Missing answers count as the mean of the given ones.
  const raw = rounded((sumOf(points) / answered) * of)
  const t = norm && norm.deviation > 0 ? Math.round(50 + (10 * (raw - norm.mean)) / norm.deviation) : null
  return { code, raw, t, answered, of }
}

function pointsOf({ key, weight }: ScaleItem, mark: number, marks: number): number {
  if (key === 'direct') return mark * weight
  if (key === 'reverse') return (marks + 1 - mark) * weight
  return mark === key ? weight : 0
}

/** The number of the chosen option, from 1. */
const markOf = ({ name, options = [] }: FormField, data: Readonly<Record<string, unknown>>): number =>
  options.findIndex(({ id }) => id === textOf(data[name])) + 1

function longestRun(values: readonly string[]): number {
  let [longest, run] = [0, 0]
  for (const [at, value] of values.entries()) {
    run = value === '' ? 0 : value === values[at - 1] ? run + 1 : 1
    longest = Math.max(longest, run)
  }
  return longest
}

const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, each) => sum + each, 0)
const rounded = (number: number) => Math.round(number * 100) / 100
