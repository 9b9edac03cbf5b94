import { humanReadable } from '#shared/forms/fields/answer.ts'
import { type AnswerData, type FormField, type FormSchema, fieldsOf, isEmpty } from '#shared/forms/fields/field.ts'

/** What an organiser changed. Values are included only when they are short and cannot contain names of people. */
export interface StageChange {
  field: string
  title: string
  before?: string
  after?: string
}

/** The fields that differ between two answers to one form, in the form's order. */
export function stageChanges(form: FormSchema, before: AnswerData, after: AnswerData): StageChange[] {
  return fieldsOf(form).flatMap((field): StageChange[] => {
    const [old, now] = [before[field.name], after[field.name]]
    if (JSON.stringify(old ?? null) === JSON.stringify(now ?? null)) return []
    const named = { field: field.name, title: field.label }
    return [saysLittle(field) ? { ...named, before: inWords(field, old), after: inWords(field, now) } : named]
  })
}

/** A title is short and no person's, too. */
const saysLittle = ({ view, name }: FormField) =>
  (view === 'text' && /(^|_)title$/.test(name)) ||
  ['number', 'checkbox', 'radio', 'select', 'multiselect', 'datetime', 'date'].includes(view)

/** A value of a field as one line. */
export function inWords(field: FormField, value: unknown): string {
  if (field.view === 'checkbox') return value === true ? 'да' : 'нет'
  if (isEmpty(value)) return 'пусто'
  const form = { version: 1, sections: [{ code: 'one', title: '', fields: [field] }] }
  const lines = humanReadable(form, { [field.name]: value })
  if (field.view !== 'group') return lines[0]?.value ?? ''
  return lines.map(({ label, value: said }) => `${label.replace(`${field.label} `, '')}: ${said}`).join('; ')
}
