import { expect, test } from 'vitest'
import { ApiFailure } from '#web/platform/api/failure.ts'
import { failedAction } from './failed-action.ts'

test('a failed meeting change and a failed event have the specification’s words, with the reason below', () => {
  const refused = new ApiFailure('no_access', 403, { message: 'Нет доступа' })
  expect(failedAction('meeting_status', refused)).toEqual({
    title: 'Ошибка при смене статуса встречи',
    reason: 'Нет доступа',
  })
  expect(failedAction('offline_event', new ApiFailure('OFFLINE', 0)).title).toBe('Failed to fetch offline event info')
})
