import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { sendCode } from './send-code.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp({ env: { SMS_URL: 'http://127.0.0.1:9/send', SMS_BUDGET_PER_HOUR: '24' } })
})
afterAll(() => app.close())
beforeEach(() => app.clock.advance(25 * 3_600_000))

let clients = 0
/** Sends an SMS. Returns 'sent', or the seconds to wait. */
async function send(to: string, ip = `10.1.${clients >> 8}.${clients++ & 255}`) {
  try {
    await app.db
      .transaction()
      .execute((tx) =>
        sendCode(tx, app.services, { channel: 'sms', to, ip, purpose: 'registration', code: '123456', text: '123456' }),
      )
    return 'sent'
  } catch (cause) {
    if (cause instanceof Refusal && cause.code === 'sms_limit') return cause.retryAfter
    throw cause
  }
}

const far = (number: number) =>
  `+79${String(10_000_000 + number * 7_654_321)
    .slice(-8)
    .padStart(9, '1')}`

test('KE-01 R-20 one number gets one SMS in two minutes, three in ten minutes, five an hour and ten a day', async () => {
  const sent: number[] = []
  const began = app.clock.now().getTime()
  const second = () => (app.clock.now().getTime() - began) / 1000
  while (second() < 26 * 3600) {
    sent.push(second())
    expect(await send('+79161112233')).toBe('sent')
    const wait = Number(await send('+79161112233'))
    // In the last second of the wait an SMS is still refused.
    app.clock.advance((wait - 1) * 1000)
    expect(await send('+79161112233')).toBe(1)
    app.clock.advance(1000)
  }
  const maxIn = (window: number) => Math.max(...sent.map((at) => sent.filter((t) => t >= at && t < at + window).length))
  expect([maxIn(120), maxIn(600), maxIn(3600), maxIn(24 * 3600)]).toEqual([1, 3, 5, 10])
})

test('R-20 twenty calls at once send one SMS to a number', async () => {
  const answers = await Promise.all(Array.from({ length: 20 }, () => send('+79163334455')))
  expect(answers.filter((answer) => answer === 'sent')).toHaveLength(1)
})

test('R-20 R-86 strangers share half of the hourly budget, and reaching it is recorded for organisers', async () => {
  const answers: unknown[] = []
  for (let number = 0; number < 14; number += 1) {
    answers.push(await send(far(number)))
    // Without a captcha there are five in five minutes.
    if (number % 5 === 4) {
      expect(await send(far(90 + number))).toBe(300)
      app.clock.advance(300_000)
    }
  }
  expect(answers).toEqual([...Array(12).fill('sent'), 3000, 3000])
  const alarms = await app.db.selectFrom('audit').select('detail').where('action', '=', 'sms_budget_spent').execute()
  expect(alarms).toEqual([{ detail: { budget: 24, purse: 'typed' } }])
  app.clock.advance(3_000_000)
  expect(await send(far(99))).toBe('sent')
})

test('R-21 numbers in a row are noticed: the sixth of one block is refused for an hour', async () => {
  const answers = []
  for (let number = 0; number < 6; number += 1) answers.push(await send(`+7916555500${number}`))
  expect(answers).toEqual(['sent', 'sent', 'sent', 'sent', 'sent', 3600])
  app.clock.advance(300_000)
  expect(await send('+79165556000')).toBe('sent')
})
