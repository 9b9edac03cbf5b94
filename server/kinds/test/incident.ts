import { sql } from 'kysely'
import type { Db, Tx } from '#server/db.ts'
import type { Services } from '#server/services.ts'
import { giveExtraMinutes } from '#server/stages/attempts.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { formatWire, parseWire } from '#shared/platform/time/moscow.ts'
import { connectionLostAfter } from '#shared/stages/attempt.ts'
import { personName } from './live-board.ts'
import { type Place, testStageAt } from './test-stage.ts'

interface Interval {
  from: string
  until: string
}

export type Audience = { all: true } | { region: string } | { people: number[] } | { lost: Interval }

interface Lost {
  attempt_id: number
  test_id: number
  name: string
  lost_seconds: number
  running: boolean
}

const most = 200

/** The silences of people of the stage. A silence that has not ended lasts until now. */
const silencesAt = (stageId: number) => sql`
  select s.attempt_id, s.silent_from, s.heard_again_at
  from attempt_silences s join attempts t on t.id = s.attempt_id where t.stage_id = ${stageId}
  union all
  select id, heard_at, now() from attempts
  where stage_id = ${stageId} and finished_at is null
    and heard_at < now() - ${connectionLostAfter} * interval '1 millisecond'`

/** The people who were silent within the interval, and how long within it. */
async function lostIn(db: Db | Tx, stageId: number, { from, until }: Interval): Promise<Lost[]> {
  const [since, to] = [parseWire(from), parseWire(until)]
  if (!since || !to || since >= to) {
    const message = 'Начало промежутка должно быть раньше конца'
    throw new Refusal('form_invalid', { fields: { until: { rule: 'interval', message } } })
  }
  const { rows } = await sql<Lost>`
    with silences as (
      ${silencesAt(stageId)}
    ), lost as (
      select attempt_id, sum(extract(epoch from least(heard_again_at, ${to}) - greatest(silent_from, ${since})))::int as seconds
      from silences where silent_from < ${to} and heard_again_at > ${since} group by attempt_id
    )
    select l.attempt_id, a.test_id, ${personName} as name, l.seconds as lost_seconds, t.finished_at is null as running
    from lost l join attempts t on t.id = l.attempt_id join accounts a on a.id = t.account_id
    where l.seconds > 0 order by l.seconds desc, l.attempt_id`.execute(db)
  return rows
}

/** The interval of the latest outage of the last day: the silences that overlap when most people were silent. */
async function lastOutage(db: Db, stageId: number): Promise<Interval | null> {
  const { rows } = await sql<{ since: Date | null; until: Date | null }>`
    with silences as (
      ${silencesAt(stageId)}
    ), of_the_day as (
      select * from silences where heard_again_at > now() - interval '1 day'
    ), peak as (
      select a.silent_from as at from of_the_day a
      join of_the_day b on b.silent_from <= a.silent_from and b.heard_again_at > a.silent_from
      group by a.attempt_id, a.silent_from order by count(*) desc, a.silent_from desc limit 1
    )
    select min(s.silent_from) as since, max(s.heard_again_at) as until
    from of_the_day s join peak p on s.silent_from <= p.at and s.heard_again_at > p.at`.execute(db)
  const [found] = rows
  if (!found?.since || !found.until) return null
  // Fields hold whole minutes; rounding outwards leaves nobody out.
  const minute = 60_000
  const whole = (at: number) => formatWire(new Date(at * minute))
  return {
    from: whole(Math.floor(found.since.getTime() / minute)),
    until: whole(Math.ceil(found.until.getTime() / minute)),
  }
}

/**
 * The damage of an incident, and how many minutes would compensate the person who lost most. The default interval is
 * the one in which most people of the last day were silent at once.
 */
export async function assessIncident(services: Services, place: Place, { from, until }: Partial<Interval>) {
  const { id } = await testStageAt(services, place)
  const interval = from && until ? { from, until } : await lastOutage(services.db, id)
  if (!interval) return { from: null, until: null, affected: 0, running: 0, proposed: 0, people: [] }
  const lost = await lostIn(services.db, id, interval)
  const running = lost.filter((one) => one.running)
  return {
    ...interval,
    affected: lost.length,
    running: running.length,
    proposed: Math.ceil(Math.max(0, ...running.map(({ lost_seconds }) => lost_seconds)) / 60),
    people: lost.slice(0, most).map(({ attempt_id: _, ...one }) => one),
  }
}

/** Adds minutes to the running attempts of an audience, and returns how many got them. */
export async function giveMinutes(
  services: Services,
  actorId: number,
  place: Place,
  { audience, minutes, reason }: { audience: Audience; minutes: number; reason: string },
) {
  const { id: stageId } = await testStageAt(services, place)
  return services.db.transaction().execute(async (tx) => {
    const attemptIds = await audienceOf(tx, stageId, audience)
    const of = { competition: place.competition, stage: place.code }
    const reached = await giveExtraMinutes(tx, { attemptIds, minutes, reason: reason.trim(), givenBy: actorId, of })
    return { reached: reached.length }
  })
}

async function audienceOf(tx: Tx, stageId: number, audience: Audience): Promise<number[]> {
  if ('lost' in audience)
    return (await lostIn(tx, stageId, audience.lost)).filter(({ running }) => running).map((one) => one.attempt_id)
  const { rows } = await sql<{ id: number }>`
    select t.id from attempts t
    join accounts a on a.id = t.account_id
    join stages s on s.id = t.stage_id
    left join participations p on p.account_id = t.account_id and p.competition_code = s.competition_code
    where t.stage_id = ${stageId} and t.finished_at is null
      and ${'all' in audience ? sql`true` : 'region' in audience ? sql`p.region = ${audience.region}` : sql`a.test_id = any(${audience.people}::int[])`}
    order by t.id`.execute(tx)
  return rows.map(({ id }) => id)
}
