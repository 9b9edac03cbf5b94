import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aCompetition, aPerson, takesPart } from '#server/testing/a-competition.ts'
import { anOfflineEvent } from '#server/testing/an-offline-event.ts'
import { countQueries } from '#server/testing/count-queries.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'

const hour = 3_600_000
let app: TestApp
let code: string
beforeAll(async () => {
  app = await testApp()
  code = (await aCompetition(app.db, {}, { tracks: ['state', 'business'] })).code
})
afterAll(() => app.close())

/** A logged-in participant, in the named track if there is one. */
async function aParticipant(track: string | null = null, competition = code) {
  const person = await aPerson(app)
  await takesPart(app.db, person.id, competition, track, app.clock.now())
  return person
}
const event = (places: number[], more: Partial<Parameters<typeof anOfflineEvent>[1]> = {}) =>
  anOfflineEvent(app.db, { competition_code: code, now: app.clock.now(), places, ...more })
const look = (token: string, id: number, query: { limit?: number; offset?: number } = {}) =>
  app.call('GET /offline_event_slots/:id', { token, params: { id }, query })
const book = (token: string, id = 0) => app.call('POST /offline_event_slot/:id', { token, params: { id } })
const cancel = (token: string, id = 0) => app.call('DELETE /offline_event_slot/:id', { token, params: { id } })
const listed = (token: string, query: { limit?: number; offset?: number } = {}, competition_code = code) =>
  app.call('GET /offline_events', { token, query: { competition_code, ...query } })
const notAvailable = [{ available: false }, { available: false }]
const takenOf = async (ids: number[]) =>
  (await app.db.selectFrom('offline_event_slots').select('taken').where('id', 'in', ids).orderBy('id').execute()).map(
    ({ taken }) => taken,
  )

describe('a place', () => {
  test('CL-05 RT-02 is booked, moved and cancelled; the event shows every step', async () => {
    const { token } = await aParticipant()
    const { id, slots } = await event([2, 1])
    const [first, second] = slots
    const before = (await look(token, id)).body
    expect(before.offline_event).toMatchObject({ id, booking: 'open', own_slot: null, minutes: 60 })
    expect(before.slots).toMatchObject([
      { id: first, start_time: '2026-11-22 12:00:00', available: true, selected: false, places_left: 2 },
      { id: second, start_time: '2026-11-22 13:00:00', available: true, selected: false, places_left: 1 },
    ])
    expect(await book(token, first)).toMatchObject({
      status: 200,
      body: { id: first, start_time: '2026-11-22 12:00:00' },
    })
    expect((await look(token, id)).body).toMatchObject({
      offline_event: { own_slot: { id: first, start_time: '2026-11-22 12:00:00', begun: false } },
      slots: [
        { available: false, selected: true, places_left: 1 },
        { available: true, selected: false, places_left: 1 },
      ],
    })
    expect((await book(token, second)).status).toBe(200)
    expect(await takenOf(slots)).toEqual([0, 1])
    expect((await book(token, second)).status).toBe(200)
    expect(await takenOf(slots)).toEqual([0, 1])
    expect((await cancel(token, second)).status).toBe(204)
    expect((await cancel(token, second)).status).toBe(204)
    expect(await takenOf(slots)).toEqual([0, 0])
  })

  test('SC-09 in a full slot is refused, and after a refused move the person keeps the old place', async () => {
    const [one, two] = [await aParticipant(), await aParticipant()]
    const { slots } = await event([1, 1])
    const [first, second] = slots
    await book(one.token, first)
    await book(two.token, second)
    const refused = await book(two.token, first)
    expect([refused.status, refused.body.code]).toEqual([409, 'slot_full'])
    expect(refused.body.message).toBe('На это время мест уже не осталось. Выберите другое')
    expect(await takenOf(slots)).toEqual([1, 1])
  })

  test('SC-09 before booking opens and after it closes nothing can be booked, but a booking can be cancelled until it begins', async () => {
    const { token } = await aParticipant()
    const now = app.clock.now().getTime()
    const { id, slots } = await event([5, 5], {
      opens_at: new Date(now + hour),
      closes_at: new Date(now + 2 * hour),
    })
    const [first, second] = slots
    const early = await book(token, first)
    expect([early.status, early.body.code, early.body.message]).toEqual([
      409,
      'booking_not_open',
      'Запись ещё не началась. Она откроется 21.11.2026 13:00 по Москве',
    ])
    const closes = (closes_at: Date) =>
      app.db.updateTable('offline_events').set({ opens_at: null, closes_at }).where('id', '=', id).execute()
    expect((await look(token, id)).body).toMatchObject({ offline_event: { booking: 'not_yet' }, slots: notAvailable })
    await closes(new Date(now + 1))
    expect((await book(token, first)).status).toBe(200)
    await closes(app.clock.now())
    expect((await look(token, id)).body).toMatchObject({ offline_event: { booking: 'closed' }, slots: notAvailable })
    const late = await book(token, second)
    expect([late.status, late.body.code]).toEqual([409, 'booking_closed'])
    expect(await takenOf(slots)).toEqual([1, 0])
    expect((await cancel(token, first)).status).toBe(204)
    expect(await takenOf(slots)).toEqual([0, 0])
  })

  test('SC-09 in a slot that has begun cannot be booked, moved or cancelled', async () => {
    const [there, late] = [await aParticipant(), await aParticipant()]
    const { id, slots } = await event([5, 5])
    const [first, second] = slots
    await book(there.token, first)
    await app.db
      .updateTable('offline_event_slots')
      .set({ start_time: app.clock.now() })
      .where('id', '=', first ?? 0)
      .execute()
    const said = await Promise.all([book(late.token, first), book(there.token, second), cancel(there.token, first)])
    expect(said.map(({ status, body }) => [status, body.code])).toEqual(Array(3).fill([409, 'slot_past']))
    expect((await look(late.token, id)).body.slots).toMatchObject([
      { begun: true, available: false },
      { begun: false, available: true },
    ])
    expect((await look(there.token, id)).body.offline_event.own_slot).toMatchObject({ id: first, begun: true })
    expect(await takenOf(slots)).toEqual([1, 0])
  })

  test('SC-09 every step causes a notification and a letter with a calendar entry, and is in the audit', async () => {
    const person = await aParticipant()
    await app.db
      .updateTable('accounts')
      .set({ email_verified_at: app.clock.now() })
      .where('id', '=', person.id)
      .execute()
    const { id, slots } = await event([5, 5])
    await book(person.token, slots[0])
    await book(person.token, slots[0])
    await book(person.token, slots[1])
    await cancel(person.token, slots[1])
    const notifications = await app.db
      .selectFrom('notifications')
      .select(['title', 'text'])
      .where('account_id', '=', person.id)
      .orderBy('id')
      .execute()
    expect(notifications.map(({ title }) => title)).toEqual([
      'Вы записаны на мероприятие',
      'Вы записаны на другое время',
      'Запись на мероприятие отменена',
    ])
    expect(notifications[1]?.text).toBe(
      '«Очная оценка», 22.11.2026 13:00 по Москве. Адрес: Москва, Пресненская набережная, 12',
    )
    const letters = await app.db.selectFrom('outbox').select('subject').where('recipient', '=', person.email).execute()
    expect(letters.map(({ subject }) => subject)).toEqual(notifications.map(({ title }) => title))
    const audit = await app.db
      .selectFrom('audit')
      .select(['action', 'detail'])
      .where('subject', '=', `offline_event:${id}`)
      .orderBy('id')
      .execute()
    expect(audit).toEqual([
      { action: 'slot_booked', detail: { slot: slots[0] } },
      { action: 'slot_booked', detail: { slot: slots[1], before: slots[0] } },
      { action: 'booking_cancelled', detail: { slot: slots[1] } },
    ])
  })

  test('has a calendar entry on the page too, only for the person who booked', async () => {
    const [person, other] = [await aParticipant(), await aParticipant()]
    const { id, slots } = await event([5, 5])
    const calendar = ({ token }: { token: string }) =>
      app.fetch(`/api/v3/offline_events/${id}/calendar`, { headers: { 'X-Token': token } })
    expect((await calendar(person)).status).toBe(404)
    await book(person.token, slots[0])
    const read = async () => (await calendar(person)).text()
    const first = await read()
    expect(first).toContain('METHOD:PUBLISH')
    expect(first).toContain(`UID:offline-event-${id}-${person.id}@`)
    expect(first).toContain('DTSTART;TZID=Europe/Moscow:20261122T1')
    expect((await calendar(other)).status).toBe(404)
    await cancel(person.token, slots[0])
    expect((await calendar(person)).status).toBe(404)
  })

  test('R-57 is deleted with the account, and its place is free again', async () => {
    const person = await aParticipant()
    const { slots } = await event([1])
    await book(person.token, slots[0])
    await app.db.deleteFrom('accounts').where('id', '=', person.id).execute()
    expect(await takenOf(slots)).toEqual([0])
  })
})

describe('who may', () => {
  const codesOf = async (token: string, { id, slots }: { id: number; slots: number[] }) => [
    (await look(token, id)).body.code,
    (await book(token, slots[0])).body.code,
    ((await cancel(token, slots[0])).body as { code?: string } | undefined)?.code,
  ]
  const notThere = ['event_not_found', 'slot_not_found', 'slot_not_found']

  test('R-27 R-30 an event of another competition or track, or an unpublished one, is not found', async () => {
    const [stranger, state, business] = [
      await aPerson(app),
      await aParticipant('state'),
      await aParticipant('business'),
    ]
    const forAll = await event([3])
    const forTrack = await event([3], { track_code: 'business' })
    const hidden = await event([3], { published: false })
    for (const each of [forAll, forTrack, hidden]) expect(await codesOf(stranger.token, each)).toEqual(notThere)
    expect(await codesOf(state.token, forTrack)).toEqual(notThere)
    expect(await codesOf(business.token, hidden)).toEqual(notThere)
    expect(await codesOf(business.token, forTrack)).toEqual([undefined, undefined, undefined])
    expect(await codesOf(state.token, { id: 999999, slots: [999999] })).toEqual(notThere)
  })

  test('an event after a stage is shown to people who have passed it, and stays for those who booked', async () => {
    const { code: competition_code, stageIds } = await aCompetition(app.db, { rules: { type: 'rules' } })
    const stageId = stageIds.rules
    const [ahead, behind] = [await aParticipant('main', competition_code), await aParticipant('main', competition_code)]
    const passed = (account_id: number, passed_at: Date | null) =>
      app.db
        .insertInto('stage_facts')
        .values({ account_id, stage_id: stageId, passed_at })
        .onConflict((same) => same.columns(['account_id', 'stage_id']).doUpdateSet({ passed_at }))
        .execute()
    await passed(ahead.id, app.clock.now())
    await passed(behind.id, null)
    const after = await event([3], { competition_code, after_stage_id: stageId })
    expect(await codesOf(behind.token, after)).toEqual(notThere)
    expect((await listed(behind.token, {}, competition_code)).body.offline_events).toEqual([])
    expect(await codesOf(ahead.token, after)).toEqual([undefined, undefined, undefined])
    await book(ahead.token, after.slots[0])
    await passed(ahead.id, null)
    expect((await look(ahead.token, after.id)).status).toBe(200)
  })

  test('R-27 only the person who booked can cancel the booking', async () => {
    const [owner, other] = [await aParticipant(), await aParticipant()]
    const { slots } = await event([1])
    await book(owner.token, slots[0])
    expect((await cancel(other.token, slots[0])).status).toBe(204)
    expect(await takenOf(slots)).toEqual([1])
  })

  test('SC-09 a suspended participant sees the event and is refused with the reason', async () => {
    const person = await aParticipant()
    const { id, slots } = await event([1])
    await app.db
      .updateTable('participations')
      .set({ disqualified_at: app.clock.now() })
      .where('account_id', '=', person.id)
      .execute()
    expect((await look(person.token, id)).body).toMatchObject({ offline_event: { booking: 'not_allowed' } })
    const refused = await book(person.token, slots[0])
    expect([refused.status, refused.body.code]).toEqual([403, 'booking_not_allowed'])
  })
})

describe('the lists', () => {
  test('SC-09 the events of a competition: upcoming or booked, nearest first, in pages, with the same queries for three as for one', async () => {
    const { code: competition } = await aCompetition(app.db, {})
    const { token } = await aParticipant(null, competition)
    const of = (places: number[], days: number) =>
      event(places, { competition_code: competition, now: new Date(app.clock.now().getTime() + days * 24 * hour) })
    const later = await of([2, 3], 5)
    const cost = () => countQueries(() => listed(token, {}, competition))
    const one = await cost()
    const soon = await of([1], 1)
    const past = await of([4], -5)
    const empty = await of([1], 9)
    await book(token, empty.slots[0])
    expect((await listed(token, {}, competition)).body).toMatchObject({
      count: 3,
      offline_events: [
        { id: soon.id, places_left: 1 },
        { id: later.id, places_left: 5, first_slot: '2026-11-27 12:00:00', last_slot: '2026-11-27 13:00:00' },
        { id: empty.id, places_left: 0, own_slot: { id: empty.slots[0] } },
      ],
    })
    expect(past.id).toBeGreaterThan(0)
    expect(await cost()).toBe(one)
    const page = (await listed(token, { limit: 1, offset: 1 }, competition)).body
    expect([page.count, page.offline_events.map(({ id }) => id)]).toEqual([3, [later.id]])
    expect((await listed((await aPerson(app)).token, {}, competition)).body).toEqual({ offline_events: [], count: 0 })
  })

  test('SC-09 the slots of an event are sorted by time and paged, with the same queries for three as for one', async () => {
    const { token } = await aParticipant()
    const [one, three] = [await event([1]), await event([1, 1, 1])]
    const page = (await look(token, three.id, { limit: 2, offset: 1 })).body
    expect([page.count, page.slots.map(({ id }) => id)]).toEqual([3, three.slots.slice(1)])
    expect(await countQueries(() => look(token, one.id))).toBe(await countQueries(() => look(token, three.id)))
    expect((await look(token, three.id, { limit: 2, offset: 9 })).body).toMatchObject({ count: 3, slots: [] })
  })

  test('the slots of a day, with their places, lines and count, are read by one statement', async () => {
    const { token } = await aParticipant()
    const { id } = await event([1, 1, 1])
    expect(await countQueries(() => look(token, id), /from "offline_event_slots"/)).toBe(1)
  })
})
