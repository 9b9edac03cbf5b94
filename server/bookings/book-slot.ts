import { recordAudit } from '#server/audit/record-audit.ts'
import type { Tx } from '#server/db.ts'
import type { Services } from '#server/services.ts'
import { Refusal } from '#shared/api/refusals.ts'
import { bookingState, hasBegun } from '#shared/bookings/booking-state.ts'
import { showDateTime } from '#shared/time/moscow.ts'
import { notifyBooking } from './notify-booking.ts'
import { type EventRow, findEvent } from './store.ts'

export interface Choice {
  accountId: number
  slotId: number
}
type Portal = Pick<Services, 'db' | 'clock' | 'config'>

/**
 * Books this slot for the person and frees another slot of the same event in the same transaction. Booking the same
 * slot again changes nothing.
 */
export async function bookSlot(services: Portal, choice: Choice): Promise<{ id: number; startTime: Date }> {
  const now = services.clock()
  return services.db.transaction().execute(async (tx) => {
    const { event, slot } = await slotForPerson(tx, choice)
    const booked = { id: choice.slotId, startTime: slot.start_time }
    if (event.own_slot_id === choice.slotId) return booked
    refuseClosed(event, now)
    if (hasBegun(slot.start_time, now)) throw new Refusal('slot_past')
    if (event.own_start_time && hasBegun(event.own_start_time, now)) throw new Refusal('slot_past')
    await moveTaken(tx, event.own_slot_id, choice.slotId)
    await tx
      .insertInto('slot_bookings')
      .values({ event_id: event.id, account_id: choice.accountId, slot_id: choice.slotId, booked_at: now })
      .onConflict((conflict) =>
        conflict
          .columns(['event_id', 'account_id'])
          .doUpdateSet((eb) => ({ slot_id: eb.ref('excluded.slot_id'), booked_at: eb.ref('excluded.booked_at') })),
      )
      .execute()
    await notifyBooking(tx, services, choice.accountId, {
      event,
      startTime: slot.start_time,
      change: event.own_slot_id === null ? 'booked' : 'moved',
    })
    await recordAudit(tx, {
      actorId: choice.accountId,
      action: 'slot_booked',
      subject: `offline_event:${event.id}`,
      detail: { slot: choice.slotId, ...(event.own_slot_id === null ? {} : { before: event.own_slot_id }) },
    })
    return booked
  })
}

/**
 * The slot with its event as this person sees it. Locks the person's own bookings until the transaction ends, so that
 * what is read stays true. Throws `slot_not_found`, also when the event is not for this person.
 */
export async function slotForPerson(tx: Tx, { accountId, slotId }: Choice) {
  await tx.selectFrom('accounts').select('id').where('id', '=', accountId).forNoKeyUpdate().execute()
  const slot = await tx
    .selectFrom('offline_event_slots')
    .select(['event_id', 'start_time'])
    .where('id', '=', slotId)
    .executeTakeFirst()
  const event = slot && (await findEvent(tx, accountId, slot.event_id))
  if (!slot || !event) throw new Refusal('slot_not_found')
  return { slot, event }
}

function refuseClosed(event: EventRow, now: Date): void {
  const state = bookingState(
    { opensAt: event.opens_at, closesAt: event.closes_at, standsStill: event.stands_still },
    now,
  )
  if (state === 'not_allowed') throw new Refusal('booking_not_allowed')
  if (state === 'closed') throw new Refusal('booking_closed')
  if (state === 'not_yet' && event.opens_at)
    throw new Refusal('booking_not_open', { values: { opens: showDateTime(event.opens_at) } })
}

/** The lower id first, so that two people who swap slots do not wait for each other. */
async function moveTaken(tx: Tx, from: number | null, to: number): Promise<void> {
  const release = () =>
    tx
      .updateTable('offline_event_slots')
      .set((eb) => ({ taken: eb('taken', '-', 1) }))
      .where('id', '=', from)
      .execute()
  if (from !== null && from < to) await release()
  const room = await tx
    .updateTable('offline_event_slots')
    .set((eb) => ({ taken: eb('taken', '+', 1) }))
    .where('id', '=', to)
    .whereRef('taken', '<', 'capacity')
    .returning('id')
    .executeTakeFirst()
  if (!room) throw new Refusal('slot_full')
  if (from !== null && from > to) await release()
}
