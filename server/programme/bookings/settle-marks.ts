import type { Tx } from '#server/db.ts'
import type { Caller } from '#server/platform/http/handler.ts'
import type { Services } from '#server/services.ts'
import { recordAtStage } from '#server/stages/record-at-stage.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { formalName } from '#shared/platform/names/full-name.ts'
import { type DoorMark, validMark } from '#shared/programme/bookings/door-mark.ts'
import { doorOf } from './doors.ts'
import { lockSlots, settleSlot } from './settle-slot.ts'

export interface SentMark {
  id: string
  slot_id: number
  mark: DoorMark
  at: string
  test_id?: number
  ticket?: string
}

interface Person {
  account_id: number
  test_id: number
  name: string
}

const marksInWords = { came: 'пришёл', absent: 'не пришёл', undone: 'отметка снята', walk_in: 'без записи' } as const

type Outcome = 'marked' | 'already' | 'unknown' | 'no_walk_ins'

/**
 * Takes the marks of a host, which may have been made long ago and offline. A mark counts once, even when a device
 * sends it again; of several marks of one person the latest one counts, in whatever order they arrive.
 */
export async function settleMarks(services: Services, caller: Caller, stageId: number, marks: readonly SentMark[]) {
  const { db } = services
  const { id: eventId, competition_code } = await doorOf(db, caller, stageId)
  const outcomes = await db.transaction().execute(async (tx) => {
    // The order of locks of every booking: the people, the event, the slots.
    const people = await peopleOf(tx, { marks, eventId, competition: competition_code })
    const { rules, cancelled_because } = await doorOf(tx, caller, stageId, { kept: true })
    if (cancelled_because !== null) throw new Refusal('event_cancelled', { values: { reason: cancelled_because } })
    const slots = await slotsTouched(tx, eventId, marks, people)
    const marked: string[] = []
    const said: { id: string; outcome: Outcome; name: string | null }[] = []
    for (const mark of marks) {
      const person = people.find(
        (one) => (mark.ticket ? one.ticket === mark.ticket : one.test_id === mark.test_id) && slots.has(mark.slot_id),
      )
      const outcome = person
        ? await settleMark(tx, services, { mark, person, eventId, by: caller.accountId, walkIns: rules.walk_ins })
        : 'unknown'
      if (person && outcome === 'marked') marked.push(`ID ${person.test_id} ${marksInWords[mark.mark]}`)
      said.push({ id: mark.id, outcome, name: person?.name ?? null })
    }
    if (marked.length > 0)
      await recordAtStage(tx, {
        ...{ actorId: caller.accountId, action: 'door_marked', stageId, subject: `offline_event:${eventId}` },
        changes: [{ field: 'people', title: `Участники: ${marked.join(', ')}` }],
      })
    return said
  })
  return { outcomes }
}

interface Sent {
  marks: readonly SentMark[]
  eventId: number
  competition: string
}

/** The participants whom the marks name by ticket or by number, locked in the order of their ids. */
async function peopleOf(tx: Tx, { marks, eventId, competition }: Sent) {
  const tickets = marks.flatMap(({ ticket }) => ticket ?? [])
  const numbers = marks.flatMap(({ test_id }) => test_id ?? [])
  const rows = await tx
    .selectFrom('accounts as a')
    .innerJoin('participations as p', (join) =>
      join
        .onRef('p.account_id', '=', 'a.id')
        .on('p.competition_code', '=', competition)
        .on('p.door', '=', 'participant'),
    )
    .leftJoin('slot_bookings as b', (join) => join.onRef('b.account_id', '=', 'a.id').on('b.event_id', '=', eventId))
    .select([
      'a.id as account_id',
      'a.test_id',
      'a.first_name',
      'a.last_name',
      'a.middle_name',
      'b.ticket',
      'b.slot_id',
    ])
    .where((eb) => eb.or([eb('a.test_id', 'in', [0, ...numbers]), eb('b.ticket', 'in', [noTicket, ...tickets])]))
    .orderBy('a.id')
    .forNoKeyUpdate('a')
    .execute()
  return rows.map(({ account_id, test_id, ticket, slot_id, ...name }) => ({
    ...{ account_id, test_id, ticket, slot_id, name: formalName(name) || `Участник ${test_id}` },
  }))
}

const noTicket = '00000000-0000-0000-0000-000000000000'

async function slotsTouched(
  tx: Tx,
  eventId: number,
  marks: readonly SentMark[],
  people: readonly { slot_id: number | null }[],
): Promise<Set<number>> {
  const ids = [...marks.map(({ slot_id }) => slot_id), ...people.flatMap(({ slot_id }) => slot_id ?? [])]
  const slots = await lockSlots(tx, [...new Set(ids)])
  return new Set(slots.filter(({ event_id }) => event_id === eventId).map(({ id }) => id))
}

interface Settling {
  mark: SentMark
  person: Person
  eventId: number
  by: number
  walkIns: boolean
}

async function settleMark(
  tx: Tx,
  services: Services,
  { mark, person, eventId, by, walkIns }: Settling,
): Promise<Outcome> {
  const now = services.clock()
  const of = { event_id: eventId, account_id: person.account_id }
  const before = await tx
    .selectFrom('slot_bookings')
    .select(['slot_id', 'state', 'walk_in', 'holds_place'])
    .where('event_id', '=', eventId)
    .where('account_id', '=', person.account_id)
    .executeTakeFirst()
  const hasPlace = before && ['confirmed', 'attended', 'no_show'].includes(before.state)
  if (!hasPlace && mark.mark !== 'walk_in') return 'unknown'
  if (!hasPlace && !walkIns) return 'no_walk_ins'
  // A mark from a clock that is ahead must not win over later marks.
  const at = new Date(Math.min(Date.parse(mark.at) || now.getTime(), now.getTime()))
  const taken = await tx
    .insertInto('door_marks')
    .values({ ...of, id: mark.id, slot_id: mark.slot_id, mark: mark.mark, at, received_at: now, by_id: by })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!taken) return 'already'
  if (!hasPlace) {
    // A person who waited or held a place and came without a booking frees that place: a walk-in takes no booked one.
    if (before) {
      await tx
        .deleteFrom('slot_bookings')
        .where('event_id', '=', eventId)
        .where('account_id', '=', person.account_id)
        .execute()
      if (before.holds_place) await settleSlot(tx, services, before.slot_id)
    }
    await tx
      .insertInto('slot_bookings')
      .values({ ...of, slot_id: mark.slot_id, booked_at: now, state: 'attended', walk_in: true, marked_at: at })
      .execute()
    return 'marked'
  }
  const all = await tx
    .selectFrom('door_marks')
    .select(['id', 'mark', 'at'])
    .where('event_id', '=', eventId)
    .where('account_id', '=', person.account_id)
    .execute()
  const last = validMark(all)
  const came = last?.mark === 'came' || last?.mark === 'walk_in'
  const state = came ? 'attended' : last?.mark === 'absent' ? 'no_show' : 'confirmed'
  if (state === before.state) return 'already'
  // A walk-in who is no longer marked as present has no booking again.
  const row = tx.updateTable('slot_bookings').set({ state, marked_at: state === 'confirmed' ? null : (last?.at ?? at) })
  if (before.walk_in && state !== 'attended')
    await tx
      .deleteFrom('slot_bookings')
      .where('event_id', '=', eventId)
      .where('account_id', '=', person.account_id)
      .execute()
  else await row.where('event_id', '=', eventId).where('account_id', '=', person.account_id).execute()
  return 'marked'
}
