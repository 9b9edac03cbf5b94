import { sql } from 'kysely'
import type { Db, Tx } from '#server/db.ts'
import { type FieldOption, type FormSchema, fieldsOf } from '#shared/forms/field.ts'

/** A dictionary with more items is searched, not sent. */
const mostItems = 300

/** Dictionaries by their names. */
type Dictionaries = Record<string, FieldOption[]>

/** The small dictionaries that the form's fields choose from, whole, without what is retired. */
export async function wholeDictionaries(
  db: Db | Tx,
  schema: FormSchema,
  competition: string | null = null,
): Promise<Dictionaries> {
  return (await dictionariesOfMany(db, [{ schema, competition }])).get(competition) ?? {}
}

/** The same for many forms with one question: what each competition's forms choose from, by its code. */
export async function dictionariesOfMany(
  db: Db | Tx,
  forms: readonly { schema: FormSchema; competition: string | null }[],
): Promise<Map<string | null, Dictionaries>> {
  const dicts = [...new Set(forms.flatMap(({ schema }) => dictsOf(schema)))]
  if (dicts.length === 0) return new Map()
  const competitions = [...new Set(forms.map(({ competition }) => competition))]
  const rows = await db
    .selectFrom((eb) =>
      eb
        .selectFrom('dictionary_items as i')
        .innerJoin(
          sql<{ code: string | null }>`unnest(${competitions}::text[])`.as<'asked'>(sql`asked(code)`),
          (join) =>
            join.on((on) =>
              on.or([on('i.competition_code', 'is', null), on('i.competition_code', '=', on.ref('asked.code'))]),
            ),
        )
        .select(['asked.code as competition', 'i.dict', 'i.id', 'i.value', 'i.sort'])
        .select(sql<number>`(count(*) over (partition by asked.code, i.dict))::int`.as('size'))
        .where('i.dict', 'in', dicts)
        .where('i.retired', '=', false)
        .as('sized'),
    )
    .select(['competition', 'dict', 'id', 'value'])
    .where('size', '<=', mostItems)
    .orderBy('sort')
    .orderBy('value')
    .execute()
  const found = Map.groupBy(rows, (row) => row.competition)
  return new Map([...found].map(([competition, items]) => [competition, byName(items)]))
}

function byName(items: readonly { dict: string; id: string; value: string }[]): Dictionaries {
  const found = Map.groupBy(items, ({ dict }) => dict)
  return Object.fromEntries([...found].map(([dict, rows]) => [dict, rows.map(({ id, value }) => ({ id, value }))]))
}

function dictsOf(schema: FormSchema): string[] {
  const fields = fieldsOf(schema).flatMap((field) => [field, ...(field.fields ?? [])])
  return fields.flatMap(({ params }) => params?.dict ?? [])
}
