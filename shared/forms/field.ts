/** A form as its organiser made it: sections of fields, with the rules that both the browser and the server apply. */
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

/** Wire names. What a person typed lives in the answer by `name`; `value` is what the portal itself fills in. */
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
  /** Wording by rule, instead of the portal's own. */
  readonly custom_errors?: Readonly<Record<string, string>>
  readonly hint?: string
  readonly section?: string
  readonly visible_when?: Condition
  /** The fields of one row; only for view `group`. */
  readonly fields?: readonly FormField[]
  /** How many rows a group takes. */
  readonly rows?: { readonly min?: number; readonly max?: number }
  /** Only for views `file` and `image`; what is not named follows files/limits.ts. */
  readonly files?: FieldFileLimits
}

export interface FieldParams {
  /** The dictionary that the choices come from. */
  readonly dict?: string
  /** Short choices without ids of their own. */
  readonly values?: readonly string[]
  /** The dictionary only suggests: text of one's own is welcome too. */
  readonly suggest?: boolean
  /** The dictionary is the competition's own. */
  readonly competition_specific_dict?: boolean
}

export interface FieldOption {
  readonly id: string
  readonly value: string
}

export interface FieldFileLimits {
  readonly max_files?: number
  readonly max_bytes?: number
  /** Endings without a dot, in lower case. */
  readonly formats?: readonly string[]
}

/** The names are the specification's; rules.ts holds their meaning and their order. */
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
  /** The name of the field whose value must differ. */
  readonly not_eq?: string
}

/** When a field is asked. A field of a group's row sees its own row first, then the form. */
export type Condition =
  | { readonly all: readonly Condition[] }
  | { readonly any: readonly Condition[] }
  | { readonly not: Condition }
  | { readonly field: string; readonly equals: string | number | boolean }
  | { readonly field: string; readonly in: readonly (string | number)[] }
  | { readonly field: string; readonly filled: true }

/** What a person answered, by field name; a group's value is a list of such records. */
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

/** What a field holds: the portal's own value where people may not write, else the answer's. */
export function valueIn(field: FormField, data: AnswerData): unknown {
  if (field.hidden || field.disabled || field.read_only) return field.value
  return Object.hasOwn(data, field.name) ? data[field.name] : undefined
}

/** Nothing was answered: no value, blank text, an unticked box, an empty object or list. */
export function isEmpty(value: unknown): boolean {
  if (value === undefined || value === null || value === false) return true
  if (typeof value === 'string') return value.trim() === ''
  if (Array.isArray(value)) return value.length === 0
  return typeof value === 'object' && Object.keys(value).length === 0
}

/** The id of a choice, which is written either as the bare id or, once read from a dictionary, as `{ id, value }`. */
export function chosenId(value: unknown): string | null {
  if (typeof value === 'string') return value
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null
  const id: unknown = Object.hasOwn(value, 'id') ? (value as { id: unknown }).id : null
  return typeof id === 'string' ? id : null
}

/** What a value says as text: what was written, or the id of what was chosen; empty for values of other kinds. */
export function textOf(value: unknown): string {
  if (typeof value === 'number') return String(value)
  return chosenId(value) ?? ''
}

/** The choices that the form itself names, or null where they come from a dictionary or there are none. */
export function optionsOf(field: FormField): readonly FieldOption[] | null {
  if (field.options && field.options.length > 0) return field.options
  if (field.params?.values) return field.params.values.map((value) => ({ id: value, value }))
  return null
}

/** A group's rows; whatever is no record counts as an empty row, so that a row keeps its number. */
export function rowsOf(value: unknown): AnswerData[] {
  if (!Array.isArray(value)) return []
  return value.map((row: unknown) => (isRecord(row) ? row : {}))
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
