import type { Insertable } from 'kysely'
import type { Db } from '#server/db.ts'
import type { BookingTables } from '#server/programme/bookings/tables.ts'

/** An event with one slot for each capacity, an hour apart; the first is a day after `now`. */
export async function anOfflineEvent(
  db: Db,
  of: Partial<Insertable<BookingTables['offline_events']>> & { competition_code: string; now: Date; places: number[] },
): Promise<{ id: number; slots: number[] }> {
  const { now, places, ...event } = of
  const { id } = await db
    .insertInto('offline_events')
    .values({ title: 'Очная оценка', address: 'Москва, Пресненская набережная, 12', ...event })
    .returning('id')
    .executeTakeFirstOrThrow()
  const slots = await db
    .insertInto('offline_event_slots')
    .values(
      places.map((capacity, number) => ({
        event_id: id,
        capacity,
        start_time: new Date(now.getTime() + 86_400_000 + number * 3_600_000),
      })),
    )
    .returning('id')
    .execute()
  return { id, slots: slots.map((slot) => slot.id) }
}
