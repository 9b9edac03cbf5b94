import {
  type AnswerData,
  type FormField,
  type FormSchema,
  fieldsOf,
  isRecord,
  rowsOf,
} from '#shared/forms/fields/field.ts'

/** One value of an answer: its field, its path such as `jobs.0.region`, and the value. */
export interface AnswerPlace {
  field: FormField
  path: string
  value: unknown
  /** The record that holds the value, so that a caller can replace it. */
  within: Record<string, unknown>
}

/** Every value of the answer that has a field in the form, including rows of groups. */
export function placesOf(schema: FormSchema, data: Record<string, unknown>): AnswerPlace[] {
  return fieldsOf(schema).flatMap((field) => {
    const value = data[field.name]
    if (!Object.hasOwn(data, field.name)) return []
    if (field.view !== 'group') return [{ field, path: field.name, value, within: data }]
    return (Array.isArray(value) ? value : []).flatMap((row: unknown, number) =>
      !isRecord(row)
        ? []
        : (field.fields ?? [])
            .filter((child) => Object.hasOwn(row, child.name))
            .map((child) => ({
              field: child,
              path: `${field.name}.${number}.${child.name}`,
              value: row[child.name],
              within: row,
            })),
    )
  })
}

/** All values of this field in an earlier answer, also in rows of groups. A choice that was valid then stays valid. */
export function heldBefore(schema: FormSchema, earlier: AnswerData, field: FormField): unknown[] {
  return fieldsOf(schema).flatMap((top) => {
    if (top.view !== 'group') return top.name === field.name ? [earlier[top.name]] : []
    if (!top.fields?.some((child) => child.name === field.name)) return []
    return rowsOf(earlier[top.name]).map((row) => row[field.name])
  })
}
