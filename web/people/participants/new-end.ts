import { type AnswerData, type FormField, textOf } from '#shared/forms/fields/field.ts'
import type { FieldFaults } from '#shared/platform/api/refusals.ts'
import { formatWire, parseWire } from '#shared/platform/time/moscow.ts'

/**
 * The end moved by this many days, counted from now when it is over: `yyyy-MM-dd HH:mm` in Moscow time, at a whole
 * hour.
 */
export function newEnd(before: Date | null, now: Date, days: number): string {
  const from = before !== null && before > now ? before : now
  const end = new Date(from.getTime() + days * 24 * 3_600_000)
  if (from === now) end.setUTCMinutes(60, 0, 0)
  return formatWire(end).slice(0, 16)
}

export const newEndField: FormField = {
  name: 'closes_at',
  label: 'Новый срок',
  view: 'datetime',
  validation_rules: { required: true },
  custom_errors: { required: 'Напишите день и время' },
}

/** The fault of a new end that takes time away. */
export const tooEarly =
  (before: Date | null) =>
  (answer: AnswerData): FieldFaults => {
    const end = parseWire(textOf(answer.closes_at))
    const early = before !== null && end !== null && end <= before
    return early ? { closes_at: { rule: 'later', message: 'Новый срок должен быть позже прежнего' } } : {}
  }
