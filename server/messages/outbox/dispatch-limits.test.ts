import fc from 'fast-check'
import { expect, test } from 'vitest'
import { recipientLimits, waitFor } from './dispatch-limits.ts'

const start = Date.parse('2026-11-21T09:00:00Z')

test('R-20 no pattern of requests gets more codes for a number than the rules allow', () => {
  const rules = recipientLimits.sms
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 4000 }), { maxLength: 80 }), (pauses) => {
      const sent: number[] = []
      let now = start
      for (const pause of pauses) {
        now += pause * 1000
        const wait = waitFor(
          sent.toReversed().map((at) => new Date(at)),
          rules,
          new Date(now),
        )
        if (wait === 0) sent.push(now)
      }
      for (const { max, seconds } of rules)
        for (const at of sent)
          expect(sent.filter((other) => other >= at && other < at + seconds * 1000).length).toBeLessThanOrEqual(max)
    }),
  )
})

test('R-20 a request is accepted after exactly the stated wait, and not a second earlier', () => {
  const rules = recipientLimits.sms
  const sent = [new Date(start)]
  const wait = waitFor(sent, rules, new Date(start + 30_000))
  expect(wait).toBe(90)
  expect(waitFor(sent, rules, new Date(start + 30_000 + 89_000))).toBe(1)
  expect(waitFor(sent, rules, new Date(start + 30_000 + 90_000))).toBe(0)
})
