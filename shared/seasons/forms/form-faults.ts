import { type FormField, type FormSchema, fieldsOf, optionsOf } from '#shared/forms/fields/field.ts'
import { schemaFaults } from '#shared/forms/fields/schema-faults.ts'
import { conditionCycles, fieldsNamedIn } from '#shared/forms/fields/visibility.ts'
import type { FieldFaults } from '#shared/platform/api/refusals.ts'
import { quoted } from '#shared/platform/text/quoted.ts'
import { dictOf } from './dict-of.ts'
import { maxFieldsOfForm } from './limits.ts'

/**
 * What is wrong with a form that an organiser puts together, by the path of the field or the code of the section. A draft
 * may have groups and sections that are still empty.
 */
export function formFaults(form: FormSchema, mode: 'draft' | 'publish' = 'draft'): FieldFaults {
  const faults: Record<string, { rule: string; message: string }> = {}
  const wrong = (path: string, message: string) => {
    const before = faults[path]
    faults[path] = { rule: 'schema', message: before ? `${before.message}. ${message}` : message }
  }
  const codes = new Set<string>()
  for (const { code, title } of form.sections) {
    if (title.trim() === '') wrong(code, 'У раздела нет названия')
    if (codes.has(code)) wrong(code, 'Код раздела уже занят')
    codes.add(code)
  }
  if (fieldsOf(form).length > maxFieldsOfForm) wrong('', `Вопросов больше ${maxFieldsOfForm}`)
  for (const field of fieldsOf(form)) {
    for (const message of ownFaults(field)) wrong(field.name, message)
    if (mode === 'publish' && field.view === 'group' && (field.fields ?? []).length === 0)
      wrong(field.name, 'В блоке нет ни одного вопроса')
    for (const child of field.fields ?? [])
      for (const message of [...ownFaults(child), ...(child.view === 'group' ? ['Блок внутри блока'] : [])])
        wrong(`${field.name}.${child.name}`, message)
  }
  const labels = labelsOf(form)
  const called = (path: string) => quoted(labels.get(path) ?? path)
  for (const [path, names] of unknownNames(form))
    wrong(path, `В условии или правиле назван вопрос «${names.join('», «')}», которого в анкете нет`)
  for (const cycle of conditionCycles(form))
    wrong(String(cycle[0]), `Условия показа замкнуты в круг: ${[...cycle, String(cycle[0])].map(called).join(' → ')}`)
  for (const { field, message } of schemaFaults(form)) {
    // Already reported above, with the questions' own words.
    if (/замкнуты в круг|в анкете нет$/.test(message)) continue
    wrong(field, message)
  }
  return faults
}

/** The faults as sentences, each with its place. */
export function formFaultsInWords(form: FormSchema, faults: FieldFaults = formFaults(form)): string[] {
  const labels = labelsOf(form)
  const titles = new Map(form.sections.map(({ code, title }) => [code, title]))
  return Object.entries(faults).map(([path, { message }]) => {
    const label = labels.get(path)
    if (label !== undefined) return `Вопрос ${quoted(label || path)}: ${message}`
    return titles.has(path) ? `Раздел ${quoted(titles.get(path) || path)}: ${message}` : message
  })
}

function labelsOf(form: FormSchema): Map<string, string> {
  return new Map(
    fieldsOf(form).flatMap((field): [string, string][] => [
      [field.name, field.label],
      ...(field.fields ?? []).map((child): [string, string] => [
        `${field.name}.${child.name}`,
        `${field.label}: ${child.label}`,
      ]),
    ]),
  )
}

function unknownNames(form: FormSchema): [path: string, names: string[]][] {
  const top = new Set(fieldsOf(form).map(({ name }) => name))
  const named = (field: FormField) => [
    ...(field.visible_when ? fieldsNamedIn(field.visible_when) : []),
    ...(field.validation_rules?.not_eq ? [field.validation_rules.not_eq] : []),
  ]
  return fieldsOf(form).flatMap((field): [string, string[]][] => {
    const inside = new Set(field.fields?.map(({ name }) => name))
    return [
      [field.name, named(field).filter((name) => !top.has(name))] as [string, string[]],
      ...(field.fields ?? []).map((child): [string, string[]] => [
        `${field.name}.${child.name}`,
        named(child).filter((name) => !inside.has(name) && !top.has(name)),
      ]),
    ].filter(([, names]) => names.length > 0)
  })
}

function ownFaults(field: FormField): string[] {
  const { view, validation_rules: rules = {}, rows, files } = field
  const faults: string[] = []
  if (field.label.trim() === '') faults.push('Нет текста вопроса')
  const options = optionsOf(field)
  if (['select', 'multiselect', 'radio'].includes(view) && options === null && dictOf(field) === undefined)
    faults.push('Не из чего выбирать: напишите варианты или назовите справочник')
  if (view === 'suggest' && options === null && dictOf(field) === undefined) faults.push('Не назван справочник')
  if (new Set(options?.map(({ id }) => id)).size < (options?.length ?? 0)) faults.push('Варианты повторяются')
  const crossed = (least: number | undefined, most: number | undefined) =>
    least !== undefined && most !== undefined && least > most
  if (crossed(rules.min_length, rules.max_length)) faults.push('Наименьшая длина больше наибольшей')
  if (crossed(rules.min_value, rules.max_value)) faults.push('Наименьшее значение больше наибольшего')
  if (crossed(rules.min_calendar_years, rules.max_calendar_years))
    faults.push('Наименьшее число лет больше наибольшего')
  if (crossed(rows?.min, rows?.max)) faults.push('Наименьшее число записей больше наибольшего')
  if (rows?.max === 0 || files?.max_files === 0) faults.push('Предел не может быть нулём')
  return faults
}
