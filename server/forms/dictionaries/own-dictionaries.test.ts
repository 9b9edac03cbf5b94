import { afterAll, beforeAll, expect, test } from 'vitest'
import { aCompetition } from '#server/testing/a-competition.ts'
import { aRegistration, registers } from '#server/testing/a-registration.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { saveItems } from './store.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const item = (id: string, value: string, competition_code: string | null) => ({
  ...{ dict: 'schools', id, value, search: value.toLowerCase(), region: null, fo: null, sort: 0 },
  competition_code,
})

test('EN-05 for a call that names a published competition the competition’s own items are suggested too', async () => {
  const { code } = await aCompetition(app.db, {})
  const { code: hidden } = await aCompetition(app.db, {}, { published: false })
  await saveItems(app.db, [
    item('a', 'Школа', null),
    item('b', 'Школа сезона', code),
    item('c', 'Школа втайне', hidden),
  ])
  const found = async (competition_code?: string) => {
    const query = { query: 'школа', ...(competition_code && { competition_code }) }
    const { body } = await app.call('GET /dictionaries/:dict', { params: { dict: 'schools' }, query })
    return body.items.map(({ value }) => value)
  }
  expect(await found()).toEqual(['Школа'])
  expect(await found(code)).toEqual(['Школа', 'Школа сезона'])
  expect([await found(hidden), await found('no_such')]).toEqual([['Школа'], ['Школа']])
})

test("a registration takes a choice from the competition's own dictionary", async () => {
  await saveItems(app.db, [item('own', 'Своя школа', 'ru_season_5')])
  const name = (field: string) => ({ name: field, label: field, view: 'text' as const })
  const school = {
    ...{ name: 'school', label: 'Школа', view: 'suggest' as const },
    params: { dict: 'schools', competition_specific_dict: true },
  }
  const fields = [name('last_name'), name('first_name'), school]
  await aRegistration(app.db, { form: { version: 1, sections: [{ code: 'main', title: '', fields }] } })
  const visitor = { email: 'pupil@example.test', phone: '+79261230099', competition_code: 'ru_season_5' }
  const data = { last_name: 'Кедрова', first_name: 'Анна', school: { id: 'own', value: 'Своя школа' } }
  await expect(registers(app, visitor, data as never)).resolves.toBeUndefined()
})
