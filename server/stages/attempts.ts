import { sql } from 'kysely'
import type { Db, Tx } from '#server/db.ts'
import { recordAudit } from '#server/platform/audit/record-audit.ts'
import { databaseNow } from '#server/platform/clock/database-now.ts'
import { addJob } from '#server/platform/jobs/jobs.ts'
import type { Services } from '#server/services.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { type Attempt, attemptIsOverAt, attemptState, silenceAfter } from '#shared/stages/attempt.ts'
import type { StageFacts } from '#shared/stages/stage-status.ts'
import { beginStage } from './facts.ts'
import type { TakesAttempts } from './kind.ts'
import { closed, lockStage, type OneStage, oneStage, refuseUnlessWorkable } from './one-stage.ts'
import { ownedBy, type WorkOwner, workersOf, workOwner } from './work-owner.ts'

/** How often ended attempts are looked for when none ends soon, in milliseconds. */
export const attemptSweepEvery = 60_000

export interface StoredAttempt extends Attempt {
  id: number
  number: number
  device: string
}

/** Whose attempt it is, and which browser works on it. */
export interface AtAttempt {
  accountId: number
  stageId: number
  device: string
  /** Stages of other kinds are refused. */
  type?: string
}

/** A stage under a clock, with the attempt that is not finished yet and the time by the database's clock. */
export interface LockedAttempt {
  stage: OneStage
  owner: WorkOwner
  running: StoredAttempt | null
  now: Date
}

export const attemptColumns = [
  'id',
  'number',
  'device',
  'begun_at as begunAt',
  'limit_minutes as limitMinutes',
  'extra_minutes as extraMinutes',
  'heard_at as heardAt',
  'finished_at as finishedAt',
  'finished_by as finishedBy',
] as const

/** Begins an attempt, or continues one that this device has begun. */
export async function beginAttempt(services: Services, at: AtAttempt) {
  await services.seasons.ready(services.db, { stageId: at.stageId })
  return services.db.transaction().execute(async (tx) => {
    const { stage, owner, running, now } = await lockAttempt(tx, services, at)
    if (running) return attemptPage(stage, runningHere({ stage, running, now }, at.device), now)
    refuseUnlessWorkable(stage)
    const begun = { begunAt: now, limitMinutes: takesAttempts(stage).minutes(stage), extraMinutes: 0, heardAt: now }
    const attempt: Attempt = { ...begun, finishedAt: null, finishedBy: null }
    const { closesAt } = stage.state.window
    // The stage may have closed while the person waited for the lock.
    if (closesAt !== null && now >= closesAt) throw new Refusal('attempt_over')
    const kept = await tx
      .insertInto('attempts')
      .values({
        ...(owner.teamId === null ? { account_id: owner.accountId } : { team_id: owner.teamId }),
        stage_id: owner.stageId,
        number: (eb) =>
          eb
            .selectFrom('attempts')
            .where(ownedBy(owner))
            .select(({ fn, lit }) => sql<number>`${fn.coalesce(fn.max('number'), lit(0))} + 1`.as('next')),
        begun_at: now,
        limit_minutes: attempt.limitMinutes,
        device: at.device,
        heard_at: now,
        due_at: attemptIsOverAt(attempt, closesAt),
      })
      .returning(attemptColumns)
      .executeTakeFirstOrThrow()
    await takesAttempts(stage).atBegin?.(tx, { accountId: at.accountId, number: kept.number, stage, now })
    await beginStage(tx, await workersOf(tx, owner), owner.stageId, now)
    await endsBeforeTheSweep(tx, kept, closesAt, now)
    return attemptPage(stage, kept, now)
  })
}

/**
 * The usual sweep finds attempts that last longer than its pause. An attempt begun shortly before the stage closes gets
 * a job of its own.
 */
async function endsBeforeTheSweep(tx: Tx, attempt: Attempt, closesAt: Date | null, now: Date): Promise<void> {
  const over = attemptIsOverAt(attempt, closesAt)
  if (over === null || over.getTime() - now.getTime() > attemptSweepEvery) return
  const second = new Date(Math.ceil(over.getTime() / 1000) * 1000)
  // One job for all attempts that end in this second.
  await addJob(tx, 'finish_attempts', {}, { runAt: second, jobKey: `finish_attempts ${second.toISOString()}` })
}

/** Schedules the next look for attempts to end, after this pause in milliseconds. */
export async function lookAtAttempts(tx: Tx, pause = 0): Promise<void> {
  const runAt = new Date((await databaseNow(tx)).getTime() + pause)
  await addJob(tx, 'finish_attempts', {}, { runAt, jobKey: 'finish_attempts' })
}

/**
 * Notes that the device is still there, and returns the current deadline. `takeOver` moves the attempt to this device;
 * the other device is refused at its next call.
 */
export async function hearAttempt({ db, seasons }: Services, at: AtAttempt, { takeOver = false } = {}) {
  const now = await databaseNow(db)
  const stage = await oneStage(db, seasons, at.accountId, { stageId: at.stageId }, now)
  takesAttempts(stage)
  const owner = workOwner(stage, at.accountId)
  const heard = await db
    .with('before', (query) =>
      query
        .selectFrom('attempts')
        .select(['id as attempt', 'heard_at as silent_from'])
        .where(ownedBy(owner))
        .where('finished_at', 'is', null)
        .$if(!takeOver, (own) => own.where('device', '=', at.device))
        .forNoKeyUpdate(),
    )
    .with('silence', (query) =>
      query
        .insertInto('attempt_silences')
        .columns(['attempt_id', 'silent_from', 'heard_again_at'])
        .expression((of) =>
          of
            .selectFrom('before')
            .select((eb) => ['attempt', 'silent_from', eb.val(now).as('heard_again_at')])
            .where('silent_from', '<', new Date(now.getTime() - silenceAfter)),
        )
        .onConflict((conflict) => conflict.doNothing()),
    )
    .updateTable('attempts')
    .from('before')
    .set((eb) => ({ heard_at: eb.fn<Date>('greatest', ['heard_at', eb.val(now)]), device: at.device }))
    .whereRef('id', '=', 'attempt')
    .returning(attemptColumns)
    .executeTakeFirst()
  const running = heard ?? (await runningAttempt(db, owner))
  return attemptPage(stage, runningHere({ stage, running, now }, at.device), now)
}

/**
 * The running attempt of this device, locked until the transaction ends: an answer kept in this transaction is in time,
 * and comes before the attempt is finished.
 */
export async function lockRunningAttempt(tx: Tx, services: Services, at: AtAttempt) {
  const locked = await lockAttempt(tx, services, at)
  return { ...locked, attempt: runningHere(locked, at.device) }
}

export interface ExtraMinutes {
  attemptIds: number[]
  minutes: number
  reason: string
  givenBy: number
  /** The stage, as named in the audit log of its competition. */
  of: { competition: string; stage: string }
}

/** Adds minutes to attempts that are not finished yet, and returns the ids of those that got them. */
export async function giveExtraMinutes(
  tx: Tx,
  { attemptIds, minutes, reason, givenBy, of }: ExtraMinutes,
): Promise<number[]> {
  const reached = await tx
    .updateTable('attempts')
    .set((eb) => ({ extra_minutes: eb('extra_minutes', '+', minutes), due_at: new Date(0) }))
    .where(sql<boolean>`id = any(${attemptIds}::integer[])`)
    .where('finished_at', 'is', null)
    .returning('id')
    .execute()
  const attempts = reached.map(({ id }) => id)
  if (attempts.length === 0) return attempts
  await noteAttempts(tx, attempts, { act: 'minutes_added', reason, by: givenBy })
  const subject = `stage:${of.competition}/${of.stage}`
  await recordAudit(tx, {
    ...{ actorId: givenBy, action: 'attempt_minutes_added', subject },
    detail: { ...of, attempts, minutes },
  })
  return attempts
}

/** Notes with each person of these attempts what an organiser did, and why. */
export const noteAttempts = (
  tx: Tx,
  attempts: readonly number[],
  { act, reason, by }: { act: 'minutes_added' | 'continued'; reason: string; by: number },
) =>
  sql`insert into participant_acts (account_id, competition_code, act, about, reason, by, at)
    select t.account_id, s.competition_code, ${act}, s.title, ${reason}, ${by}::integer, now()
    from attempts t join stages s on s.id = t.stage_id
    where t.id = any(${[...attempts]}::integer[]) and t.account_id is not null`.execute(tx)

/** The stage, locked for everybody whose attempt it is, and read under that lock. */
export async function lockAttempt(
  tx: Tx,
  { seasons }: Services,
  { accountId, stageId, type }: Pick<AtAttempt, 'accountId' | 'stageId' | 'type'>,
): Promise<LockedAttempt> {
  const name = { stageId, ...(type && { type }) }
  const stage = await lockStage(tx, seasons, accountId, name, await databaseNow(tx))
  takesAttempts(stage)
  const owner = workOwner(stage, accountId)
  const running = await runningAttempt(tx, owner, true)
  // Read after the locks, so that the time spent waiting for them counts.
  return { stage, owner, running, now: await databaseNow(tx) }
}

export async function runningAttempt(db: Db | Tx, owner: WorkOwner, locked = false): Promise<StoredAttempt | null> {
  const found = await db
    .selectFrom('attempts')
    .select(attemptColumns)
    .where(ownedBy(owner))
    .where('finished_at', 'is', null)
    .$if(locked, (query) => query.forUpdate())
    .executeTakeFirst()
  return found ?? null
}

/** What the stage does with attempts. Throws for a kind without a clock. */
export function takesAttempts({ row }: Pick<OneStage, 'row'>): TakesAttempts {
  if (!row.kind?.attempts) throw new Refusal('stage_not_found')
  return row.kind.attempts
}

/** Whether no event stops the person. The time limit is checked elsewhere, by the clock of the database. */
export const mayGoOn = ({ facts }: OneStage): boolean =>
  !isDecided(facts) && !facts.disqualified && facts.requirement.state !== 'failed'

/** Whether something was handed in or decided: another hand-in would undo it. */
export const isDecided = ({ submittedAt, passedAt, failedAt }: StageFacts): boolean =>
  submittedAt !== null || passedAt !== null || failedAt !== null

/** The attempt, if this device may continue it now. */
function runningHere({ stage, running, now }: Omit<LockedAttempt, 'owner'>, device: string): StoredAttempt {
  if (!running) throw new Refusal(stage.facts.submittedAt ? 'attempt_over' : 'attempt_not_begun')
  if (!mayGoOn(stage)) throw closed(stage.state)
  if (attemptState(running, stage.state.window.closesAt, now).state === 'finished') throw new Refusal('attempt_over')
  if (running.device !== device) throw new Refusal('attempt_elsewhere')
  return running
}

/** The data on the page of a running attempt. */
function attemptPage(stage: OneStage, attempt: StoredAttempt, now: Date) {
  const { id, number, begunAt, extraMinutes } = attempt
  return { id, number, begunAt, extraMinutes, now, ...attemptState(attempt, stage.state.window.closesAt, now) }
}
