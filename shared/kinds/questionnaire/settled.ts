import { type AnswerData, isEmpty, isRecord } from '#shared/forms/fields/field.ts'
import { timesIn, timesName } from './answer-times.ts'

/** The name under which a draft stores the answers that «Дальше» has settled; no question may have this name. */
export const settledName = 'settled'

/** The version of the questions in which each answer was settled, by question. */
export function settledIn(data: AnswerData): Record<string, number> {
  const given = data[settledName]
  if (!isRecord(given)) return {}
  const entries = Object.entries(given).filter(
    (entry): entry is [string, number] =>
      Number.isInteger(entry[1]) && Number(entry[1]) > 0 && !isEmpty(data[entry[0]]),
  )
  return Object.fromEntries(entries)
}

/** The new answers; answers that were settled before stay as they were. */
export function withSettled(
  data: AnswerData,
  before: AnswerData,
  settled = settledIn(before),
): Record<string, unknown> {
  const kept = Object.fromEntries(Object.keys(settled).map((name) => [name, before[name]]))
  const answers = { ...data, ...kept }
  return { ...answers, [settledName]: { ...settledIn(answers), ...settled } }
}

/** Merges the answers of two devices: an answer settled on either device is not asked again. */
export function joined(mine: AnswerData, theirs: AnswerData): Record<string, unknown> {
  const given = Object.fromEntries(Object.entries(mine).filter(([, value]) => !isEmpty(value)))
  const times = { ...timesIn(mine), ...timesIn(theirs) }
  return withSettled({ ...theirs, ...given, [timesName]: times, [settledName]: mine[settledName] }, theirs)
}
