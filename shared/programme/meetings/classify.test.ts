import { expect, test } from 'vitest'
import { classifyMeeting, meetingStatuses, userMeetingStatuses } from './classify.ts'

const table = [
  ['pending', 'new', 'active'],
  ['pending', 'accepted', 'archive'],
  ['pending', 'cancelled', 'archive'],
  ['pending', 'past', 'archive'],
  ['pending', 'wait', 'archive'],
  ['accepted', 'new', 'active'],
  ['accepted', 'accepted', 'archive'],
  ['accepted', 'cancelled', 'archive'],
  ['accepted', 'past', 'archive'],
  ['accepted', 'wait', 'active'],
  ['rejected', 'new', 'archive'],
  ['rejected', 'accepted', 'archive'],
  ['rejected', 'cancelled', 'archive'],
  ['rejected', 'past', 'archive'],
  ['rejected', 'wait', 'archive'],
  ['changed', 'new', 'active'],
  ['changed', 'accepted', 'archive'],
  ['changed', 'cancelled', 'archive'],
  ['changed', 'past', 'archive'],
  ['changed', 'wait', 'active'],
] as const

test.each(table)('ST-09 answered %s, meeting %s: %s', (answer, meeting, list) => {
  expect(classifyMeeting(answer, meeting)).toBe(list)
})

test('ST-09 every pair of statuses is in the table', () => {
  const pairs = new Set(table.map(([answer, meeting]) => `${answer} ${meeting}`))
  expect(pairs.size).toBe(userMeetingStatuses.length * meetingStatuses.length)
})
