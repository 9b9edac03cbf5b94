import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { serverStageKinds } from '#server/kinds/kinds.ts'
import { readConfig } from '#server/platform/config/config.ts'
import { createSeasons } from '#server/stages/seasons.ts'
import { aCompetition, takesPart } from '#server/testing/a-competition.ts'
import { anAccount } from '#server/testing/an-account.ts'
import { anOfflineEvent } from '#server/testing/an-offline-event.ts'
import { createTestDatabase, type TestDatabase } from '#server/testing/database.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { bookSlot } from './book-slot.ts'
import { cancelBooking } from './cancel-booking.ts'

const now = new Date('2026-11-21T12:00:00+03:00')
const config = readConfig({ DATA_DIR: '/nowhere', DEMO: '0' })
const crowd = 20
let database: TestDatabase
let code: string
const people: number[] = []
const seasons = createSeasons({ kinds: serverStageKinds, trusted: () => false })
const services = () => ({ db: database.db, clock: () => now, config, seasons, sender: null })

beforeAll(async () => {
  database = await createTestDatabase({ max: 40 })
  code = (await aCompetition(database.db, {})).code
  const clock = { now: () => now, set: () => {}, advance: () => {} }
  for (let number = 0; number < crowd; number += 1) {
    const { id } = await anAccount({ db: database.db, clock })
    await takesPart(database.db, id, code, null, now)
    people.push(id)
  }
})
afterAll(() => database.drop())

const newEvent = (places: number[]) => anOfflineEvent(database.db, { competition_code: code, now, places })

/** 'done', or the code of the refusal; any other error fails the test. */
const said = (act: Promise<unknown>): Promise<string> =>
  act.then(
    () => 'done',
    (error: unknown) => {
      if (error instanceof Refusal) return error.code
      throw error
    },
  )
const books = (person: number, slotId = 0) => said(bookSlot(services(), { accountId: people[person] ?? 0, slotId }))
const cancels = (person: number, slotId = 0) =>
  said(cancelBooking(services(), { accountId: people[person] ?? 0, slotId }))

async function stateOf(eventId: number) {
  const slots = await database.db
    .selectFrom('offline_event_slots')
    .select(['id', 'capacity', 'taken'])
    .where('event_id', '=', eventId)
    .orderBy('id')
    .execute()
  const bookings = await database.db
    .selectFrom('slot_bookings')
    .select(['account_id', 'slot_id'])
    .where('event_id', '=', eventId)
    .execute()
  return { slots, bookings }
}

/** Expects no more people than places, a correct count, and nobody with two places. */
async function expectSound(eventId: number) {
  const { slots, bookings } = await stateOf(eventId)
  for (const { id, capacity, taken } of slots) {
    expect(taken).toBeLessThanOrEqual(capacity)
    expect(bookings.filter((booking) => booking.slot_id === id).length).toBe(taken)
  }
  expect(new Set(bookings.map((booking) => booking.account_id)).size).toBe(bookings.length)
  return { slots, bookings }
}

const act = fc.record({
  person: fc.nat(crowd - 1),
  slot: fc.nat(2),
  cancels: fc.boolean(),
})

test('R-61 simultaneous actions never book a person twice, overfill a slot or lose a place', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 3, maxLength: 3 }),
      fc.array(act, { minLength: 10, maxLength: 40 }),
      async (places, history) => {
        const { id, slots } = await newEvent(places)
        const answers = await Promise.all(
          history.map(({ person, slot, cancels: gives }) =>
            gives ? cancels(person, slots[slot]) : books(person, slots[slot]),
          ),
        )
        expect(answers.every((answer) => answer === 'done' || answer === 'slot_full')).toBe(true)
        const { bookings } = await expectSound(id)
        // While there are places, everybody without one gets one at the first try, even when all try at once.
        const room = places.reduce((sum, each) => sum + each, 0) - bookings.length
        const without = people
          .map((_id, person) => person)
          .filter((person) => !bookings.some((b) => b.account_id === people[person]))
        const free = (await stateOf(id)).slots.flatMap((slot) =>
          Array<number>(slot.capacity - slot.taken).fill(slot.id),
        )
        expect(free.length).toBe(room)
        const asking = without.slice(0, room)
        expect(await Promise.all(asking.map((person, number) => books(person, free[number])))).toEqual(
          asking.map(() => 'done'),
        )
        await expectSound(id)
      },
    ),
    { numRuns: 25 },
  )
})

test('R-61 of twenty people who book seven places at once seven get one, and thirteen are refused', async () => {
  const { id, slots } = await newEvent([7])
  const answers = await Promise.all(people.map((_id, person) => books(person, slots[0])))
  expect(answers.filter((answer) => answer === 'done').length).toBe(7)
  expect(answers.filter((answer) => answer === 'slot_full').length).toBe(13)
  expect((await expectSound(id)).slots).toMatchObject([{ taken: 7 }])
})

test('R-61 KE-20 two people who swap places again and again never deadlock', async () => {
  const { id, slots } = await newEvent([2, 2])
  await Promise.all([books(0, slots[0]), books(1, slots[1])])
  for (let round = 1; round <= 30; round += 1) {
    const [here, there] = round % 2 === 1 ? [slots[1], slots[0]] : [slots[0], slots[1]]
    expect(await Promise.all([books(0, here), books(1, there)])).toEqual(['done', 'done'])
  }
  expect((await expectSound(id)).slots).toMatchObject([{ taken: 1 }, { taken: 1 }])
})

test('R-61 KE-20 a person who books everything at once has one place, and twenty identical requests book once', async () => {
  const { id, slots } = await newEvent([5, 5, 5])
  await Promise.all(Array.from({ length: 21 }, (_none, number) => books(0, slots[number % 3])))
  expect((await expectSound(id)).bookings.length).toBe(1)
  await Promise.all(Array.from({ length: 20 }, () => books(1, slots[0])))
  expect((await expectSound(id)).bookings.length).toBe(2)
})
