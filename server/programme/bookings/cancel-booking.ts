import { recordAudit } from '#server/platform/audit/record-audit.ts'
import { type Choice, lockChoice, type Portal, refuseLateChange, slotForPerson } from './book-slot.ts'
import { notifyBooking } from './notify-booking.ts'
import { settleSlot } from './settle-slot.ts'
import { isBooked } from './store.ts'

/**
 * Cancels a booking that may still be changed, gives up a place that is held or offered, or leaves the line. This is
 * also allowed after booking has closed, so that no place stays empty. Without a place in this slot nothing happens.
 */
export async function cancelBooking(services: Portal, choice: Choice): Promise<void> {
  const now = services.clock()
  const seen = await slotForPerson(services, choice)
  await services.db.transaction().execute(async (tx) => {
    const { event, own } = await lockChoice(tx, seen.event.id, choice)
    if (own?.slot_id !== choice.slotId) return
    const booked = isBooked(own.state)
    if (booked) refuseLateChange(event, own.start_time, now)
    // A trigger on the row frees the place.
    await tx
      .deleteFrom('slot_bookings')
      .where('event_id', '=', event.id)
      .where('account_id', '=', choice.accountId)
      .execute()
    await settleSlot(tx, services, choice.slotId)
    if (!booked) return
    await notifyBooking(tx, services, choice.accountId, { event, startTime: own.start_time, change: 'cancelled' })
    await recordAudit(tx, {
      actorId: choice.accountId,
      action: 'booking_cancelled',
      subject: `offline_event:${event.id}`,
      detail: { slot: choice.slotId },
    })
  })
}
