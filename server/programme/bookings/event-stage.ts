import { sql } from 'kysely'
import type { Db, Tx } from '#server/db.ts'
import type { Place } from '#server/review/judging/store.ts'
import type { Services } from '#server/services.ts'
import { settingsAt } from '#server/stages/kind.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { formalName } from '#shared/platform/names/full-name.ts'
import { formatWire } from '#shared/platform/time/moscow.ts'
import { eventKind } from '#shared/programme/event/contract.ts'

const maxSlots = 1000

/** The stage that an organiser names, with its settings. */
export async function eventStage({ db, seasons }: Pick<Services, 'db' | 'seasons'>, { competition, code }: Place) {
  const season = await seasons.of(db, competition)
  const stage = season?.byCode.get(code)
  if (!season || stage?.type !== eventKind.type) throw new Refusal('stage_not_found')
  return { season, stage, settings: settingsAt(eventKind, stage) }
}

export const eventOfStage = (db: Db | Tx, stageId: number) =>
  db
    .selectFrom('offline_events')
    .select(['id', 'cancelled_at', 'cancelled_because'])
    .where('stage_id', '=', stageId)
    .executeTakeFirst()

/** The whole schedule with its counts, for an organiser: one statement for the slots, whatever their number. */
export async function readEventPanel(services: Services, place: Place) {
  const { db } = services
  const { season, stage, settings } = await eventStage(services, place)
  const event = await eventOfStage(db, stage.id)
  const counted = (state: string) => sql<number>`count(b.account_id) filter (where b.state = ${state})::int`
  const slots = event
    ? await db
        .selectFrom('offline_event_slots as t')
        .leftJoin('slot_bookings as b', 'b.slot_id', 't.id')
        .select(['t.id', 't.start_time', 't.capacity', 't.taken', 't.blocked', 't.regions', 't.tracks'])
        .select([
          counted('waiting').as('waiting'),
          counted('attended').as('attended'),
          counted('no_show').as('no_show'),
          sql<number>`count(b.account_id) filter (where b.walk_in)::int`.as('walk_ins'),
        ])
        .where('t.event_id', '=', event.id)
        .groupBy('t.id')
        .orderBy('t.start_time')
        .orderBy('t.id')
        .limit(maxSlots)
        .execute()
    : []
  const hosts = await db
    .selectFrom('stage_staff as t')
    .innerJoin('accounts as a', 'a.id', 't.account_id')
    .select(['a.test_id', 'a.first_name', 'a.last_name', 'a.middle_name', 'a.email'])
    .where('t.stage_id', '=', stage.id)
    .where('t.duty', '=', 'check')
    .orderBy('a.last_name')
    .orderBy('a.id')
    .execute()
  const tracks = season.tracks.map(({ code, title }) => ({ code, title }))
  const regions = await db
    .selectFrom('dictionary_items')
    .select(['id', 'value'])
    .where('dict', '=', 'regions')
    .orderBy('value')
    .limit(200)
    .execute()
  return {
    ...{ stage_id: stage.id, event_id: event?.id ?? null, cancelled: event?.cancelled_because ?? null },
    ...{ minutes: settings.minutes, tracks, regions },
    slots: slots.map(({ id, start_time, ...slot }) => ({ slot_id: id, start_time: formatWire(start_time), ...slot })),
    hosts: hosts.map(({ test_id, email, ...name }) => ({ test_id, email, name: formalName(name) })),
  }
}
