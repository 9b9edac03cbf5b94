import type { Tx } from '#server/db.ts'
import { recordAudit } from '#server/platform/audit/record-audit.ts'
import type { Messenger, Services } from '#server/services.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { showDateTime } from '#shared/platform/time/moscow.ts'
import { hasBegun } from '#shared/programme/bookings/booking-state.ts'
import { changeUntil, holdMs } from '#shared/programme/bookings/waiting.ts'
import { type BookingAccess, bookingAccess } from './booking-access.ts'
import { rulesOf } from './event-rules.ts'
import { notifyBooking } from './notify-booking.ts'
import { lockSlots, settleSlot } from './settle-slot.ts'
import { type EventRow, findEvent, isBooked, ownPlace, slotFor } from './store.ts'

export interface Choice {
  accountId: number
  slotId: number
}
export type Portal = Pick<Services, 'db' | 'seasons'> & Messenger
type Own = Awaited<ReturnType<typeof ownPlace>>

/**
 * Books this slot for the person and frees another slot of the same event in the same transaction. Booking the same
 * slot again changes nothing; a place that is held for the person or offered to them becomes booked.
 */
export async function bookSlot(services: Portal, choice: Choice): Promise<{ id: number; startTime: Date }> {
  const { event: seen, now } = await openSlot(services, choice)
  return services.db.transaction().execute(async (tx) => {
    const { event, own, slot } = await takePlace(tx, services, { eventId: seen.id, choice, now })
    const booked = { id: slot.id, startTime: slot.start_time }
    if (own?.slot_id === choice.slotId && isBooked(own.state)) return booked
    await putPlace(tx, services, { event, choice, own, state: 'confirmed', until: null })
    const moved = own !== undefined && isBooked(own.state)
    const change = moved ? 'moved' : 'booked'
    await notifyBooking(tx, services, choice.accountId, { event, startTime: booked.startTime, change })
    await recordAudit(tx, {
      actorId: choice.accountId,
      action: 'slot_booked',
      subject: `offline_event:${event.id}`,
      detail: { slot: choice.slotId, ...(moved ? { before: own.slot_id } : {}) },
    })
    return booked
  })
}

/**
 * Holds a place for a few minutes while the person decides. For a person who already has a place or waits for one
 * nothing is held: they keep what they have until they confirm.
 */
export async function holdSlot(services: Portal, choice: Choice): Promise<{ until: Date | null }> {
  const { event: seen, now } = await openSlot(services, choice)
  return services.db.transaction().execute(async (tx) => {
    await lockPerson(tx, choice.accountId)
    const before = await ownPlace(tx, seen.id, choice.accountId)
    if (before && before.state !== 'held') return { until: null }
    const { event, own } = await takePlace(tx, services, { eventId: seen.id, choice, now })
    if (own?.slot_id === choice.slotId) return { until: own.until }
    const until = new Date(now.getTime() + holdMs)
    await putPlace(tx, services, { event, choice, own, state: 'held', until })
    return { until }
  })
}

/** The slot with its event, if the person may book it. A full slot is refused at once, without waiting for its lock. */
async function openSlot(services: Portal, choice: Choice) {
  const now = services.clock()
  const { slot, event } = await slotForPerson(services, choice)
  const mine = event.own_slot_id === choice.slotId
  if (mine && isBooked(event.own_state)) return { slot, event, now }
  refuseClosed(event, await bookingAccess(services.db, services, choice.accountId, event, now))
  if (hasBegun(slot.start_time, now)) throw new Refusal('slot_past')
  // In a blocked slot only a place that the person has been offered or holds can still be booked.
  if (slot.blocked && !mine) throw new Refusal('slot_blocked')
  if (!mine && slot.taken >= slot.capacity && !slot.stale) throw new Refusal('slot_full')
  return { slot, event, now }
}

/**
 * The slot with its event as this person sees it. Throws `slot_not_found`, also when the event or the slot is not for
 * this person.
 */
export async function slotForPerson({ db, clock }: Pick<Portal, 'db' | 'clock'>, { accountId, slotId }: Choice) {
  const slot = await slotFor(db, { accountId, slotId, now: clock() })
  const event = slot && (await findEvent(db, accountId, slot.event_id))
  if (!slot || !event) throw new Refusal('slot_not_found')
  if (!slot.for_person && event.own_slot_id !== slotId) throw new Refusal('slot_not_found')
  return { slot, event }
}

const lockPerson = (tx: Tx, accountId: number) =>
  tx.selectFrom('accounts').select('id').where('id', '=', accountId).forNoKeyUpdate().execute()

/**
 * Locks all that a choice depends on, in the order of every booking: the person, so that no other device changes the
 * place; the event, so that it is not called off; the slots by their ids, so that neither the line nor an organiser
 * moves anybody. The person's place and the event are read under these locks.
 */
export async function lockChoice(
  tx: Tx,
  eventId: number,
  { accountId, slotId }: Choice,
): Promise<{ event: EventRow; own: Own }> {
  await lockPerson(tx, accountId)
  for (const known = new Set([slotId]); ; ) {
    const event = await findEvent(tx, accountId, eventId, { kept: true })
    if (!event) throw new Refusal('slot_not_found')
    if (event.own_slot_id !== null) known.add(event.own_slot_id)
    await lockSlots(tx, [...known])
    const own = await ownPlace(tx, eventId, accountId)
    // An organiser may have moved the person to another slot before the locks were there.
    if (!own || known.has(own.slot_id)) return { event, own }
  }
}

interface Taking {
  eventId: number
  choice: Choice
  now: Date
}

/** Locks the choice and makes sure that there is room. Returns the slot and the place that the person has so far. */
async function takePlace(tx: Tx, services: Portal, { eventId, choice, now }: Taking) {
  // The last place may have gone while the call waited. A full slot is refused without waiting for its lock.
  const seen = await slotFor(tx, { ...choice, now })
  if (seen && seen.taken >= seen.capacity && !seen.stale && !(await ownPlace(tx, eventId, choice.accountId)))
    throw new Refusal('slot_full')
  const { event } = await lockChoice(tx, eventId, choice)
  const slot = await settleSlot(tx, services, choice.slotId)
  if (!slot) throw new Refusal('slot_not_found')
  const own = await ownPlace(tx, event.id, choice.accountId)
  const kept = own?.slot_id === choice.slotId && own.holds_place
  if (kept && isBooked(own.state)) return { event, own, slot }
  refuseClosed(event, await bookingAccess(tx, services, choice.accountId, event, now))
  if (own && isBooked(own.state)) refuseLateChange(event, own.start_time, now)
  if (hasBegun(slot.start_time, now)) throw new Refusal('slot_past')
  if (!kept && slot.taken >= slot.capacity) throw new Refusal('slot_full')
  if (!kept && slot.blocked) throw new Refusal('slot_blocked')
  return { event, own, slot }
}

/** Refuses a change once the slot has begun or is closer than `change_hours`. */
export function refuseLateChange(event: EventRow, startTime: Date, now: Date): void {
  if (hasBegun(startTime, now)) throw new Refusal('slot_past')
  const until = changeUntil(startTime, rulesOf(event).change_hours)
  if (now >= until) throw new Refusal('change_closed', { values: { until: showDateTime(until) } })
}

interface Putting {
  event: EventRow
  choice: Choice
  own: Own
  state: 'confirmed' | 'held'
  until: Date | null
}

/** Stores and counts the place, and offers the place that the person leaves to the line. */
async function putPlace(tx: Tx, services: Portal, { event, choice, own, state, until }: Putting): Promise<void> {
  const kept = own?.slot_id === choice.slotId && own.holds_place
  const frees = own?.holds_place === true && !kept
  const count = (id: number, by: number) =>
    tx
      .updateTable('offline_event_slots')
      .set((eb) => ({ taken: eb('taken', '+', by) }))
      .where('id', '=', id)
      .execute()
  if (!kept) await count(choice.slotId, 1)
  if (frees) await count(own.slot_id, -1)
  const row = { slot_id: choice.slotId, booked_at: services.clock(), state, until, queued_at: null, reminded: 0 }
  await tx
    .insertInto('slot_bookings')
    .values({ event_id: event.id, account_id: choice.accountId, ...row })
    .onConflict((conflict) => conflict.columns(['event_id', 'account_id']).doUpdateSet(row))
    .execute()
  if (frees) await settleSlot(tx, services, own.slot_id)
}

export function refuseClosed(event: EventRow, { booking, opensAt, why }: BookingAccess): void {
  if (event.cancelled_because !== null)
    throw new Refusal('event_cancelled', { values: { reason: event.cancelled_because } })
  if (booking === 'not_allowed')
    throw why === '' ? new Refusal('booking_not_allowed') : new Refusal('booking_shut', { values: { reason: why } })
  if (booking === 'closed') throw new Refusal('booking_closed')
  if (booking === 'not_yet' && opensAt)
    throw new Refusal('booking_not_open', { values: { opens: showDateTime(opensAt) } })
}
