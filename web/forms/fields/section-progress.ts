import {
  type AnswerData,
  type FormField,
  type FormSchema,
  isEmpty,
  rowsOf,
  valueIn,
} from '#shared/forms/fields/field.ts'
import { type AskVisible, visibilityOf } from '#shared/forms/fields/visibility.ts'
import type { FieldFaults } from '#shared/platform/api/refusals.ts'

export interface SectionProgress {
  code: string
  title: string
  /** The number of required fields, and how many of them are filled in. */
  required: number
  filled: number
  /** At least one field is filled in. */
  begun: boolean
  faults: number
  /** The number of remarks of reviewers on the hand-in. */
  remarks: number
}

/** The progress of each section, without sections in which nothing is asked. */
export function sectionProgress(
  schema: FormSchema,
  data: AnswerData,
  faults: FieldFaults = {},
  remarked: readonly string[] = [],
): SectionProgress[] {
  const asked = visibilityOf(schema, data)
  const among = (paths: readonly string[], fields: readonly FormField[]) =>
    paths.filter((path) => fields.some(({ name }) => name === path.split('.')[0])).length
  return schema.sections.flatMap(({ code, title, fields }) => {
    const open = fields.filter((field) => !field.hidden && asked(field))
    if (open.length === 0) return []
    const own = open.filter((field) => !field.disabled && !field.read_only)
    const needed = own.filter((field) => field.validation_rules?.required || (field.rows?.min ?? 0) > 0)
    return [
      {
        code,
        title,
        required: needed.length,
        filled: needed.filter((field) => isFilled(field, data, asked)).length,
        begun: own.some((field) => isBegun(field, data)),
        faults: among(Object.keys(faults), open),
        remarks: among(remarked, open),
      },
    ]
  })
}

/** A group is filled in when every row has its required fields. */
function isFilled(field: FormField, data: AnswerData, asked: AskVisible): boolean {
  const value = valueIn(field, data)
  if (field.view !== 'group' || isEmpty(value)) return !isEmpty(value)
  const needed = (field.fields ?? []).filter((child) => child.validation_rules?.required && !child.hidden)
  return rowsOf(value).every((row) =>
    needed.every((child) => !asked(child, row, field) || !isEmpty(valueIn(child, row))),
  )
}

function isBegun(field: FormField, data: AnswerData): boolean {
  const value = valueIn(field, data)
  if (field.view !== 'group') return !isEmpty(value)
  return rowsOf(value).some((row) => Object.values(row).some((each) => !isEmpty(each)))
}

/**
 * The label of the field at a path, with the row's number for a field of a group. A final «?» is removed, because a
 * colon may follow.
 */
export function labelAt(schema: FormSchema, path: string): string {
  const [name, number, child] = path.split('.')
  const field = schema.sections.flatMap((section) => section.fields).find((each) => each.name === name)
  if (!field) return ''
  if (child === undefined) return field.label.replace(/[?:.]$/, '')
  const inside = field.fields?.find((each) => each.name === child)
  return `${field.label} ${Number(number) + 1}, ${inside?.label ?? child}`
}
