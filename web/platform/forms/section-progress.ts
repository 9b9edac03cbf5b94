import type { FieldFaults } from '#shared/api/refusals.ts'
import { type AnswerData, type FormSchema, isEmpty, valueIn } from '#shared/forms/field.ts'
import { visibilityOf } from '#shared/forms/visibility.ts'

export interface SectionProgress {
  code: string
  title: string
  /** Fields that must be filled in, and those of them that are. */
  required: number
  filled: number
  /** Anything at all is filled in. */
  begun: boolean
  faults: number
}

/** How far each section has come; sections of which nothing is asked are left out. */
export function sectionProgress(schema: FormSchema, data: AnswerData, faults: FieldFaults = {}): SectionProgress[] {
  const asked = visibilityOf(schema, data)
  const wrong = Object.keys(faults).map((path) => path.split('.')[0])
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
        filled: needed.filter((field) => !isEmpty(valueIn(field, data))).length,
        begun: own.some((field) => !isEmpty(valueIn(field, data))),
        faults: wrong.filter((name) => open.some((field) => field.name === name)).length,
      },
    ]
  })
}

/** The label of the field at a path, with the row's number for a field of a group. */
export function labelAt(schema: FormSchema, path: string): string {
  const [name, number, child] = path.split('.')
  const field = schema.sections.flatMap((section) => section.fields).find((each) => each.name === name)
  if (!field) return ''
  if (child === undefined) return field.label
  const inside = field.fields?.find((each) => each.name === child)
  return `${field.label} ${Number(number) + 1}, ${inside?.label ?? child}`
}
