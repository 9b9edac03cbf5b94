import { sql } from 'kysely'
import type { Tx } from '#server/db.ts'
import type { FilledPeople } from './fill-people.ts'
import { daysFrom, momentAt } from './moment.ts'
import { numberOf, type StageIds } from './stage-ids.ts'

type Slot = [daysFromNow: number, time: string, capacity: number, taken: number]

/** Slots of the fifth season: one day is past, some slots are full, some have one free place. */
const schedule: Slot[] = [
  [-1, '10:00:00', 8, 8],
  [-1, '14:00:00', 8, 5],
  [4, '10:00:00', 10, 10],
  [4, '12:30:00', 10, 7],
  [4, '15:00:00', 10, 9],
  [5, '10:00:00', 12, 4],
  [5, '12:30:00', 12, 12],
  [5, '15:00:00', 12, 1],
  [9, '11:00:00', 6, 0],
  [9, '16:00:00', 6, 4],
]

/** Two events: one can be booked now, the other later. */
export async function fillEvents(tx: Tx, { crowd }: FilledPeople, ids: StageIds, now: Date): Promise<void> {
  const competition_code = 'ru_season_5'
  const [assessment, meeting] = await tx
    .insertInto('offline_events')
    .values([
      {
        competition_code,
        after_stage_id: numberOf(ids, `${competition_code}/questionnaire`),
        title: 'Очная оценка компетенций',
        address: 'Москва, Пресненская набережная, 12, башня «Федерация», 7 этаж',
        description:
          'Деловая игра в группе и беседа с экспертом. Возьмите паспорт и приходите за пятнадцать минут до начала: на входе проверят документы.',
        opens_at: momentAt(now, -6, '10:00:00'),
        closes_at: momentAt(now, 8, '18:00:00'),
        minutes: 120,
      },
      {
        competition_code,
        track_code: 'business',
        title: 'Встреча трека с финалистами прошлых сезонов',
        address: 'Москва, улица Покровка, 47, зал «Амфитеатр»',
        description: 'Разговор о том, что даёт конкурс и как готовиться к финалу.',
        opens_at: momentAt(now, 6, '10:00:00'),
        closes_at: momentAt(now, 19, '18:00:00'),
        minutes: 90,
      },
    ])
    .returning('id')
    .execute()
  if (!assessment || !meeting) return
  await tx
    .insertInto('offline_event_slots')
    .values(
      ['17:00:00', '19:00:00'].map((time) => ({
        event_id: meeting.id,
        start_time: momentAt(now, 20, time),
        capacity: 40,
      })),
    )
    .execute()
  const slots = await tx
    .insertInto('offline_event_slots')
    .values(
      schedule.map(([days, time, capacity]) => ({
        event_id: assessment.id,
        start_time: momentAt(now, days, time),
        capacity,
      })),
    )
    .returning('id')
    .execute()
  const visitors = crowd.map(({ accountId }) => accountId)
  const bookings = slots.flatMap(({ id: slot_id }, number) =>
    visitors.splice(0, schedule[number]?.[3] ?? 0).map((account_id) => ({
      ...{ event_id: assessment.id, account_id, slot_id, booked_at: daysFrom(now, -5) },
    })),
  )
  await tx.insertInto('slot_bookings').values(bookings).execute()
  await sql`update offline_event_slots s
    set taken = (select count(*) from slot_bookings b where b.slot_id = s.id)`.execute(tx)
}
