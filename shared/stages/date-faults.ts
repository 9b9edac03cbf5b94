import { type AnswerData, rowsOf, textOf } from '#shared/forms/fields/field.ts'
import type { FieldFaults } from '#shared/platform/api/refusals.ts'
import { parseWire } from '#shared/platform/time/moscow.ts'

const backwards = { rule: 'date', message: 'Раньше, чем этап открывается' }

/**
 * The faults of the dates in a stage's form that the rules of its fields cannot find. The browser and the server call
 * it.
 */
export function dateFaults(answer: AnswerData): FieldFaults {
  const faults: FieldFaults = {}
  const [opens, closes] = [answer.stage_opens_at, answer.stage_closes_at]
  if (isBackwards(opens, closes)) faults.stage_closes_at = backwards
  const rows = rowsOf(answer.stage_track_windows)
  const tracks = rows.map((row) => textOf(row.track))
  for (const [number, row] of rows.entries()) {
    const path = `stage_track_windows.${number}`
    const [own, ownEnd] = [textOf(row.opens_at), textOf(row.closes_at)]
    if (tracks.indexOf(tracks[number] ?? '') < number)
      faults[`${path}.track`] = { rule: 'repeated', message: 'Этот трек уже назван' }
    if (own === '' && ownEnd === '')
      faults[`${path}.opens_at`] = { rule: 'required', message: 'Укажите хотя бы одну дату' }
    else if (isBackwards(own || opens, ownEnd || closes)) faults[`${path}.closes_at`] = backwards
  }
  return faults
}

function isBackwards(opens: unknown, closes: unknown): boolean {
  const [from, to] = [parseWire(textOf(opens)), parseWire(textOf(closes))]
  return from !== null && to !== null && to <= from
}
