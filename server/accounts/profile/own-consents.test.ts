import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { keepConsents } from '#server/accounts/registration/consents.ts'
import { personStages } from '#server/stages/person-stages.ts'
import { aPerson, takesPart } from '#server/testing/a-competition.ts'
import { aRegistration } from '#server/testing/a-registration.ts'
import { countQueries } from '#server/testing/count-queries.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import type { ConsentDocument } from '#shared/accounts/registration/contract.ts'

let app: TestApp
let documents: ConsentDocument[]
beforeAll(async () => {
  app = await testApp()
  documents = (await aRegistration(app.db)).settings.documents
})
afterAll(() => app.close())

async function aParticipant() {
  const person = await aPerson(app)
  const now = app.clock.now()
  await takesPart(app.db, person.id, 'ru_season_5', null, now)
  await app.db
    .transaction()
    .execute((tx) =>
      keepConsents(
        tx,
        { accountId: person.id, competitionCode: 'ru_season_5', ip: '10.1.2.3' },
        documents,
        documents,
        now,
      ),
    )
  return person
}

const list = async (token: string, query = {}) => (await app.call('GET /user/consents', { token, query })).body
const withdraw = (token: string, id: number) => app.call('POST /user/consents/:id/withdraw', { token, params: { id } })
const give = (token: string, id: number, version: number) =>
  app.call('POST /user/consents/:id/give', { token, params: { id }, body: { version } })
const statuses = async (accountId: number) => {
  const found = await personStages(
    app.db,
    app.services.seasons,
    { accountId, competitionCode: 'ru_season_5' },
    app.clock.now(),
  )
  return found?.stages.map(({ state }) => state.status)
}

test('R-57 a person sees the given consents: text, version, purpose, term and time', async () => {
  const { token } = await aParticipant()
  const { consents, count } = await list(token)
  expect(count).toBe(2)
  expect(consents.map(({ title, version, required, withdrawn }) => [title, version, required, withdrawn])).toEqual([
    ['Рассылка', 1, false, null],
    ['Согласие на обработку персональных данных', 2, true, null],
  ])
  expect(consents[0]?.term).toBe('')
  expect(consents[1]).toMatchObject({
    text: 'Я даю согласие на обработку моих персональных данных.',
    purpose: 'Проведение конкурса',
    term: 'До конца сезона',
    competition_title: 'Лидеры',
    given: '2026-11-21 12:00:00',
  })
})

test('R-57 an optional consent can be withdrawn without consequences and given again', async () => {
  const { id: accountId, token } = await aParticipant()
  const before = await statuses(accountId)
  const [news] = (await list(token)).consents
  expect((await withdraw(token, news?.id ?? 0)).body).toEqual({ participation_ended: false })
  expect(await statuses(accountId)).toEqual(before)
  expect((await withdraw(token, news?.id ?? 0)).status).toBe(404)
  expect((await list(token)).consents[0]).toMatchObject({ withdrawn: '2026-11-21 12:00:00', may_give_again: true })
  expect((await give(token, news?.id ?? 0, 9)).body.code).toBe('consent_outdated')
  expect((await give(token, news?.id ?? 0, 1)).body).toEqual({ participation_resumed: false })
  const { consents, count } = await list(token)
  expect(count).toBe(3)
  expect(consents.map(({ withdrawn, may_give_again }) => [withdrawn !== null, may_give_again])).toEqual([
    [false, false],
    [true, false],
    [false, false],
  ])
})

test('R-57 without a required consent the participation is suspended, with the reason, until it is given again', async () => {
  const { id: accountId, token } = await aParticipant()
  const before = await statuses(accountId)
  const consent = (await list(token)).consents.find(({ required }) => required)
  expect((await withdraw(token, consent?.id ?? 0)).body).toEqual({ participation_ended: true })
  expect(await statuses(accountId)).toEqual(['not_allowed'])
  const stages = await app.call('GET /user/user-stages', { token, query: { competition_code: 'ru_season_5' } })
  expect(stages.body.disqualification?.infoblock.text).toContain('отозвали согласие')
  expect(await app.db.selectFrom('audit').select('action').where('actor_id', '=', accountId).execute()).toContainEqual({
    action: 'consent_withdrawn',
  })
  expect((await give(token, consent?.id ?? 0, 2)).body).toEqual({ participation_resumed: true })
  expect(await statuses(accountId)).toEqual(before)
})

test('R-57 a withdrawn consent is given again for the current text, which the page must show first', async () => {
  const { id: accountId, token } = await aParticipant()
  const required = (await list(token)).consents.find((one) => one.required)
  await withdraw(token, required?.id ?? 0)
  const changed = {
    title: 'Согласие',
    version: 3,
    purpose: 'Проведение и отчёт',
    term: 'Пять лет',
    text: 'Новые слова согласия.',
  }
  const keep = (all: ConsentDocument[]) =>
    app.db
      .updateTable('stages')
      .set({ settings: sql`jsonb_set(settings, '{documents}', ${JSON.stringify(all)}::jsonb)` })
      .where('type', '=', 'registration')
      .execute()
  await keep(documents.map((one) => (one.required ? { ...one, ...changed } : one)))
  try {
    const seen = (await list(token)).consents.find(({ id }) => id === required?.id)
    expect(seen).toMatchObject({ version: 2, may_give_again: true, text_now: changed })
    expect((await give(token, required?.id ?? 0, 2)).body.code).toBe('consent_outdated')
    expect((await give(token, required?.id ?? 0, 3)).body).toEqual({ participation_resumed: true })
    const [newest, ...others] = (await list(token)).consents
    expect(newest).toMatchObject({ version: 3, text: changed.text, withdrawn: null, text_now: null })
    expect(others.every((one) => !one.may_give_again)).toBe(true)
    expect(await statuses(accountId)).not.toEqual(['not_allowed'])
  } finally {
    await keep(documents)
  }
})

test('R-57 simultaneous calls leave one consent', async () => {
  const { token } = await aParticipant()
  const [news] = (await list(token)).consents
  await withdraw(token, news?.id ?? 0)
  await Promise.all(Array.from({ length: 5 }, () => give(token, news?.id ?? 0, 1)))
  expect(
    (await list(token)).consents.filter(({ withdrawn, title }) => !withdrawn && title === 'Рассылка'),
  ).toHaveLength(1)
})

test('the list is paged, and costs the same with one consent and with three', async () => {
  const one = await aPerson(app)
  const { token } = await aParticipant()
  expect(await list(token, { limit: 1, offset: 1 })).toMatchObject({ count: 2, consents: [{ version: 2 }] })
  expect(await countQueries(() => list(token))).toBe(await countQueries(() => list(one.token)))
})
