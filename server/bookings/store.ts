import { sql } from 'kysely'
import type { Db, Tx } from '#server/db.ts'
import { readPage } from '#server/platform/db/read-page.ts'
import type { Page } from '#shared/api/page.ts'

/** Has passed the stage after which people are invited, or has a place already. */
const isInvited = (accountId: number) => sql<boolean>`(e.after_stage_id is null or b.slot_id is not null or exists (
  select from stage_facts where account_id = ${accountId} and stage_id = e.after_stage_id and passed_at is not null))`

/**
 * The events that this account may see: published, of a published competition in which the person takes part, of the
 * person's track when the event has one, and after the stage that the event follows.
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
    .leftJoin('slot_bookings as b', (join) => join.onRef('b.event_id', '=', 'e.id').on('b.account_id', '=', accountId))
    .leftJoin('offline_event_slots as own', 'own.id', 'b.slot_id')
    .where('e.published', '=', true)
    .where((eb) => eb.or([eb('e.track_code', 'is', null), eb('e.track_code', '=', eb.ref('p.track_code'))]))
    .where(isInvited(accountId))

type Events = ReturnType<typeof eventsOf>

/** An event as the API shows it, with the person's own slot. */
const withEvent = (events: Events) =>
  events.select([
    'e.id',
    'e.competition_code',
    'e.title',
    'e.address',
    'e.description',
    'e.opens_at',
    'e.closes_at',
    'e.minutes',
    'b.slot_id as own_slot_id',
    'own.start_time as own_start_time',
    sql<boolean>`p.disqualified_at is not null or p.withdrawn_at is not null`.as('stands_still'),
  ])

export type EventRow = Awaited<ReturnType<ReturnType<typeof withEvent>['executeTakeFirstOrThrow']>>

/** An event that this account may see, or undefined. */
export const findEvent = (db: Db | Tx, accountId: number, eventId: number): Promise<EventRow | undefined> =>
  withEvent(eventsOf(db, accountId)).where('e.id', '=', eventId).executeTakeFirst()

/** What is still ahead of an event, in one row. An event without slots has nulls and no places. */
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

/** In order of time. */
export function slotsOf(db: Db, eventId: number, page: Page) {
  const slots = db
    .selectFrom('offline_event_slots')
    .select(['id', 'start_time', 'capacity', 'taken'])
    .where('event_id', '=', eventId)
    .orderBy('start_time')
    .orderBy('id')
  return readPage(slots, page)
}
