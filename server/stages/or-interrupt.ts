import { sql } from 'kysely'
import type { Tx } from '#server/db.ts'
import { addJob } from '#server/platform/jobs/jobs.ts'
import type { JobContext } from '#server/platform/jobs/task.ts'
import type { Services } from '#server/services.ts'
import { interruptProcessing } from './facts.ts'
import { workersOf } from './work-owner.ts'

/** From this attempt on, the person sees that the processing was interrupted. */
const saidFromAttempt = 3
const hourMs = 3_600_000

/**
 * Runs the job that processes a hand-in. When it keeps failing, the stage is interrupted until an attempt succeeds;
 * when the queue gives up, the job is queued again, because the person has done everything and nobody else would finish
 * it.
 */
export async function orInterrupt(
  services: Services,
  { task, handInId }: { task: 'accept_hand_in' | 'prepare_hand_in'; handInId: number },
  { attempt, lastAttempt }: Pick<JobContext, 'attempt' | 'lastAttempt'>,
  act: () => Promise<void>,
): Promise<void> {
  try {
    await act()
  } catch (cause) {
    // The database itself may be the cause of the failure.
    if (attempt >= saidFromAttempt) await interrupt(services, handInId, lastAttempt ? task : null).catch(() => {})
    throw cause
  }
}

/** Marks the stage as interrupted; `again` is the job to queue again. */
export function interrupt({ db, clock }: Services, handInId: number, again: string | null): Promise<void> {
  return db.transaction().execute(async (tx) => {
    const found = await lockProcessed(tx, handInId)
    if (!found) return
    const now = clock()
    await interruptProcessing(tx, found, now)
    if (again !== null) await addJob(tx, again, { handInId }, { runAt: new Date(now.getTime() + hourMs) })
  })
}

/**
 * The hand-in with the people whose stage is still being processed because of it, locked. Null without any, and after a
 * later hand-in: a job that is tried again may come after the work was returned and handed in again.
 */
export async function lockProcessed(tx: Tx, handInId: number) {
  const handIn = await tx
    .selectFrom('hand_ins')
    .select(['account_id', 'team_id', 'stage_id', 'receipt_number', 'data', 'form_version'])
    .where('id', '=', handInId)
    .executeTakeFirst()
  if (!handIn) return null
  const { stage_id: stageId, team_id: teamId, account_id: accountId } = handIn
  if (teamId !== null) await tx.selectFrom('formed_teams').select('id').where('id', '=', teamId).forUpdate().execute()
  const workers = await workersOf(tx, { stageId, teamId, accountId: accountId ?? 0 })
  const waiting = await tx
    .selectFrom('stage_facts')
    .select('account_id')
    .where('stage_id', '=', stageId)
    .where('account_id', 'in', [0, ...workers])
    .where('processing_at', 'is not', null)
    .orderBy('account_id')
    .forUpdate()
    .execute()
  if (waiting.length === 0) return null
  const latest = await tx.selectFrom('works').select('id').where('hand_in_id', '=', handInId).executeTakeFirst()
  if (!latest) return null
  const accountIds = waiting.map((row) => row.account_id)
  return { stageId, accountIds, receipt: handIn.receipt_number, data: handIn.data, formVersion: handIn.form_version }
}

/** The end of a locking clause. A transaction that locks many rows passes over locked ones instead of waiting. */
export const orPassOver = (wait: boolean) => (wait ? sql`` : sql`skip locked`)

interface Processed {
  handInId: number
  stageId: number
  accountId: number
}

/**
 * Like `lockProcessed`, for many hand-ins in one statement, or two where some are of teams. Without `wait`, hand-ins
 * with a person or team that another transaction has locked are returned as `held`.
 */
export async function lockProcessedTogether(
  tx: Tx,
  handIns: readonly { handInId: number; teamId: number | null }[],
  wait: boolean,
): Promise<{ people: Processed[]; held: ReadonlySet<number> }> {
  const teamIds = handIns.flatMap(({ teamId }) => (teamId === null ? [] : [teamId]))
  const { rows: teams } =
    teamIds.length === 0
      ? { rows: [] }
      : await sql<{ id: number }>`
          select id from formed_teams where id = any(${teamIds}::int[]) order by id for update ${orPassOver(wait)}`.execute(
          tx,
        )
  const free = new Set(teams.map(({ id }) => id))
  const held = new Set(
    handIns.flatMap(({ handInId, teamId }) => (teamId === null || free.has(teamId) ? [] : [handInId])),
  )
  const ids = handIns.flatMap(({ handInId }) => (held.has(handInId) ? [] : [handInId]))
  const { rows } = await sql<Processed & { locked: boolean }>`
    with workers as materialized (
      select h.id, h.stage_id, case when h.team_id is null then h.account_id else m.account_id end as account_id
      from hand_ins h left join formed_team_members m on m.team_id = h.team_id and m.state = 'active'
      where h.id = any(${ids}::int[])),
    locked as materialized (
      select f.stage_id, f.account_id from stage_facts f
      where (f.stage_id, f.account_id) in (select stage_id, account_id from workers) and f.processing_at is not null
      order by f.stage_id, f.account_id for update ${orPassOver(wait)})
    select w.id as "handInId", w.stage_id as "stageId", w.account_id as "accountId", l.account_id is not null as locked
    from workers w join stage_facts f on f.stage_id = w.stage_id and f.account_id = w.account_id
    left join locked l on l.stage_id = w.stage_id and l.account_id = w.account_id
    where f.processing_at is not null`.execute(tx)
  if (!wait) for (const { handInId, locked } of rows) if (!locked) held.add(handInId)
  const people = rows.filter(({ handInId, locked }) => locked && !held.has(handInId))
  return { people: people.map(({ handInId, stageId, accountId }) => ({ handInId, stageId, accountId })), held }
}
