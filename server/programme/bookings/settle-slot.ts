import { sql } from 'kysely'
import type { Tx } from '#server/db.ts'
import { messagePeople } from '#server/messages/notifications/message-person.ts'
import type { Messenger } from '#server/services.ts'
import { quoted } from '#shared/platform/text/quoted.ts'
import { showDateTime } from '#shared/platform/time/moscow.ts'
import { hasBegun } from '#shared/programme/bookings/booking-state.ts'
import { momentAtVenue } from '#shared/programme/bookings/venue-time.ts'
import { offeredUntil } from '#shared/programme/bookings/waiting.ts'
import { rulesOf } from './event-rules.ts'

export type Told = Messenger

export interface LockedSlot {
  id: number
  event_id: number
  start_time: Date
  capacity: number
  taken: number
  blocked: boolean
}

/**
 * Locks these slots in the order of their ids, so that two people who swap places do not wait for each other. A slot's
 * bookings are written only under this lock.
 */
export const lockSlots = (tx: Tx, ids: readonly number[]): Promise<LockedSlot[]> =>
  tx
    .selectFrom('offline_event_slots')
    .select(['id', 'event_id', 'start_time', 'capacity', 'taken', 'blocked'])
    .where('id', 'in', [0, ...ids])
    .orderBy('id')
    .forUpdate()
    .execute()

/**
 * Brings a locked slot up to date: places with an expired hold or offer become free, and free places are offered to the
 * line in its order. So no place is open to others while somebody waits for it.
 */
export async function settleSlot(tx: Tx, services: Told, slotId: number): Promise<LockedSlot | null> {
  const now = services.clock()
  const ended = await tx
    .deleteFrom('slot_bookings')
    .where('slot_id', '=', slotId)
    .where('until', '<=', now)
    .returning(['account_id', 'state'])
    .execute()
  const slot = (await lockSlots(tx, [slotId]))[0]
  if (!slot) return null
  const event = await tx
    .selectFrom('offline_events as e')
    .leftJoin('stages as s', 's.id', 'e.stage_id')
    .select(['e.stage_id', 's.settings', 'e.cancelled_at'])
    .select(sql<string>`coalesce(s.title, e.title)`.as('title'))
    .select(['e.competition_code', 'e.id'])
    .where('e.id', '=', slot.event_id)
    .executeTakeFirstOrThrow()
  const { offer_hours: offerHours, zone } = rulesOf(event)
  const when = momentAtVenue(slot.start_time, zone)
  const link = {
    path: `/offline-event-booking?competition=${event.competition_code}&event=${event.id}`,
    words: 'Открыть запись',
  }
  const late = ended.filter(({ state }) => state === 'offered')
  if (late.length > 0)
    await messagePeople(
      tx,
      services,
      late.map(({ account_id: accountId }) => ({
        accountId,
        text: `${quoted(event.title)}, ${when}: место предложили следующему, потому что подтверждения не было.`,
      })),
      { kind: 'meetings', event: true, title: 'Время на подтверждение места вышло', link },
    )
  const room = slot.capacity - slot.taken
  if (room <= 0 || slot.blocked || event.cancelled_at || hasBegun(slot.start_time, now)) return slot
  const until = offeredUntil(now, slot.start_time, offerHours)
  const { rows: offered } = await sql<{ account_id: number }>`
    with first as (
      select event_id, account_id from slot_bookings
      where slot_id = ${slotId} and state = 'waiting' order by queued_at, account_id limit ${room}
    ), offered as (
      update slot_bookings b set state = 'offered', until = ${until} from first f
      where b.event_id = f.event_id and b.account_id = f.account_id returning b.account_id
    ), counted as (
      update offline_event_slots set taken = taken + (select count(*) from offered)
      where id = ${slotId} and exists (select from offered)
    )
    select account_id from offered`.execute(tx)
  if (offered.length > 0)
    await messagePeople(
      tx,
      services,
      offered.map(({ account_id: accountId }) => ({
        accountId,
        text: `${quoted(event.title)}, ${when}. Подтвердите место до ${showDateTime(until)} по Москве, иначе его предложат следующему.`,
      })),
      { kind: 'meetings', event: true, title: 'Для вас освободилось место', link, sms: `Освободилось место: ${when}` },
    )
  return { ...slot, taken: slot.taken + offered.length }
}
