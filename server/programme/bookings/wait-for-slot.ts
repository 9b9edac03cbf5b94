import { recordAudit } from '#server/platform/audit/record-audit.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { hasBegun } from '#shared/programme/bookings/booking-state.ts'
import { type Choice, lockChoice, type Portal, refuseClosed, slotForPerson } from './book-slot.ts'
import { bookingAccess } from './booking-access.ts'
import { rulesOf } from './event-rules.ts'
import { settleSlot } from './settle-slot.ts'
import { isBooked } from './store.ts'

/** Puts the person at the end of the line for a full slot. Doing it again keeps the place in the line. */
export async function waitForSlot(services: Portal, choice: Choice): Promise<void> {
  const now = services.clock()
  const seen = await slotForPerson(services, choice)
  await services.db.transaction().execute(async (tx) => {
    const { event, own: before } = await lockChoice(tx, seen.event.id, choice)
    refuseClosed(event, await bookingAccess(tx, services, choice.accountId, event, now))
    if (before && isBooked(before.state)) throw new Refusal('already_booked')
    if (before?.slot_id === choice.slotId && before.state !== 'held') return
    // A place that is held or offered is given up first: in the same slot it would be free for the person who now waits.
    if (before?.holds_place) {
      await tx
        .deleteFrom('slot_bookings')
        .where('event_id', '=', event.id)
        .where('account_id', '=', choice.accountId)
        .execute()
      await settleSlot(tx, services, before.slot_id)
    }
    const slot = await settleSlot(tx, services, choice.slotId)
    if (!slot) throw new Refusal('slot_not_found')
    if (hasBegun(slot.start_time, now)) throw new Refusal('slot_past')
    if (slot.blocked || !rulesOf(event).waiting) throw new Refusal('no_waiting_list')
    if (slot.taken < slot.capacity) throw new Refusal('slot_free')
    const row = { slot_id: choice.slotId, booked_at: now, state: 'waiting' as const, until: null, queued_at: now }
    await tx
      .insertInto('slot_bookings')
      .values({ event_id: event.id, account_id: choice.accountId, ...row })
      .onConflict((conflict) => conflict.columns(['event_id', 'account_id']).doUpdateSet(row))
      .execute()
    await recordAudit(tx, {
      actorId: choice.accountId,
      action: 'slot_waited_for',
      subject: `offline_event:${event.id}`,
      detail: { slot: choice.slotId },
    })
  })
}
