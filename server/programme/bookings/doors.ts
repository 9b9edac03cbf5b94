import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db, Tx } from '#server/db.ts'
import type { Caller } from '#server/platform/http/handler.ts'
import type { Services } from '#server/services.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { formalName } from '#shared/platform/names/full-name.ts'
import { formatWire } from '#shared/platform/time/moscow.ts'
import { rulesOf } from './event-rules.ts'

/** The events at which this person is a host. */
const doorsOf = (db: Db | Tx, { accountId }: Caller) =>
  db
    .selectFrom('offline_events as e')
    .innerJoin('stages as s', 's.id', 'e.stage_id')
    .innerJoin('competitions as c', 'c.code', 's.competition_code')
    .innerJoin('stage_staff as f', (join) =>
      join.onRef('f.stage_id', '=', 's.id').on('f.account_id', '=', accountId).on('f.duty', '=', 'check'),
    )
    .select(['e.id', 's.id as stage_id', 's.title', 's.settings', 's.competition_code', 'c.title as competition_title'])
    .select('e.cancelled_because')

export async function listDoors({ db }: Pick<Services, 'db'>, caller: Caller) {
  const rows = await doorsOf(db, caller)
    .innerJoinLateral(
      sql<{ first: Date | null; last: Date | null }>`(
        select min(start_time) as first, max(start_time) as last from offline_event_slots where event_id = e.id)`.as<'t'>(
        sql`t`,
      ),
      (join) => join.onTrue(),
    )
    .select(['t.first', 't.last'])
    .select([
      sql<number>`(select count(*)::int from slot_bookings b
        where b.event_id = e.id and b.state in ('confirmed', 'attended', 'no_show'))`.as('booked'),
      sql<number>`(select count(*)::int from slot_bookings b where b.event_id = e.id and b.state = 'attended')`.as(
        'attended',
      ),
    ])
    .where('e.cancelled_at', 'is', null)
    .orderBy('t.first')
    .orderBy('e.id')
    .limit(100)
    .execute()
  return {
    doors: rows.map(({ stage_id, title, competition_title, settings, first, last, booked, attended }) => ({
      ...{ stage_id, title, competition_title, booked, attended },
      address: rulesOf({ stage_id, settings }).address,
      first_slot: first && formatWire(first),
      last_slot: last && formatWire(last),
    })),
  }
}

/** `kept`: the event is not called off before the transaction ends. */
export async function doorOf(db: Db | Tx, caller: Caller, stageId: number, { kept = false } = {}) {
  const found = doorsOf(db, caller).where('s.id', '=', stageId)
  const door = await found.$if(kept, (query) => query.forShare('e')).executeTakeFirst()
  if (!door) throw new Refusal('event_not_found')
  return { ...door, rules: rulesOf(door) }
}

/** The list is kept on a device; one door does not have more people than this. */
const maxPeople = 5000
/** Slots that began longer ago are not needed at the door. */
const keptMs = 36 * 3_600_000

const hashOf = (ticket: string) => createHash('sha256').update(ticket).digest('hex')

/** Everybody expected, with the hash of each ticket: a device checks tickets offline, and nobody can forge one. */
export async function readDoor({ db, clock }: Pick<Services, 'db' | 'clock'>, caller: Caller, stageId: number) {
  const { id, title, rules, cancelled_because } = await doorOf(db, caller, stageId)
  const since = new Date(clock().getTime() - keptMs)
  const slots = await db
    .selectFrom('offline_event_slots')
    .select(['id', 'start_time', 'capacity'])
    .where('event_id', '=', id)
    .where('start_time', '>', since)
    .orderBy('start_time')
    .orderBy('id')
    .limit(1000)
    .execute()
  const people = await db
    .selectFrom('slot_bookings as b')
    .innerJoin('offline_event_slots as t', 't.id', 'b.slot_id')
    .innerJoin('accounts as a', 'a.id', 'b.account_id')
    .select(['a.test_id', 'a.first_name', 'a.last_name', 'a.middle_name'])
    .select(['b.slot_id', 'b.state', 'b.walk_in', 'b.marked_at', 'b.ticket'])
    .where('b.event_id', '=', id)
    .where('t.start_time', '>', since)
    .where('b.state', 'in', ['confirmed', 'attended', 'no_show'])
    .orderBy('t.start_time')
    .orderBy('a.last_name')
    .orderBy('a.id')
    .limit(maxPeople)
    .execute()
  return {
    ...{ stage_id: stageId, title, address: rules.address, minutes: rules.minutes, walk_ins: rules.walk_ins },
    cancelled: cancelled_because,
    slots: slots.map((slot) => ({
      slot_id: slot.id,
      start_time: formatWire(slot.start_time),
      capacity: slot.capacity,
    })),
    people: people.map(({ test_id, slot_id, state, walk_in, marked_at, ticket, ...name }) => ({
      ...{ test_id, slot_id, walk_in, name: formalName(name) || `Участник ${test_id}` },
      state: state as 'confirmed' | 'attended' | 'no_show',
      marked_at: marked_at && formatWire(marked_at),
      ticket_hash: hashOf(ticket),
    })),
  }
}
