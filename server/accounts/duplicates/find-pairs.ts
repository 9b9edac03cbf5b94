import { sql } from 'kysely'
import type { Db, Tx } from '#server/db.ts'
import type { Caller } from '#server/platform/http/handler.ts'
import type { Services } from '#server/services.ts'
import { readList } from '#server/stages/readings.ts'
import { seasonOf } from '#server/stages/stored-stage.ts'
import type { Page } from '#shared/platform/api/page.ts'
import { formalName, fullName } from '#shared/platform/names/full-name.ts'
import { formatWire } from '#shared/platform/time/moscow.ts'
import { listMerges } from './list-merges.ts'
import { competitionsOfRight, within } from './pair-of.ts'

export type Sign = 'name' | 'phone' | 'passport' | 'snils'

interface Side {
  test_id: number
  last_name: string
  first_name: string
  middle_name: string
  birth_date: string | null
  email: string
  phone: string | null
  created_at: string
  takes_part: boolean
}

interface Pairs {
  ones: number[]
  others: number[]
  /** With blanks between them. */
  signs: string[]
}

interface Row {
  one: Side
  other: Side
  signs: Sign[]
  reason: string | null
  told_at: Date | null
  first_name: string | null
  last_name: string | null
}

/** In lower case and with е for ё, because people write names either way. */
const nameOf = (alias: string) =>
  sql`translate(lower(${sql.ref(`${alias}.last_name`)} || ' ' || ${sql.ref(`${alias}.first_name`)}), 'ё', 'е')`

/**
 * Pairs of accounts of which at least one takes part in the competition: with the same name and birthday, with a phone
 * that the other had before, or with an application that used a document of the other.
 */
const pairsIn = (competition: string) => sql`
  select one_id, other_id, 'name' as sign
  from (
    select array_agg(a.id) as ids from accounts a
    where a.birth_date is not null and a.merged_into is null and a.last_name <> ''
    group by a.birth_date, ${nameOf('a')} having count(*) > 1
  ) as alike, unnest(alike.ids) as one_id, unnest(alike.ids) as other_id
  where one_id < other_id and exists (select from participations p
    where p.account_id in (one_id, other_id) and p.competition_code = ${competition})
  union
  select least(f.account_id, b.id), greatest(f.account_id, b.id), 'phone'
  from former_phones f join accounts a on a.id = f.account_id join accounts b on b.phone = f.phone and b.id <> f.account_id
  where a.merged_into is null and b.merged_into is null
    and exists (select from participations p
      where p.account_id in (f.account_id, b.id) and p.competition_code = ${competition})
  union
  select c.account_id, c.other_id, c.kind
  from document_clashes c join accounts a on a.id = c.account_id join accounts b on b.id = c.other_id
  where a.merged_into is null and b.merged_into is null
    and exists (select from participations p
      where p.account_id in (a.id, b.id) and p.competition_code = ${competition})`

/** One page of the board, the newest account first. */
export async function findPairs(
  services: Services,
  caller: Caller,
  competition: string,
  { limit, offset, apart }: Page & { apart?: '1' },
) {
  const season = await seasonOf(services.db, services.seasons, competition)
  const allowed = competitionsOfRight(caller)
  const read = async (db: Db) => {
    const { rows } = await sql<Pairs>`
      select coalesce(array_agg(one_id order by other_id desc, one_id desc), '{}') as ones,
        coalesce(array_agg(other_id order by other_id desc, one_id desc), '{}') as others,
        coalesce(array_agg(signs order by other_id desc, one_id desc), '{}') as signs
      from (
        select one_id, other_id, string_agg(sign, ' ' order by sign) as signs
        from (${pairsIn(competition)}) as s group by 1, 2
      ) as pairs`.execute(db)
    return rows[0] ?? { ones: [], others: [], signs: [] }
  }
  // Whom a pair is about is looked up anew, so a merge or a word about a pair is seen at once.
  const known = await services.readings.figures({ competition, name: 'pairs', read })
  const from = sql`
    from unnest(${known.ones}::int[], ${known.others}::int[], ${known.signs}::text[])
      with ordinality as pair (one_id, other_id, signs, place)
    join accounts a on a.id = pair.one_id and a.merged_into is null
    join accounts b on b.id = pair.other_id and b.merged_into is null
    left join different_people d on d.account_id = pair.one_id and d.other_id = pair.other_id
    where (d.account_id is not null) = ${apart === '1'}
      and ${within(allowed, 'pair.one_id')} and ${within(allowed, 'pair.other_id')}`
  const side = (column: string) => sql`(
    select json_build_object('test_id', a.test_id, 'last_name', a.last_name, 'first_name', a.first_name,
      'middle_name', a.middle_name, 'birth_date', a.birth_date, 'email', a.email, 'phone', a.phone,
      'created_at', a.created_at, 'takes_part', exists (
        select from participations p where p.account_id = a.id and p.competition_code = ${competition}))
    from accounts a where a.id = ${sql.ref(column)})`
  const { rows, count, as_of } = await readList(
    services,
    { competition, name: ['pairs', apart, allowed], from },
    sql<Row>`
    select ${side('page.one_id')} as one, ${side('page.other_id')} as other, string_to_array(page.signs, ' ') as signs,
      page.reason, page.told_at, w.first_name, w.last_name
    from (
      select pair.*, d.reason, d.told_at, d.told_by ${from} order by pair.place limit ${limit} offset ${offset}
    ) as page
    left join accounts w on w.id = page.told_by
    order by page.place`,
  )
  return {
    as_of: known.as_of ?? as_of,
    title: season.title,
    count,
    merges: await listMerges(services.db, caller, competition),
    pairs: rows.map(({ one, other, signs, reason, told_at, first_name, last_name }) => ({
      people: [one, other].map(({ last_name, first_name, middle_name, created_at, ...person }) => ({
        ...person,
        name: formalName({ last_name, first_name, middle_name }),
        created_at: formatWire(new Date(created_at)),
      })),
      signs,
      apart:
        told_at === null
          ? null
          : {
              reason: reason ?? '',
              by: fullName({ first_name: first_name ?? '', last_name: last_name ?? '' }),
              at: formatWire(told_at),
            },
    })),
  }
}

/** The signs by which two accounts look like one person's. */
export async function signsOf(tx: Tx, one: number, other: number): Promise<Sign[]> {
  const { rows } = await sql<{ name: boolean | null; phone: boolean; documents: ('passport' | 'snils')[] }>`
    select a.birth_date = b.birth_date and a.last_name <> '' and ${nameOf('a')} = ${nameOf('b')} as name,
      exists (select from former_phones f
        where (f.account_id = a.id and f.phone = b.phone) or (f.account_id = b.id and f.phone = a.phone)) as phone,
      array(select c.kind from document_clashes c
        where c.account_id = least(a.id, b.id) and c.other_id = greatest(a.id, b.id) order by c.kind) as documents
    from accounts a, accounts b where a.id = ${one} and b.id = ${other}`.execute(tx)
  const [found] = rows
  return [
    ...(found?.name ? (['name'] as const) : []),
    ...(found?.phone ? (['phone'] as const) : []),
    ...(found?.documents ?? []),
  ]
}
