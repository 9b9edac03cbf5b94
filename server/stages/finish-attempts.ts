import type { Db, Tx } from '#server/db.ts'
import { databaseNow } from '#server/platform/clock/database-now.ts'
import type { Services } from '#server/services.ts'
import { Refusal } from '#shared/api/refusals.ts'
import { attemptDeadline, attemptIsOverAt, attemptState, silenceAfter } from '#shared/stages/attempt.ts'
import { isDecided, lockAttempt, mayGoOn, runningAttempt, type StoredAttempt, takesAttempts } from './attempts.ts'
import type { EndedAttempt, TakenWork, TakesWork } from './kind.ts'
import { closed, type OneStage } from './one-stage.ts'
import { sweepDue } from './sweep-due.ts'
import { keepWork } from './work.ts'
import { workersOf, workOwner } from './work-owner.ts'

/** A stage that is hidden from its owner for now is looked at again after this. */
const anotherLook = 3_600_000

/** The work of a kind under a clock: to hand in is to finish the attempt, and nothing is saved as a draft. */
export const attemptWork = (inWords: TakesWork['inWords']): TakesWork => ({
  questions: () => null,
  draft: null,
  inWords,
  toCheck: null,
  async take(db, services, { accountId, stage }) {
    const owner = workOwner(stage, accountId)
    const running = await runningAttempt(db, owner, true)
    if (running === null && stage.facts.submittedAt === null) throw new Refusal('attempt_not_begun')
    if (running === null) return 'repeated'
    if (!mayGoOn(stage)) throw closed(stage.state)
    return handedIn(db, services, endOf(stage, running, await databaseNow(db)))
  },
})

/** Finishes the attempts whose time is over, and tells how many. */
export async function finishAttemptsAtDeadline(services: Services): Promise<number> {
  const now = await databaseNow(services.db)
  return sweepDue(services, 'attempts', now, (tx, id) => settleAttempt(tx, services, id, now))
}

/** Whether the attempt was finished. */
async function settleAttempt(tx: Tx, services: Services, id: number, now: Date): Promise<boolean> {
  const later = async (dueAt: Date | null) => {
    await tx.updateTable('attempts').set({ due_at: dueAt }).where('id', '=', id).execute()
    return false
  }
  const of = await tx.selectFrom('attempts').selectAll().where('id', '=', id).executeTakeFirst()
  if (!of) return false
  const anybody = { stageId: of.stage_id, teamId: of.team_id, accountId: of.account_id ?? 0 }
  const [accountId] = await workersOf(tx, anybody)
  if (accountId === undefined) return later(new Date(now.getTime() + anotherLook))
  const locked = await lockAttempt(tx, services, { accountId, stageId: of.stage_id }).catch((fault: unknown) => {
    if (fault instanceof Refusal) return null
    throw fault
  })
  if (!locked) return later(new Date(now.getTime() + anotherLook))
  const { stage, owner, running } = locked
  // The person was quicker.
  if (running?.id !== id) return false
  const over = attemptIsOverAt(running, stage.state.window.closesAt)
  if (over === null || locked.now < over) return later(over)
  const ended = endOf(stage, running, locked.now)
  if (isDecided(stage.facts)) {
    await finish(tx, ended)
    return true
  }
  const taken = await handedIn(tx, services, ended)
  await keepWork(tx, stage, owner, taken, { arrivedAt: ended.finishedAt, now: locked.now, bySystem: true })
  return true
}

/** How the attempt ends now: by the deadline when its time is over, else by the person. */
function endOf(stage: OneStage, attempt: StoredAttempt, now: Date): EndedAttempt {
  const { closesAt } = stage.state.window
  const by = attemptState(attempt, closesAt, now).by ?? 'person'
  const deadline = attemptDeadline(attempt, closesAt)
  const finishedAt = deadline !== null && deadline < now ? deadline : now
  const { id, number } = attempt
  return { id, number, stage, by, finishedAt }
}

async function finish(tx: Tx, { id, by, finishedAt }: EndedAttempt): Promise<void> {
  const finished = { finished_at: finishedAt, finished_by: by, due_at: null }
  const { heard_at: heardAt } = await tx
    .updateTable('attempts')
    .set(finished)
    .where('id', '=', id)
    .returning('heard_at')
    .executeTakeFirstOrThrow()
  if (by === 'deadline' && finishedAt.getTime() - heardAt.getTime() > silenceAfter)
    await tx
      .insertInto('attempt_silences')
      .values({ attempt_id: id, silent_from: heardAt, heard_again_at: finishedAt })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
}

/** What is handed in with the attempt, which is finished when that is kept. */
async function handedIn(db: Db | Tx, services: Services, ended: EndedAttempt): Promise<TakenWork> {
  const taken = await takesAttempts(ended.stage).atEnd(db, services, ended)
  const keep = async (within: Tx) => {
    await finish(within, ended)
    await taken.keep?.(within)
  }
  return { ...taken, arrivedAt: ended.finishedAt, keep }
}
