import { sql } from 'kysely'
import { messagePeople } from '#server/messages/notifications/message-person.ts'
import { addJob } from '#server/platform/jobs/jobs.ts'
import type { Task } from '#server/platform/jobs/task.ts'
import type { Messenger, Services } from '#server/services.ts'
import { followFacts } from '#server/stages/facts.ts'
import { quoted } from '#shared/platform/text/quoted.ts'
import { momentAtVenue } from '#shared/programme/bookings/venue-time.ts'
import { lockSlots, settleSlot } from './settle-slot.ts'

const every = 60_000
const batch = 500
const hour = 3_600_000
const absentBatch = 1000
/** Absences are not counted again after this time. */
const countedFor = 60 * 24 * hour

export const bookingJobs = (services: Services): Record<string, Task> => ({
  settle_bookings: async () => {
    await scheduleBookings(services, every)
    await settleBookings(services)
    await countAbsent(services)
    await remindOfEvents(services)
  },
})

export const scheduleBookings = ({ db, clock }: Pick<Services, 'db' | 'clock'>, pause = 0) =>
  db
    .transaction()
    .execute((tx) =>
      addJob(tx, 'settle_bookings', {}, { runAt: new Date(clock().getTime() + pause), jobKey: 'settle_bookings' }),
    )

/** Ends expired holds and offers, and offers free places to the line: each slot in a transaction of its own. */
export async function settleBookings(services: Pick<Services, 'db'> & Messenger): Promise<void> {
  const now = services.clock()
  const { rows } = await sql<{ id: number }>`
    select distinct slot_id as id from slot_bookings where until <= ${now}
    union
    select t.id from offline_event_slots t join offline_events e on e.id = t.event_id
    where t.taken < t.capacity and not t.blocked and t.start_time > ${now} and e.cancelled_at is null
      and exists (select from slot_bookings w where w.slot_id = t.id and w.state = 'waiting')
    order by id limit ${batch}`.execute(services.db)
  for (const { id } of rows)
    await services.db.transaction().execute(async (tx) => {
      await lockSlots(tx, [id])
      await settleSlot(tx, services, id)
    })
}

/**
 * At a stage where attendance decides, an absent person fails when the time for marks is over. The failure is taken
 * back when the slot is moved or that time is extended. Decisions made by people stay.
 */
export async function countAbsent({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<void> {
  const now = clock()
  const changed = sql`
    with due as (
      select b.account_id, e.stage_id,
        t.start_time + make_interval(mins => coalesce((s.settings ->> 'minutes')::int, e.minutes),
          hours => coalesce((s.settings ->> 'no_show_hours')::int, 24)) <= ${now} as absent
      from offline_events e
      join stages s on s.id = e.stage_id and s.settings ->> 'success' = 'attendance'
      join offline_event_slots t on t.event_id = e.id and t.start_time > ${new Date(now.getTime() - countedFor)}
      join slot_bookings b on b.slot_id = t.id and b.state = 'confirmed'
      where e.cancelled_at is null
    )
    select f.account_id, f.stage_id, f.started_at, f.passed_at is not null as passed, d.absent as failed from due d
    join stage_facts f on f.account_id = d.account_id and f.stage_id = d.stage_id and (f.failed_at is not null) <> d.absent
    where not decision_stands(f.account_id, f.stage_id)
    order by f.account_id, f.stage_id limit ${absentBatch} for update of f`
  await followFacts(db, changed, now)
}

/** A day and an hour before the beginning. People who booked later than that have just got a notice of the booking. */
const reminders = [
  { step: 1, before: 24 * hour, title: 'Завтра — мероприятие' },
  { step: 2, before: hour, title: 'Мероприятие — через час' },
]

export async function remindOfEvents(services: Pick<Services, 'db'> & Messenger): Promise<void> {
  const now = services.clock()
  for (const { step, before, title } of reminders)
    await services.db.transaction().execute(async (tx) => {
      const { rows } = await sql<Due>`
        with due as (
          update slot_bookings b set reminded = ${step}
          from offline_event_slots t
          where t.id = b.slot_id and b.state = 'confirmed' and b.reminded < ${step} and t.start_time > ${now}
            and t.start_time <= ${new Date(now.getTime() + before)}
          returning b.account_id, b.event_id, b.booked_at, t.start_time
        )
        select d.*, e.competition_code, coalesce(s.title, e.title) as title,
          coalesce(s.settings ->> 'address', e.address) as address, coalesce(s.settings ->> 'bring', '') as bring,
          coalesce(s.settings ->> 'zone', 'Europe/Moscow') as zone
        from due d join offline_events e on e.id = d.event_id left join stages s on s.id = e.stage_id
        where e.cancelled_at is null order by d.account_id`.execute(tx)
      const told = rows.filter(
        ({ booked_at: booked, start_time: start }) => booked.getTime() <= start.getTime() - before,
      )
      for (const [event, people] of Map.groupBy(told, ({ event_id }) => event_id)) {
        const [first] = people
        if (!first) continue
        await messagePeople(
          tx,
          services,
          people.map((row) => ({ accountId: row.account_id, text: textOf(row) })),
          {
            ...{ kind: 'meetings', event: true, title, sms: `${title}: ${first.title}` },
            link: {
              path: `/offline-event-booking?competition=${first.competition_code}&event=${event}`,
              words: 'Открыть билет',
            },
          },
        )
      }
    })
}

interface Due {
  account_id: number
  event_id: number
  booked_at: Date
  start_time: Date
  competition_code: string
  title: string
  address: string
  bring: string
  zone: string
}

const textOf = ({ title, start_time, address, bring, zone }: Due) =>
  [
    `${quoted(title)}, ${momentAtVenue(start_time, zone)}`,
    `Адрес: ${address}`,
    ...(bring ? [`Возьмите: ${bring}`] : []),
  ].join('. ')
