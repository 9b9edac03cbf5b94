import fc from 'fast-check'
import { expect, test } from 'vitest'
import { validMark } from './door-mark.ts'
import { overflowPlan } from './overflow-plan.ts'
import { slotTimes } from './slot-plan.ts'
import { changeUntil, offeredUntil } from './waiting.ts'

const at = (time: string) => new Date(`2026-11-21T${time}+03:00`)

test('an offered place is kept for the set time, or near the start for half of the remaining time', () => {
  const now = at('12:00:00')
  expect(offeredUntil(now, new Date(now.getTime() + 72 * 3_600_000), 24)).toEqual(
    new Date(now.getTime() + 24 * 3_600_000),
  )
  expect(offeredUntil(now, at('14:00:00'), 24)).toEqual(at('13:00:00'))
  expect(offeredUntil(now, at('11:00:00'), 24)).toEqual(now)
  expect(changeUntil(at('14:00:00'), 2)).toEqual(now)
})

const plan = { first_day: '2026-12-01', last_day: '2026-12-02', from: '10:00', to: '13:00', minutes: 60, pause: 15 }

test('slots are made for every day with pauses between them, and no slot ends too late', () => {
  expect(slotTimes(plan)?.map((time) => time.toISOString())).toEqual([
    '2026-12-01T07:00:00.000Z',
    '2026-12-01T08:15:00.000Z',
    '2026-12-02T07:00:00.000Z',
    '2026-12-02T08:15:00.000Z',
  ])
  expect(slotTimes({ ...plan, last_day: '2026-11-30' })).toBeNull()
  expect(slotTimes({ ...plan, to: '09:00' })).toBeNull()
  expect(slotTimes({ ...plan, to: '10:30' })).toEqual([])
  expect(slotTimes({ ...plan, first_day: 'soon' })).toBeNull()
})

test('when a slot becomes smaller, those who booked last move to the nearest slot with room, or to the head of the waiting list', () => {
  const booked = [3, 1, 2].map((account_id) => ({ account_id, booked_at: new Date(account_id * 1000) }))
  const slot = { start_time: at('12:00:00'), capacity: 1 }
  const others = [
    { id: 7, start_time: at('18:00:00'), room: 5 },
    { id: 8, start_time: at('13:00:00'), room: 1 },
  ]
  expect(overflowPlan(slot, booked, others)).toEqual([
    { account_id: 2, to: 8 },
    { account_id: 3, to: 7 },
  ])
  expect(overflowPlan(slot, booked, []).map(({ to }) => to)).toEqual([null, null])
  expect(overflowPlan({ ...slot, capacity: 3 }, booked, others)).toEqual([])
})

test('the valid mark does not depend on the order in which devices send their marks', () => {
  const mark = fc.record({
    id: fc.uuid(),
    mark: fc.constantFrom('came' as const, 'absent' as const, 'undone' as const),
    at: fc.integer({ min: 0, max: 3 }).map((ms) => new Date(ms)),
  })
  fc.assert(
    fc.property(fc.uniqueArray(mark, { maxLength: 6, selector: ({ id }) => id }), (marks) => {
      expect(validMark([...marks].reverse())).toEqual(validMark(marks))
    }),
  )
  expect(validMark([])).toBeNull()
})
