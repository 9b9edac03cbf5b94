import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '#server/db.ts'
import { namedEmployers } from '#server/stages/authors-words.ts'
import { homesOf } from './homes-of.ts'
import { judgeRegion } from './store.ts'

/** A surname without the ending that differs between husband and wife. */
export const family = (column: string) =>
  sql`regexp_replace(translate(lower(${sql.ref(column)}), 'ё', 'е'), '(ая|а|ий|ый)$', '')`
export const plain = (text: ReturnType<typeof sql>) =>
  sql`btrim(regexp_replace(lower(${text}), '[^[:alnum:]]+', ' ', 'g'))`

/**
 * A query of accounts with the employers that their applications name, and with `forms` also those in their handed-in
 * forms, in normalised spelling. `of` limits the accounts: `i.account_id …`.
 */
export const employersOf = (of: RawBuilder<unknown>, forms = true) => sql`
  select distinct named.account_id, ${plain(sql`named.employer`)} as employer
  from (${namedEmployers(of, { former: false, forms })}) as named
  where ${plain(sql`named.employer`)} <> ''`

/**
 * Which judges of the stage may not read which works: their own or their team's; of a namesake with the same home; of a
 * colleague; of a person whom they mentor or who has chosen them as a mentor; works with a declared conflict; and,
 * where authors must not be known, works that they have checked. A namesake's home is compared by what both have named:
 * an address, a town, or the region alone. `workId` limits the result to one work, `judgeId` to one judge.
 */
export const conflictsAt = async (
  db: Db | Tx,
  stageId: number,
  workId: number | null = null,
  judgeId: number | null = null,
) => {
  // A work may be decided already when it is read for an appeal, so `waits_since` is not required.
  const asked = workId === null ? sql`w.waits_since is not null` : sql`w.id = ${workId}`
  const found = await conflictsWith(
    db,
    stageId,
    sql`
      select w.id as work, w.account_id as author from works w
      where w.stage_id = ${stageId} and ${asked} and w.account_id is not null
      union all
      select w.id, m.account_id from works w
      join formed_team_members m on m.team_id = w.team_id and m.state = 'active'
      where w.stage_id = ${stageId} and ${asked}`,
    judgeId,
  )
  const { rows: known } = await sql<{ judge: number; work: number }>`
    select distinct c.checker_id as judge, c.work_id as work from works w
    join judgings j on j.stage_id = w.stage_id and j.blind
    join work_checks c on c.work_id = w.id
    where w.stage_id = ${stageId} and ${asked} and (${judgeId}::int is null or c.checker_id = ${judgeId})`.execute(db)
  return [...found, ...known]
}

/**
 * Like `conflictsAt`, for anything that people own: `people` is a query of `work`, its number, and `author`, an
 * account.
 */
export async function conflictsWith(
  db: Db | Tx,
  stageId: number,
  people: RawBuilder<unknown>,
  judgeId: number | null = null,
) {
  const { rows } = await sql<{ judge: number; work: number }>`
    with people as (
      ${people}
    ), authors as (
      select people.work, people.author, a.last_name, p.region
      from people
      join accounts a on a.id = people.author
      left join participations p on p.account_id = a.id
        and p.competition_code = (select competition_code from stages where id = ${stageId})
    ), employers as (
      ${employersOf(sql`= any(array(select author from authors))`)}
    ), judges as (
      select a.id as judge, a.last_name, ${judgeRegion} as region, ${plain(sql`t.employer`)} as employer
      from stage_staff t join accounts a on a.id = t.account_id
      where t.stage_id = ${stageId} and t.duty = 'judge' and (${judgeId}::int is null or t.account_id = ${judgeId})
    ), workplaces as (
      select judge, employer from judges where employer <> ''
      union
      select b.account_id, ${plain(sql`b.employer`)} from judge_backgrounds b
      where b.account_id in (select judge from judges) and ${plain(sql`b.employer`)} <> ''
      union
      select own.account_id, own.employer from (${employersOf(sql`= any(array(select judge from judges))`)}) own
    ), namesakes as materialized (
      select j.judge, a.author, a.work, a.region is not distinct from j.region and a.region is not null as near
      from judges j join authors a on ${family('a.last_name')} = ${family('j.last_name')} and a.author <> j.judge
    ), homes as materialized (
      ${homesOf(sql`= any(array(select judge from namesakes union select author from namesakes))`)}
    )
    select j.judge, a.work from judges j join authors a on a.author = j.judge
    union
    select k.judge, k.work from namesakes k
    left join homes mine on mine.account_id = k.judge
    left join homes theirs on theirs.account_id = k.author
    where coalesce(mine.places && theirs.places, false)
      or (k.near and not coalesce(mine.listed and theirs.listed, false))
    union
    select j.judge, a.work from workplaces j
    join employers e on e.employer = j.employer
    join authors a on a.author = e.account_id
    union
    select j.judge, a.work from judges j
    join mentor_choices c on c.mentor_id = j.judge and c.status in ('proposed', 'accepted')
    join authors a on a.author = c.account_id
    union
    select j.judge, a.work from judges j
    join formed_team_members mine on mine.account_id = j.judge and mine.state = 'active'
    join formed_team_members other on other.team_id = mine.team_id and other.state = 'active'
    join authors a on a.author = other.account_id
    union
    select c.judge_id, a.work from judge_conflicts c
    join authors a on a.author = c.account_id
    where c.stage_id = ${stageId} and (${judgeId}::int is null or c.judge_id = ${judgeId})`.execute(db)
  return rows
}
