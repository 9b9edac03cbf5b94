import { recordAudit } from '#server/audit/record-audit.ts'
import { type Choice, lockedOwn, type Portal, refuseLateChange, slotForPerson } from './book-slot.ts'
import { notifyBooking } from './notify-booking.ts'
import { lockSlots, settleSlot } from './settle-slot.ts'
import { isBooked } from './store.ts'

/**
 * Cancels a booking that may still be changed, gives up a place that is held or offered, or leaves the line. This is
 * also allowed after booking has closed, so that no place stays empty. Without a place in this slot nothing happens.
 */
export async function cancelBooking(services: Portal, choice: Choice): Promise<void> {
  const now = services.clock()
  const { event, slot } = await slotForPerson(services, choice)
  await services.db.transaction().execute(async (tx) => {
    const before = await lockedOwn(tx, event.id, choice.accountId)
    if (before?.slot_id !== choice.slotId) return
    await lockSlots(tx, [choice.slotId])
    const booked = isBooked(before.state)
    if (booked) refuseLateChange(event, slot.start_time, now)
    // A trigger on the row frees the place.
    await tx
      .deleteFrom('slot_bookings')
      .where('event_id', '=', event.id)
      .where('account_id', '=', choice.accountId)
      .execute()
    await settleSlot(tx, services, choice.slotId)
    if (!booked) return
    await notifyBooking(tx, services, choice.accountId, { event, startTime: slot.start_time, change: 'cancelled' })
    await recordAudit(tx, {
      actorId: choice.accountId,
      action: 'booking_cancelled',
      subject: `offline_event:${event.id}`,
      detail: { slot: choice.slotId },
    })
  })
}
