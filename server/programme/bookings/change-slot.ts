import { sql } from 'kysely'
import type { Tx } from '#server/db.ts'
import { messagePeople } from '#server/messages/notifications/message-person.ts'
import { audited } from '#server/review/judging/edit-judging.ts'
import type { Place } from '#server/review/judging/store.ts'
import type { Services } from '#server/services.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { fullName } from '#shared/platform/names/full-name.ts'
import { quoted } from '#shared/platform/text/quoted.ts'
import { formatWire, parseWire, showDateTime } from '#shared/platform/time/moscow.ts'
import { hasBegun } from '#shared/programme/bookings/booking-state.ts'
import { overflowPlan } from '#shared/programme/bookings/overflow-plan.ts'
import { momentAtVenue } from '#shared/programme/bookings/venue-time.ts'
import { offeredUntil } from '#shared/programme/bookings/waiting.ts'
import type { EventSettings } from './event-rules.ts'
import { eventOfStage, eventStage, readEventPanel } from './event-stage.ts'
import { refuseCrossing } from './make-slots.ts'
import { notifyBooking } from './notify-booking.ts'
import { type LockedSlot, lockSlots, settleSlot } from './settle-slot.ts'

export interface SlotChange {
  act: 'capacity' | 'block' | 'unblock' | 'audience' | 'retime' | 'merge' | 'remove'
  capacity?: number
  regions?: string[]
  tracks?: string[]
  starts_at?: string
  to?: number
  reason?: string
  preview?: boolean
  move_people?: boolean
}

interface Move {
  account_id: number
  test_id: number
  name: string
  state: string
  to: { id: number; start_time: Date } | null
}

interface Changing {
  services: Services
  slot: LockedSlot
  change: SlotChange
  event: {
    id: number
    title: string
    address: string
    competition_code: string
    minutes: number
    stage_id: number
    settings: EventSettings
  }
  settings: EventSettings
  now: Date
}

/** Changes one slot of the schedule and returns who is moved where; a preview changes nothing. */
export async function changeSlot(
  services: Services,
  actorId: number,
  place: Place,
  slotId: number,
  change: SlotChange,
) {
  const { stage, settings } = await eventStage(services, place)
  const moves = await services.db.transaction().execute(async (tx) => {
    const event = await eventOfStage(tx, stage.id)
    const known = event && (await slotsOfEvent(tx, event.id))
    if (!event || !known?.some(({ id }) => id === slotId)) throw new Refusal('slot_not_found')
    if (event.cancelled_at) throw new Refusal('event_cancelled', { values: { reason: event.cancelled_because ?? '' } })
    const others = change.act === 'capacity' || change.act === 'merge' ? known.map(({ id }) => id) : [slotId]
    const locked = await lockSlots(tx, others)
    const slot = locked.find(({ id }) => id === slotId)
    if (!slot) throw new Refusal('slot_not_found')
    const of = {
      ...{ id: event.id, title: stage.title, competition_code: place.competition, stage_id: stage.id },
      ...{ ...venueOf(settings), settings },
    }
    const changing = { services, slot, change, event: of, settings, now: services.clock() }
    const made = await acts[change.act](tx, changing, locked)
    if (!change.preview)
      await audited(tx, actorId, place, 'event_slot_changed', [
        {
          ...{
            field: change.act,
            title: `${titles[change.act]}: ${showDateTime(slot.start_time)}, людей: ${made.length}`,
          },
          ...beforeAndAfter(slot, change),
        },
      ])
    return made
  })
  return {
    ...(await readEventPanel(services, place)),
    moves: moves.map(({ test_id, name, to }) => ({ test_id, name, to: to && formatWire(to.start_time) })),
  }
}

const openOr = (blocked: boolean) => (blocked ? 'закрыта' : 'открыта')

/** What the change makes of the time, the number of places, or whether people can book. */
function beforeAndAfter(slot: LockedSlot, { act, starts_at, capacity }: SlotChange) {
  const begins = act === 'retime' ? parseWire(starts_at ?? '') : null
  if (act === 'block' || act === 'unblock') return { before: openOr(slot.blocked), after: openOr(act === 'block') }
  if (begins) return { before: showDateTime(slot.start_time), after: showDateTime(begins) }
  return act === 'capacity' ? { before: `${slot.capacity}`, after: `${capacity ?? slot.capacity}` } : {}
}

const venueOf = ({ address, minutes }: EventSettings) => ({ address, minutes })

const titles: Record<SlotChange['act'], string> = {
  capacity: 'Изменено число мест',
  block: 'Запись закрыта',
  unblock: 'Запись открыта',
  audience: 'Изменено, кому открыто',
  retime: 'Перенесено на другое время',
  merge: 'Объединено с другой встречей',
  remove: 'Встреча убрана',
}

const slotsOfEvent = (tx: Tx, eventId: number) =>
  tx.selectFrom('offline_event_slots').select('id').where('event_id', '=', eventId).orderBy('id').execute()

const acts: Record<SlotChange['act'], (tx: Tx, changing: Changing, locked: readonly LockedSlot[]) => Promise<Move[]>> =
  {
    capacity: changeCapacity,
    block: (tx, changing) => setBlocked(tx, changing, true),
    unblock: (tx, changing) => setBlocked(tx, changing, false),
    async audience(tx, { slot, change }) {
      const { regions = [], tracks = [] } = change
      await tx.updateTable('offline_event_slots').set({ regions, tracks }).where('id', '=', slot.id).execute()
      return []
    },
    retime,
    merge,
    async remove(tx, { slot }) {
      const { count } = await tx
        .selectFrom('slot_bookings')
        .select(sql<number>`count(*)::int`.as('count'))
        .where('slot_id', '=', slot.id)
        .executeTakeFirstOrThrow()
      if (count > 0) throw new Refusal('slot_in_use', { values: { count } })
      await tx.deleteFrom('offline_event_slots').where('id', '=', slot.id).execute()
      return []
    },
  }

async function setBlocked(tx: Tx, { services, slot }: Changing, blocked: boolean): Promise<Move[]> {
  await tx.updateTable('offline_event_slots').set({ blocked }).where('id', '=', slot.id).execute()
  if (!blocked) await settleSlot(tx, services, slot.id)
  return []
}

const peopleOf = (tx: Tx, slotId: number) =>
  tx
    .selectFrom('slot_bookings as b')
    .innerJoin('accounts as a', 'a.id', 'b.account_id')
    .select(['b.account_id', 'b.booked_at', 'b.state', 'b.holds_place', 'b.walk_in', 'a.test_id', 'a.first_name'])
    .select('a.last_name')
    .where('b.slot_id', '=', slotId)
    .orderBy('b.booked_at')
    .orderBy('b.account_id')
    .execute()
type Person = Awaited<ReturnType<typeof peopleOf>>[number]

const moveOf = (person: Person, to: Move['to']): Move => ({
  ...{ account_id: person.account_id, test_id: person.test_id, state: person.state, to },
  name: fullName(person) || `Участник ${person.test_id}`,
})

/** With fewer places than people, those who booked last move to a slot with room, or to the head of the line. */
async function changeCapacity(tx: Tx, changing: Changing, locked: readonly LockedSlot[]): Promise<Move[]> {
  const { services, slot, change, event, now } = changing
  const capacity = change.capacity ?? slot.capacity
  const moves = capacity < slot.taken ? await whoLeaves(tx, changing, locked, capacity) : []
  if (change.preview) return moves
  if (moves.length > 0 && !change.move_people) throw new Refusal('slot_overflows', { values: { count: moves.length } })
  const touched = new Set<number>()
  for (const { account_id, state, to } of moves) {
    const person = tx.updateTable('slot_bookings').where('event_id', '=', event.id).where('account_id', '=', account_id)
    if (state === 'held') {
      await tx
        .deleteFrom('slot_bookings')
        .where('event_id', '=', event.id)
        .where('account_id', '=', account_id)
        .execute()
      continue
    }
    // A person with an offered place returns to their old place in the line.
    if (state === 'offered') await person.set({ state: 'waiting', until: null }).execute()
    else if (to) await person.set({ slot_id: to.id, reminded: 0 }).execute()
    else await person.set((eb) => ({ state: 'waiting', queued_at: eb.ref('booked_at') })).execute()
    await count(tx, slot.id, -1)
    if (to) {
      await count(tx, to.id, 1)
      touched.add(to.id)
    }
    if (state !== 'confirmed') continue
    await notifyBooking(tx, services, account_id, {
      ...{ event, startTime: to?.start_time ?? slot.start_time, reason: change.reason?.trim() ?? '' },
      change: to ? 'moved_by_organiser' : 'queued_by_organiser',
    })
  }
  await tx.updateTable('offline_event_slots').set({ capacity }).where('id', '=', slot.id).execute()
  if (!hasBegun(slot.start_time, now)) await settleSlot(tx, services, slot.id)
  return moves
}

const count = (tx: Tx, id: number, by: number) =>
  tx
    .updateTable('offline_event_slots')
    .set((eb) => ({ taken: eb('taken', '+', by) }))
    .where('id', '=', id)
    .execute()

async function whoLeaves(
  tx: Tx,
  { slot, now }: Changing,
  locked: readonly LockedSlot[],
  capacity: number,
): Promise<Move[]> {
  const people = (await peopleOf(tx, slot.id)).filter(({ holds_place }) => holds_place)
  // People marked at the door keep their places; of the rest, people with a held place leave first.
  const marked = people.filter(({ state }) => state === 'attended' || state === 'no_show')
  if (capacity < marked.length) throw new Refusal('slot_in_use', { values: { count: marked.length } })
  const rank = { confirmed: 0, offered: 1, held: 2 } as Record<string, number>
  const rest = people
    .filter((person) => !marked.includes(person))
    .sort((one, other) => (rank[one.state] ?? 0) - (rank[other.state] ?? 0))
  const leaving = rest.slice(capacity - marked.length)
  const { rows: same } = await sql<{ id: number }>`
    select o.id from offline_event_slots o join offline_event_slots t on t.id = ${slot.id}
    where o.event_id = t.event_id and o.id <> t.id
      and (cardinality(o.regions) = 0 or o.regions = t.regions) and (cardinality(o.tracks) = 0 or o.tracks = t.tracks)
      and not exists (select from slot_bookings w where w.slot_id = o.id and w.state = 'waiting')`.execute(tx)
  const open = locked.filter(
    (other) => same.some(({ id }) => id === other.id) && !other.blocked && !hasBegun(other.start_time, now),
  )
  const booked = leaving.filter(({ state }) => state === 'confirmed')
  const plan = overflowPlan(
    { start_time: slot.start_time, capacity: 0 },
    booked,
    open.map((other) => ({ ...other, room: other.capacity - other.taken })),
  )
  return leaving.map((person) => {
    const to = plan.find(({ account_id }) => account_id === person.account_id)?.to
    return moveOf(person, open.find(({ id }) => id === to) ?? null)
  })
}

/** Gives the slot another time and sends each of its people one notice. */
async function retime(tx: Tx, changing: Changing): Promise<Move[]> {
  const { slot, change, event, now } = changing
  const startTime = parseWire(change.starts_at ?? '')
  if (!startTime || hasBegun(startTime, now)) throw new Refusal('slot_past')
  if (startTime.getTime() === slot.start_time.getTime()) throw new Refusal('slot_same')
  const { regions, tracks } = await tx
    .selectFrom('offline_event_slots')
    .select(['regions', 'tracks'])
    .where('id', '=', slot.id)
    .executeTakeFirstOrThrow()
  await refuseCrossing(tx, { eventId: event.id, times: [startTime], regions, tracks, but: slot.id })
  const moves = (await peopleOf(tx, slot.id)).map((person) => moveOf(person, { id: slot.id, start_time: startTime }))
  if (change.preview) return moves
  await tx.updateTable('offline_event_slots').set({ start_time: startTime }).where('id', '=', slot.id).execute()
  // The write also makes the cached stages of these people stale.
  await tx.updateTable('slot_bookings').set({ reminded: 0 }).where('slot_id', '=', slot.id).execute()
  await tellMoved(tx, changing, moves, startTime)
  return moves
}

/** Moves everybody of a slot, also those who wait, to another slot, which gets the places of both. */
async function merge(tx: Tx, changing: Changing, locked: readonly LockedSlot[]): Promise<Move[]> {
  const { services, slot, change, now } = changing
  const target = locked.find(({ id }) => id === change.to)
  if (!target) throw new Refusal('slot_not_found')
  if (target.id === slot.id) throw new Refusal('slot_same')
  if (hasBegun(target.start_time, now) || hasBegun(slot.start_time, now)) throw new Refusal('slot_past')
  const moves = (await peopleOf(tx, slot.id)).map((person) => moveOf(person, target))
  if (change.preview) return moves
  await tx
    .updateTable('offline_event_slots')
    .set({ capacity: target.capacity + slot.capacity, taken: target.taken + slot.taken })
    .where('id', '=', target.id)
    .execute()
  await tx
    .updateTable('slot_bookings')
    .set({ slot_id: target.id, reminded: 0 })
    .where('slot_id', '=', slot.id)
    .execute()
  await tx.updateTable('door_marks').set({ slot_id: target.id }).where('slot_id', '=', slot.id).execute()
  await tx.deleteFrom('offline_event_slots').where('id', '=', slot.id).execute()
  await tellMoved(tx, changing, moves, target.start_time)
  await settleSlot(tx, services, target.id)
  return moves
}

/**
 * People who have booked get the new time with a calendar entry; people who wait, or have a place offered or held, get
 * a message with their state. No offer lasts longer than one made now for the new time.
 */
async function tellMoved(
  tx: Tx,
  { services, change, event, settings, now }: Pick<Changing, 'services' | 'change' | 'event' | 'settings' | 'now'>,
  moves: readonly Move[],
  startTime: Date,
): Promise<void> {
  const reason = change.reason?.trim() ?? ''
  for (const { account_id, state } of moves)
    if (state === 'confirmed')
      await notifyBooking(tx, services, account_id, {
        ...{ event, startTime, change: 'moved_by_organiser', reason },
      })
  const others = moves.filter(({ state }) => state === 'waiting' || state === 'offered' || state === 'held')
  if (others.length === 0) return
  const soonest = offeredUntil(now, startTime, settings.offer_hours)
  const { rows } = await sql<{ account_id: number; state: string; until: Date | null }>`
    update slot_bookings set until = least(until, case when state = 'offered' then ${soonest}::timestamptz end)
    where event_id = ${event.id} and account_id = any(${others.map(({ account_id }) => account_id)}::int[])
    returning account_id, state, until`.execute(tx)
  await messagePeople(
    tx,
    services,
    rows
      .toSorted((one, other) => one.account_id - other.account_id)
      .map(({ account_id: accountId, state, until }) => ({
        accountId,
        text: [
          `${quoted(event.title)}, ${momentAtVenue(startTime, settings.zone)}.`,
          state === 'waiting' || until === null
            ? 'Вы по-прежнему в листе ожидания.'
            : `Подтвердите место до ${showDateTime(until)} по Москве.`,
          reason && `Причина: ${reason}`,
        ]
          .filter(Boolean)
          .join(' '),
      })),
    {
      kind: 'meetings',
      event: true,
      title: 'Время мероприятия изменилось',
      link: {
        path: `/offline-event-booking?competition=${event.competition_code}&event=${event.id}`,
        words: 'Открыть запись',
      },
    },
  )
}
