import { sql } from 'kysely'
import type { Caller } from '#server/platform/http/handler.ts'
import type { Services } from '#server/services.ts'
import { checkedAt } from '#server/stages/is-checked.ts'
import { titleWithin } from '#server/stages/parts.ts'
import { formatWire } from '#shared/platform/time/moscow.ts'
import { judgesBlind, mayCheck, mayCheckWork, waitsForCheck } from './desk-access.ts'
import { defaultReview } from './store.ts'
import { teamQueues } from './team-queue.ts'

/** The stages whose works this person checks, the longest wait first. Organisers see only stages where works wait. */
export async function listQueues({ db, seasons, clock }: Services, caller: Caller) {
  const now = clock()
  const rows = await db
    .selectFrom('stages as s')
    .innerJoin('competitions as c', 'c.code', 's.competition_code')
    .leftJoin('stage_reviews as r', 'r.stage_id', 's.id')
    .leftJoin('works as w', (join) =>
      join
        .onRef('w.stage_id', '=', 's.id')
        .on(waitsForCheck)
        .on(mayCheckWork(caller))
        .on(sql<boolean>`not ${judgesBlind(caller)}`),
    )
    .select(['s.id', 's.title', 's.competition_code', 'c.title as competition', 'c.theme', 'c.layout'])
    .select([
      sql<number>`count(w.id)::int`.as('left'),
      sql<number>`count(*) filter (where w.held_by = ${caller.accountId} and w.held_until > ${now})::int`.as('mine'),
      sql<number>`count(*) filter (where w.waits_since < ${now}::timestamptz
        - make_interval(hours => coalesce(r.target_hours, ${defaultReview.target_hours})))::int`.as('late'),
      sql<Date | null>`min(w.waits_since)`.as('oldest'),
      sql<boolean>`exists (select from stage_staff t
        where t.stage_id = s.id and t.account_id = ${caller.accountId} and t.duty = 'check')`.as('named'),
    ])
    .where(mayCheck(caller))
    .groupBy(['s.id', 'c.code', 'r.stage_id'])
    .execute()
  const teams = await teamQueues(db, caller, now, defaultReview.target_hours)
  const found = [
    ...rows.map((row) => ({ ...row, of: 'works' as const })),
    ...teams.map((row) => ({ ...row, of: 'teams' as const })),
  ]
  const queues = []
  for (const { id, competition_code: code, competition, named, oldest, ...queue } of found.toSorted(longestWait)) {
    if (!named && queue.left === 0) continue
    const season = await seasons.known(db, code)
    const stage = season?.byId.get(id)
    if (!season || checkedAt(stage) !== queue.of) continue
    queues.push({
      stage_id: id,
      competition_code: code,
      competition_title: competition,
      oldest: oldest && formatWire(oldest),
      ...queue,
      title: stage ? titleWithin(season, stage) : queue.title,
    })
  }
  return { queues }
}

type Waiting = { id: number; oldest: Date | null }

/** The longest wait first; stages where nothing waits come last. */
const longestWait = (one: Waiting, other: Waiting) =>
  (one.oldest?.getTime() ?? Number.POSITIVE_INFINITY) - (other.oldest?.getTime() ?? Number.POSITIVE_INFINITY) ||
  one.id - other.id
