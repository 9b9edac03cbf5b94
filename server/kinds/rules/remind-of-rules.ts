import { sql } from 'kysely'
import type { Db, Tx } from '#server/db.ts'
import { messagePerson } from '#server/messages/notifications/message-person.ts'
import { recordAudit } from '#server/platform/audit/record-audit.ts'
import { queued } from '#server/platform/jobs/jobs.ts'
import type { Task } from '#server/platform/jobs/task.ts'
import type { Services } from '#server/services.ts'
import { oneStage } from '#server/stages/one-stage.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { quoted } from '#shared/platform/text/quoted.ts'
import { showDateTime } from '#shared/platform/time/moscow.ts'
import { stagePath } from '#shared/stages/addresses.ts'
import { rulesStage } from './store.ts'

/** An organiser may remind people once in this time. */
const pauseMs = 24 * 3_600_000

/**
 * The people of the stage who have not accepted a valid version: the one in force, or an earlier one that need not be
 * accepted again.
 */
const waiting = (stageId: number, now: Date) => sql`
  select p.account_id from stages s
  join participations p on p.competition_code = s.competition_code
    and (cardinality(s.tracks) = 0 or p.track_code = any(s.tracks)) and p.disqualified_at is null
  where s.id = ${stageId}
    and exists (select from rules_versions v where v.stage_id = s.id and v.effective_from <= ${now})
    and not exists (
      select from (
        select r.version, r.status from rules_answers r
        where r.account_id = p.account_id and r.stage_id = s.id order by r.id desc limit 1
      ) as last
      where last.status = 'done' and last.version >= coalesce((
        select max(v.version) from rules_versions v
        where v.stage_id = s.id and v.requires_reaccept and v.effective_from <= ${now}), 1))`

export async function countWaiting(db: Db | Tx, stageId: number, now: Date): Promise<number> {
  const { rows } = await sql<{ people: number }>`
    select count(*)::int as people from (${waiting(stageId, now)}) as people`.execute(db)
  return rows[0]?.people ?? 0
}

/** Reminds everybody who has not accepted the rules. One job a person, so that a large season does not wait. */
export async function remindOfRules(
  { db, clock }: Services,
  actorId: number,
  place: { competition: string; code: string },
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const now = clock()
    const stageId = await rulesStage(tx, place)
    const { rows } = await sql<{ reminded_at: Date | null; version: number }>`
      select version, reminded_at from rules_versions where stage_id = ${stageId} and effective_from <= ${now}
      order by version desc limit 1 for update`.execute(tx)
    const [current] = rows
    if (!current) throw new Refusal('stage_closed', { values: { reason: 'Редакции, которая уже действует, ещё нет' } })
    if (current.reminded_at && now.getTime() - current.reminded_at.getTime() < pauseMs)
      throw new Refusal('rules_reminded')
    await tx
      .updateTable('rules_versions')
      .set({ reminded_at: now })
      .where('stage_id', '=', stageId)
      .where('version', '=', current.version)
      .execute()
    await sql`select ${queued('remind_of_rules', sql`json_build_object('stageId', ${stageId}::int, 'accountId', account_id)`)}
      from (${waiting(stageId, now)}) as people`.execute(tx)
    await recordAudit(tx, {
      actorId,
      action: 'rules_reminded',
      subject: `stage:${place.competition}/${place.code}`,
      detail: { competition: place.competition, stage: place.code, version: current.version },
    })
  })
}

export const rulesJobs = (services: Services): Record<string, Task> => ({
  remind_of_rules: (of: { stageId: number; accountId: number }) => remindOne(services, of),
})

/** Reminds one person, unless they have accepted meanwhile or cannot accept now. */
async function remindOne(services: Services, { stageId, accountId }: { stageId: number; accountId: number }) {
  const { db, seasons, clock } = services
  await db.transaction().execute(async (tx) => {
    const stage = await oneStage(tx, seasons, accountId, { stageId }, clock()).catch((error: unknown) => {
      // The stage is hidden from the person, or was removed meanwhile.
      if (error instanceof Refusal) return null
      throw error
    })
    // A person who has rejected the rules may still accept them.
    const rejected = stage?.state.status === 'not_allowed' && stage.facts.failedAt !== null
    if (!stage || !(stage.state.status === 'available' || rejected)) return
    const { row, state, all } = stage
    const end = state.window.closesAt
    if (end !== null && end <= clock()) return
    const { track } = all.person
    await messagePerson(tx, services, accountId, {
      kind: 'stages',
      title: `Примите правила: этап ${quoted(row.title)}`,
      text: `Вы ещё не приняли правила. Прочитайте их и ответьте${end ? ` до ${showDateTime(end)} по Москве` : ''}: без этого следующие этапы не откроются.`,
      link: {
        path: track === null ? `/${row.competitionCode}` : stagePath(row.competitionCode, track, row),
        words: 'Открыть правила',
      },
    })
  })
}
