import { expect, test } from 'vitest'
import type { DoorList, DoorPerson, KeptMark } from '#web/accounts/auth/door-store.ts'
import { hashOf, isTicket, searchPeople, withMarks } from './door-list.ts'

const person = (test_id: number, name: string): DoorPerson => ({
  ...{ test_id, name, slot_id: 1, state: 'confirmed', walk_in: false, marked_at: null, ticket_hash: '' },
})
const list: DoorList = {
  ...{ stage_id: 1, title: 'Встреча', address: '', minutes: 60, walk_ins: true, cancelled: null },
  slots: [{ slot_id: 1, start_time: '2026-11-21 12:00:00', capacity: 9 }],
  people: [person(1, 'Орлова Вера'), person(2, 'Семёнов Пётр')],
}
const mark = (test_id: number, what: KeptMark['mark']): KeptMark => ({
  ...{ id: `${test_id} ${what}`, slot_id: 1, mark: what, at: '2026-11-21T09:00:00.000Z', test_id },
})
const states = (marks: KeptMark[]) => withMarks(list, marks).map(({ test_id, state }) => `${test_id} ${state}`)

test('marks that have not been sent are seen at once, the last of a person holds', () => {
  expect(states([mark(1, 'came')])).toEqual(['1 attended', '2 confirmed'])
  expect(states([mark(1, 'came'), mark(1, 'undone'), mark(2, 'absent')])).toEqual(['1 confirmed', '2 no_show'])
  expect(states([mark(7, 'walk_in')])).toEqual(['1 confirmed', '2 confirmed', '7 attended'])
  expect(states([mark(7, 'walk_in'), mark(7, 'undone')])).toEqual(['1 confirmed', '2 confirmed'])
  expect(states([mark(7, 'came')])).toEqual(['1 confirmed', '2 confirmed'])
  expect(withMarks(list, [mark(1, 'came')])[0]?.marked_at).toBe('2026-11-21 12:00:00')
})

test('people are found by parts of the name, without ё, and by number', () => {
  expect(searchPeople(list.people, 'семен')).toEqual([list.people[1]])
  expect(searchPeople(list.people, ' вера  орл')).toEqual([list.people[0]])
  expect(searchPeople(list.people, '2')).toEqual([list.people[1]])
  expect(searchPeople(list.people, '')).toHaveLength(2)
})

test('a ticket is distinguished from a name, and found by its hash', async () => {
  const ticket = '3f0c1a52-7d0e-4a8b-9c55-0f6f7b1f2a11'
  expect([isTicket(` ${ticket.toUpperCase()} `), isTicket('Орлова')]).toEqual([true, false])
  expect(await hashOf('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
})
