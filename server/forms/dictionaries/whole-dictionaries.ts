import { type FieldOption, type FormSchema, fieldsOf } from '#shared/forms/fields/field.ts'
import type { AllDictionaries } from './dictionaries.ts'

/** Larger dictionaries are searched and not sent as a whole. */
const maxItems = 300

/** The small dictionaries of the form's fields, by name, without retired items. */
export function wholeDictionaries(
  all: AllDictionaries,
  schema: FormSchema,
  competition: string | null = null,
): Record<string, FieldOption[]> {
  const names = [...new Set(dictsOf(schema))]
  return Object.fromEntries(
    names.flatMap((name) => {
      const items = (all.byName.get(name)?.items ?? []).filter(
        (item) => !item.retired && (item.competition === null || item.competition === competition),
      )
      return items.length > 0 && items.length <= maxItems ? [[name, items.map(({ id, value }) => ({ id, value }))]] : []
    }),
  )
}

function dictsOf(schema: FormSchema): string[] {
  const fields = fieldsOf(schema).flatMap((field) => [field, ...(field.fields ?? [])])
  return fields.flatMap(({ params }) => params?.dict ?? [])
}
