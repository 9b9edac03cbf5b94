import { parseDate, parseWire, showCalendarDate, showDateTime } from '#shared/platform/time/moscow.ts'
import {
  type AnswerData,
  chosenId,
  type FieldOption,
  type FileAnswer,
  type FormField,
  type FormSchema,
  fieldsOf,
  isEmpty,
  isRecord,
  optionsOf,
  rowsOf,
  textOf,
  valueIn,
} from './field.ts'
import { visibilityOf } from './visibility.ts'

/**
 * The answer to store. A hand-in loses fields that are hidden, disabled or not asked because of a condition; a draft
 * keeps the conditional ones. Read-only fields get the portal's own value. `unknown` lists paths that the form does not
 * have; the caller refuses the answer or drops them.
 */
export function cleanAnswer(
  schema: FormSchema,
  data: AnswerData,
  mode: 'draft' | 'hand_in' = 'hand_in',
): { data: Record<string, unknown>; unknown: string[] } {
  const asked = visibilityOf(schema, data)
  const fields = fieldsOf(schema)
  const kept = (field: FormField, row?: AnswerData, group?: FormField) =>
    !field.hidden && !field.disabled && (mode === 'draft' || asked(field, row, group))
  const unknown = unknownNames(fields, data)

  const entries = fields
    .filter((field) => kept(field))
    .map((field): [string, unknown] => {
      const value = valueIn(field, data)
      if (field.view !== 'group' || !Array.isArray(value)) return [field.name, value]
      const inside = field.fields ?? []
      const rows = rowsOf(value).map((row, number) => {
        unknown.push(...unknownNames(inside, row).map((name) => `${field.name}.${number}.${name}`))
        const open = inside.filter((child) => kept(child, row, field))
        return filled(open.map((child) => [child.name, valueIn(child, row)]))
      })
      return [field.name, rows]
    })
  return { data: filled(entries), unknown }
}

/** The answer with its texts of one line brought to one line, where the rest of it is stored as it came. */
export const inLines = (schema: FormSchema, data: AnswerData): AnswerData => fieldsInLines(fieldsOf(schema), data)

function fieldsInLines(fields: readonly FormField[], data: AnswerData): AnswerData {
  const given = fields.filter(
    ({ name, hidden, disabled, read_only: fixed }) => Object.hasOwn(data, name) && !(hidden || disabled || fixed),
  )
  const entries = given.map((field): [string, unknown] => {
    const value = valueIn(field, data)
    const rows = field.view === 'group' && Array.isArray(value)
    return [field.name, rows ? rowsOf(value).map((row) => fieldsInLines(field.fields ?? [], row)) : value]
  })
  return { ...data, ...Object.fromEntries(entries) }
}

export interface ReadableLine {
  readonly section: string
  readonly label: string
  readonly value: string
  /** The path of the field in the answer; a kind without a form has none. */
  readonly field?: string
  /** The files in the value of a file field. */
  readonly files?: FileAnswer[]
  /** How many words the author wrote, when some words are hidden in the value. */
  readonly words?: number
}

/** An answer in words, for a receipt: labels and values in the form's order. */
export function humanReadable(
  schema: FormSchema,
  data: AnswerData,
  dictionaries: Readonly<Record<string, readonly FieldOption[]>> = {},
): ReadableLine[] {
  const asked = visibilityOf(schema, data)
  return schema.sections.flatMap((section) =>
    section.fields.flatMap((field): ReadableLine[] => {
      const value = valueIn(field, data)
      if (field.hidden || field.disabled || !asked(field) || isEmpty(value)) return []
      if (field.view !== 'group') {
        const { label, name } = field
        return [{ section: section.title, label, field: name, ...lineOf(field, value, dictionaries) }]
      }
      return rowsOf(value).flatMap((row, number) =>
        (field.fields ?? []).flatMap((child): ReadableLine[] => {
          const part = valueIn(child, row)
          if (child.hidden || child.disabled || isEmpty(part) || !asked(child, row, field)) return []
          const label = `${field.label} ${number + 1}: ${child.label}`
          const path = `${field.name}.${number}.${child.name}`
          return [{ section: section.title, label, field: path, ...lineOf(child, part, dictionaries) }]
        }),
      )
    }),
  )
}

function lineOf(
  field: FormField,
  value: unknown,
  dictionaries: Readonly<Record<string, readonly FieldOption[]>>,
): Pick<ReadableLine, 'value' | 'files'> {
  const files = isFileField(field) ? { files: filesIn(value) } : {}
  return { value: wordsOf(field, value, dictionaries), ...files }
}

const isFileField = ({ view }: FormField): boolean => view === 'file' || view === 'image'

const filesIn = (value: unknown): FileAnswer[] =>
  (Array.isArray(value) ? (value as FileAnswer[]) : []).filter((file) => isRecord(file))

function wordsOf(
  field: FormField,
  value: unknown,
  dictionaries: Readonly<Record<string, readonly FieldOption[]>>,
): string {
  if (field.read_only && field.human_readable_value) return field.human_readable_value
  if (typeof value === 'boolean') return value ? 'Да' : 'Нет'
  if (isFileField(field))
    return filesIn(value)
      .map((file) => file.name ?? '')
      .join(', ')
  if (field.view === 'date') {
    const date = parseDate(textOf(value))
    return date ? showCalendarDate(date) : textOf(value)
  }
  if (field.view === 'datetime') {
    const moment = parseWire(textOf(value))
    return moment ? showDateTime(moment) : textOf(value)
  }
  const [, listed = []] = Object.entries(dictionaries).find(([name]) => name === field.params?.dict) ?? []
  const options = optionsOf(field) ?? listed
  const wording = (choice: unknown): string => {
    const id = chosenId(choice)
    const found = options.find((option) => option.id === id)
    if (found) return found.value
    return isRecord(choice) && typeof choice.value === 'string' ? choice.value : textOf(choice)
  }
  return Array.isArray(value) ? value.map(wording).join(', ') : wording(value)
}

function unknownNames(fields: readonly FormField[], data: AnswerData): string[] {
  const known = new Set(fields.map(({ name }) => name))
  return Object.keys(data).filter((name) => !known.has(name))
}

function filled(entries: [string, unknown][]): Record<string, unknown> {
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined))
}
