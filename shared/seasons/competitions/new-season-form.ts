import type { FormSchema } from '#shared/forms/fields/field.ts'
import type { FieldFaults } from '#shared/platform/api/refusals.ts'
import { type CalendarDate, compareDates } from '#shared/platform/time/moscow.ts'
import { copyForm } from '#shared/seasons/competitions/copy-form.ts'
import { lookField } from '#shared/seasons/competitions/season-form.ts'

/** The seasons that the portal ships, as files beside server/editing/seasons/begin-season.ts. */
export const seasonTemplates = ['national', 'small', 'event'] as const
export type SeasonTemplate = (typeof seasonTemplates)[number]

const [copy] = copyForm.sections
const ofCopy = (name: string) => copy?.fields.filter((field) => field.name === name) ?? []

/** The form of a season that begins. A file has a look already. */
export const newSeasonForm = (from: SeasonTemplate | 'empty' | 'file'): FormSchema => ({
  version: 1,
  sections: [
    {
      code: 'new',
      title: 'Новый конкурс',
      fields: [
        ...ofCopy('title').map((field) => ({ ...field, label: 'Название конкурса' })),
        ...ofCopy('code').map(({ validation_rules: { required: _, ...rules } = {}, ...field }) => ({
          ...field,
          hint: 'Латиницей, например leaders_2027. Если не заполнить, портал составит его из названия. Потом не меняется.',
          validation_rules: rules,
        })),
        {
          name: 'starts',
          label: 'Первый день',
          hint: 'С этого дня открыта регистрация.',
          view: 'date',
          validation_rules: { required: true },
        },
        {
          name: 'ends',
          label: 'Последний день',
          hint: 'Сроки этапов разойдутся между этими днями; потом каждый можно поправить.',
          view: 'date',
          validation_rules: { required: true },
        },
        ...(from === 'file' ? [] : [lookField('season_layout', 'Облик')]),
      ],
    },
  ],
})

const longestDays = 3 * 366
const earliestYear = 2000

/** The faults of these days that the rules of the form cannot find. */
export function seasonDayFaults(starts: CalendarDate, ends: CalendarDate): FieldFaults {
  const fault = (message: string): FieldFaults => ({ ends: { rule: 'date', message } })
  if (starts.year < earliestYear) return { starts: { rule: 'date', message: `Не раньше ${earliestYear} года` } }
  if (compareDates(ends, starts) <= 0) return fault('Позже первого дня')
  if (
    Date.UTC(ends.year, ends.month - 1, ends.day) - Date.UTC(starts.year, starts.month - 1, starts.day) >
    longestDays * 86_400_000
  )
    return fault('Не дольше трёх лет')
  return {}
}
