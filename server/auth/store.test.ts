import { afterAll, beforeAll, expect, test } from 'vitest'
import { aCompetition, takesPart } from '#server/testing/a-competition.ts'
import { anAccount } from '#server/testing/an-account.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { competitionForLinks } from './store.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

test('a letter links to the competition that was named, or was entered last, or comes first, if people see it', async () => {
  const { id } = await anAccount(app)
  const linked = (wished?: string) => competitionForLinks(app.db, id, wished)
  const made = (code: string, published = true) => aCompetition(app.db, {}, { code, published })
  const enters = async (code: string) => {
    app.clock.advance(60_000)
    await takesPart(app.db, id, code, 'main', app.clock.now())
  }
  await made('to_come', false)
  expect(await linked()).toBeNull()
  await made('zero')
  await made('one')
  await made('another')
  expect([await linked(), await linked('one'), await linked('to_come')]).toEqual(['zero', 'one', 'zero'])
  await takesPart(app.db, (await anAccount(app)).id, 'another', 'main', app.clock.now())
  await enters('one')
  expect([await linked(), await linked('another'), await linked('nowhere')]).toEqual(['one', 'another', 'one'])
  await enters('another')
  await enters('to_come')
  expect([await linked(), await linked('zero')]).toEqual(['another', 'zero'])
})
