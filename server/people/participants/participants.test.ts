import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadDictionaries } from '#server/forms/dictionaries/load-dictionaries.ts'
import { enrol } from '#server/seasons/competitions/enrol.ts'
import { publishForm } from '#server/stages/forms/store.ts'
import { settle } from '#server/stages/settle.ts'
import { aCompetition, takesPart } from '#server/testing/a-competition.ts'
import { anAccount, sessionOf } from '#server/testing/an-account.ts'
import { meetInOrder } from '#server/testing/forced-order.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { formatWire } from '#shared/platform/time/moscow.ts'
import { tellOfExtension } from './tell-of-extension.ts'

let app: TestApp
let organiser: string
const start = new Date('2026-12-01T12:00:00+03:00')
const days = (count: number) => new Date(start.getTime() + count * 24 * 3_600_000)

beforeAll(async () => {
  app = await testApp({ remembers: true })
  await loadDictionaries(app.db)
  app.clock.set(start)
  organiser = (await sessionOf(app, await anAccount(app, { isDemo: true, flags: ['participants'] }))).token
})
afterAll(() => app.close())

const aSeason = () =>
  aCompetition(app.db, {
    essay: {
      type: 'essay',
      opens_at: days(-5),
      closes_at: days(1),
      settings: { task: 'О решении', min_words: 1, max_words: 500 },
    },
    second: { type: 'essay', requires: ['essay'], settings: { task: 'Ещё', min_words: 1, max_words: 500 } },
  })

type Named = { last_name: string; first_name: string; middle_name?: string }

async function aParticipant(code: string, name?: Named, given: Parameters<typeof anAccount>[1] = {}) {
  const account = await anAccount(app, given)
  if (name) await app.db.updateTable('accounts').set(name).where('id', '=', account.id).execute()
  await takesPart(app.db, account.id, code, 'main', app.clock.now())
  const { token } = await sessionOf(app, account)
  const params = { competition: code, test_id: account.testId }
  return {
    ...account,
    async call<T extends string>(act: T, body: Record<string, unknown>) {
      return app.fetch(`/api/v3/admin/competitions/${code}/participants/${account.testId}/${act}`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'X-Token': organiser },
        body: JSON.stringify(body),
      })
    },
    page: async () =>
      (await app.call('GET /admin/competitions/:competition/participants/:test_id', { token: organiser, params })).body,
    stage: (stage_id: number) => app.call('GET /user/stages/:stage_id', { token, params: { stage_id } }),
    notices: async () =>
      await app.db.selectFrom('notifications').select(['title', 'text']).where('account_id', '=', account.id).execute(),
  }
}

const found = async (code: string, query: Record<string, string>) => {
  const { body } = await app.call('GET /admin/competitions/:competition/participants', {
    token: organiser,
    params: { competition: code },
    query,
  })
  return { names: body.people.map(({ name }) => name), count: body.count }
}

test('people are found by a misspelt surname, half a phone number, an address and a number, and only those of the competition', async () => {
  const { code } = await aSeason()
  const semyon = await aParticipant(
    code,
    { last_name: 'Семёнов', first_name: 'Артём', middle_name: 'Ильич' },
    { phone: '+79035551788', email: 'artyom.s@example.test' },
  )
  await aParticipant(code, { last_name: 'Семакин', first_name: 'Артур' })
  await aParticipant(code, { last_name: 'Кораблёва', first_name: 'Дарья' })
  const other = await aSeason()
  await aParticipant(other.code, { last_name: 'Семёнов', first_name: 'Чужой' })

  const name = 'Семёнов Артём Ильич'
  expect((await found(code, { search: 'Симёнов' })).names[0]).toBe(name)
  expect((await found(code, { search: 'семенов артем' })).names[0]).toBe(name)
  expect(await found(code, { search: 'симонов 555 17' })).toEqual({ names: [name], count: 1 })
  expect(await found(code, { search: '8 903 555-17-88' })).toEqual({ names: [name], count: 1 })
  expect(await found(code, { search: 'ARTYOM.S@' })).toEqual({ names: [name], count: 1 })
  expect(await found(code, { search: String(semyon.testId) })).toEqual({ names: [name], count: 1 })
  expect(await found(code, { search: 'Чужой' })).toEqual({ names: [], count: 0 })
  expect(await found(code, { search: '%' })).toMatchObject({ count: 3 })
})

test('the list is narrowed by the group, the track, the region and the step at a stage', async () => {
  const { code, stageIds } = await aSeason()
  const [one, two] = [
    await aParticipant(code, { last_name: 'Первый', first_name: 'Пётр' }),
    await aParticipant(code, { last_name: 'Второй', first_name: 'Пётр' }),
  ]
  const supporter = await anAccount(app)
  await app.db
    .transaction()
    .execute((tx) =>
      enrol(tx, { accountId: supporter.id, competitionCode: code, door: 'supporter', trackCode: null, now: start }),
    )
  await app.db.updateTable('participations').set({ region: '4100000000000' }).where('account_id', '=', one.id).execute()
  await app.db
    .insertInto('stage_facts')
    .values({ account_id: two.id, stage_id: stageIds.essay, started_at: start })
    .execute()
  expect(await found(code, {})).toMatchObject({ count: 3 })
  expect(await found(code, { group: 'supporters' })).toMatchObject({ count: 1 })
  expect(await found(code, { group: 'finalists' })).toMatchObject({ count: 0 })
  expect((await found(code, { region: '4100000000000' })).names).toEqual(['Первый Пётр'])
  expect((await found(code, { track: 'other' })).count).toBe(0)
  expect((await found(code, { stage: 'essay', step: 'begun' })).names).toEqual(['Второй Пётр'])
  expect((await found(code, { stage: 'essay', step: 'not_begun', group: 'participants' })).names).toEqual([
    'Первый Пётр',
  ])
  expect(await found(code, { stage: 'no_such_stage', step: 'begun' })).toEqual({ names: [], count: 0 })
})

test('a participant’s page shows each stage as the participant sees it, why it is closed, and where its end comes from', async () => {
  const { code } = await aSeason()
  const person = await aParticipant(code, { last_name: 'Длинный', first_name: 'Путь' })
  const { stages, history } = await person.page()
  expect(stages.map(({ code: of, status }) => [of, status])).toEqual([
    ['essay', 'available'],
    ['second', 'wait'],
  ])
  expect(stages[1]?.conditions).toEqual([{ state: 'pending', text: expect.stringContaining('«Этап essay»') }])
  expect(stages[0]?.window).toEqual(['По расписанию этапа: с 26.11.2026 12:00 до 02.12.2026 12:00'])
  expect(history.map(({ text }) => text)).toEqual(['Заявка на участие принята'])
})

test('the history rewords a text to the participant as a text about the participant', async () => {
  const { code, stageIds } = await aSeason()
  const person = await aParticipant(code)
  const reason = 'Вы приняли редакцию № 2'
  const decided = { accountIds: [person.id], stageId: stageIds.essay, outcome: 'passed' as const, reason }
  await app.db.transaction().execute((tx) => settle(tx, decided, app.clock.now()))
  expect((await person.page()).history).toContainEqual(
    expect.objectContaining({ text: 'Этап «Этап essay» пройден', note: 'Редакция № 2 принята' }),
  )
})

test('events of the same moment are in the history in the order in which they can happen', async () => {
  const { code, stageIds } = await aSeason()
  const person = await aParticipant(code)
  const now = app.clock.now()
  const decided = { accountIds: [person.id], stageId: stageIds.essay, outcome: 'passed' as const, reason: '' }
  await app.db.transaction().execute((tx) => settle(tx, decided, now))
  for (const started of [stageIds.essay, stageIds.second] as number[])
    await app.db
      .insertInto('stage_facts')
      .values({ account_id: person.id, stage_id: started, started_at: now })
      .onConflict((same) => same.columns(['account_id', 'stage_id']).doUpdateSet({ started_at: now }))
      .execute()
  await app.db
    .insertInto('stage_extensions')
    .values({
      ...{ account_id: person.id, stage_id: stageIds.essay as number, closes_at: days(3), reason: 'Болел' },
      ...{ granted_at: now, granted_by: person.id },
    })
    .execute()
  expect((await person.page()).history.map(({ text }) => text.split(' ')[0])).toEqual([
    ...['Срок', 'Этап', 'Начат', 'Начат', 'Заявка'],
  ])
})

test('a participant gets more days with a reason: the stage is open only to that person, who gets a message, and the history has it', async () => {
  const { code, stageIds } = await aSeason()
  const [person, other] = [await aParticipant(code), await aParticipant(code)]
  app.clock.set(days(2))
  organiser = (await sessionOf(app, await anAccount(app, { isDemo: true, flags: ['participants'] }))).token
  const extend = (moment: Date, stage = 'essay') =>
    person.call('extensions', { stage, closes_at: formatWire(moment).slice(0, 16), reason: 'Был в больнице' })
  expect((await person.page()).stages[0]).toMatchObject({ status: 'timeover', extendable: true })

  const early = await extend(days(1.5))
  expect([early.status, ((await early.json()) as { code: string }).code]).toEqual([422, 'extension_too_short'])
  expect((await extend(days(900))).status).toBe(422)
  expect((await extend(days(4), 'second')).status).toBe(409)
  expect((await extend(days(4), 'nowhere')).status).toBe(404)
  expect((await extend(days(4))).status).toBe(200)

  const page = await person.page()
  expect(page.stages[0]).toMatchObject({ status: 'available', closes_at: '2026-12-05 12:00:00' })
  expect(page.stages[0]?.window.at(-1)).toBe('Лично продлено до 05.12.2026 12:00')
  expect(page.history[0]).toMatchObject({
    text: 'Срок этапа «Этап essay» продлён до 05.12.2026 12:00',
    note: 'Был в больнице',
  })
  expect((await person.notices())[0]?.title).toBe('Вам продлили срок этапа «Этап essay»')
  expect((await other.page()).stages[0]).toMatchObject({ status: 'timeover' })
  const { detail } = await app.db
    .selectFrom('audit')
    .select('detail')
    .where('action', '=', 'participant_extended')
    .executeTakeFirstOrThrow()
  expect(detail).toMatchObject({ competition: code, stage: 'essay', person: person.testId })
  // A reason may name people, and the audit is never erased.
  expect(JSON.stringify(detail)).not.toContain('больнице')
  expect(stageIds.essay).toBeGreaterThan(0)
  app.clock.set(start)
})

test('a participant is disqualified with a text, once when two organisers do it at the same time, and restored', async () => {
  const { code } = await aSeason()
  const person = await aParticipant(code)
  organiser = (await sessionOf(app, await anAccount(app, { isDemo: true, flags: ['participants'] }))).token
  const text = 'Работа списана. Ответить можно до 5 декабря.'
  const shut = () =>
    person.call('disqualification', { title: 'Вы отстранены', text, reason: 'Совпадение с чужой работой' })
  const answers = await Promise.all([shut(), shut()])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  const page = await person.page()
  expect(page.disqualification).toMatchObject({ title: 'Вы отстранены', text })
  expect(page.stages[0]?.status).toBe('not_allowed')
  expect((await person.notices()).map(({ title }) => title)).toEqual(['Вы отстранены'])

  expect((await person.call('restoration', { reason: 'Апелляция' })).status).toBe(200)
  expect((await person.call('restoration', { reason: 'Апелляция' })).status).toBe(409)
  const after = await person.page()
  expect(after.disqualification).toBeNull()
  expect(after.stages[0]?.status).toBe('available')
  expect(after.history.map(({ text: words, note }) => [words, note]).slice(0, 2)).toEqual([
    ['Возвращён в конкурс', 'Апелляция'],
    ['Отстранён от конкурса', 'Совпадение с чужой работой'],
  ])
})

test('a participant of another competition is not found in this one', async () => {
  const [here, there] = [await aSeason(), await aSeason()]
  const stranger = await aParticipant(there.code)
  organiser = (await sessionOf(app, await anAccount(app, { isDemo: true, flags: ['participants'] }))).token
  const answer = await app.call('GET /admin/competitions/:competition/participants/:test_id', {
    token: organiser,
    params: { competition: here.code, test_id: stranger.testId },
  })
  expect([answer.status, answer.body]).toEqual([404, expect.objectContaining({ code: 'user_not_found' })])
})

test('everybody of two regions, and nobody else, gets another day and one message', async () => {
  const { code, stageIds } = await aSeason()
  const [kamchatka, sakhalin, moscow] = ['4100000000000', '6500000000000', '7700000000000']
  const people = await Promise.all([kamchatka, sakhalin, moscow, kamchatka].map(() => aParticipant(code)))
  for (const [place, region] of [kamchatka, sakhalin, moscow, kamchatka].entries())
    await app.db
      .updateTable('participations')
      .set({ region })
      .where('account_id', '=', people[place]?.id ?? 0)
      .execute()
  await app.db
    .insertInto('stage_facts')
    .values({ account_id: people[3]?.id ?? 0, stage_id: stageIds.essay, submitted_at: start })
    .execute()
  const { token } = await sessionOf(app, await anAccount(app, { isDemo: true, flags: ['participants'] }))
  organiser = token
  const params = { competition: code, code: 'essay' }
  const extend = (regions: string[], closes: Date) =>
    app.call('POST /admin/competitions/:competition/stages/:code/extensions', {
      token,
      params,
      body: { regions, closes_at: formatWire(closes).slice(0, 16), reason: 'Буря' },
    })
  expect((await extend(['nowhere'], days(2))).status).toBe(422)
  expect((await extend([kamchatka], days(0.5))).status).toBe(422)
  const { body, status } = await extend([kamchatka, sakhalin], days(2))
  expect(status).toBe(200)
  expect(
    body.regions.filter(({ people: waiting }) => waiting > 0).map(({ value, people: waiting }) => [value, waiting]),
  ).toEqual([
    ...[
      ['Камчатский край', 1],
      ['Сахалинская область', 1],
      ['Москва', 1],
    ],
  ])
  // A later extension for the same people may not be shorter.
  expect((await extend([sakhalin, moscow], days(1.5))).status).toBe(422)
  // Nor if the other one is being given at this moment.
  const meanwhile = await meetInOrder(app.db, {
    lock: (tx) => sql`select from stages where id = ${stageIds.essay} for update`.execute(tx),
    call: () => extend([moscow], days(1.5)),
    meanwhile: (tx) =>
      tx
        .insertInto('stage_extensions')
        .values({
          ...{ stage_id: stageIds.essay, audience: JSON.stringify({ all: [] }), closes_at: days(1.8) },
          ...{ reason: 'Новый трек', granted_by: null, granted_at: start },
        })
        .execute(),
  })
  expect(meanwhile.body.code).toBe('extension_too_short')
  await app.db.deleteFrom('stage_extensions').where('reason', '=', 'Новый трек').execute()

  const { id } = await app.db
    .selectFrom('stage_extensions')
    .select('id')
    .where('stage_id', '=', stageIds.essay)
    .executeTakeFirstOrThrow()
  // The job may run twice at once.
  await Promise.all([tellOfExtension(app.services, id), tellOfExtension(app.services, id)])
  const told = await Promise.all(people.map(async (person) => (await person.notices()).map(({ title }) => title)))
  const words = ['Вам продлили срок этапа «Этап essay»']
  expect(told).toEqual([words, words, [], []])
  expect((await people[0]?.page())?.stages[0]).toMatchObject({ closes_at: '2026-12-03 12:00:00' })
  expect((await people[2]?.page())?.stages[0]).toMatchObject({ closes_at: '2026-12-02 12:00:00' })
  const after = await app.call('GET /admin/competitions/:competition/stages/:code/extensions', { token, params })
  expect(after.body.groups).toMatchObject([
    { regions: ['Камчатский край', 'Сахалинская область'], told: 2, telling: false, reason: 'Буря' },
  ])
})

test('a participant is given tags, by which the list can be narrowed, and audiences are saved under titles', async () => {
  const { code } = await aSeason()
  const person = await aParticipant(code, { last_name: 'Меченый', first_name: 'Пётр' })
  await aParticipant(code, { last_name: 'Другой', first_name: 'Пётр' })
  const put = async (tags: string[]) =>
    (
      await app.call('PUT /admin/competitions/:competition/participants/:test_id/tags', {
        token: organiser,
        params: { competition: code, test_id: person.testId },
        body: { tags },
      })
    ).body
  expect((await put([' резерв ', 'Дальний Восток'])).tags).toEqual(['Дальний Восток', 'резерв'])
  expect((await put(['резерв'])).history.slice(0, 3).map(({ text }) => text)).toEqual([
    'Снята метка «Дальний Восток»',
    'Поставлена метка «резерв»',
    'Поставлена метка «Дальний Восток»',
  ])
  expect(await found(code, { tag: 'резерв' })).toEqual({ names: ['Меченый Пётр'], count: 1 })

  const params = { competition: code }
  const save = (title: string, more: Record<string, string> = {}) =>
    app.call('POST /admin/competitions/:competition/audiences', {
      token: organiser,
      params,
      body: { title, tag: 'резерв', ...more },
    })
  const { audiences } = (await save('Резерв')).body
  expect(audiences).toMatchObject([{ title: 'Резерв', about: 'Все, метка «резерв»', audience: { tag: 'резерв' } }])
  expect((await save(' резерв ')).body).toMatchObject({ code: 'audience_title_taken' })
  expect((await save('Иной', { stage: 'nowhere' })).body).toMatchObject({ code: 'stage_not_found' })
  const forget = (audience_id: number) =>
    app.call('DELETE /admin/competitions/:competition/audiences/:audience_id', {
      token: organiser,
      params: { competition: code, audience_id },
    })
  const other = await aSeason()
  const id = audiences[0]?.id ?? 0
  expect(
    (
      await app.call('DELETE /admin/competitions/:competition/audiences/:audience_id', {
        token: organiser,
        params: { competition: other.code, audience_id: id },
      })
    ).body,
  ).toMatchObject({ code: 'audience_not_found' })
  expect((await forget(id)).body.audiences).toEqual([])
})

test('the list is narrowed by an answer to a published form: only by the latest hand-in, and never by special data', async () => {
  const { code, stageIds } = await aCompetition(app.db, { about: { type: 'form', title: 'Анкета' } })
  const option = (id: string) => ({ id, value: `Вариант ${id}` })
  const fields = [
    { name: 'level', label: 'Образование', view: 'select', options: ['high', 'none'].map(option) },
    { name: 'skills', label: 'Умения', view: 'multiselect', options: ['it', 'law'].map(option) },
    { name: 'ready', label: 'Готов ехать', view: 'checkbox' },
    { name: 'health', label: 'Здоровье', view: 'radio', options: ['a', 'b'].map(option), special: true },
  ] as const
  await publishForm(app.db, stageIds.about, { version: 1, sections: [{ code: 'a', title: 'О вас', fields }] }, start)
  await app.heard()
  const handsIn = async (last_name: string, ...answers: Record<string, unknown>[]) => {
    const person = await aParticipant(code, { last_name, first_name: 'Пётр' })
    for (const [at, data] of answers.entries())
      await app.db
        .insertInto('hand_ins')
        .values({
          ...{ account_id: person.id, stage_id: stageIds.about, revision: at + 1, arrived_at: start },
          ...{ receipt_number: `answer-${person.id}-${at}`, data: JSON.stringify(data) },
        })
        .execute()
  }
  await handsIn('Первый', { level: { id: 'high', value: 'Вариант high' }, skills: ['it', 'law'], ready: true })
  await handsIn(
    'Второй',
    { level: 'high', skills: [] },
    { level: 'none', skills: [{ id: 'law', value: 'Вариант law' }] },
  )
  await handsIn('Третий')
  const by = async (answer: string) => (await found(code, { stage: 'about', answer })).names.toSorted()
  expect(await by('level:high')).toEqual(['Первый Пётр'])
  expect(await by('level:none')).toEqual(['Второй Пётр'])
  expect(await by('skills:law')).toEqual(['Второй Пётр', 'Первый Пётр'])
  expect(await by('ready:true')).toEqual(['Первый Пётр'])
  expect(await by('level:nothing')).toEqual([])
  expect((await found(code, { answer: 'level:high' })).count).toBe(0)
  expect((await found(code, { stage: 'about', answer: 'level:high', step: 'passed' })).count).toBe(0)
  const { body } = await app.call('GET /admin/competitions/:competition/participants', {
    token: organiser,
    params: { competition: code },
    query: {},
  })
  expect(body.choices.stages[0]?.answers).toEqual([
    { id: 'level:high', value: 'Образование: Вариант high' },
    { id: 'level:none', value: 'Образование: Вариант none' },
    { id: 'skills:it', value: 'Умения: Вариант it' },
    { id: 'skills:law', value: 'Умения: Вариант law' },
    { id: 'ready:true', value: 'Готов ехать: да' },
  ])
})
