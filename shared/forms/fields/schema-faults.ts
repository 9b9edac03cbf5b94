import { quoted } from '#shared/platform/text/quoted.ts'
import { type FormField, type FormSchema, fieldsOf } from './field.ts'
import { unknownFormats } from './file-limits.ts'
import { longestPattern, maxParts, patternFault } from './safe-pattern.ts'
import { conditionCycles, fieldsNamedIn } from './visibility.ts'

export interface SchemaFault {
  /** The field's path, such as `jobs.end`. */
  readonly field: string
  readonly message: string
}

const patternWordings: Record<NonNullable<ReturnType<typeof patternFault>>, string> = {
  too_long: `Шаблон длиннее ${longestPattern} знаков: сократите его. Пример: «^\\d{6}$», ровно шесть цифр`,
  syntax: 'В шаблоне ошибка: проверьте скобки и знаки «\\». Пример: «^\\d{3}-\\d{2}$», как в 123-45',
  unsupported:
    'Просмотр вперёд и назад, обратные ссылки и знаки настройки в шаблоне не поддерживаются: перечислите варианты. Пример: «^(?:\\d{10}|\\d{12})$», десять или двенадцать цифр',
  too_many_parts: `В шаблоне слишком много повторов: вместе не больше ${maxParts}. Пример: «^[А-Яа-яЁё -]{1,100}$», до ста букв`,
}

/** What must be corrected before a form can be saved; empty for a valid form. */
export function schemaFaults(schema: FormSchema): SchemaFault[] {
  const top = fieldsOf(schema)
  const names = new Set(top.map(({ name }) => name))
  const faults = top.flatMap((field, place) => {
    const inside = new Set((field.fields ?? []).map(({ name }) => name))
    return [
      ...own(field, field.name, names, isRepeated(top, place)),
      ...(field.fields ?? []).flatMap((child, number) =>
        own(
          child,
          `${field.name}.${child.name}`,
          new Set([...names, ...inside]),
          isRepeated(field.fields ?? [], number),
        ),
      ),
    ]
  })
  const cycles = conditionCycles(schema).map((path) => ({
    field: String(path[0]),
    message: `Условия показа замкнуты в круг: ${[...path, path[0]].join(' → ')}`,
  }))
  return [...faults, ...cycles]
}

/** The faults as sentences for an organiser, each with its field. */
export const faultsInWords = (schema: FormSchema): string =>
  schemaFaults(schema)
    .map(({ field, message }) => `Поле «${field}»: ${message}`)
    .join('. ')

function own(field: FormField, path: string, names: ReadonlySet<string>, repeated: boolean): SchemaFault[] {
  const messages: string[] = []
  if (!/^[a-z][a-z0-9_]{0,63}$/i.test(field.name))
    messages.push('Имя поля: латинские буквы, цифры и «_», до 64 символов')
  if (repeated) messages.push('Имя поля уже занято')
  const pattern = field.validation_rules?.regexp
  const fault = pattern ? patternFault(pattern) : null
  if (fault) messages.push(patternWordings[fault])
  const unknown = unknownFormats(field)
  if (unknown.length > 0) messages.push(`Файлы этих видов портал не принимает: ${unknown.join(', ')}`)
  const named = [
    ...(field.visible_when ? fieldsNamedIn(field.visible_when) : []),
    ...(field.validation_rules?.not_eq ? [field.validation_rules.not_eq] : []),
  ]
  for (const name of named) if (!names.has(name)) messages.push(`Поля ${quoted(name)} в анкете нет`)
  return messages.map((message) => ({ field: path, message }))
}

function isRepeated(fields: readonly FormField[], place: number): boolean {
  return fields.findIndex(({ name }) => name === fields[place]?.name) < place
}
