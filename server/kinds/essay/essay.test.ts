import { afterAll, beforeAll, expect, test } from 'vitest'
import { defaultJudging } from '#server/review/judging/store.ts'
import { similarityJobs } from '#server/review/similarity/jobs.ts'
import { settleAndTell } from '#server/stages/settle.ts'
import { aCompetition, aPerson, takesPart } from '#server/testing/a-competition.ts'
import { sessionOf } from '#server/testing/an-account.ts'
import { runQueued } from '#server/testing/run-queued.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { countWords } from '#shared/platform/text/count-words.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const start = new Date('2026-11-21T12:00:00+03:00')
const words = (count: number) => Array.from({ length: count }, (_none, at) => `слово${at}`).join(' ')

async function anEssay(settings: Record<string, unknown> = {}) {
  app.clock.set(start)
  const { code, stageIds } = await aCompetition(app.db, {
    essay: {
      type: 'essay',
      closes_at: new Date(start.getTime() + 3_600_000),
      settings: { task: 'Расскажите о решении', min_words: 3, max_words: 6, ...settings },
    },
  })
  const person = await aPerson(app)
  await takesPart(app.db, person.id, code, 'main', start)
  const { token } = person
  const params = { stage_id: stageIds.essay }
  return {
    person,
    params,
    page: () => app.call('GET /user/stages/:stage_id', { token, params }),
    work: () => app.call('GET /user/stages/:stage_id/work', { token, params }),
    save: (data: Record<string, unknown>, revision?: number) =>
      app.call('PUT /user/stages/:stage_id/draft', { token, params, body: { data, revision } }),
    handIn: (data: Record<string, unknown>) =>
      app.call('PUT /user/stages/:stage_id/answer', { token, params, body: { data } }),
    revisions: () => app.call('GET /user/stages/:stage_id/revisions', { token, params }),
    revision: (revision: number) =>
      app.call('GET /user/stages/:stage_id/revisions/:revision', { token, params: { ...params, revision } }),
    preview: () => app.call('GET /user/stages/:stage_id/preview', { token, params }),
  }
}

test('KP-05 the page gives the task and every limit, with defaults for limits that are not set', async () => {
  const essay = await anEssay({ max_words: 600 })
  expect((await essay.page()).body.settings).toEqual({
    task: 'Расскажите о решении',
    min_words: 3,
    max_words: 600,
    max_characters: 6000,
    file: false,
    paste: true,
  })
})

test('KP-05 KE-05 limits are in words and characters; a draft beyond them is still saved, and an empty text cannot be handed in', async () => {
  const essay = await anEssay({ max_characters: 100 })
  const long = await essay.save({ text: words(7) })
  expect([long.status, long.body.faults.text?.rule]).toEqual([200, 'max_words'])
  const refused = async (text: string) => {
    const { status, body } = await essay.handIn({ text })
    return [status, body.code, body.fields?.text?.rule]
  }
  expect(await refused(words(7))).toEqual([422, 'form_invalid', 'max_words'])
  expect(await refused(words(2))).toEqual([422, 'form_invalid', 'min_words'])
  expect(await refused(`${'а'.repeat(99)} б в`)).toEqual([422, 'form_invalid', 'max_length'])
  expect(await refused('  \n ')).toEqual([422, 'form_invalid', 'required'])
  const nothing = await essay.handIn({})
  expect([nothing.status, nothing.body.fields?.text?.rule]).toEqual([422, 'required'])
  expect((await essay.handIn({ text: words(3) })).status).toBe(200)
})

test('10 MB of pasted text are refused in words, in the draft and at the hand-in, and the saved text stays', async () => {
  const essay = await anEssay()
  await essay.save({ text: words(4) })
  const pasted = { text: 'я'.repeat(5_000_000) }
  for (const answer of [await essay.save(pasted, 1), await essay.handIn(pasted)])
    expect([answer.status, answer.body.message]).toEqual([413, 'Слишком много данных в одном запросе'])
  expect((await essay.work()).body.handed_in).toBeNull()
  expect((await essay.save({ text: words(5) }, 1)).body.revision).toBe(2)
})

test('KE-05 a text in another alphabet is counted and accepted like any other', async () => {
  const essay = await anEssay()
  expect((await essay.handIn({ text: 'Бұл менің шешімім' })).body).toMatchObject({ status: 'processing' })
})

test('KP-05 revisions are listed from the newest with their length, each can be read, and only by their author', async () => {
  const essay = await anEssay()
  await essay.save({ text: 'первый' })
  await essay.save({ text: 'второй, длиннее' }, 1)
  const { revisions } = (await essay.revisions()).body
  expect(revisions.map(({ revision, words: count }) => [revision, count])).toEqual([
    [2, 2],
    [1, 1],
  ])
  expect((await essay.revision(1)).body).toMatchObject({ revision: 1, data: { text: 'первый' } })
  expect((await essay.revision(3)).status).toBe(404)
  const stranger = await aPerson(app)
  const theirs = { token: stranger.token, params: { ...essay.params, revision: 1 } }
  expect((await app.call('GET /user/stages/:stage_id/revisions/:revision', theirs)).status).toBe(404)
})

test('KP-05 the preview hides the author’s name, counts the words of the original text, and lists those that identify the author', async () => {
  const essay = await anEssay({ max_words: 60 })
  await app.db
    .updateTable('accounts')
    .set({ last_name: 'Воронцова', first_name: 'Анна', middle_name: 'Олеговна' })
    .where('id', '=', essay.person.id)
    .execute()
  expect((await essay.preview()).body).toEqual({ blind: true, lines: [], hints: [], personal: [] })
  const text = 'Я, Анна Воронцова, тогда решила иначе. Мой адрес anna@vorontsova.example, телефон +7 916 123-45-67.'
  await essay.save({ text })
  const { body } = await essay.preview()
  expect(body.lines).toEqual([
    {
      section: 'Эссе',
      label: 'Текст эссе',
      value: text
        .replace('Анна Воронцова', '[скрыто] [скрыто]')
        .replace('anna@vorontsova.example', '[скрыто]')
        .replace('+7 916 123-45-67', '[скрыто]'),
      field: 'text',
      // The same number as under the field; without the hidden names it would be lower.
      words: countWords(text),
    },
  ])
  expect(countWords(body.lines[0]?.value ?? '')).not.toBe(countWords(text))
  expect(body.hints).toEqual(['Анна', 'Воронцова'])
  // Where judges know the author, the preview states that and hides nothing.
  await app.db
    .insertInto('judgings')
    .values({ stage_id: essay.params.stage_id, ...defaultJudging, blind: false })
    .execute()
  expect((await essay.preview()).body).toMatchObject({ blind: false, lines: [{ value: text }] })
})

test('a hand-in has a receipt, and is shown exactly as written', async () => {
  const essay = await anEssay()
  const { body } = await essay.handIn({ text: words(4) })
  expect(body).toMatchObject({ status: 'processing', receipt: { revision: 1, stage_title: 'Этап essay' } })
  const { handed_in, read_only } = (await essay.work()).body
  expect([handed_in?.data, read_only]).toEqual([{ text: words(4) }, true])
  expect(handed_in?.human_readable).toEqual([{ section: 'Эссе', label: 'Текст эссе', value: words(4), field: 'text' }])
  expect((await essay.handIn({ text: words(5) })).body.code).toBe('stage_closed')
})

test('KP-05 a file is accepted only when the organiser allows it and it belongs to the author', async () => {
  const without = await anEssay()
  const file = [{ file_id: 'a'.repeat(32), name: 'эссе.pdf' }]
  await without.handIn({ text: words(4), file })
  expect((await without.work()).body.handed_in?.data).toEqual({ text: words(4) })
  const allowed = await anEssay({ file: true })
  const refused = await allowed.handIn({ text: words(4), file })
  expect([refused.status, refused.body.fields?.file?.rule]).toEqual([422, 'file'])
})

test('nothing is accepted after the end', async () => {
  const essay = await anEssay()
  app.clock.advance(2 * 3_600_000)
  const { token } = await sessionOf(app, essay.person)
  const late = { token, params: essay.params, body: { data: { text: words(4) } } }
  expect((await app.call('PUT /user/stages/:stage_id/answer', late)).body.code).toBe('stage_closed')
  expect((await app.call('PUT /user/stages/:stage_id/draft', late)).body.code).toBe('stage_closed')
})

test('SK-05 an essay is available, in progress, in processing until it is compared and searched for names, waits, and then is passed or failed', async () => {
  for (const [outcome, last] of [
    ['passed', 'success'],
    ['failed', 'not_allowed'],
  ] as const) {
    const essay = await anEssay()
    const status = async () => (await essay.page()).body.status
    expect(await status()).toBe('available')
    await essay.save({ text: 'Я пишу' })
    expect(await status()).toBe('in_progress')
    await app.db.updateTable('accounts').set({ last_name: 'Заречнов' }).where('id', '=', essay.person.id).execute()
    expect((await essay.handIn({ text: 'Я, Заречнов, решил так' })).body.status).toBe('processing')
    expect((await essay.page()).body).toMatchObject({
      status: 'processing',
      reason: 'Обрабатываем то, что вы отправили. Страница обновится сама',
    })
    await app.work('confirm_hand_in')
    await runQueued(app.db, 'prepare_hand_in', similarityJobs(app.services))
    expect((await essay.page()).body).toMatchObject({ status: 'wait', decision: null })
    const prepared = await app.db
      .selectFrom('works as w')
      .innerJoin('prepared_works as p', 'p.hand_in_id', 'w.hand_in_id')
      .innerJoin('compared_works as c', 'c.hand_in_id', 'w.hand_in_id')
      .select('p.telling')
      .where('w.account_id', '=', essay.person.id)
      .execute()
    expect(prepared).toEqual([{ telling: ['Заречнов'] }])
    await app.db.transaction().execute(async (tx) => {
      const of = { accountIds: [essay.person.id], stageId: essay.params.stage_id, outcome, reason: 'Решили эксперты' }
      await settleAndTell(tx, app.services, of)
    })
    expect(await status()).toBe(last)
  }
})
