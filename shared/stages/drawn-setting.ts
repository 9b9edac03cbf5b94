import {
  type FieldOption,
  type FormField,
  isEmpty,
  isRecord,
  rowsOf,
  textOf,
  type ValidationRules,
} from '#shared/forms/fields/field.ts'
import { formatWire, parseWire } from '#shared/platform/time/moscow.ts'
import type { Named } from './kind.ts'

/** The parts of a JSON schema that the form needs. */
export interface SettingSchema {
  type?: string
  format?: string
  title?: string
  description?: string
  enum?: readonly unknown[]
  anyOf?: readonly SettingSchema[]
  properties?: Readonly<Record<string, SettingSchema>>
  required?: readonly string[]
  items?: SettingSchema
  minimum?: number
  maximum?: number
  minLength?: number
  pattern?: string
  maxLength?: number
  minItems?: number
  maxItems?: number
  values?: Readonly<Record<string, string>>
  names?: Named
  none?: string
  ownEditor?: boolean
}

/** The choices for a setting. `path` leads to its value in the settings, without the indexes of lists. */
export type Offered = (which: Named, path: readonly string[]) => readonly FieldOption[]

/** A setting as a form field, with the conversion of its value in both directions. */
export interface DrawnSetting {
  field: FormField
  toAnswer(value: unknown): unknown
  /** `kept` is the value before the form was filled in. Undefined leaves the property out. */
  toSetting(answer: unknown, kept: unknown): unknown
}

/** Longer texts get several lines. */
const longestLine = 200
/** Longer lists are written with one item per line, because a field for each would be too many. */
const maxRows = 50
const maxRadios = 4

/** The field of one setting. Throws with a sentence when a form cannot show the schema. */
export function drawnSetting(
  name: string,
  given: SettingSchema,
  optional: boolean,
  offered: Offered = () => [],
): DrawnSetting {
  const { schema, nullable } = withoutNull(name, given)
  const words = { name, label: given.title ?? name, ...(given.description ? { hint: given.description } : {}) }
  const may = { empty: optional || nullable, as: nullable ? null : undefined }
  if (schema.names) return namedChoice(words, schema, offered(schema.names, [name]))
  if (schema.enum) return choice(words, schema.enum, given.values, may)
  switch (schema.type) {
    case 'boolean':
      return {
        field: { ...words, view: 'checkbox' },
        toAnswer: (value) => value === true,
        toSetting: (a) => a === true,
      }
    case 'integer':
      return integer(words, schema, may)
    case 'string':
      return schema.format === 'date-time' ? moment(words, may) : text(words, schema, may)
    case 'array':
      return list(words, schema, offered)
    default:
      throw undrawable(name, `its type is ${schema.type ?? 'not one'}`)
  }
}

export const undrawable = (name: string, why: string) =>
  new Error(`The setting "${name}" cannot be drawn as a form: ${why}. Change it or mark it with ownEditor`)

type Words = Pick<FormField, 'name' | 'label' | 'hint'>
interface MayBeEmpty {
  empty: boolean
  /** The value to store for an empty field. */
  as: null | undefined
}

function withoutNull(name: string, schema: SettingSchema): { schema: SettingSchema; nullable: boolean } {
  if (!schema.anyOf) return { schema, nullable: false }
  const others = schema.anyOf.filter(({ type }) => type !== 'null')
  const [only] = others
  if (!only || others.length > 1) throw undrawable(name, 'it has several shapes')
  return { schema: only, nullable: others.length < schema.anyOf.length }
}

function choice(words: Words, ids: readonly unknown[], titles: SettingSchema['values'], may: MayBeEmpty): DrawnSetting {
  const options = ids.map((id) => {
    const title = typeof id === 'string' ? titles?.[id] : undefined
    if (title === undefined) throw undrawable(words.name, `the value ${String(id)} has no title among its values`)
    return { id: String(id), value: title }
  })
  const view = options.length > maxRadios || may.empty ? 'select' : 'radio'
  return {
    field: { ...words, view, options, validation_rules: { required: !may.empty } },
    toAnswer: (value) => value ?? '',
    toSetting: (answer) => (isEmpty(answer) ? may.as : textOf(answer)),
  }
}

/** A choice of a stage, a track or a document by its title, or of several; the code is stored. */
function namedChoice(
  words: Words,
  { type, names, minLength = 0, none = 'Не выбран' }: SettingSchema,
  options: readonly FieldOption[],
): DrawnSetting {
  const hint = names && options.length === 0 && { hint: nothingToChoose[names] ?? 'В конкурсе нет таких этапов' }
  if (type === 'array')
    return {
      field: { ...words, view: 'multiselect', options, ...(hint && { read_only: true, ...hint }) },
      toAnswer: (value) => value ?? [],
      toSetting: (answer) => (Array.isArray(answer) ? answer.map(textOf) : []),
    }
  const field: FormField =
    minLength > 0
      ? { ...words, ...hint, view: 'select', options, validation_rules: { required: true } }
      : { ...words, view: 'select', options: [{ id: '', value: none }, ...options] }
  return { field, toAnswer: (value) => value ?? '', toSetting: textOf }
}

const nothingToChoose: Partial<Record<Named, string>> = {
  parts: 'В наборе пока нет частей',
  track: 'В конкурсе нет треков',
  consent: 'При регистрации согласий не дают',
}

function integer(words: Words, { minimum, maximum }: SettingSchema, may: MayBeEmpty): DrawnSetting {
  const rules: ValidationRules = { required: !may.empty, int: true, min_value: minimum, max_value: maximum }
  return {
    field: { ...words, view: 'number', validation_rules: rules },
    toAnswer: (value) => value ?? '',
    toSetting: (answer) => (isEmpty(answer) ? may.as : Number(textOf(answer))),
  }
}

function text(words: Words, { minLength = 0, maxLength }: SettingSchema, may: MayBeEmpty): DrawnSetting {
  const rules = { required: minLength > 0 && !may.empty, max_length: maxLength }
  const isLong = maxLength !== undefined && maxLength > longestLine
  return {
    field: { ...words, view: isLong ? 'textarea' : 'text', validation_rules: rules },
    toAnswer: (value) => value ?? '',
    // Otherwise a missing text and a text of spaces would differ, which nobody could see.
    toSetting: (answer) => (may.empty && isEmpty(answer) ? may.as : textOf(answer)),
  }
}

/** The field has Moscow time to the minute, the settings an ISO time. An unchanged value keeps its seconds. */
function moment(words: Words, may: MayBeEmpty): DrawnSetting {
  const toAnswer = (value: unknown) => (typeof value === 'string' ? momentOnForm(new Date(value)) : '')
  return {
    field: { ...words, view: 'datetime', validation_rules: { required: !may.empty } },
    toAnswer,
    toSetting: (answer, kept) => {
      if (isEmpty(answer)) return may.as
      if (toAnswer(kept) === answer) return kept
      return parseWire(textOf(answer))?.toISOString() ?? textOf(answer)
    },
  }
}

/** A time in the format of a `datetime` field; empty for none. */
export function momentOnForm(moment: Date | null): string {
  return moment === null || Number.isNaN(moment.getTime()) ? '' : formatWire(moment).slice(0, 16)
}

/** The only field of a row when the list has plain values. */
export const plainRow = 'value'

function list(
  words: Words,
  { items = {}, minItems: min, maxItems: max }: SettingSchema,
  offered: Offered,
): DrawnSetting {
  if (items.type === 'string' && !items.enum && Number(max) > maxRows) return lines(words)
  const plain = items.type !== 'object'
  const inside = plain ? { [plainRow]: { title: 'Значение', ...items } } : (items.properties ?? {})
  const asked = plain ? [plainRow] : (items.required ?? [])
  const drawn = Object.entries(inside).map(([name, schema]) => {
    if (schema.type === 'array' || schema.type === 'object') throw undrawable(words.name, 'a list is inside a list')
    const part = drawnSetting(name, schema, !asked.includes(name), (which, path) =>
      offered(which, plain ? [words.name] : [words.name, ...path]),
    )
    const rules = part.field.validation_rules
    const required = asked.includes(name) && part.field.view !== 'checkbox' && (plain || !mayStayEmpty(schema))
    // Every row repeats its choices, so among other fields they take one line.
    const view = !plain && part.field.view === 'radio' ? 'select' : part.field.view
    return { ...part, field: { ...part.field, view, validation_rules: { ...rules, required } } }
  })
  return {
    field: { ...words, view: 'group', fields: drawn.map(({ field }) => field), rows: { min, max } },
    toAnswer: (value) =>
      (Array.isArray(value) ? value : []).map((item: unknown) => {
        const record = plain ? { [plainRow]: item } : isRecord(item) ? item : {}
        return Object.fromEntries(drawn.map(({ field, toAnswer }) => [field.name, toAnswer(record[field.name])]))
      }),
    toSetting: (answer) =>
      rowsOf(answer).map((row) => {
        const entries = drawn.map(
          ({ field, toSetting }) => [field.name, toSetting(row[field.name], undefined)] as const,
        )
        return plain ? entries[0]?.[1] : Object.fromEntries(entries.filter(([, value]) => value !== undefined))
      }),
  }
}

/** Whether the schema accepts an empty text. The only field of a row must still be filled in. */
const mayStayEmpty = ({ type, minLength = 0, pattern, format }: SettingSchema): boolean =>
  type === 'string' &&
  minLength === 0 &&
  format === undefined &&
  (pattern === undefined || new RegExp(pattern).test(''))

function lines(words: Words): DrawnSetting {
  const hint = [words.hint, 'По одному в строке.'].filter(Boolean).join(' ')
  return {
    field: { ...words, hint, view: 'textarea' },
    toAnswer: (value) => (Array.isArray(value) ? value.join('\n') : ''),
    toSetting: (answer) =>
      textOf(answer)
        .split('\n')
        .map((line) => line.trim())
        .filter((line) => line !== ''),
  }
}
