import { sql } from 'kysely'
import type { Db } from '#server/db.ts'
import { containing } from '#server/platform/db/containing.ts'
import { readFound } from '#server/platform/db/read-page.ts'
import type { Services } from '#server/services.ts'
import type { Seasons } from '#server/stages/seasons.ts'
import type { Page } from '#shared/platform/api/page.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { captainOf } from '#shared/programme/team-formation/team-rights.ts'
import { formationStage, type InStage, lockFormation } from './formation-stage.ts'
import { refuseSecondTeam } from './other-team.ts'
import { type MemberProfile, namesOf, regionOf } from './store.ts'

/** People who look for a team, for captains; the latest first. */
export async function listSeekers(db: Db, seasons: Seasons, of: InStage & Page & { search: string }, now: Date) {
  const { own } = await formationStage(db, seasons, of, now)
  const teamId = own.team?.id ?? 0
  const leads = captainOf(await namesOf(db, [teamId]))?.account_id === of.accountId
  if (!leads) throw new Refusal('team_captain_only')
  const words = containing(of.search)
  const { rows, count } = await readFound(
    db,
    of,
    (page) => sql<MemberProfile & { user_id: number; invited: boolean; found: number }>`
    select *, (count(*) over ())::int as found from (
      select a.test_id as user_id, a.last_name, a.first_name, ${regionOf('k.account_id', 's.competition_code')} as region,
        coalesce(f.skills, '') as skills, coalesce(f.about, '') as about, coalesce(f.contact, '') as contact,
        exists (
          select from formed_team_members m
          where m.team_id = ${teamId} and m.account_id = k.account_id and m.state = 'invited'
        ) as invited, k.since
      from team_seekers k
      join stages s on s.id = k.stage_id
      join accounts a on a.id = k.account_id
      left join team_member_profiles f on f.account_id = k.account_id
      where k.stage_id = ${of.stageId} and exists (
        select from participations p where p.account_id = k.account_id and p.competition_code = s.competition_code
          and p.disqualified_at is null and p.withdrawn_at is null
      ) and not exists (
        select from formed_team_members m where m.account_id = k.account_id
          and m.competition_code = s.competition_code and m.state = 'active'
      )
    ) as seekers
    where skills ilike ${words} or region ilike ${words} or about ilike ${words}
    order by since desc, user_id
    limit ${page.limit} offset ${page.offset}`,
  )
  return { seekers: rows.map(({ found: _found, ...seeker }) => seeker), count }
}

/** Sets whether the person looks for a team. Refused for members of a team. */
export async function setLooking({ db, clock, seasons }: Services, { looking, ...of }: InStage & { looking: boolean }) {
  const now = clock()
  const who = { account_id: of.accountId, stage_id: of.stageId }
  return db.transaction().execute(async (tx) => {
    const { own } = await lockFormation(tx, seasons, of, now)
    if (looking && own.team) throw new Refusal('already_in_team')
    if (looking) await refuseSecondTeam(tx, of)
    if (looking)
      await tx
        .insertInto('team_seekers')
        .values({ ...who, since: now })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    else
      await tx
        .deleteFrom('team_seekers')
        .where('account_id', '=', of.accountId)
        .where('stage_id', '=', of.stageId)
        .execute()
    return { looking }
  })
}
