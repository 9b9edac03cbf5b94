import type { Db } from '#server/db.ts'
import { moment, type OwnRecord } from '#server/personal-data/own-record.ts'

/** The person's bookings. */
export async function ownBookings(db: Db, accountId: number): Promise<OwnRecord[]> {
  const rows = await db
    .selectFrom('slot_bookings as b')
    .innerJoin('offline_event_slots as s', 's.id', 'b.slot_id')
    .innerJoin('offline_events as e', 'e.id', 'b.event_id')
    .select(['e.title', 'e.competition_code', 'e.address', 's.start_time', 'b.booked_at'])
    .where('b.account_id', '=', accountId)
    .orderBy('s.start_time')
    .execute()
  return rows.map((row) => ({
    kept: row,
    lines: [
      ['Мероприятие', row.title],
      ['Начало', moment(row.start_time)],
      ['Записан', moment(row.booked_at)],
    ],
  }))
}
