import { randomUUID } from 'node:crypto'
import { strFromU8, unzipSync } from 'fflate'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { stepOf } from '#server/people/participants/step.ts'
import { countAbsent, remindOfEvents, settleBookings } from '#server/programme/bookings/settle-job.ts'
import { settle } from '#server/stages/settle.ts'
import { anEvent, eventStart } from '#server/testing/an-event.ts'
import { calendarEntriesOf } from '#server/testing/calendar-entries.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'

const minute = 60_000
const hour = 60 * minute
let app: TestApp
beforeAll(async () => {
  app = await testApp({ remembers: true })
})
afterAll(() => app.close())

type AnEvent = Awaited<ReturnType<typeof anEvent>>
const idsOf = async (event: AnEvent) => (await event.panel()).slots.map(({ slot_id }) => slot_id)
const slotOf = async (event: AnEvent, id: number) => (await event.panel()).slots.find(({ slot_id }) => slot_id === id)
const code = ({ status, body }: { status: number; body: unknown }) => [status, (body as { code?: string }).code]

test('KO-20 an organiser makes a schedule of two days; slots that are invalid, in the past or overlapping are refused', async () => {
  const event = await anEvent(app)
  expect(await event.panel()).toMatchObject({ event_id: null, slots: [], hosts: [] })
  const made = await event.make({ last_day: '2026-11-26', capacity: 3, pause: 0 })
  expect([made.status, made.body.slots.map(({ start_time }) => start_time)]).toEqual([
    200,
    ['2026-11-25 10:00:00', '2026-11-25 11:00:00', '2026-11-26 10:00:00', '2026-11-26 11:00:00'],
  ])
  expect(code(await event.make())).toEqual([409, 'slots_cross'])
  expect(code(await event.make({ first_day: '2026-11-20', last_day: '2026-11-20' }))).toEqual([409, 'slot_past'])
  expect(code(await event.make({ first_day: '2026-12-01', last_day: '2026-11-30' }))).toEqual([422, 'slots_unfit'])
  expect(code(await event.make({ last_day: '2027-11-25', from: '00:00', to: '23:00' }))).toEqual([422, 'slots_unfit'])
  expect((await event.make({ tracks: ['other'] })).body.slots).toHaveLength(6)
})

test('KP-20 a place is held for five minutes, nobody else can take it meanwhile, and then it is confirmed or free again', async () => {
  const event = await anEvent(app)
  await event.make()
  const [first = 0] = await idsOf(event)
  const [one, two] = [await event.person(), await event.person()]
  expect((await event.hold(one, first)).body).toEqual({ until: '2026-11-21 12:05:00' })
  expect((await event.hold(one, first)).body).toEqual({ until: '2026-11-21 12:05:00' })
  expect(await event.status(one)).toMatchObject({ status: 'in_progress' })
  expect(code(await event.hold(two, first))).toEqual([409, 'slot_full'])
  app.clock.advance(5 * minute)
  expect(await event.status(one)).toMatchObject({ status: 'available' })
  expect((await event.book(two, first)).status).toBe(200)
  expect(code(await event.book(one, first))).toEqual([409, 'slot_full'])
  expect(await event.status(two)).toEqual({ status: 'success', reason: 'Вы записаны: 25.11.2026 10:00 по Москве' })
  expect((await event.hold(two, first)).body).toEqual({ until: null })
  const seen = await event.look(two, await event.eventId())
  expect(seen.offline_event).toMatchObject({
    address: 'Москва, Покровка, 47',
    venue: { bring: 'Паспорт' },
    own: { id: first, state: 'confirmed', change_until: '2026-11-24 10:00:00', may_change: true },
  })
  expect(seen.offline_event.own?.ticket).toMatch(/^[0-9a-f-]{36}$/)
})

test('KP-20 a free place is offered to the line in strict order until a set time, and never to others first', async () => {
  const event = await anEvent(app)
  await event.make()
  const [first = 0, second = 0] = await idsOf(event)
  const [owner, a, b, c] = [await event.person(), await event.person(), await event.person(), await event.person()]
  await event.book(owner, first)
  expect(code(await event.wait(a, second))).toEqual([409, 'slot_free'])
  for (const person of [a, b]) {
    expect((await event.wait(person, first)).status).toBe(204)
    app.clock.advance(1000)
  }
  expect(code(await event.wait(owner, first))).toEqual([409, 'already_booked'])
  const eventId = await event.eventId()
  expect((await event.look(b, eventId)).offline_event.own).toMatchObject({ state: 'waiting', place: 2 })
  expect(await event.status(a)).toMatchObject({ status: 'wait' })
  // A person in line sees the schedule, not the notice of a stage that has not opened.
  const page = await app.call('GET /user/stages/:stage_id', {
    token: await event.tokenOf(a),
    params: { stage_id: event.stageId },
  })
  expect(page.body.ahead).toBeNull()
  await event.cancel(owner, first)
  expect((await event.look(a, eventId)).offline_event.own).toMatchObject({
    state: 'offered',
    until: '2026-11-22 12:00:02',
  })
  expect(await event.titlesOf(a)).toEqual(['Для вас освободилось место'])
  // Nobody takes the place during the offer, not even the next in line.
  expect(code(await event.book(c, first))).toEqual([409, 'slot_full'])
  expect(code(await event.book(b, first))).toEqual([409, 'slot_full'])
  app.clock.set('2026-11-22T12:00:02+03:00')
  await settleBookings(app.services)
  expect((await event.look(a, eventId)).offline_event.own).toBeNull()
  expect((await event.look(b, eventId)).offline_event.own).toMatchObject({ state: 'offered', place: null })
  expect((await event.book(b, first)).status).toBe(200)
  expect(await slotOf(event, first)).toMatchObject({ taken: 1, waiting: 0 })
  expect((await event.titlesOf(a)).at(-1)).toBe('Время на подтверждение места вышло')
})

test('without a waiting line nobody waits; a person who books elsewhere or declines leaves the line to the next', async () => {
  const closed = await anEvent(app, { waiting: false })
  await closed.make()
  const [only = 0] = await idsOf(closed)
  const [x, y] = [await closed.person(), await closed.person()]
  await closed.book(x, only)
  expect(code(await closed.wait(y, only))).toEqual([409, 'no_waiting_list'])

  const event = await anEvent(app)
  await event.make()
  const [first = 0, second = 0] = await idsOf(event)
  const [owner, a, b] = [await event.person(), await event.person(), await event.person()]
  await event.book(owner, first)
  await event.wait(a, first)
  await event.wait(b, first)
  await event.book(a, second)
  await event.cancel(owner, first)
  const eventId = await event.eventId()
  expect((await event.look(b, eventId)).offline_event.own).toMatchObject({ state: 'offered' })
  await event.cancel(b, first)
  expect(await slotOf(event, first)).toMatchObject({ taken: 0, waiting: 0 })
  expect(await slotOf(event, second)).toMatchObject({ taken: 1 })
})

test('KP-20 KO-20 KE-20 a booking is changed and cancelled until the deadline and not after it, by the organiser at any time', async () => {
  const event = await anEvent(app)
  await event.make({ capacity: 2 })
  const [first = 0, second = 0] = await idsOf(event)
  const person = await event.person()
  await event.book(person, first)
  app.clock.set('2026-11-24T09:59:59+03:00')
  expect((await event.book(person, second)).status).toBe(200)
  app.clock.set('2026-11-24T11:00:00+03:00')
  expect(code(await event.book(person, first))).toEqual([409, 'change_closed'])
  const late = await event.cancel(person, second)
  expect((late.body as unknown as { message: string }).message).toBe(
    'Изменить или отменить запись можно было до 24.11.2026 11:00 по Москве',
  )
  const moved = await event.change(second, {
    act: 'retime',
    starts_at: '2026-11-27 15:00:00',
    reason: 'Заболел ведущий',
  })
  expect(moved.body.moves).toMatchObject([{ test_id: person.testId, to: '2026-11-27 15:00:00' }])
  expect((await event.look(person, await event.eventId())).offline_event.own).toMatchObject({
    start_time: '2026-11-27 15:00:00',
    may_change: true,
  })
  expect(await event.status(person)).toMatchObject({ reason: 'Вы записаны: 27.11.2026 15:00 по Москве' })
  expect((await event.titlesOf(person)).at(-1)).toBe('Организаторы перенесли вашу запись')
})

test('when a slot is moved or merged, people in its line and with an offer are notified too, and the offer ends by the new time', async () => {
  const event = await anEvent(app, { offer_hours: 48 })
  await event.make()
  const [first = 0, second = 0] = await idsOf(event)
  const [owner, offered, waits] = [await event.person(), await event.person(), await event.person()]
  await event.book(owner, first)
  for (const person of [offered, waits]) {
    await event.wait(person, first)
    app.clock.advance(1000)
  }
  await event.cancel(owner, first)
  const eventId = await event.eventId()
  expect((await event.look(offered, eventId)).offline_event.own).toMatchObject({ state: 'offered' })
  await event.change(first, { act: 'retime', starts_at: '2026-11-22 12:00:02', reason: 'Зал занят' })
  const textOf = async ({ id }: { id: number }) =>
    app.db
      .selectFrom('notifications')
      .select(['title', 'text'])
      .where('account_id', '=', id)
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst()
  const title = 'Время мероприятия изменилось'
  expect((await event.look(offered, eventId)).offline_event.own).toMatchObject({ until: '2026-11-22 00:00:02' })
  expect(await textOf(offered)).toMatchObject({
    title,
    text: expect.stringContaining('Подтвердите место до 22.11.2026 00:00 по Москве. Причина: Зал занят'),
  })
  expect(await textOf(waits)).toMatchObject({
    title,
    text: expect.stringContaining('22.11.2026 12:00 по Москве. Вы по-прежнему в листе ожидания. Причина: Зал занят'),
  })
  // People moved to another slot with the line read its time.
  await event.change(first, { act: 'merge', to: second })
  expect(await textOf(waits)).toMatchObject({ text: expect.stringContaining('25.11.2026 11:00') })
})

test('KO-20 KE-20 fewer places than people: the plan is shown, then the last ones move to the nearest slot or to the head of the line', async () => {
  const event = await anEvent(app)
  await event.make({ capacity: 3 })
  const [first = 0, second = 0] = await idsOf(event)
  await event.change(second, { act: 'capacity', capacity: 1 })
  const people = [await event.person(), await event.person(), await event.person()]
  for (const person of people) {
    await event.book(person, first)
    app.clock.advance(1000)
  }
  const [oldest, middle, newest] = people
  expect(code(await event.change(first, { act: 'capacity', capacity: 1 }))).toEqual([409, 'slot_overflows'])
  const plan = await event.change(first, { act: 'capacity', capacity: 1, preview: true })
  expect(plan.body.moves).toMatchObject([
    { test_id: middle?.testId, to: '2026-11-25 11:00:00' },
    { test_id: newest?.testId, to: null },
  ])
  expect(await slotOf(event, first)).toMatchObject({ capacity: 3, taken: 3 })
  await event.change(first, { act: 'capacity', capacity: 1, move_people: true })
  expect(await slotOf(event, first)).toMatchObject({ capacity: 1, taken: 1, waiting: 1 })
  expect(await slotOf(event, second)).toMatchObject({ taken: 1 })
  expect((await event.titlesOf(newest ?? { id: 0 })).at(-1)).toBe('Мест стало меньше: вы первый в листе ожидания')
  // After places are added, the line moves up at once.
  await event.change(first, { act: 'capacity', capacity: 2 })
  const eventId = await event.eventId()
  expect((await event.look(newest ?? { email: '' }, eventId)).offline_event.own).toMatchObject({ state: 'offered' })
  expect((await event.look(oldest ?? { email: '' }, eventId)).offline_event.own).toMatchObject({ state: 'confirmed' })
})

test('KO-20 a slot is blocked, merged and removed; people of other tracks and regions do not see it', async () => {
  const event = await anEvent(app)
  await event.make({ capacity: 2 })
  const [first = 0, second = 0] = await idsOf(event)
  const [one, two, other] = [await event.person(), await event.person('main', '77'), await event.person('other')]
  await event.book(one, first)
  await event.change(first, { act: 'block' })
  expect(code(await event.book(two, first))).toEqual([409, 'slot_blocked'])
  await event.change(first, { act: 'unblock' })
  await event.change(second, { act: 'audience', regions: ['77'], tracks: ['main'] })
  const eventId = await event.eventId()
  const seenBy = async (who: { email: string }) => (await event.look(who, eventId)).slots.map(({ id }) => id)
  expect([await seenBy(one), await seenBy(two), await seenBy(other)]).toEqual([[first], [first, second], [first]])
  expect(code(await event.book(one, second))).toEqual([404, 'slot_not_found'])
  await event.book(two, second)
  expect(code(await event.change(second, { act: 'remove' }))).toEqual([409, 'slot_in_use'])
  expect(code(await event.change(second, { act: 'merge', to: second }))).toEqual([422, 'slot_same'])
  const merged = await event.change(second, { act: 'merge', to: first })
  expect(merged.body.slots).toMatchObject([{ slot_id: first, capacity: 4, taken: 2 }])
  expect(code(await event.change(second, { act: 'remove' }))).toEqual([404, 'slot_not_found'])
})

test('KE-20 when an event is cancelled, everybody is notified once, with a calendar entry that removes the meeting', async () => {
  const event = await anEvent(app)
  await event.make()
  const [first = 0] = await idsOf(event)
  const [booked, waits] = [await event.person(), await event.person()]
  expect(code(await (await anEvent(app)).callOff('Пожар'))).toEqual([409, 'event_not_ready'])
  await event.book(booked, first)
  await event.wait(waits, first)
  app.clock.advance(minute)
  expect((await event.callOff('Прорвало трубу')).body.cancelled).toBe('Прорвало трубу')
  expect(code(await event.callOff('Ещё раз'))).toEqual([409, 'event_cancelled'])
  await app.work('tell_called_off')
  for (const person of [booked, waits]) {
    expect((await event.titlesOf(person)).at(-1)).toBe('Мероприятие отменено')
    expect((await event.status(person)).reason).toContain('Прорвало трубу')
  }
  const letters = await app.db
    .selectFrom('outbox')
    .selectAll()
    .where('recipient', '=', booked.email)
    .where('subject', '=', 'Мероприятие отменено')
    .execute()
  expect(letters).toHaveLength(1)
  expect(letters[0]?.text).toContain('Причина: Прорвало трубу')
  expect(code(await event.book(await event.person(), first))).toEqual([409, 'event_cancelled'])
})

test('KE-20 TW-13 the letter about a cancelled event has an entry with METHOD:CANCEL for the meeting that was added', async () => {
  const real = await testApp({ env: { SMTP_URL: 'smtp://127.0.0.1:1' } })
  const event = await anEvent(real)
  await event.make()
  const [first = 0] = await idsOf(event)
  const booked = await event.person()
  await event.book(booked, first)
  // At the same moment by the clock.
  await event.callOff('Прорвало трубу')
  await real.work('tell_called_off')
  const [put, removed, ...more] = await calendarEntriesOf(real, booked)
  expect(put?.method).toBe('PUBLISH')
  expect(removed).toMatchObject({ method: 'CANCEL', event: { uid: put?.event.uid } })
  expect(removed?.event.sequence).toBeGreaterThan(put?.event.sequence ?? 0)
  expect(more).toEqual([])
  await real.close()
})

test('SK-20 a booking counts at its stage: held and waiting are begun, confirmed is handed in, the setting defines what passes', async () => {
  const step = async (event: AnEvent, { id }: { id: number }) => {
    const { rows } = await sql<{ step: string }>`select ${stepOf} as step
      from (values (1)) one left join stage_facts f on f.account_id = ${id} and f.stage_id = ${event.stageId}`.execute(
      app.db,
    )
    return rows[0]?.step
  }
  const booked = await anEvent(app)
  await booked.make()
  const [first = 0] = await idsOf(booked)
  const [one, two] = [await booked.person(), await booked.person()]
  expect(await step(booked, one)).toBe('not_begun')
  await booked.hold(one, first)
  expect(await step(booked, one)).toBe('begun')
  await booked.book(one, first)
  await booked.wait(two, first)
  expect([await step(booked, one), await step(booked, two)]).toEqual(['passed', 'begun'])
  await booked.cancel(one, first)
  expect([await step(booked, one), await step(booked, two)]).toEqual(['begun', 'begun'])
  expect(await booked.status(one)).toMatchObject({ status: 'available' })
  await booked.book(two, first)
  expect(await step(booked, two)).toBe('passed')
  // A changed condition of the stage applies also to people who have booked before.
  const asks = (success: string) =>
    app.db
      .updateTable('stages')
      .set({ settings: sql`settings || ${JSON.stringify({ success })}::jsonb` })
      .where('id', '=', booked.stageId)
      .execute()
  await asks('attendance')
  expect(await step(booked, two)).toBe('handed_in')
  await asks('booking')
  await booked.callOff('Прорвало трубу')
  expect(await step(booked, two)).toBe('handed_in')

  const event = await anEvent(app, { success: 'attendance', no_show_hours: 2 })
  await event.make({ capacity: 4 })
  const [slot = 0] = await idsOf(event)
  const [came, absent, silent, forgiven] = [
    await event.person(),
    await event.person(),
    await event.person(),
    await event.person(),
  ]
  for (const person of [came, absent, silent, forgiven]) await event.book(person, slot)
  const steps = () => Promise.all([came, absent, silent, forgiven].map((person) => step(event, person)))
  expect(await steps()).toEqual(['handed_in', 'handed_in', 'handed_in', 'handed_in'])
  const host = await event.host()
  app.clock.set('2026-11-25T10:05:00+03:00')
  await mark(event, host, [
    { slot_id: slot, test_id: came.testId, mark: 'came' },
    { slot_id: slot, test_id: absent.testId, mark: 'absent' },
  ])
  const decided = { accountIds: [forgiven.id], stageId: event.stageId, outcome: 'passed' as const, reason: '' }
  await app.db.transaction().execute((tx) => settle(tx, decided, app.clock.now()))
  await countAbsent(app.services)
  expect(await steps()).toEqual(['passed', 'failed', 'handed_in', 'passed'])
  app.clock.set('2026-11-25T13:00:00+03:00')
  await countAbsent(app.services)
  expect(await steps()).toEqual(['passed', 'failed', 'failed', 'passed'])
  expect(await event.status(silent)).toMatchObject({ status: 'not_allowed' })
  expect(await event.status(forgiven)).toMatchObject({ status: 'success' })
  // The host corrects a mark.
  await mark(event, host, [{ slot_id: slot, test_id: absent.testId, mark: 'came' }])
  await countAbsent(app.services)
  expect(await steps()).toEqual(['passed', 'passed', 'failed', 'passed'])
})

test('the latest of several decisions about a person counts, whatever happens to the booking; after a return the booking counts again', async () => {
  const event = await anEvent(app)
  await event.make({ capacity: 2 })
  const [first = 0] = await idsOf(event)
  const person = await event.person()
  const factsOf = async () => {
    const { passed_at, failed_at } = await app.db
      .selectFrom('stage_facts')
      .select(['passed_at', 'failed_at'])
      .where('stage_id', '=', event.stageId)
      .where('account_id', '=', person.id)
      .executeTakeFirstOrThrow()
    return passed_at ? 'passed' : failed_at ? 'failed' : 'open'
  }
  const said = async (outcome: 'passed' | 'failed' | 'returned') => {
    app.clock.advance(1000)
    const decision = { accountIds: [person.id], stageId: event.stageId, outcome, reason: 'Решил организатор' }
    await app.db.transaction().execute((tx) => settle(tx, decision, app.clock.now()))
    await app.heard()
  }
  await event.book(person, first)
  expect([await factsOf(), (await event.status(person)).status]).toEqual(['passed', 'success'])
  await said('failed')
  expect([await factsOf(), (await event.status(person)).status]).toEqual(['failed', 'not_allowed'])
  await said('passed')
  await event.cancel(person, first)
  expect([await factsOf(), (await event.status(person)).status]).toEqual(['passed', 'success'])
  await said('returned')
  expect([await factsOf(), (await event.status(person)).status]).toEqual(['open', 'available'])
  await event.book(person, first)
  await said('failed')
  expect([await factsOf(), (await event.status(person)).status]).toEqual(['failed', 'not_allowed'])
  await said('returned')
  expect([await factsOf(), (await event.status(person)).status]).toEqual(['passed', 'success'])
})

test('KO-20 where attendance is required, the door decides: a booking opens no further stage, and an absence counts after the set hours', async () => {
  const event = await anEvent(app, { success: 'attendance', no_show_hours: 2 })
  await event.make({ capacity: 2 })
  const [first = 0] = await idsOf(event)
  const [came, absent, host] = [await event.person(), await event.person(), await event.host()]
  for (const person of [came, absent]) await event.book(person, first)
  expect(await event.status(came)).toMatchObject({ status: 'success' })
  expect(await event.status(came, 'after')).toMatchObject({ status: 'wait' })
  app.clock.set('2026-11-25T10:05:00+03:00')
  await mark(event, host, [{ slot_id: first, test_id: came.testId, mark: 'came' }])
  expect(await event.status(came)).toMatchObject({
    status: 'success',
    reason: 'Вы были на мероприятии 25.11.2026 10:00 по Москве',
  })
  expect(await event.status(came, 'after')).toMatchObject({ status: 'available' })
  app.clock.set('2026-11-25T12:00:00+03:00')
  expect(await event.status(absent)).toMatchObject({ status: 'processing' })
  app.clock.set('2026-11-25T13:00:00+03:00')
  expect(await event.status(absent)).toMatchObject({ status: 'not_allowed' })
})

interface Mark {
  slot_id: number
  mark: 'came' | 'absent' | 'undone' | 'walk_in'
  test_id?: number
  ticket?: string
  id?: string
  at?: Date
}

async function mark(event: AnEvent, host: { email: string }, marks: Mark[]) {
  return app.call('POST /desk/doors/:stage_id/marks', {
    token: await event.tokenOf(host),
    params: { stage_id: event.stageId },
    body: {
      marks: marks.map(({ id = randomUUID(), at = app.clock.now(), ...one }) => ({ id, at: at.toISOString(), ...one })),
    },
  })
}

test('KA-20 a host lists, scans and marks; marks that two devices send late and twice count once, and the latest one is valid', async () => {
  const event = await anEvent(app)
  await event.make({ capacity: 5 })
  const [first = 0, second = 0] = await idsOf(event)
  const [a, b, stranger] = [await event.person(), await event.person(), await event.person()]
  const [host, other] = [await event.host(), await event.host()]
  await event.book(a, first)
  await event.book(b, first)
  const ticket = (await event.look(a, await event.eventId())).offline_event.own?.ticket ?? ''
  const door = { token: await event.tokenOf(host), params: { stage_id: event.stageId } }
  const list = await app.call('GET /desk/doors/:stage_id', door)
  expect(list.body.people.map(({ test_id, state }) => [test_id, state])).toEqual([
    [a.testId, 'confirmed'],
    [b.testId, 'confirmed'],
  ])
  expect(list.text).not.toContain(ticket)
  expect((await app.call('GET /desk/doors', door)).body.doors).toMatchObject([{ stage_id: event.stageId, booked: 2 }])
  app.clock.set('2026-11-25T10:10:00+03:00')
  const id = randomUUID()
  const at = (minutes: number) => new Date(app.clock.now().getTime() - minutes * minute)
  const outcomes = async (who: { email: string }, marks: Mark[]) =>
    (await mark(event, who, marks)).body.outcomes.map(({ outcome }) => outcome)
  expect(await outcomes(host, [{ id, slot_id: first, ticket, mark: 'came', at: at(5) }])).toEqual(['marked'])
  expect(await outcomes(host, [{ id, slot_id: first, ticket, mark: 'came', at: at(5) }])).toEqual(['already'])
  // The other device was offline: before that it had marked this person and another one as absent.
  expect(
    await outcomes(other, [
      { slot_id: first, test_id: a.testId, mark: 'absent', at: at(7) },
      { slot_id: first, test_id: b.testId, mark: 'absent', at: at(6) },
      { slot_id: first, test_id: b.testId, mark: 'came', at: at(1) },
    ]),
  ).toEqual(['already', 'marked', 'marked'])
  expect(await slotOf(event, first)).toMatchObject({ attended: 2, no_show: 0 })
  expect(
    await outcomes(host, [
      { slot_id: first, ticket: randomUUID(), mark: 'came' },
      { slot_id: first, test_id: stranger.testId, mark: 'came' },
      { slot_id: 999_999, test_id: a.testId, mark: 'came' },
      { slot_id: second, test_id: stranger.testId, mark: 'walk_in' },
    ]),
  ).toEqual(['unknown', 'unknown', 'unknown', 'marked'])
  expect(await slotOf(event, second)).toMatchObject({ taken: 0, attended: 1, walk_ins: 1 })
  app.clock.advance(minute)
  expect(await outcomes(host, [{ slot_id: second, test_id: stranger.testId, mark: 'undone' }])).toEqual(['marked'])
  expect(await slotOf(event, second)).toMatchObject({ taken: 0, attended: 0, walk_ins: 0 })
  const notHost = await mark(event, await event.person(), [{ slot_id: first, test_id: a.testId, mark: 'came' }])
  expect(notHost.status).toBe(403)
  const elsewhere = await anEvent(app)
  expect(code(await mark(elsewhere, host, [{ slot_id: first, test_id: a.testId, mark: 'came' }]))).toEqual([
    404,
    'event_not_found',
  ])
})

test('a host is shown that an event lets nobody in without a booking', async () => {
  const event = await anEvent(app, { walk_ins: false })
  await event.make()
  const [first = 0] = await idsOf(event)
  const [person, host] = [await event.person(), await event.host()]
  const { body } = await mark(event, host, [{ slot_id: first, test_id: person.testId, mark: 'walk_in' }])
  expect(body.outcomes).toMatchObject([{ outcome: 'no_walk_ins' }])
})

test('KE-20 a letter about a place gives the local time of the venue next to Moscow time', async () => {
  const event = await anEvent(app, { zone: 'Asia/Yekaterinburg' })
  await event.make()
  const [first = 0] = await idsOf(event)
  const [person, next] = [await event.person(), await event.person()]
  const when = '25.11.2026 10:00 по Москве (12:00 на площадке)'
  const texts = async ({ id }: { id: number }) =>
    (await app.db.selectFrom('notifications').select('text').where('account_id', '=', id).orderBy('id').execute()).map(
      ({ text }) => text.includes(when),
    )
  await event.book(person, first)
  await event.wait(next, first)
  app.clock.set('2026-11-24T10:00:00+03:00')
  await remindOfEvents(app.services)
  expect(await texts(person)).toEqual([true, true])
  await event.callOff('Прорвало трубу')
  await app.work('tell_called_off')
  expect([await texts(person), (await texts(next)).at(-1)]).toEqual([[true, true, true], true])
})

test('KE-20 a ticket opens the door only to its owner, by name, and ends with the booking', async () => {
  const event = await anEvent(app)
  await event.make({ capacity: 2 })
  const [first = 0] = await idsOf(event)
  const [holder, other, host] = [await event.person(), await event.person(), await event.host()]
  await event.book(holder, first)
  const ticket = (await event.look(holder, await event.eventId())).offline_event.own?.ticket ?? ''
  const door = async () =>
    (
      await app.call('GET /desk/doors/:stage_id', {
        token: await event.tokenOf(host),
        params: { stage_id: event.stageId },
      })
    ).body.people
  // Whoever brings the ticket, the host sees the owner's name and marks the owner.
  expect((await door()).map(({ test_id, name }) => [test_id, name !== ''])).toEqual([[holder.testId, true]])
  const outcome = async (one: Mark) => (await mark(event, host, [one])).body.outcomes[0]?.outcome
  await event.cancel(holder, first)
  await event.book(other, first)
  app.clock.set('2026-11-25T10:05:00+03:00')
  expect(await outcome({ slot_id: first, ticket, mark: 'came' })).toBe('unknown')
  expect((await door()).map(({ test_id, state }) => [test_id, state])).toEqual([[other.testId, 'confirmed']])
})

test('KP-20 people are reminded a day and an hour before, once each, but not about a booking that they have just made', async () => {
  const event = await anEvent(app)
  await event.make({ capacity: 5 })
  const [first = 0] = await idsOf(event)
  const early = await event.person()
  await event.book(early, first)
  const reminded = async (who: { id: number }) => {
    await remindOfEvents(app.services)
    await remindOfEvents(app.services)
    return (await event.titlesOf(who)).filter((title) => /завтра|через час/i.test(title))
  }
  expect(await reminded(early)).toEqual([])
  app.clock.set('2026-11-24T10:00:00+03:00')
  expect(await reminded(early)).toEqual(['Завтра — мероприятие'])
  app.clock.set('2026-11-24T20:00:00+03:00')
  const late = await event.person()
  await event.book(late, first)
  expect(await reminded(late)).toEqual([])
  app.clock.set('2026-11-25T09:00:00+03:00')
  expect(await reminded(late)).toEqual(['Мероприятие — через час'])
  expect(await reminded(early)).toEqual(['Завтра — мероприятие', 'Мероприятие — через час'])
})

test('KO-20 the seating list is a Word document with everybody by time, also in the local time of the venue', async () => {
  const event = await anEvent(app, { zone: 'Asia/Yekaterinburg' })
  await event.make({ capacity: 5 })
  const [first = 0] = await idsOf(event)
  const person = await event.person()
  await event.book(person, first)
  const printed = await app.fetch(`/api/v3/admin/competitions/${event.code}/stages/meeting/event/seating`, {
    headers: { 'X-Token': await event.tokenOf(event.organiser) },
  })
  const text = strFromU8(
    unzipSync(new Uint8Array(await printed.arrayBuffer()))['word/document.xml'] ?? new Uint8Array(),
  )
  expect(printed.status).toBe(200)
  for (const words of [
    'Очная встреча',
    '25.11.2026 10:00 по Москве (12:00 на площадке): 1 из 5',
    String(person.testId),
    'Никто не записан',
  ])
    expect(text).toContain(words)
})

test('KO-20 SZ-01 the seating lists of very many people are an archive of documents with everybody in it once', async () => {
  const event = await anEvent(app)
  await event.make({ capacity: 1000 })
  const slots = await idsOf(event)
  const each = 300
  const { rows } = await sql<{ test_id: number }>`
    with people as (
      insert into accounts (email, first_name, last_name, password_hash, created_at)
      select 'seated' || n || '@example.test', 'Анна', 'Ким', '', ${eventStart} from generate_series(1, ${2 * each}::int) n
      returning id, test_id
    ), booked as (
      insert into slot_bookings (event_id, account_id, slot_id, booked_at, state, ticket)
      select ${await event.eventId()}::int, id, (${slots}::int[])[1 + id % 2], ${eventStart}, 'confirmed', gen_random_uuid()
      from people
    )
    select test_id from people`.execute(app.db)
  const printed = await app.fetch(`/api/v3/admin/competitions/${event.code}/stages/meeting/event/seating`, {
    headers: { 'X-Token': await event.tokenOf(event.organiser) },
  })
  expect(printed.headers.get('content-type')).toBe('application/zip')
  const documents = Object.entries(unzipSync(new Uint8Array(await printed.arrayBuffer())))
  expect(documents.map(([name]) => name)).toEqual(['Список 1.docx', 'Список 2.docx'])
  const texts = documents.map(([, bytes]) => strFromU8(unzipSync(bytes)['word/document.xml'] ?? new Uint8Array()))
  const numbers = texts.join().match(/(?<=>)\d{5,}(?=<)/g) ?? []
  expect(numbers.map(Number).toSorted()).toEqual(rows.map(({ test_id }) => test_id).toSorted())
})

test('hosts are named by the organiser and lose access to the door together with the duty', async () => {
  const event = await anEvent(app)
  await event.make()
  const host = await event.person()
  const of = { token: await event.tokenOf(event.organiser), params: event.params }
  const hosts = 'POST /admin/competitions/:competition/stages/:code/event/hosts' as const
  expect(code(await app.call(hosts, { ...of, body: { email: 'nobody@example.test' } }))).toEqual([
    404,
    'user_not_found',
  ])
  const added = await app.call(hosts, { ...of, body: { email: host.email } })
  expect(added.body.hosts).toMatchObject([{ test_id: host.testId }])
  const door = async () =>
    (await app.call('GET /desk/doors', { token: await event.tokenOf(host) })).body.doors?.length ?? 0
  expect(await door()).toBe(1)
  const removed = await app.call('DELETE /admin/competitions/:competition/stages/:code/event/hosts/:test_id', {
    ...of,
    params: { ...event.params, test_id: host.testId },
  })
  expect(removed.body.hosts).toEqual([])
  expect(await door()).toBe(0)
})

test('a closed stage closes the booking with its reason, and an earlier deadline of the stage does too', async () => {
  const event = await anEvent(app)
  await event.make()
  const [first = 0] = await idsOf(event)
  const [person, gone] = [await event.person(), await event.person()]
  await app.db
    .updateTable('stages')
    .set({ closes_at: new Date(eventStart.getTime() + hour) })
    .where('id', '=', event.stageId)
    .execute()
  await app.db
    .updateTable('participations')
    .set({ disqualified_at: eventStart })
    .where('account_id', '=', gone.id)
    .execute()
  await app.heard()
  expect(code(await event.book(gone, first))).toEqual([403, 'booking_shut'])
  app.clock.advance(hour)
  expect(code(await event.book(person, first))).toEqual([409, 'booking_closed'])
  expect((await event.look(person, await event.eventId())).offline_event).toMatchObject({ booking: 'closed' })
})

/** Repeats a call while the portal is busy, as the page does. */
async function answered<Answer extends { status: number }>(ask: () => Promise<Answer>): Promise<Answer> {
  for (;;) {
    const answer = await ask()
    if (answer.status !== 503) return answer
  }
}

test('KE-20 200 people ask over HTTP for the last place at once: one gets it, the others are refused, and no place stays empty', async () => {
  const event = await anEvent(app)
  await event.make()
  const [first = 0] = await idsOf(event)
  const people = []
  for (let number = 0; number < 200; number += 1) people.push(await event.enrolled())
  const answers = await Promise.all(people.map(({ token }) => answered(() => event.bookWith(token, first))))
  const codes = answers.map(({ status, body }) => (status === 200 ? 'booked' : (body as { code?: string }).code))
  expect(codes.toSorted()).toEqual(['booked', ...Array(199).fill('slot_full')])
  expect(await slotOf(event, first)).toMatchObject({ taken: 1 })
  // All of them join the line at once, and the place becomes free: it is offered to exactly one person.
  const waits = await Promise.all(people.map(({ token }) => answered(() => event.waitWith(token, first))))
  expect(waits.filter(({ status }) => status === 204)).toHaveLength(199)
  const owner = people[codes.indexOf('booked')]
  await app.call('DELETE /offline_event_slot/:id', { token: owner?.token ?? '', params: { id: first } })
  expect(await slotOf(event, first)).toMatchObject({ taken: 1, waiting: 198 })
})
