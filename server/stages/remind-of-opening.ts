import type { Db, Tx } from '#server/db.ts'
import { messagePerson } from '#server/messages/notifications/message-person.ts'
import type { Services } from '#server/services.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { quoted } from '#shared/platform/text/quoted.ts'
import { showDateTime } from '#shared/platform/time/moscow.ts'
import { addressOfStage } from './address-of-stage.ts'
import { isWorkable, type OneStage, oneStage } from './one-stage.ts'
import { isAhead } from './stage-ahead.ts'
import { sweepDue } from './sweep-due.ts'

/** A stage may also open by a decision or a team, so it is checked again after this time, in milliseconds. */
const anotherLook = 10 * 60_000

/** Whether the person has requested a message when the stage opens. */
export async function remindsOf(db: Db | Tx, accountId: number, stageId: number): Promise<boolean> {
  const found = await db
    .selectFrom('stage_reminders')
    .select('id')
    .where('account_id', '=', accountId)
    .where('stage_id', '=', stageId)
    .executeTakeFirst()
  return found !== undefined
}

/** Requests a message when the stage opens. Refuses with `stage_already_open` a stage that has opened. */
export async function askReminder(services: Services, accountId: number, stageId: number): Promise<void> {
  const { db, clock } = services
  const now = clock()
  const stage = await ownStage(services, accountId, stageId, now)
  if (!isAhead(stage)) throw new Refusal('stage_already_open')
  await db
    .insertInto('stage_reminders')
    .values({ account_id: accountId, stage_id: stageId, asked_at: now, due_at: nextLook(stage, now) })
    .onConflict((conflict) => conflict.columns(['account_id', 'stage_id']).doNothing())
    .execute()
}

export async function dropReminder(services: Services, accountId: number, stageId: number): Promise<void> {
  await ownStage(services, accountId, stageId, services.clock())
  await services.db
    .deleteFrom('stage_reminders')
    .where('account_id', '=', accountId)
    .where('stage_id', '=', stageId)
    .execute()
}

/** A stage of a competition in which the person takes part. */
async function ownStage({ db, seasons }: Services, accountId: number, stageId: number, now: Date): Promise<OneStage> {
  const stage = await oneStage(db, seasons, accountId, { stageId }, now)
  if (stage.all.person.door === null) throw new Refusal('stage_not_found')
  return stage
}

/** Notifies people who have requested it and whose stage is open now, and returns how many. */
export function remindOfOpenings(services: Services): Promise<number> {
  const now = services.clock()
  return sweepDue(services, 'stage_reminders', now, (tx, id) => settleReminder(tx, services, id, now))
}

/** Looks at one request; returns whether the person was notified. */
async function settleReminder(tx: Tx, services: Services, id: number, now: Date): Promise<boolean> {
  const due = await tx
    .selectFrom('stage_reminders')
    .select(['account_id', 'stage_id'])
    .where('id', '=', id)
    .where('due_at', '<=', now)
    .forUpdate()
    .executeTakeFirst()
  if (!due) return false
  const { account_id: accountId, stage_id: stageId } = due
  const stage = await oneStage(tx, services.seasons, accountId, { stageId }, now).catch(nullIfRefused)
  if (stage === null || isAhead(stage)) {
    const due_at = stage ? nextLook(stage, now) : new Date(now.getTime() + anotherLook)
    await tx.updateTable('stage_reminders').set({ due_at }).where('id', '=', id).execute()
    return false
  }
  await tx.deleteFrom('stage_reminders').where('id', '=', id).execute()
  if (!isWorkable(stage)) return false
  await tell(tx, services, accountId, stage)
  return true
}

function tell(tx: Tx, services: Services, accountId: number, { row, state, all }: OneStage): Promise<void> {
  const { closesAt } = state.window
  const until = closesAt ? ` Срок — до ${showDateTime(closesAt)} по Москве.` : ''
  const path = addressOfStage(row.competitionCode, all.person.track, row)
  const title = `Этап ${quoted(row.title)} открыт`
  return messagePerson(tx, services, accountId, {
    kind: 'deadlines',
    title,
    text: `Вы просили напомнить: этап ${quoted(row.title)} открыт.${until}`,
    link: { path, words: 'Перейти к этапу' },
    sms: title,
  })
}

function nextLook({ state }: OneStage, now: Date): Date {
  const again = now.getTime() + anotherLook
  const { opensAt } = state.window
  return opensAt && opensAt > now ? opensAt : new Date(again)
}

function nullIfRefused(fault: unknown): null {
  if (fault instanceof Refusal) return null
  throw fault
}
