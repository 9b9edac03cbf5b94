import { isBlank, oneLine } from '#shared/platform/text/one-line.ts'

/** A form as an organiser defines it: sections of fields, with rules that both the browser and the server apply. */
export interface FormSchema {
  readonly version: number
  readonly sections: readonly FormSection[]
}

export interface FormSection {
  readonly code: string
  readonly title: string
  readonly hint?: string
  readonly fields: readonly FormField[]
}

export const fieldViews = [
  'text',
  'textarea',
  'number',
  'year',
  'date',
  'datetime',
  'phone',
  'email',
  'select',
  'multiselect',
  'radio',
  'checkbox',
  'consent',
  'suggest',
  'region',
  'group',
  'file',
  'image',
] as const

export type FieldView = (typeof fieldViews)[number]

/** Names on the wire. The person's answer is stored by `name`; `value` is filled in by the portal itself. */
export interface FormField {
  readonly name: string
  readonly label: string
  readonly view: FieldView
  readonly value?: unknown
  readonly human_readable_value?: string | null
  readonly hidden?: boolean
  readonly disabled?: boolean
  readonly read_only?: boolean
  readonly params?: FieldParams
  readonly options?: readonly FieldOption[]
  readonly validation_rules?: ValidationRules
  /** The organiser's own messages, by rule. */
  readonly custom_errors?: Readonly<Record<string, string>>
  readonly hint?: string
  readonly section?: string
  readonly visible_when?: Condition
  /** The fields of one row; only for view `group`. */
  readonly fields?: readonly FormField[]
  /** Minimum and maximum number of rows of a group. */
  readonly rows?: { readonly min?: number; readonly max?: number }
  /** Only for views `file` and `image`; missing limits are those of files/limits.ts. */
  readonly files?: FieldFileLimits
  /** A special category of personal data in the sense of the law: health, beliefs, origin. */
  readonly special?: boolean
  /**
   * The answer is the person's employer: judges who work there have a conflict, and it is hidden together with the
   * author.
   */
  readonly employer?: boolean
  /** The answer is erased this many days after its hand-in or after the last save of its draft. */
  readonly keep_days?: number
}

export interface FieldParams {
  /** The dictionary with the choices. */
  readonly dict?: string
  /** Short choices without ids. */
  readonly values?: readonly string[]
  /** The dictionary only makes suggestions: people may also type their own text. */
  readonly suggest?: boolean
  /** The dictionary belongs to the competition. */
  readonly competition_specific_dict?: boolean
}

export interface FieldOption {
  readonly id: string
  readonly value: string
}

export interface FieldFileLimits {
  readonly max_files?: number
  readonly max_bytes?: number
  /** File extensions without a dot, in lower case. */
  readonly formats?: readonly string[]
}

/** The names are from the specification; rules.ts defines their meaning and order. */
export interface ValidationRules {
  readonly required?: boolean
  readonly int?: boolean
  readonly max_length?: number
  readonly min_length?: number
  readonly min_value?: number
  readonly max_value?: number
  readonly numeric?: boolean
  readonly regexp?: string
  readonly min_calendar_years?: number
  readonly max_calendar_years?: number
  readonly phone?: boolean
  readonly email?: boolean
  /** The name of a field that must have a different value. */
  readonly not_eq?: string
}

/**
 * The condition under which a field is asked. In a row of a group, names refer to the same row first, then to the form.
 */
export type Condition =
  | { readonly all: readonly Condition[] }
  | { readonly any: readonly Condition[] }
  | { readonly not: Condition }
  | { readonly field: string; readonly equals: string | number | boolean }
  | { readonly field: string; readonly in: readonly (string | number)[] }
  | { readonly field: string; readonly filled: true }

/** A person's answer by field name; a group's value is a list of such records. */
export type AnswerData = Readonly<Record<string, unknown>>

/** One uploaded file as an answer names it; `file` and `image` fields hold a list of these. */
export interface FileAnswer {
  readonly file_id: string
  readonly name: string
  readonly size?: number
  readonly type?: string
}

export function fieldsOf(schema: FormSchema): FormField[] {
  return schema.sections.flatMap((section) => section.fields)
}

/**
 * The value of a field: the portal's own value for read-only fields, otherwise the answer's, in which texts of one line
 * are brought to one line.
 */
export function valueIn(field: FormField, data: AnswerData): unknown {
  if (field.hidden || field.disabled || field.read_only) return field.value
  if (!Object.hasOwn(data, field.name)) return undefined
  return field.view === 'textarea' ? data[field.name] : inOneLine(data[field.name])
}

/** A typed text, or the wording that a chosen one came with. */
function inOneLine(value: unknown): unknown {
  if (typeof value === 'string') return oneLine(value)
  if (isRecord(value) && typeof value.value === 'string') return { ...value, value: oneLine(value.value) }
  return value
}

/** Not answered: no value, blank text, an unticked box, an empty object or list. */
export function isEmpty(value: unknown): boolean {
  if (value === undefined || value === null || value === false) return true
  if (typeof value === 'string') return isBlank(value)
  return typeof value === 'object' && Object.keys(value).length === 0
}

/** The id of a choice, which is either a plain id or, from a dictionary, `{ id, value }`. */
export function chosenId(value: unknown): string | null {
  if (typeof value === 'string') return value
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null
  const id: unknown = Object.hasOwn(value, 'id') ? (value as { id: unknown }).id : null
  return typeof id === 'string' ? id : null
}

/** The ids of a choice of several. */
export const chosenIds = (value: unknown): string[] =>
  (Array.isArray(value) ? value : []).flatMap((each: unknown) => chosenId(each) ?? [])

/** A value as text: the typed text, or the id of the choice; empty for other values. */
export function textOf(value: unknown): string {
  if (typeof value === 'number') return String(value)
  return chosenId(value) ?? ''
}

/** The choices listed in the form itself, or null when they come from a dictionary or there are none. */
export function optionsOf(field: FormField): readonly FieldOption[] | null {
  if (field.options && field.options.length > 0) return field.options
  if (field.params?.values) return field.params.values.map((value) => ({ id: value, value }))
  return null
}

/** The rows of a group. Anything that is not a record counts as an empty row, so that rows keep their numbers. */
export function rowsOf(value: unknown): AnswerData[] {
  if (!Array.isArray(value)) return []
  return value.map((row: unknown) => (isRecord(row) ? row : {}))
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
