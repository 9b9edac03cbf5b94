import { expect, test } from 'vitest'
import { wordingOf } from '#shared/api/refusal-wording.ts'
import type { RefusalCode } from '#shared/api/refusals.ts'
import { ApiFailure } from '#web/platform/api/failure.ts'
import { failureText } from './failure-text.ts'

const refused = (code: RefusalCode, status: number, retry_after?: number) =>
  failureText(
    new ApiFailure(status < 500 ? code : 'SERVER_UNAVAILABLE', status, {
      code,
      message: wordingOf(code),
      ...(retry_after !== undefined && { retry_after }),
    }),
  )

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
  expect(refused('too_many_requests', 429, seconds)).toBe(`Слишком много запросов. Повторите через ${words}`)
})

test('a closed login and a limit of SMS say what is left of the wait; without a wait the usual one stands', () => {
  expect(refused('limit_reached', 429, 1500)).toBe(
    'Слишком много неудачных попыток входа. Попробуйте через 25 минут или восстановите пароль',
  )
  expect(refused('sms_limit', 429, 3600)).toBe('Превышено число СМС. Запросите код через 1 час')
  expect(refused('too_many_requests', 429)).toBe('Слишком много запросов. Повторите через 1 минуту')
  expect(refused('too_many_code_attempts', 429, 60)).toBe(wordingOf('too_many_code_attempts'))
})

test('a server that is busy says so; any other fault is an error', () => {
  expect(refused('overloaded', 503)).toBe('Сейчас очень много посетителей. Попробуйте через несколько секунд')
  expect(refused('captcha_unavailable', 503, 60)).toBe(wordingOf('captcha_unavailable'))
  for (const failure of [
    new ApiFailure('SERVER_UNAVAILABLE', 502),
    new ApiFailure('SERVER_UNAVAILABLE', 500),
    new TypeError(),
  ])
    expect(failureText(failure)).toBe('Произошла ошибка, попробуйте позже')
})
