import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { answerRefusal } from './answer-refusal.ts'
import { shedLoad } from './shed-load.ts'

/** An application that is overloaded after its first second, by the test's own clock. */
async function aPressedApp() {
  let time = 0
  const app = Fastify()
  app.setErrorHandler(answerRefusal)
  app.decorateRequest('caller', null)
  await shedLoad(app, { maxDelay: 0.000_001, now: () => time })
  app.get('/', () => 'ok')
  await app.ready()
  // The first sample; nothing is measured before it.
  await expect.poll(() => app.isUnderPressure()).toBe(true)
  return {
    app,
    async at(ms: number) {
      time = ms
      const answer = await app.inject('/')
      return answer.statusCode === 503 ? answer.json().code : answer.statusCode
    },
  }
}

test('a short stall refuses nobody, lasting overload does, with the time to wait', async () => {
  const { app, at } = await aPressedApp()
  expect(await at(10_000)).toBe(200)
  expect(await at(11_000)).toBe(200)
  expect(await at(12_400)).toBe(200)
  expect(await at(12_500)).toBe('overloaded')
  expect(await at(13_500)).toBe('overloaded')
  expect((await app.inject('/')).headers['retry-after']).toBe('3')
  await app.close()
})

test('separate stalls with calm between them refuse nobody', async () => {
  const { app, at } = await aPressedApp()
  for (const ms of [10_000, 12_100, 14_200, 16_300]) expect(await at(ms)).toBe(200)
  await app.close()
})
