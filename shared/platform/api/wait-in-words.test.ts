import { expect, test } from 'vitest'
import { refusalWording } from './refusal-wording.ts'
import { withWait } from './wait-in-words.ts'

test.each([
  [1, '1 минуту'],
  [60, '1 минуту'],
  [61, '2 минуты'],
  [21 * 60, '21 минуту'],
  [11 * 60, '11 минут'],
  [3541, '1 час'],
  [3601, '2 часа'],
  [5 * 3600, '5 часов'],
  [86_400, '24 часа'],
])('a rate limit of %i seconds says its own time: через %s', (seconds, words) => {
  expect(withWait(refusalWording.too_many_requests, seconds)).toBe(`Слишком много запросов. Повторите через ${words}`)
})

test('a closed login and a limit of SMS state the remaining wait; other wordings stay as they are', () => {
  expect(withWait(refusalWording.limit_reached, 1500)).toBe(
    'Слишком много неудачных попыток входа. Попробуйте через 25 минут или восстановите пароль',
  )
  expect(withWait(refusalWording.sms_limit, 3600)).toBe('Превышено число СМС. Запросите код через 1 час')
  expect(withWait(refusalWording.too_many_code_attempts, 60)).toBe(refusalWording.too_many_code_attempts)
})
