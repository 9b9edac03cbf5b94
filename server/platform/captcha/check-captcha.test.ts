import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { aCaptchaService, captchaKey } from '#server/testing/captcha-service.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { checkCaptcha } from './check-captcha.ts'

let service: Awaited<ReturnType<typeof aCaptchaService>>
beforeAll(async () => {
  service = await aCaptchaService()
})
afterAll(() => service.close())
beforeEach(() => {
  service.mode = 'up'
})

const check = (token: string | undefined) =>
  checkCaptcha({ captcha: { serverKey: captchaKey } }, token, '10.0.0.1', service.address).then(
    () => 'passed',
    (cause) => (cause instanceof Refusal ? cause.code : String(cause)),
  )

test('a token is checked with the service, and works once', async () => {
  expect(await check('person-1')).toBe('passed')
  expect(await check('person-1')).toBe('captcha_failed')
  expect(await check('robot')).toBe('captcha_failed')
  expect(await check(undefined)).toBe('captcha_failed')
  expect(await check('')).toBe('captcha_failed')
  // No token of the service is as long as this.
  expect(await check('person'.padEnd(4096, '-'))).toBe('passed')
  expect(await check('person'.padEnd(4097, '-'))).toBe('captcha_failed')
})

test('while the service fails, calls are refused with the time to wait', async () => {
  for (const mode of ['broken', 'garbled', 'wordless', 'silent'] as const) {
    service.mode = mode
    expect([mode, await check('person-2')]).toEqual([mode, 'captcha_unavailable'])
  }
})

test('without keys there is no captcha', async () => {
  await expect(checkCaptcha({ captcha: null }, undefined, '10.0.0.1', service.address)).resolves.toBeUndefined()
})
