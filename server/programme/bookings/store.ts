import { sql } from 'kysely'
import type { Db, Tx } from '#server/db.ts'
import { readPage } from '#server/platform/db/read-page.ts'
import type { Page } from '#shared/platform/api/page.ts'
import type { PlaceState } from '#shared/programme/event/own-state.ts'

/** The person has passed the stage that the event follows, or already has a place. */
const isInvited = (accountId: number) => sql<boolean>`(e.after_stage_id is null or b.slot_id is not null or exists (
  select from stage_facts where account_id = ${accountId} and stage_id = e.after_stage_id and passed_at is not null))`

/**
 * The events that this account may see: published, of a published competition in which the person takes part, of the
 * person's track when the event has one, and after the stage that the event follows. An event that is a stage is
 * visible when its stage is.
 */
const eventsOf = (db: Db | Tx, accountId: number) =>
  db
    .selectFrom('offline_events as e')
    .innerJoin('competitions as c', (join) =>
      join.onRef('c.code', '=', 'e.competition_code').on('c.published', '=', true),
    )
    .innerJoin('participations as p', (join) =>
      join.onRef('p.competition_code', '=', 'e.competition_code').on('p.account_id', '=', accountId),
    )
    .leftJoin('stages as s', 's.id', 'e.stage_id')
    .leftJoin('slot_bookings as b', (join) => join.onRef('b.event_id', '=', 'e.id').on('b.account_id', '=', accountId))
    .leftJoin('offline_event_slots as own', 'own.id', 'b.slot_id')
    .where('e.published', '=', true)
    .where((eb) => eb.or([eb('e.track_code', 'is', null), eb('e.track_code', '=', eb.ref('p.track_code'))]))
    .where(
      sql<boolean>`(s.id is null or (s.published and p.door = 'participant'
        and (cardinality(s.tracks) = 0 or p.track_code = any(s.tracks))))`,
    )
    .where(isInvited(accountId))

type Events = ReturnType<typeof eventsOf>

/** An event as the API shows it, with the person's own place. */
const withEvent = (events: Events) =>
  events.select([
    'e.id',
    'e.competition_code',
    sql<string>`coalesce(s.title, e.title)`.as('title'),
    sql<string>`coalesce(s.settings ->> 'address', e.address)`.as('address'),
    sql<string>`coalesce(s.summary, e.description)`.as('description'),
    'e.opens_at',
    'e.closes_at',
    sql<number>`coalesce((s.settings ->> 'minutes')::int, e.minutes)`.as('minutes'),
    'e.stage_id',
    's.code as stage_code',
    's.settings',
    'e.cancelled_because',
    'p.track_code',
    'b.slot_id as own_slot_id',
    'b.state as own_state',
    'b.until as own_until',
    'b.ticket as own_ticket',
    'own.start_time as own_start_time',
    sql<boolean>`p.disqualified_at is not null or p.withdrawn_at is not null`.as('inactive'),
    // The line is counted only for a person who is in it.
    sql<number | null>`case when b.state = 'waiting' then (
      select count(*)::int from slot_bookings o
      where o.slot_id = b.slot_id and o.state = 'waiting' and (o.queued_at, o.account_id) <= (b.queued_at, b.account_id)) end`.as(
      'own_place',
    ),
  ])

export type EventRow = Awaited<ReturnType<ReturnType<typeof withEvent>['executeTakeFirstOrThrow']>>

/** An event that this account may see, or undefined. `kept`: it is not called off before the transaction ends. */
export const findEvent = (
  db: Db | Tx,
  accountId: number,
  eventId: number,
  { kept = false } = {},
): Promise<EventRow | undefined> =>
  withEvent(eventsOf(db, accountId))
    .where('e.id', '=', eventId)
    .$if(kept, (query) => query.forShare('e'))
    .executeTakeFirst()

/** The event that is this stage, or undefined before there is one. */
export const findEventOfStage = (db: Db | Tx, accountId: number, stageId: number): Promise<EventRow | undefined> =>
  withEvent(eventsOf(db, accountId)).where('e.stage_id', '=', stageId).executeTakeFirst()

/** The slot is for this person: the person is of one of its regions and tracks, if it names any. */
const isForPerson = (accountId: number) => sql<boolean>`(
  (cardinality(t.regions) = 0 and cardinality(t.tracks) = 0) or exists (
    select from participations o join offline_events v on v.id = t.event_id
    where o.account_id = ${accountId} and o.competition_code = v.competition_code
      and (cardinality(t.tracks) = 0 or o.track_code = any(t.tracks))
      and (cardinality(t.regions) = 0 or o.region = any(t.regions))))`

/** The future slots of an event, in one row. Without future slots the times are null and there are no places. */
const ahead = (now: Date) => sql<{
  first_slot: Date | null
  last_slot: Date | null
  places_left: number
}>`(select min(start_time) as first_slot, max(start_time) as last_slot,
    coalesce(sum(capacity - taken), 0)::int as places_left
  from offline_event_slots where event_id = e.id and start_time > ${now})`

const worthShowing = (now: Date) => sql<boolean>`(b.slot_id is not null or exists (
  select from offline_event_slots where event_id = e.id and start_time > ${now}))`

/** Events with future slots or a booking of the person, the nearest first. */
export function listedEvents(db: Db, accountId: number, competitionCode: string, now: Date, page: Page) {
  const events = withEvent(eventsOf(db, accountId))
    .innerJoinLateral(ahead(now).as<'ahead'>(sql`ahead`), (join) => join.onTrue())
    .select(['ahead.first_slot', 'ahead.last_slot', 'ahead.places_left'])
    .where('e.competition_code', '=', competitionCode)
    .where(worthShowing(now))
    .orderBy(sql`ahead.first_slot asc nulls last`)
    .orderBy('e.id')
  return readPage(events, page)
}

/** The slots for this person and the one with their place, by time: one statement, unless the page is past the end. */
export async function slotsOf(db: Db, accountId: number, eventId: number, page: Page) {
  const slots = db
    .selectFrom('offline_event_slots as t')
    .select(['t.id', 't.start_time', 't.capacity', 't.taken', 't.blocked'])
    .select(
      sql<number>`(select count(*)::int from slot_bookings w where w.slot_id = t.id and w.state = 'waiting')`.as(
        'queue',
      ),
    )
    .where('t.event_id', '=', eventId)
    .where((eb) =>
      eb.or([
        isForPerson(accountId),
        sql<boolean>`exists (select from slot_bookings o where o.slot_id = t.id and o.account_id = ${accountId})`,
      ]),
    )
    .orderBy('t.start_time')
    .orderBy('t.id')
  const counted = slots.select(sql<string>`count(*) over ()`.as('all'))
  const rows = await counted.limit(page.limit).offset(page.offset).execute()
  if (rows.length === 0 && page.offset > 0) return readPage(slots, page)
  return { rows, count: Number(rows[0]?.all ?? 0) }
}

/** A slot as it is before it is locked; `for_person` tells whether it is for this person. */
export const slotFor = (db: Db | Tx, { accountId, slotId, now }: { accountId: number; slotId: number; now: Date }) =>
  db
    .selectFrom('offline_event_slots as t')
    .select(['t.id', 't.event_id', 't.start_time', 't.capacity', 't.taken', 't.blocked'])
    .select([
      isForPerson(accountId).as('for_person'),
      sql<boolean>`exists (select from slot_bookings o where o.slot_id = t.id and o.until <= ${now})`.as('stale'),
    ])
    .where('t.id', '=', slotId)
    .executeTakeFirst()

/** The person's place or wait at an event, as it is now. */
export const ownPlace = (tx: Tx, eventId: number, accountId: number) =>
  tx
    .selectFrom('slot_bookings as b')
    .innerJoin('offline_event_slots as t', 't.id', 'b.slot_id')
    .select(['b.slot_id', 'b.state', 'b.until', 'b.holds_place', 'b.ticket', 't.start_time'])
    .where('b.event_id', '=', eventId)
    .where('b.account_id', '=', accountId)
    .executeTakeFirst()

/** A confirmed or marked place: the list shows its slot as the person's own. */
export const isBooked = (state: PlaceState | null): boolean =>
  state === 'confirmed' || state === 'attended' || state === 'no_show'
