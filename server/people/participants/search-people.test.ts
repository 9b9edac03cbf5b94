import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aCompetition, takesPart } from '#server/testing/a-competition.ts'
import { anAccount, sessionOf } from '#server/testing/an-account.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { maxFound, participantsPage } from '#shared/seasons/competitions/limits.ts'

let app: TestApp
let token: string
beforeAll(async () => {
  app = await testApp()
  token = (await sessionOf(app, await anAccount(app, { isDemo: true, flags: ['participants'] }))).token
})
afterAll(() => app.close())

const aSeason = async () => (await aCompetition(app.db, { essay: { type: 'essay', title: 'Эссе' } })).code

async function add(code: string, name: string, contacts: { phone?: string; email?: string } = {}) {
  const [last_name = '', first_name = '', middle_name = ''] = name.split(' ')
  const person = await anAccount(app)
  const given = { last_name, first_name, middle_name, ...contacts }
  await app.db.updateTable('accounts').set(given).where('id', '=', person.id).execute()
  await takesPart(app.db, person.id, code, 'main', app.clock.now())
  return person
}

async function find(competition: string, search: string, offset = 0) {
  const { body } = await app.call('GET /admin/competitions/:competition/participants', {
    token,
    params: { competition },
    query: { search, offset },
  })
  const { count, more, by_surname } = body
  return { names: body.people.map(({ name }) => name), count, more, by_surname }
}

test('SZ-03 one or two letters find the surnames that begin so, in the order of the names', async () => {
  const code = await aSeason()
  for (const name of ['Ильин Пётр', 'Ивлев Олег', 'Ёлкин Иван', 'Иванова Анна', 'Петрова Ирина']) await add(code, name)
  expect(await find(code, 'И')).toMatchObject({
    names: ['Иванова Анна', 'Ивлев Олег', 'Ильин Пётр'],
    by_surname: true,
    more: false,
  })
  expect((await find(code, 'ив')).names).toEqual(['Иванова Анна', 'Ивлев Олег'])
  expect((await find(code, 'е')).names).toEqual(['Ёлкин Иван'])
  expect((await find(code, 'п и')).names).toEqual(['Ильин Пётр', 'Петрова Ирина'])
  expect(await find(code, 'щ')).toMatchObject({ names: [], count: 0 })
})

test('SZ-03 whole parts of a name come before longer ones, and both before a slip', async () => {
  const code = await aSeason()
  for (const name of ['Иванова Алина', 'Петров Олег Иванович', 'Иванов Иван', 'Ивонов Сергей']) await add(code, name)
  expect((await find(code, 'иванов')).names).toEqual([
    ...['Иванов Иван', 'Иванова Алина', 'Петров Олег Иванович', 'Ивонов Сергей'],
  ])
  expect((await find(code, 'иван иванов')).names[0]).toBe('Иванов Иван')
  expect((await find(code, 'вон')).names).toEqual(['Ивонов Сергей'])
})

test('SZ-03 a number, a part of a phone and the beginning of an address find their person, with a name or without', async () => {
  const code = await aSeason()
  const person = await add(code, 'Кузнецова Мария', { phone: '+79034711223', email: 'zq.kuz@example.test' })
  await add(code, 'Кузнецова Анна', { phone: '+79051112233', email: 'anna@example.test' })
  const only = { names: ['Кузнецова Мария'], count: 1 }
  for (const search of [
    '4711',
    'кузнецова 4711',
    'кузницова 4711',
    '8 (903) 471-12-23',
    String(person.testId),
    'zq',
    'q.kuz',
  ])
    expect(await find(code, search), search).toMatchObject(only)
  expect(await find(code, '99999999999999')).toMatchObject({ count: 0 })
})

test('SZ-03 of more people than a search looks through it shows surnames that begin so, else some, and says that there are more', async () => {
  const code = await aSeason()
  await sql`with made as (
      insert into accounts (email, phone, first_name, last_name, middle_name, password_hash, created_at)
      select 'many' || n || '@many.test', null, 'Анна', case when n <= 30 then 'Сергеева' else 'Ильина' end, 'Сергеевна', '', now()
      from generate_series(1, ${maxFound + 50}::int) as n returning id)
    insert into participations (account_id, competition_code, door, track_code, joined_at)
    select id, ${code}, 'participant', 'main', now() from made`.execute(app.db)
  expect(await find(code, 'сергеев')).toMatchObject({ count: 30, by_surname: true, more: false })
  expect((await find(code, 'сергеев', participantsPage)).names).toHaveLength(10)
  const ended = await find(code, 'сергеев', 5 * participantsPage)
  expect(ended).toMatchObject({ names: [], count: 30 })
  const many = { count: maxFound, more: true }
  for (const search of ['ильина', 'и'])
    expect(await find(code, search), search).toMatchObject({ ...many, by_surname: true })
  for (const search of ['many', 'анна', 'many.test анна']) {
    const some = await find(code, search)
    expect(some, search).toMatchObject({ ...many, by_surname: false })
    expect(some.names, search).toHaveLength(participantsPage)
  }
})
