import { audited } from '#server/judging/edit-judging.ts'
import type { Place } from '#server/judging/store.ts'
import { addJob } from '#server/platform/jobs/jobs.ts'
import type { Task } from '#server/platform/jobs/task.ts'
import type { Services } from '#server/services.ts'
import { Refusal } from '#shared/api/refusals.ts'
import { rulesOf } from './event-rules.ts'
import { eventOfStage, eventStage, readEventPanel } from './event-stage.ts'
import { notifyBooking } from './notify-booking.ts'

const batch = 100

/** Cancels an event. A job notifies everybody with a place or in the line, and their calendars drop the entries. */
export async function callOff(services: Services, actorId: number, place: Place, reason: string) {
  const { stage } = await eventStage(services, place)
  await services.db.transaction().execute(async (tx) => {
    const event = await eventOfStage(tx, stage.id)
    if (!event) throw new Refusal('event_not_ready')
    const now = services.clock()
    const called = await tx
      .updateTable('offline_events')
      .set({ cancelled_at: now, cancelled_because: reason.trim() || 'причина не названа' })
      .where('id', '=', event.id)
      .where('cancelled_at', 'is', null)
      .returning('id')
      .executeTakeFirst()
    if (!called) throw new Refusal('event_cancelled', { values: { reason: event.cancelled_because ?? '' } })
    await addJob(tx, 'tell_called_off', { eventId: event.id, after: 0 })
    await audited(tx, actorId, place, 'event_called_off', [])
  })
  return readEventPanel(services, place)
}

export const callOffJobs = (services: Services): Record<string, Task> => ({
  tell_called_off: (of: { eventId: number; after: number }) => tellCalledOff(services, of),
})

/** Notifies the next people and queues the rest in the same transaction: nobody is notified twice or left out. */
async function tellCalledOff(services: Services, { eventId, after }: { eventId: number; after: number }) {
  await services.db.transaction().execute(async (tx) => {
    const rows = await tx
      .selectFrom('slot_bookings as b')
      .innerJoin('offline_event_slots as t', 't.id', 'b.slot_id')
      .innerJoin('offline_events as e', 'e.id', 'b.event_id')
      .innerJoin('stages as s', 's.id', 'e.stage_id')
      .select(['b.account_id', 't.start_time', 'e.cancelled_because', 'e.competition_code', 'e.stage_id'])
      .select(['s.title', 's.settings'])
      .where('b.event_id', '=', eventId)
      .where('b.account_id', '>', after)
      .where('b.state', 'in', ['held', 'confirmed', 'waiting', 'offered'])
      .orderBy('b.account_id')
      .limit(batch)
      .execute()
    for (const { account_id, start_time: startTime, cancelled_because, settings, ...row } of rows) {
      const { address, minutes } = rulesOf({ stage_id: row.stage_id, settings })
      await notifyBooking(tx, services, account_id, {
        event: { id: eventId, address, minutes, settings, ...row },
        ...{ startTime, change: 'called_off', reason: cancelled_because ?? '' },
      })
    }
    const last = rows.at(-1)?.account_id
    if (last !== undefined && rows.length === batch) await addJob(tx, 'tell_called_off', { eventId, after: last })
  })
}
