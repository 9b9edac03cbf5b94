import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '#server/db.ts'
import { prepared } from '#server/platform/db/prepared.ts'
import { groupBy } from '#shared/platform/lists/group-by.ts'

/**
 * Fields of an application or of a form, also in repeated rows such as places of work, that name an employer even if
 * they are not marked so.
 */
const employerFields = ['current_work', 'employer', 'company', 'organization', 'work_place']
/** This field asks for the position as well, after a comma. */
const withPosition = 'work_place'

const everyPath = employerFields.map((name) => `lax $.**{0 to 1}.${name}`)
const presentPath = employerFields.map((name) => `lax $.**{0 to 1}[*] ? (!(@.current == false)).${name}`)

interface Named {
  /** Former employers too. */
  former: boolean
  /** Employers from handed-in forms too, not only from applications. */
  forms: boolean
}

/**
 * Answers to questions of forms that an organiser has marked as asking for an employer, also in repeated rows. A query
 * of `account_id`, `name` and `found`.
 */
const markedAnswers = (of: RawBuilder<unknown>, former: boolean) => sql`
  select i.account_id, q.inner_name as name, answered.found
  from works i
  join hand_ins h on h.id = i.hand_in_id
  join employer_questions q on q.stage_id = h.stage_id and q.version = h.form_version
  cross join lateral (
    select h.data -> q.name as found where q.inner_name = ''
    union all
    select each.answers -> q.inner_name
    from jsonb_array_elements(case jsonb_typeof(h.data -> q.name) when 'array' then h.data -> q.name else '[]' end) as each(answers)
    where q.inner_name <> '' ${former ? sql`` : sql`and each.answers ->> 'current' is distinct from 'false'`}
  ) as answered
  where i.account_id ${of} and answered.found is not null`

/** A query of `account_id` and `employer` as people have written it. `of` limits the accounts: `i.account_id …`. */
export const namedEmployers = (of: RawBuilder<unknown>, { former, forms }: Named) => {
  const applied = sql`select i.account_id, i.data from applications i where i.account_id ${of}`
  const handedIn = sql`
    select i.account_id, h.data
    from works i join stages f on f.id = i.stage_id and f.type = 'form' join hand_ins h on h.id = i.hand_in_id
    where i.account_id ${of}`
  const answers = sql`
    select source.account_id, e.name, found
    from (${forms ? sql`${applied} union all ${handedIn}` : applied}) as source,
      unnest(${employerFields}::text[], ${former ? everyPath : presentPath}::jsonpath[]) as e (name, path),
      jsonb_path_query(source.data, e.path) as found`
  return sql`
    select told.account_id, case when told.name = ${withPosition} then split_part(told.words, ',', 1) else told.words end as employer
    from (${forms ? sql`${answers} union all ${markedAnswers(of, former)}` : answers}) as answer,
      lateral (select answer.account_id, answer.name,
        case jsonb_typeof(answer.found) when 'object' then answer.found ->> 'value' else answer.found #>> '{}' end as words) as told
    where told.words <> ''`
}

interface Owner {
  team: string | null
  last_name: string | null
  first_name: string | null
  middle_name: string | null
  phone: string | null
  employers: string[]
}

const ownersIn = <Row>(whose: RawBuilder<unknown>) => sql<Row>`
    with whose as materialized (${whose})
    select whose.number, t.name as team, a.last_name, a.first_name, a.middle_name, a.phone,
      array(select distinct n.employer from (${namedEmployers(sql`= a.id`, { former: true, forms: true })}) as n) as employers
    from whose
    left join formed_teams t on t.id = whose.team_id
    left join formed_team_members m on m.team_id = whose.team_id and m.state = 'active'
    left join accounts a on a.id = coalesce(m.account_id, whose.account_id)`

/** The ids are a row and not parameters of the query, so that PostgreSQL keeps one plan: docs/decisions/0114. */
const owners = prepared<{ accountId: number | null; teamId: number | null }, Owner>((db, place) =>
  ownersIn<Owner>(
    sql`select ${place('teamId')}::int as team_id, ${place('accountId')}::int as account_id, 0 as number`,
  ).compile(db),
)

const manyOwners = prepared<{ accountIds: (number | null)[]; teamIds: (number | null)[] }, Owner & { number: number }>(
  (db, place) =>
    ownersIn<Owner & { number: number }>(
      sql`select team_id, account_id, (number - 1)::int as number
        from unnest(${place('teamIds')}::int[], ${place('accountIds')}::int[]) with ordinality as o (team_id, account_id, number)`,
    ).compile(db),
)

/**
 * Words that identify the author of a work: the name, the telephone number, and the workplaces from applications and
 * forms. For the work of a team: those of every member, and the name of the team. One statement for any number of
 * people.
 */
export async function ownersWords(
  db: Db | Tx,
  { accountId, teamId }: { accountId: number | null; teamId: number | null },
): Promise<string[]> {
  return wordsIn(await owners(db, { accountId: teamId === null ? accountId : null, teamId }))
}

/** Like `ownersWords`, for many works in one statement, in their order. */
export async function wordsOfOwners(
  db: Db | Tx,
  works: readonly { accountId: number | null; teamId: number | null }[],
): Promise<string[][]> {
  const rows = await manyOwners(db, {
    accountIds: works.map(({ accountId, teamId }) => (teamId === null ? accountId : null)),
    teamIds: works.map(({ teamId }) => teamId),
  })
  const byNumber = groupBy(rows, ({ number }) => number)
  return works.map((_work, at) => wordsIn(byNumber.get(at) ?? []))
}

function wordsIn(rows: readonly Owner[]): string[] {
  return [...rows.slice(0, 1).map(({ team }) => team), ...rows.flatMap(wordsOf)].filter((word) =>
    Boolean(word),
  ) as string[]
}

function wordsOf({ last_name, first_name, middle_name, phone, employers }: Owner) {
  // Only the digits, for any country; numbers written in other ways are looked for in every text.
  return [last_name, first_name, middle_name, phone?.replace(/\D/g, ''), ...employers]
}
