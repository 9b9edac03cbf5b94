import { sql } from 'kysely'
import type { Db, Tx } from '#server/db.ts'
import { type FieldOption, type FormSchema, fieldsOf } from '#shared/forms/field.ts'
import { ofCompetition } from './known-items.ts'

/** A dictionary with more items is searched, not sent. */
const mostItems = 300

/** The small dictionaries that the form's fields choose from, whole, without what is retired. */
export async function wholeDictionaries(
  db: Db | Tx,
  schema: FormSchema,
  competition?: string,
): Promise<Record<string, FieldOption[]>> {
  const fields = fieldsOf(schema).flatMap((field) => [field, ...(field.fields ?? [])])
  const dicts = [...new Set(fields.flatMap(({ params }) => params?.dict ?? []))]
  if (dicts.length === 0) return {}
  const rows = await db
    .selectFrom((eb) =>
      eb
        .selectFrom('dictionary_items')
        .select(['dict', 'id', 'value', 'sort', sql<number>`(count(*) over (partition by dict))::int`.as('size')])
        .where('dict', 'in', dicts)
        .where('retired', '=', false)
        .where(ofCompetition(competition))
        .as('sized'),
    )
    .select(['dict', 'id', 'value'])
    .where('size', '<=', mostItems)
    .orderBy('sort')
    .orderBy('value')
    .execute()
  const found = Map.groupBy(rows, (row) => row.dict)
  return Object.fromEntries([...found].map(([dict, items]) => [dict, items.map(({ id, value }) => ({ id, value }))]))
}
