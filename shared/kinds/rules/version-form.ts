import { type AnswerData, type FormSchema, textOf } from '#shared/forms/fields/field.ts'
import type { FieldFaults } from '#shared/platform/api/refusals.ts'
import { parseWire } from '#shared/platform/time/moscow.ts'

/** The organiser's form for a new version of the rules. */
export const versionForm: FormSchema = {
  version: 1,
  sections: [
    {
      code: 'version',
      title: '',
      fields: [
        {
          name: 'text',
          label: 'Полный текст',
          hint: 'Строки, которые начинаются с «## », становятся оглавлением.',
          view: 'textarea',
          validation_rules: { required: true, max_length: 100_000 },
        },
        {
          name: 'effective_from',
          label: 'Действует с',
          hint: 'Московское время. Пусто: сразу после публикации.',
          view: 'datetime',
        },
        { name: 'requires_reaccept', label: 'Участники должны принять эту редакцию заново', view: 'checkbox' },
      ],
    },
  ],
}

/** The fault of the moment at which a version takes effect. */
export function momentFaults(answer: AnswerData, now: Date, last: Date | null): FieldFaults {
  const text = textOf(answer.effective_from)
  const at = text === '' ? now : parseWire(text)
  const fault = (message: string): FieldFaults => ({ effective_from: { rule: 'date', message } })
  if (at === null) return {}
  if (at < now) return fault('Этот момент уже прошёл')
  return last !== null && at <= last ? fault('Раньше, чем вступает в силу прошлая редакция') : {}
}
