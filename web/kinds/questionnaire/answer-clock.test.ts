import { expect, test } from 'vitest'
import { answerClock } from './answer-clock.ts'

test('the clock counts only while the page is seen, and each answer gets the time since the last one', () => {
  let now = 1000
  const clock = answerClock(() => now)
  now += 1200
  expect(clock.lap()).toBe(1200)
  now += 300.4
  clock.pause()
  now += 60_000
  clock.resume()
  now += 200
  expect(clock.lap()).toBe(500)
  clock.pause()
  clock.pause()
  now += 5000
  expect(clock.lap()).toBe(0)
  clock.resume()
  clock.resume()
  now += 70
  clock.restart()
  now += 30
  expect(clock.lap()).toBe(30)
})
