import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Tx } from '#server/db.ts'
import { anEvent } from '#server/testing/an-event.ts'
import { meetInOrder } from '#server/testing/forced-order.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { settleSlot } from './settle-slot.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp({ remembers: true })
})
afterAll(() => app.close())

/** An event of two slots with one place each. */
async function twoSlots() {
  const event = await anEvent(app)
  await event.make()
  const [first = 0, second = 0] = (await event.panel()).slots.map(({ slot_id }) => slot_id)
  return { event, first, second }
}

const lockOf = (id: number) => (tx: Tx) =>
  tx.selectFrom('offline_event_slots').select('id').where('id', '=', id).forUpdate().execute()
const stateOf = async (id: number) => {
  const { taken } = await app.db
    .selectFrom('offline_event_slots')
    .select('taken')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const people = await app.db
    .selectFrom('slot_bookings')
    .select(['account_id', 'state'])
    .where('slot_id', '=', id)
    .orderBy('account_id')
    .execute()
  return { taken, people }
}

test('TW-02 who joins another line while their place is offered keeps no place, and the place goes to the next', async () => {
  const { event, first, second } = await twoSlots()
  const [holder, other, waits] = [await event.person(), await event.person(), await event.person()]
  await event.book(holder, first)
  await event.book(other, second)
  await event.wait(waits, first)
  const { token } = await event.enrolled()
  const answer = await meetInOrder(app.db, {
    lock: lockOf(first),
    call: () => event.wait(waits, second),
    meanwhile: async (tx) => {
      await tx.deleteFrom('slot_bookings').where('account_id', '=', holder.id).execute()
      await settleSlot(tx, app.services, first)
    },
  })
  expect(answer.status).toBe(204)
  expect(await stateOf(first)).toEqual({ taken: 0, people: [] })
  expect((await stateOf(second)).people).toEqual([
    { account_id: other.id, state: 'confirmed' },
    { account_id: waits.id, state: 'waiting' },
  ])
  expect((await event.bookWith(token, first)).status).toBe(200)
})

test('TW-04 TW-05 who books while the slot is moved is told the new time, in the answer and the notice', async () => {
  const { event, first } = await twoSlots()
  const person = await event.person()
  const answer = await meetInOrder(app.db, {
    lock: lockOf(first),
    call: () => event.book(person, first),
    meanwhile: (tx) =>
      sql`update offline_event_slots set start_time = '2026-11-25 18:00+03' where id = ${first}`.execute(tx),
  })
  expect(answer.body).toMatchObject({ id: first, start_time: '2026-11-25 18:00:00' })
  const notices = await app.db.selectFrom('notifications').select('text').where('account_id', '=', person.id).execute()
  expect(notices.at(-1)?.text).toContain('25.11.2026 18:00')
})

test('TW-04 who cancels while the slot is moved is told which time is free now', async () => {
  const { event, first } = await twoSlots()
  const person = await event.person()
  await event.book(person, first)
  await meetInOrder(app.db, {
    lock: lockOf(first),
    call: () => event.cancel(person, first),
    meanwhile: (tx) =>
      sql`update offline_event_slots set start_time = '2026-11-25 18:00+03' where id = ${first}`.execute(tx),
  })
  const notices = await app.db.selectFrom('notifications').select('text').where('account_id', '=', person.id).execute()
  expect(notices.at(-1)?.text).toContain('18:00')
})

test('TW-05 nobody books or waits at an event that is being called off', async () => {
  const { event, first, second } = await twoSlots()
  const [books, waits, holds] = [await event.person(), await event.person(), await event.person()]
  await event.book(await event.person(), second)
  const id = await event.eventId()
  const answers = await meetInOrder(app.db, {
    lock: (tx) =>
      sql`update offline_events set cancelled_at = now(), cancelled_because = 'Зал закрыт' where id = ${id}`.execute(
        tx,
      ),
    call: () => Promise.all([event.book(books, first), event.wait(waits, second), event.hold(holds, first)]),
    meanwhile: async () => {},
    waiting: 3,
  })
  expect(answers.map(({ body }) => (body as { code?: string }).code)).toEqual(Array(3).fill('event_cancelled'))
})

test('TW-05 who has booked before an event is called off is told so', async () => {
  const { event, first } = await twoSlots()
  const person = await event.person()
  // The cancellation waits for the booking.
  const called = await meetInOrder(app.db, {
    lock: (tx) => sql`select from offline_events where stage_id = ${event.stageId} for share`.execute(tx),
    call: () => event.callOff('Зал закрыт'),
    meanwhile: () => event.book(person, first),
  })
  expect(called.status).toBe(200)
  await app.work('tell_called_off')
  expect((await event.titlesOf(person)).at(-1)).toBe('Мероприятие отменено')
})

test('TW-02 a person whom an organiser moves while they book elsewhere leaves the slot to which they were moved', async () => {
  const { event, first, second } = await twoSlots()
  await event.make({ first_day: '2026-11-26', last_day: '2026-11-26' })
  const third = (await event.panel()).slots[2]?.slot_id ?? 0
  const person = await event.person()
  await event.book(person, first)
  const answer = await meetInOrder(app.db, {
    lock: lockOf(first),
    call: () => event.book(person, third),
    meanwhile: async (tx) => {
      await sql`update slot_bookings set slot_id = ${second} where account_id = ${person.id}`.execute(tx)
      await sql`update offline_event_slots set taken = case id when ${first} then 0 else 1 end
        where id in (${first}, ${second})`.execute(tx)
    },
  })
  expect(answer.status).toBe(200)
  expect([(await stateOf(first)).taken, (await stateOf(second)).taken, (await stateOf(third)).taken]).toEqual([0, 0, 1])
})

type Event = Awaited<ReturnType<typeof anEvent>>

async function marksAs(
  event: Event,
  host: { email: string },
  slot_id: number,
  mark: 'came' | 'walk_in',
  testId: number,
) {
  const token = await event.tokenOf(host)
  const body = { marks: [{ id: randomUUID(), slot_id, mark, at: app.clock.now().toISOString(), test_id: testId }] }
  return () => app.call('POST /desk/doors/:stage_id/marks', { token, params: { stage_id: event.stageId }, body })
}
const numberOf = async ({ id }: { id: number }) =>
  (await app.db.selectFrom('accounts').select('test_id').where('id', '=', id).executeTakeFirstOrThrow()).test_id ?? 0

test('TW-14 a person who cancels while the door marks them is not marked, and the place is free', async () => {
  const { event, first } = await twoSlots()
  const person = await event.person()
  await event.book(person, first)
  const { body } = await meetInOrder(app.db, {
    lock: lockOf(first),
    call: await marksAs(event, await event.host(), first, 'came', await numberOf(person)),
    meanwhile: (tx) => sql`delete from slot_bookings where account_id = ${person.id}`.execute(tx),
  })
  expect(body.outcomes).toMatchObject([{ outcome: 'unknown' }])
  expect(await stateOf(first)).toEqual({ taken: 0, people: [] })
})

test('TW-14 who is marked by the door while they cancel has been there and cancels nothing', async () => {
  const { event, first } = await twoSlots()
  const person = await event.person()
  await event.book(person, first)
  app.clock.set('2026-11-25T10:05:00+03:00')
  const mark = await marksAs(event, await event.host(), first, 'came', await numberOf(person))
  await event.tokenOf(person)
  const cancelled = await meetInOrder(app.db, {
    lock: (tx) => sql`select from accounts where id = ${person.id} for no key update`.execute(tx),
    call: () => event.cancel(person, first),
    meanwhile: (tx) => sql`update slot_bookings set state = 'attended' where account_id = ${person.id}`.execute(tx),
  })
  expect((cancelled.body as { code?: string }).code).toBe('slot_past')
  expect((await mark()).body.outcomes).toMatchObject([{ outcome: 'already' }])
})

test('TW-14 the door marks nobody at an event that is called off while the mark waits', async () => {
  const { event, first } = await twoSlots()
  const person = await event.person()
  await event.book(person, first)
  const eventId = await event.eventId()
  const answer = await meetInOrder(app.db, {
    lock: (tx) =>
      sql`update offline_events set cancelled_at = now(), cancelled_because = 'Зал закрыт' where id = ${eventId}`.execute(
        tx,
      ),
    call: await marksAs(event, await event.host(), first, 'came', await numberOf(person)),
    meanwhile: async () => {},
  })
  expect((answer.body as { code?: string }).code).toBe('event_cancelled')
})
