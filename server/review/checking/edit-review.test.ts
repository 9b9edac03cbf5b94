import { afterAll, beforeAll, expect, test } from 'vitest'
import { prepareWorks } from '#server/review/similarity/prepare-works.ts'
import { aCompetition, aPerson, takesPart } from '#server/testing/a-competition.ts'
import { anAccount, sessionOf } from '#server/testing/an-account.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

async function aStage() {
  const { code, stageIds } = await aCompetition(app.db, {
    essay: { type: 'essay', settings: { task: 'О решении', min_words: 1, max_words: 50 } },
    rules: { type: 'rules' },
  })
  const organiser = await anAccount(app, { isDemo: true })
  await app.db
    .insertInto('admin_flags')
    .values({ account_id: organiser.id, flag: 'assessment', competition_code: code })
    .execute()
  const { token } = await sessionOf(app, organiser)
  const params = { competition: code, code: 'essay' }
  return {
    code,
    stageId: stageIds.essay,
    token,
    params,
    read: () => app.call('GET /admin/competitions/:competition/stages/:code/review', { token, params }),
    save: (answer: Record<string, unknown>) =>
      app.call('PUT /admin/competitions/:competition/stages/:code/review', { token, params, body: { answer } }),
    add: (email: string) =>
      app.call('POST /admin/competitions/:competition/stages/:code/checkers', { token, params, body: { email } }),
    remove: (test_id: number) =>
      app.call('DELETE /admin/competitions/:competition/stages/:code/checkers/:test_id', {
        token,
        params: { ...params, test_id },
      }),
  }
}

const aColleague = () => anAccount(app, { firstName: 'Пётр', lastName: 'Ильин' })

test('an organiser sets how works are checked; a stage without settings has usual reasons and a second look', async () => {
  const stage = await aStage()
  const { body } = await stage.read()
  expect(body).toMatchObject({
    works: 0,
    waits: 0,
    checkers: [],
    answer: { second_look: true, return_days: '3', target_hours: '24' },
  })
  const reasons = [{ title: 'Мало слов', text: 'Ответ слишком короткий.' }]
  const saved = await stage.save({ second_look: false, return_days: '5', target_hours: '72', reasons })
  const others = { appeal_days: '', second_look: false, return_days: '5', target_hours: '72' }
  expect(saved.body.answer).toEqual({ ...others, reasons })
  expect((await stage.read()).body.answer).toEqual(saved.body.answer)
  const audit = await app.db
    .selectFrom('audit')
    .select(['action', 'detail'])
    .where('subject', '=', `stage:${stage.code}/essay`)
    .where('action', 'not in', ['looked', 'acted'])
    .execute()
  expect(audit).toMatchObject([{ action: 'review_changed', detail: { stage: 'essay' } }])
})

test('numbers out of bounds and reasons without a text are refused at their fields', async () => {
  const stage = await aStage()
  const bad = await stage.save({ second_look: true, return_days: '0', target_hours: '', reasons: [{ title: 'Пусто' }] })
  expect(bad.status).toBe(422)
  expect(Object.keys((bad.body as unknown as { fields: object }).fields).sort()).toEqual([
    'reasons.0.text',
    'return_days',
    'target_hours',
  ])
})

test('a checker is named by the address of the account, gets the desk, and loses the held work together with the duty', async () => {
  const stage = await aStage()
  const account = await aColleague()
  expect((await stage.add('nobody@example.test')).body).toMatchObject({ code: 'user_not_found' })
  const unknown = await anAccount(app)
  await app.db.updateTable('accounts').set({ email_verified_at: null }).where('id', '=', unknown.id).execute()
  expect((await stage.add(unknown.email)).body).toMatchObject({ code: 'user_not_found' })
  const { body } = await stage.add(` ${account.email} `)
  expect(body.checkers).toEqual([
    { test_id: account.testId, name: 'Ильин Пётр', email: account.email, checks: 0, regions: [] },
  ])
  expect((await stage.add(account.email)).body.checkers).toHaveLength(1)

  const author = await aPerson(app)
  await takesPart(app.db, author.id, stage.code, 'main', app.clock.now())
  const stageParams = { stage_id: stage.stageId }
  await app.call('PUT /user/stages/:stage_id/answer', {
    token: author.token,
    params: stageParams,
    body: { data: { text: 'Я решил сам' } },
  })
  await prepareWorks(app.services)
  const { token } = await sessionOf(app, account)
  const next = () => app.call('POST /desk/stages/:stage_id/next', { token, params: stageParams, body: {} })
  const { work_id } = (await next()).body
  expect(work_id).not.toBeNull()
  const listed = await app.call('GET /desk/stages/:stage_id/works', { token, params: stageParams })
  expect(listed.body).toMatchObject({ left: 1, count: 1, works: [{ work_id, test_id: author.testId, revision: 1 }] })
  const search = (words: string) =>
    app.call('GET /desk/stages/:stage_id/works', { token, params: stageParams, query: { search: words } })
  expect((await search(String(author.testId))).body.count).toBe(1)
  expect((await search('Никто_')).body.count).toBe(0)

  expect((await stage.remove(account.testId)).body.checkers).toEqual([])
  expect((await next()).body).toMatchObject({ code: 'stage_not_found' })
  const held = await app.db
    .selectFrom('works')
    .select('held_by')
    .where('id', '=', work_id ?? 0)
    .executeTakeFirst()
  expect(held).toEqual({ held_by: null })
  expect((await stage.remove(account.testId)).body).toMatchObject({ code: 'user_not_found' })
})

test('a stage that nobody checks has no review settings, and settings of another competition cannot be reached', async () => {
  const [stage, other] = [await aStage(), await aStage()]
  const rules = await app.call('GET /admin/competitions/:competition/stages/:code/review', {
    token: stage.token,
    params: { ...stage.params, code: 'rules' },
  })
  expect(rules.body).toMatchObject({ code: 'stage_not_found' })
  const elsewhere = await app.call('GET /admin/competitions/:competition/stages/:code/review', {
    token: stage.token,
    params: other.params,
  })
  expect(elsewhere.status).toBe(403)
})
