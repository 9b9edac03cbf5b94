import { sql } from 'kysely'
import type { Db } from '#server/db.ts'
import { moment, type OwnRecord } from '#server/platform/personal-data/own-record.ts'
import type { DoorMark } from '#shared/programme/bookings/door-mark.ts'
import type { PlaceState } from '#shared/programme/event/own-state.ts'

const states: Record<PlaceState, string> = {
  held: 'Место держим, запись не подтверждена',
  confirmed: 'Записан',
  waiting: 'В листе ожидания',
  offered: 'Предложено место',
  attended: 'Был',
  no_show: 'Не пришёл',
}

/** The person's bookings. */
export async function ownBookings(db: Db, accountId: number): Promise<OwnRecord[]> {
  const rows = await db
    .selectFrom('slot_bookings as b')
    .innerJoin('offline_event_slots as s', 's.id', 'b.slot_id')
    .innerJoin('offline_events as e', 'e.id', 'b.event_id')
    .leftJoin('stages as t', 't.id', 'e.stage_id')
    .select(['e.competition_code', 's.start_time', 'b.booked_at', 'b.state', 'b.queued_at', 'b.walk_in', 'b.marked_at'])
    .select([
      sql<string>`coalesce(t.title, e.title)`.as('title'),
      sql<string>`coalesce(t.settings ->> 'address', e.address)`.as('address'),
    ])
    .where('b.account_id', '=', accountId)
    .orderBy('s.start_time')
    .execute()
  return rows.map((row) => ({
    kept: row,
    lines: [
      ['Мероприятие', row.title],
      ['Начало', moment(row.start_time)],
      ['Записан', moment(row.booked_at)],
      ['Состояние', states[row.state]],
      ...(row.marked_at ? [['Отметка на входе', moment(row.marked_at)] as [string, string]] : []),
    ],
  }))
}

/** Marks that hosts have made of the person at the door, and marks that the person has made as a host. */
export async function ownDoorMarks(db: Db, accountId: number): Promise<OwnRecord[]> {
  const rows = await db
    .selectFrom('door_marks as m')
    .innerJoin('offline_events as e', 'e.id', 'm.event_id')
    .innerJoin('offline_event_slots as s', 's.id', 'm.slot_id')
    .leftJoin('stages as t', 't.id', 'e.stage_id')
    .select(['m.mark', 'm.at', 's.start_time', 'e.competition_code'])
    .select([
      sql<string>`coalesce(t.title, e.title)`.as('title'),
      sql<boolean>`m.account_id = ${accountId}`.as('of_me'),
    ])
    .where((eb) => eb.or([eb('m.account_id', '=', accountId), eb('m.by_id', '=', accountId)]))
    .orderBy('m.at')
    .orderBy('m.id')
    .execute()
  return rows.map((row) => ({
    kept: row,
    lines: [
      ['Мероприятие', row.title],
      ['Чья отметка', row.of_me ? 'Обо мне' : 'Поставлена мной'],
      ['Отметка', markWords[row.mark]],
      ['Когда', moment(row.at)],
    ],
  }))
}

const markWords: Record<DoorMark, string> = {
  came: 'Пришёл',
  absent: 'Не пришёл',
  undone: 'Отметка снята',
  walk_in: 'Пришёл без записи',
}
