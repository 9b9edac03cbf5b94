import { sql } from 'kysely'
import type { Db } from '#server/db.ts'
import { countUndelivered } from '#server/messages/outbox/undelivered.ts'
import { listShortBudgets } from '#server/messages/outbox/whole-budgets.ts'
import { type Caller, isChief } from '#server/platform/http/handler.ts'
import { listQueues } from '#server/review/checking/list-queues.ts'
import type { Services } from '#server/services.ts'
import type { SeasonStage } from '#server/stages/season.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import type { AdminFlag } from '#shared/platform/api/route.ts'
import { formatWire } from '#shared/platform/time/moscow.ts'

/** What waits for an organiser, by competition: only what the flags permit, and nothing without a flag. */
export async function listDuties(services: Services, caller: Caller) {
  const { db, seasons, clock } = services
  const flags = Object.keys(caller.flags) as AdminFlag[]
  if (flags.length === 0) return { competitions: [], undelivered: null, budgets: [], begins: false, chief: false }
  if (!caller.mayOrganise) throw new Refusal('second_factor_required')
  const now = clock()
  const rows = await competitionsOf(db, caller.flags)
  // Counted as on the desk, because the number is a link to the desk.
  const { queues } = caller.flags.assessment ? await listQueues(services, caller) : { queues: [] }
  const waitsIn = (code: string) =>
    queues.reduce((sum, { competition_code, left }) => sum + (competition_code === code ? left : 0), 0)
  return {
    undelivered: isChief(caller) ? await countUndelivered(db) : null,
    budgets: isChief(caller) ? await listShortBudgets(services) : [],
    begins: caller.flags.competitions?.length === 0,
    chief: isChief(caller),
    competitions: await Promise.all(
      rows.map(async ({ sort: _, open, oldest, edited, articles, hidden, misses, people, appeals, ...competition }) => {
        const may = (flag: AdminFlag) => {
          const where = caller.flags[flag]
          return where !== undefined && (where.length === 0 || where.includes(competition.code))
        }
        const stages = (await seasons.known(db, competition.code))?.stages ?? []
        const own = stages.filter(({ type }) => type !== 'group')
        return {
          ...competition,
          rights: flags.filter(may),
          next: nextDate(own, now),
          season: may('competitions')
            ? { stages: own.length, unpublished: own.filter(({ published }) => !published).length, edited }
            : null,
          support: may('participants') ? { open, oldest: oldest && formatWire(oldest) } : null,
          people: may('participants') ? { count: people } : null,
          desk: may('assessment') ? { waits: waitsIn(competition.code), appeals } : null,
          help: may('faq') ? { articles, hidden, misses } : null,
        }
      }),
    ),
  }
}

/** The competitions of the flags in one statement; a flag without competitions is for all of them. */
function competitionsOf(db: Db, flags: Caller['flags']) {
  const narrowed = Object.values(flags)
  const everywhere = narrowed.some((codes) => codes.length === 0)
  const number = (query: ReturnType<typeof sql<number>>) => sql<number>`(select count(*)::int from ${query})`
  return db
    .selectFrom('competitions as c')
    .select(['c.code', 'c.title', 'c.theme', 'c.layout', 'c.published', 'c.sort'])
    .select([
      number(sql`feedback_requests where competition_code = c.code and status = 'open'`).as('open'),
      sql<Date | null>`(select min(created_at) from feedback_requests
        where competition_code = c.code and status = 'open')`.as('oldest'),
      number(
        sql`stage_edits join stages s on s.id = stage_id where s.competition_code = c.code and data is not null`,
      ).as('edited'),
      number(sql`participations where competition_code = c.code`).as('people'),
      number(
        sql`appeals a join works w on w.id = a.work_id and w.hand_in_id = a.hand_in_id join stages s on s.id = w.stage_id
          where s.competition_code = c.code and a.answered_at is null`,
      ).as('appeals'),
      number(sql`faq_articles where competition_code = c.code`).as('articles'),
      number(sql`faq_articles where competition_code = c.code and not published`).as('hidden'),
      number(sql`faq_misses where competition_code = c.code`).as('misses'),
    ])
    .$if(!everywhere, (query) => query.where('c.code', 'in', [...new Set(narrowed.flat())]))
    .orderBy('c.published', 'desc')
    .orderBy('c.sort')
    .orderBy('c.code')
    .execute()
}

/** The next moment at which a published stage opens or closes. */
function nextDate(stages: readonly SeasonStage[], now: Date) {
  const [next] = stages
    .filter(({ published }) => published)
    .flatMap(({ title, opensAt, closesAt }) => [
      { title, at: opensAt, opens: true },
      { title, at: closesAt, opens: false },
    ])
    .filter((date): date is { title: string; at: Date; opens: boolean } => date.at !== null && date.at > now)
    .toSorted((one, other) => one.at.getTime() - other.at.getTime())
  return next ? { ...next, at: formatWire(next.at) } : null
}
