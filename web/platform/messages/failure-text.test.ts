import { expect, test } from 'vitest'
import { wordingOf } from '#shared/platform/api/refusal-wording.ts'
import type { RefusalCode } from '#shared/platform/api/refusals.ts'
import { ApiFailure } from '#web/platform/api/failure.ts'
import { failureText } from './failure-text.ts'

const refused = (code: RefusalCode, status: number) =>
  failureText(
    new ApiFailure(status < 500 ? code : 'SERVER_UNAVAILABLE', status, {
      code,
      message: wordingOf(code),
    }),
  )

test('a refusal is shown with the server’s own message', () => {
  const message = 'Слишком много запросов. Повторите через 5 часов'
  expect(failureText(new ApiFailure('too_many_requests', 429, { code: 'too_many_requests', message }))).toBe(message)
})

test('a server that is busy says so; any other fault is an error', () => {
  expect(refused('overloaded', 503)).toBe('Сейчас очень много посетителей. Попробуйте через несколько секунд')
  expect(refused('captcha_unavailable', 503)).toBe(wordingOf('captcha_unavailable'))
  for (const failure of [
    new ApiFailure('SERVER_UNAVAILABLE', 502),
    new ApiFailure('SERVER_UNAVAILABLE', 500),
    new TypeError(),
  ])
    expect(failureText(failure)).toBe('Произошла ошибка, попробуйте позже')
})
