import { sql } from 'kysely'
import type { Db } from '#server/db.ts'
import type { Caller } from '#server/platform/http/handler.ts'
import type { Services } from '#server/services.ts'
import { checkedAt } from '#server/stages/is-checked.ts'
import { titleWithin } from '#server/stages/parts.ts'
import { formatWire } from '#shared/platform/time/moscow.ts'
import { judgesBlind, mayCheck, mayCheckTeams, mayCheckWork, seenBy, waitsForCheck } from './desk-access.ts'
import { defaultReview } from './store.ts'
import { checksTeams, teamWaits, teamWaitsSince } from './team-queue.ts'

interface Waiting {
  id: number
  of: 'works' | 'teams'
  left: number
  late: number
  oldest: Date | null
}

/** The stages whose works this person checks, the longest wait first. Organisers see only stages where works wait. */
export async function listQueues(services: Services, caller: Caller) {
  const { db, seasons, clock } = services
  const now = clock()
  const stages = await db
    .selectFrom('stages as s')
    .innerJoin('competitions as c', 'c.code', 's.competition_code')
    .select(['s.id', 's.title', 's.competition_code', 'c.title as competition_title', 'c.theme', 'c.layout'])
    .select([
      sql<number>`(select count(*)::int from works w
        where w.stage_id = s.id and w.held_by = ${caller.accountId} and w.held_until > ${now} and ${waitsForCheck}
          and ${mayCheckWork(caller)} and not ${judgesBlind(caller)})`.as('works'),
      sql<number | null>`case when ${checksTeams} and ${mayCheckTeams(caller)} then (
        select count(*)::int from team_desks d join formed_teams t on t.id = d.team_id
        where t.stage_id = s.id and d.held_by = ${caller.accountId} and d.held_until > ${now} and ${teamWaits(now)})
        end`.as('teams'),
      sql<boolean>`exists (select from stage_staff t
        where t.stage_id = s.id and t.account_id = ${caller.accountId} and t.duty = 'check')`.as('named'),
    ])
    .where(mayCheck(caller))
    .orderBy('s.id')
    .execute()
  const organises = stages.every(({ competition_code }) => seenBy(caller, competition_code) === 'all')
  const ids = stages.map(({ id }) => id)
  const { counts, as_of } = await services.readings.figures({
    competition: '',
    name: `queues ${organises ? 'all' : caller.accountId} ${ids}`,
    read: async (of) => ({ counts: await countWaiting(of, caller, ids, clock()) }),
  })
  const waiting = new Map(counts.map((queue) => [`${queue.of} ${queue.id}`, queue]))
  const queues: ((typeof stages)[number] & Waiting & { mine: number })[] = []
  for (const stage of stages) {
    const season = await seasons.known(db, stage.competition_code)
    const known = season?.byId.get(stage.id)
    const of = checkedAt(known)
    const mine = of && stage[of]
    if (!season || !known || !of || mine === null) continue
    const empty = { id: stage.id, of, left: 0, late: 0, oldest: null }
    const queue = { ...stage, ...empty, ...waiting.get(`${of} ${stage.id}`), mine, title: titleWithin(season, known) }
    if (stage.named || queue.left > 0) queues.push(queue)
  }
  return {
    as_of,
    queues: queues
      .toSorted(longestWait)
      .map(({ id, oldest, named: _named, works: _works, teams: _teams, ...queue }) => ({
        ...{ stage_id: id, oldest: oldest && formatWire(oldest) },
        ...queue,
      })),
  }
}

async function countWaiting(db: Db, caller: Caller, stages: readonly number[], now: Date): Promise<Waiting[]> {
  const late = sql`${now}::timestamptz - make_interval(hours => coalesce(r.target_hours, ${defaultReview.target_hours}))`
  const { rows } = await sql<Waiting>`
    select w.stage_id as id, 'works' as of, count(*)::int as left, min(w.waits_since) as oldest,
      count(*) filter (where w.waits_since < ${late})::int as late
    from works w
    join stages s on s.id = w.stage_id
    left join stage_reviews r on r.stage_id = s.id
    where s.id = any(${stages}::int[]) and ${waitsForCheck} and ${mayCheckWork(caller)} and not ${judgesBlind(caller)}
    group by w.stage_id
    union all
    select t.stage_id, 'teams', count(*)::int, min(${teamWaitsSince}),
      count(*) filter (where ${teamWaitsSince} < ${late})::int
    from formed_teams t
    join stages s on s.id = t.stage_id
    left join stage_reviews r on r.stage_id = s.id
    where s.id = any(${stages}::int[]) and ${checksTeams} and ${teamWaits(now)}
    group by t.stage_id`.execute(db)
  return rows
}

/** The longest wait first; stages where nothing waits come last. */
const longestWait = (one: Waiting, other: Waiting) =>
  (one.oldest?.getTime() ?? Number.POSITIVE_INFINITY) - (other.oldest?.getTime() ?? Number.POSITIVE_INFINITY) ||
  one.id - other.id
