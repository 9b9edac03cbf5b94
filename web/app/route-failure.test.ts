import { expect, test } from 'vitest'
import { errorTitle } from './route-failure.ts'

test.each([
  [403, 'Отсутствует доступ к запрошенной странице'],
  [404, 'Страница не найдена'],
  [500, 'Что-то пошло не так'],
  [418, 'Что-то пошло не так'],
])('LY-13 the error page of %i reads «%s»', (status, words) => {
  expect(errorTitle(status)).toBe(words)
})
