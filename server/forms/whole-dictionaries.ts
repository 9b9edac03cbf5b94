import type { Db, Tx } from '#server/db.ts'
import { wholeDictionary } from '#server/dictionaries/store.ts'
import { type FieldOption, type FormSchema, fieldsOf } from '#shared/forms/field.ts'

/** The small dictionaries that the form's fields choose from, whole; the others are searched, not sent. */
export async function wholeDictionaries(
  db: Db | Tx,
  schema: FormSchema,
  competition?: string,
): Promise<Record<string, FieldOption[]>> {
  const fields = fieldsOf(schema).flatMap((field) => [field, ...(field.fields ?? [])])
  const dicts = [...new Set(fields.flatMap(({ params }) => params?.dict ?? []))]
  const whole = await Promise.all(
    dicts.map(async (dict) => [dict, await wholeDictionary(db, { dict, competition })] as const),
  )
  return Object.fromEntries(whole.flatMap(([dict, items]) => (items ? [[dict, items]] : [])))
}
