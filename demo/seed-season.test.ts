import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadDictionaries } from '#server/dictionaries/load-dictionaries.ts'
import { anAccount, sessionOf } from '#server/testing/an-account.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { seedSeason } from './seed-season.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
  await loadDictionaries(app.db)
})
afterAll(() => app.close())

test('a seeded season has the requested number of people, at every step, fewer with each stage, and the console shows them', async () => {
  const made: number[] = []
  const code = await seedSeason(app.db, {
    people: 2500,
    now: app.clock.now(),
    progress: (people) => void made.push(people),
  })
  expect(made).toEqual([...Array.from({ length: 12 }, (_none, at) => 200 * (at + 1)), 2500])
  const { token } = await sessionOf(app, await anAccount(app, { isDemo: true, flags: ['participants', 'reports'] }))
  const params = { competition: code }
  const { body } = await app.call('GET /admin/competitions/:competition/report', { token, params, query: {} })
  expect(body.people + body.supporters).toBe(2500)
  expect(body.stages).toHaveLength(20)
  for (const { steps } of body.stages.slice(0, 10)) expect(Object.values(steps).every((count) => count > 0)).toBe(true)
  const passed = body.stages.map(({ steps }) => steps.passed)
  expect(passed).toEqual(passed.toSorted((one, other) => other - one))
  expect(body.days.length).toBeGreaterThan(25)
  const found = await app.call('GET /admin/competitions/:competition/participants', {
    ...{ token, params, query: { search: 'смирноф' } },
  })
  expect(found.body.people[0]?.name).toMatch(/^Смирнов/)
})
