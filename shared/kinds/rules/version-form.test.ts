import { expect, test } from 'vitest'
import { momentFaults } from './version-form.ts'

const now = new Date('2026-11-21T12:00:00+03:00')
const last = new Date('2026-11-25T12:00:00+03:00')
const said = (effective_from: string, before: Date | null = null) => {
  const { effective_from: fault } = momentFaults({ effective_from }, now, before)
  return fault === undefined ? null : fault
}

test('a version of the rules takes effect at once or later, and after the previous version', () => {
  expect(momentFaults({ effective_from: '' }, now, null)).toEqual({})
  expect(said('2026-11-21 12:00')).toBeNull()
  expect(said('2026-11-21 11:59')).toEqual({ rule: 'date', message: 'Этот момент уже прошёл' })
  expect(said('2026-11-25 12:01', last)).toBeNull()
  const early = { rule: 'date', message: 'Раньше, чем вступает в силу прошлая редакция' }
  expect([said('2026-11-25 12:00', last), said('', last)]).toEqual([early, early])
  // A text that is no moment is a fault of the field's own rules.
  expect(momentFaults({ effective_from: 'завтра' }, now, last)).toEqual({})
})
