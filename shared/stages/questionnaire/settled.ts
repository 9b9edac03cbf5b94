import { type AnswerData, isEmpty, isRecord } from '#shared/forms/field.ts'
import { timesIn, timesName } from './answer-times.ts'

/** Where a draft keeps which answers «Дальше» has settled; no question may have this name. */
export const settledName = 'settled'

/** By question, the version of the questions in which its answer was settled. */
export function settledIn(data: AnswerData): Record<string, number> {
  const given = data[settledName]
  if (!isRecord(given)) return {}
  const entries = Object.entries(given).filter(
    (entry): entry is [string, number] =>
      Number.isInteger(entry[1]) && Number(entry[1]) > 0 && !isEmpty(data[entry[0]]),
  )
  return Object.fromEntries(entries)
}

/** The answers with those that were settled before: they stay as they are. */
export function withSettled(
  data: AnswerData,
  before: AnswerData,
  settled = settledIn(before),
): Record<string, unknown> {
  const kept = Object.fromEntries(Object.keys(settled).map((name) => [name, before[name]]))
  const answers = { ...data, ...kept }
  return { ...answers, [settledName]: { ...settledIn(answers), ...settled } }
}

/** One answer of two that were given on two devices: what either has settled is not asked again. */
export function joined(mine: AnswerData, theirs: AnswerData): Record<string, unknown> {
  const given = Object.fromEntries(Object.entries(mine).filter(([, value]) => !isEmpty(value)))
  const times = { ...timesIn(mine), ...timesIn(theirs) }
  return withSettled({ ...theirs, ...given, [timesName]: times, [settledName]: mine[settledName] }, theirs)
}
