import type { Condition, FieldOption, FormField, FormSchema } from '#shared/forms/fields/field.ts'
import { fieldsOf, optionsOf } from '#shared/forms/fields/field.ts'
import { quoted } from '#shared/platform/text/quoted.ts'
import { dictOf } from './dict-of.ts'

type Dictionaries = Readonly<Record<string, readonly FieldOption[]>>

/** A condition in words: «Образование» = «высшее». */
export function conditionInWords(
  condition: Condition,
  named: (name: string) => FormField | undefined,
  dictionaries: Dictionaries = {},
): string {
  const inside = (each: Condition) => {
    const words = conditionInWords(each, named, dictionaries)
    return 'all' in each || 'any' in each ? `(${words})` : words
  }
  if ('all' in condition) return condition.all.map(inside).join(' и ')
  if ('any' in condition) return condition.any.map(inside).join(' или ')
  if ('not' in condition) {
    const { not } = condition
    if ('filled' in not) return `${label(named, not.field)} — нет ответа`
    if ('equals' in not) return `${label(named, not.field)} ≠ ${value(named(not.field), not.equals, dictionaries)}`
    if ('in' in not)
      return `${label(named, not.field)} — не ${not.in.map((each) => value(named(not.field), each, dictionaries)).join(' и не ')}`
    return `не верно, что ${inside(not)}`
  }
  if ('equals' in condition)
    return `${label(named, condition.field)} = ${value(named(condition.field), condition.equals, dictionaries)}`
  if ('in' in condition)
    return `${label(named, condition.field)} = ${condition.in.map((each) => value(named(condition.field), each, dictionaries)).join(' или ')}`
  return `${label(named, condition.field)} — есть ответ`
}

/** Finds the fields that a condition of this field can name: in its row first, then in the form. */
export function namedAround(form: FormSchema, group: FormField | null): (name: string) => FormField | undefined {
  const around = [...(group?.fields ?? []), ...fieldsOf(form)]
  return (name) => around.find((field) => field.name === name)
}

const label = (named: (name: string) => FormField | undefined, name: string) => quoted(named(name)?.label || name)

function value(field: FormField | undefined, wanted: string | number | boolean, dictionaries: Dictionaries): string {
  if (typeof wanted === 'boolean') return wanted ? 'да' : 'нет'
  const options = field && (optionsOf(field) ?? dictionaries[dictOf(field) ?? ''])
  return quoted(options?.find(({ id }) => id === String(wanted))?.value ?? String(wanted))
}
