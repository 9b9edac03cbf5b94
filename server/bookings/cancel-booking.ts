import { recordAudit } from '#server/audit/record-audit.ts'
import type { Services } from '#server/services.ts'
import { Refusal } from '#shared/api/refusals.ts'
import { hasBegun } from '#shared/bookings/booking-state.ts'
import { type Choice, slotForPerson } from './book-slot.ts'
import { notifyBooking } from './notify-booking.ts'

/**
 * Cancels the booking, until the slot begins. This is allowed after booking has closed too, so that no place stays
 * empty. Without a booking at this time nothing happens.
 */
export async function cancelBooking(
  services: Pick<Services, 'db' | 'clock' | 'config'>,
  choice: Choice,
): Promise<void> {
  const now = services.clock()
  await services.db.transaction().execute(async (tx) => {
    const { event, slot } = await slotForPerson(tx, choice)
    if (event.own_slot_id !== choice.slotId) return
    if (hasBegun(slot.start_time, now)) throw new Refusal('slot_past')
    // A trigger on the row frees the place.
    await tx
      .deleteFrom('slot_bookings')
      .where('event_id', '=', event.id)
      .where('account_id', '=', choice.accountId)
      .execute()
    await notifyBooking(tx, services, choice.accountId, { event, startTime: slot.start_time, change: 'cancelled' })
    await recordAudit(tx, {
      actorId: choice.accountId,
      action: 'booking_cancelled',
      subject: `offline_event:${event.id}`,
      detail: { slot: choice.slotId },
    })
  })
}
