import { inParts } from '#server/platform/jobs/in-parts.ts'
import { addJob } from '#server/platform/jobs/jobs.ts'
import type { Task } from '#server/platform/jobs/task.ts'
import { audited } from '#server/review/judging/edit-judging.ts'
import type { Place } from '#server/review/judging/store.ts'
import type { Services } from '#server/services.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { rulesOf } from './event-rules.ts'
import { eventOfStage, eventStage, readEventPanel } from './event-stage.ts'
import { notifyBookings } from './notify-booking.ts'

/** Each letter has a calendar entry that takes about a millisecond to make. */
const batch = 25

/** Cancels an event. A job notifies everybody with a place or in the line, and their calendars drop the entries. */
export async function callOff(services: Services, actorId: number, place: Place, reason: string) {
  const { stage } = await eventStage(services, place)
  await services.db.transaction().execute(async (tx) => {
    const event = await eventOfStage(tx, stage.id)
    if (!event) throw new Refusal('event_not_ready')
    const now = services.clock()
    const because = reason.trim() || 'причина не названа'
    const called = await tx
      .updateTable('offline_events')
      .set({ cancelled_at: now, cancelled_because: because })
      .where('id', '=', event.id)
      .where('cancelled_at', 'is', null)
      .returning('id')
      .executeTakeFirst()
    if (!called) throw new Refusal('event_cancelled', { values: { reason: event.cancelled_because ?? '' } })
    await addJob(tx, 'tell_called_off', { eventId: event.id })
    await audited(tx, actorId, place, 'event_called_off', [{ field: 'reason', title: 'Причина', after: because }])
  })
  return readEventPanel(services, place)
}

export const callOffJobs = (services: Services): Record<string, Task> => ({
  tell_called_off: (of: { eventId: number; after?: number }) => tellCalledOff(services, of),
})

/** Notifies everybody of a cancelled event. A job of an earlier version says itself how far it has come: `after`. */
const tellCalledOff = (
  { db, ...services }: Services,
  { eventId, after = 0 }: { eventId: number; after?: number },
): Promise<void> =>
  inParts(db, { name: 'tell_called_off', payload: { eventId } }, async (tx) => {
    const event = await tx
      .selectFrom('offline_events as e')
      .innerJoin('stages as s', 's.id', 'e.stage_id')
      .select(['e.id', 'e.told_until', 'e.cancelled_because', 'e.competition_code', 'e.stage_id'])
      .select(['s.title', 's.settings'])
      .where('e.id', '=', eventId)
      .forUpdate('e')
      .executeTakeFirst()
    if (!event) return false
    const { told_until, cancelled_because, ...row } = event
    const people = await tx
      .selectFrom('slot_bookings as b')
      .innerJoin('offline_event_slots as t', 't.id', 'b.slot_id')
      .select(['b.account_id as accountId', 't.start_time as startTime'])
      .where('b.event_id', '=', eventId)
      .where('b.account_id', '>', Math.max(told_until, after))
      .where('b.state', 'in', ['held', 'confirmed', 'waiting', 'offered'])
      .orderBy('b.account_id')
      .limit(batch)
      .execute()
    const last = people.at(-1)
    if (!last) return false
    const { address, minutes } = rulesOf(row)
    const change = {
      event: { ...row, address, minutes },
      change: 'called_off',
      reason: cancelled_because ?? '',
    } as const
    await notifyBookings(tx, services, people, change)
    await tx.updateTable('offline_events').set({ told_until: last.accountId }).where('id', '=', eventId).execute()
    return people.length === batch
  })
