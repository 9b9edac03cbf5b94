import { type RawBuilder, sql } from 'kysely'
import { containing } from '#server/platform/db/containing.ts'
import type { Caller } from '#server/platform/http/handler.ts'
import type { Services } from '#server/services.ts'
import { countOf, readOrdered } from '#server/stages/readings.ts'
import type { Page } from '#shared/platform/api/page.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { fullName } from '#shared/platform/names/full-name.ts'
import { formatWire } from '#shared/platform/time/moscow.ts'
import type { Verdict } from '#shared/review/checking/check.ts'
import { checkable, isOfOwnDuty, judgesBlind, mayCheck, seenBy, waitsForCheck } from './desk-access.ts'
import { defaultReview } from './store.ts'
import { listTeamsToCheck } from './team-queue.ts'

interface Row {
  id: number
  name: string
  test_id: number | null
  revision: number
  since: Date
  held_by: number | null
  first_name: string | null
  last_name: string | null
  verdict: Verdict | null
  second_look: boolean
  scanning: boolean
}

/** A condition: a file of the hand-in `h` waits for the scanner, and nobody can open it yet. */
const scanning = sql<boolean>`exists (
  select from hand_in_files n join files f on f.id = n.file_id where n.hand_in_id = h.id and f.scan = 'waiting')`

/** The works of a stage that wait, the longest wait first, or those that are decided, the latest first. */
export async function listWorks(
  services: Services,
  caller: Caller,
  stageId: number,
  { limit, offset, state = 'waits', search = '' }: Page & { state?: 'waits' | 'decided'; search?: string },
) {
  const { db, clock } = services
  const now = clock()
  const stage = await db
    .selectFrom('stages as s')
    .leftJoin('stage_reviews as r', 'r.stage_id', 's.id')
    .select(['s.title', 's.type', 's.competition_code', 'r.target_hours'])
    .where('s.id', '=', stageId)
    .where(mayCheck(caller))
    .executeTakeFirst()
  if (!stage) throw new Refusal('stage_not_found')
  const late = new Date(now.getTime() - (stage.target_hours ?? defaultReview.target_hours) * 3_600_000)
  const waits = state === 'waits'
  if (stage.type === 'teams_forming')
    return {
      of: 'teams' as const,
      title: stage.title,
      competition_code: stage.competition_code,
      ...(await listTeamsToCheck(
        services,
        caller,
        { competition: stage.competition_code, stageId, late, now },
        { limit, offset, state, search },
      )),
    }
  const worksThat = (condition: RawBuilder<unknown>) => sql`from works w join stages s on s.id = w.stage_id
    where w.stage_id = ${stageId} and ${condition} and not ${judgesBlind(caller)} and ${isOfOwnDuty(caller, stageId)}`
  const { competition_code: competition } = stage
  const name = ['works', stageId, seenBy(caller, competition)]
  const waiting = { competition, name, from: worksThat(waitsForCheck) }
  const rowsOf = (ids: RawBuilder<unknown>) => sql<Row>`
    select w.id, h.revision, w.refused_by is not null as second_look,
      case when w.held_until > ${now} then w.held_by end as held_by, holder.first_name, holder.last_name,
      coalesce('Команда «' || t.name || '»', concat_ws(' ', a.last_name, a.first_name, a.middle_name)) as name, a.test_id,
      ${scanning} as scanning, coalesce(w.waits_since, k.decided_at, h.arrived_at) as since, k.verdict
    from works w
    join hand_ins h on h.id = w.hand_in_id
    left join accounts a on a.id = w.account_id
    left join formed_teams t on t.id = w.team_id
    left join accounts holder on holder.id = w.held_by
    left join lateral (
      select c.verdict, c.decided_at from work_checks c where c.hand_in_id = w.hand_in_id order by c.id desc limit 1
    ) as k on true
    where w.id = any(${ids}) order by w.waits_since, w.id`
  const { count: left, as_of: leftAsOf } = await countOf(services, waiting)
  const { rows, count, as_of } =
    waits && search.trim() === ''
      ? {
          ...{ count: left, as_of: leftAsOf },
          ...(await rowsOf(
            sql`array(select w.id ${waiting.from} order by w.waits_since, w.id limit ${limit} offset ${offset})`,
          ).execute(db)),
        }
      : await readOrdered(
          services,
          {
            competition,
            name: [...name, state, search],
            ids: sql`
              select w.id from (
                select w.* ${worksThat(waits ? waitsForCheck : sql`not ${checkable}`)}
              ) as w
              join hand_ins h on h.id = w.hand_in_id
              left join accounts a on a.id = w.account_id
              left join formed_teams t on t.id = w.team_id
              left join lateral (
                select c.decided_at from work_checks c where c.hand_in_id = h.id order by c.id desc limit 1
              ) as k on true
              where concat_ws(' ', a.last_name, a.first_name, a.middle_name, t.name) ilike ${containing(search)}
                or a.test_id::text = ${search.trim()}
              order by case when ${waits} then w.waits_since end, coalesce(k.decided_at, h.arrived_at) desc, w.id`,
          },
          { limit, offset },
          (ids) => rowsOf(sql`${ids}::int[]`),
        )
  return {
    of: 'works' as const,
    title: stage.title,
    competition_code: stage.competition_code,
    as_of,
    left,
    count,
    works: rows.map(({ id, since, held_by, first_name, last_name, ...work }) => ({
      work_id: id,
      team_id: null,
      since: formatWire(since),
      late: waits && since < late,
      taken_by: held_by === null || held_by === caller.accountId ? null : fullName({ first_name, last_name }),
      ...work,
    })),
  }
}
