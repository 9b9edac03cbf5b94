import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { jobTasks } from '#server/jobs.ts'
import { aCompetition, aPerson } from '#server/testing/a-competition.ts'
import { aRegistration } from '#server/testing/a-registration.ts'
import { aTeamStage } from '#server/testing/a-team-stage.ts'
import { anAccount, sessionOf, withNewSession } from '#server/testing/an-account.ts'
import { runQueued } from '#server/testing/run-queued.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { addRulesVersion } from './store.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const start = new Date('2026-11-21T12:00:00+03:00')
const day = 86_400_000
const text = (version: number) => `## 1. Общие положения\nРедакция ${version}`

async function theRules(window: { opens_at?: Date; closes_at?: Date } = {}) {
  app.clock.set(start)
  const { code, stageIds } = await aCompetition(app.db, {
    rules: { type: 'rules', ...window },
    next: { type: 'form', requires: ['rules'] },
  })
  const stageId = stageIds.rules
  await theVersion(stageId, 1)
  return { code, stageId }
}

const theVersion = (stageId: number, version: number, effectiveFrom = new Date('2026-11-01T00:00:00+03:00')) =>
  addRulesVersion(app.db, { stageId, version, text: text(version), effectiveFrom, requiresReaccept: true })

type Word = { status: 'done' | 'fail'; version: number; comment?: string }
const answer = (token: string, id: number, body: Word, key?: string) =>
  app.call('POST /user/rules/:id', { token, params: { id }, body, headers: key ? { 'Idempotency-Key': key } : {} })
const acts = (accountId: number) =>
  app.db.selectFrom('rules_answers').selectAll().where('account_id', '=', accountId).orderBy('id').execute()

describe('accepting and rejecting', () => {
  test('SK-02 ST-07 accepting sets done, gives a receipt and opens the next stage', async () => {
    const { code, stageId } = await theRules()
    const person = await aPerson(app, code)
    const { status, body } = await answer(person.token, stageId, { status: 'done', version: 1 })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      receipt: { revision: 1, handed_in_at: '2026-11-21 12:00:00', stage_title: 'Этап rules' },
      status: 'success',
      next: { code: 'next', type: 'form', status: 'available' },
    })
    const read = await app.call('GET /user/rules/:id', { token: person.token, params: { id: stageId } })
    expect(read.body.answer).toEqual({ status: 'done', version: 1, comment: '', at: '2026-11-21 12:00:00' })
  })

  test('SK-02 ST-07 rejecting sets fail and requires a comment', async () => {
    const { code, stageId } = await theRules()
    const { token } = await aPerson(app, code)
    for (const comment of [undefined, '', '  \n']) {
      const { status, body } = await answer(token, stageId, { status: 'fail', version: 1, comment })
      expect([status, body.code, Object.keys(body.fields ?? {})]).toEqual([422, 'comment_required', ['comment']])
    }
    const rejected = await answer(token, stageId, { status: 'fail', version: 1, comment: 'Не смогу приехать' })
    expect(rejected.body).toMatchObject({ status: 'not_allowed' })
    const read = await app.call('GET /user/rules/:id', { token, params: { id: stageId } })
    expect(read.body.answer).toMatchObject({ status: 'fail', comment: 'Не смогу приехать' })
  })

  test('SK-02 the acceptance is stored with its time, IP address and the hash of the text', async () => {
    const { code, stageId } = await theRules()
    const person = await aPerson(app, code)
    await app.call('POST /user/rules/:id', {
      token: person.token,
      params: { id: stageId },
      body: { status: 'done', version: 1 },
      ip: '203.0.113.7',
    })
    expect(await acts(person.id)).toMatchObject([
      {
        version: 1,
        status: 'done',
        ip: '203.0.113.7',
        answered_at: start,
        text_hash: createHash('sha256').update(text(1)).digest('hex'),
      },
    ])
  })

  test('KP-02 accepting the rules is a separate act: the consent to data is next to it, and neither gives the other', async () => {
    app.clock.set(start)
    const { stageId: registration } = await aRegistration(app.db, { code: 'two_acts' })
    const { id: stageId } = await app.db
      .insertInto('stages')
      .values({ competition_code: 'two_acts', type: 'rules', code: 'rules', title: 'Правила', settings: '{}' })
      .returning('id')
      .executeTakeFirstOrThrow()
    await theVersion(stageId, 1)
    const person = await aPerson(app)
    const consents = () => app.db.selectFrom('consents').selectAll().where('account_id', '=', person.id).execute()
    const applied = await app.call('POST /user/registration/:stage_id', {
      token: person.token,
      params: { stage_id: registration },
      body: {
        data: { last_name: 'Воронцова', first_name: 'Анна', birth_date: '1990-05-01' },
        consents: [{ code: 'personal_data', version: 2 }],
      },
    })
    expect(applied.status).toBe(200)
    expect(await acts(person.id)).toEqual([])
    const given = await consents()
    expect(given.map(({ document_code }) => document_code)).toEqual(['personal_data'])
    await answer(person.token, stageId, { status: 'done', version: 1 })
    expect(await acts(person.id)).toMatchObject([{ status: 'done', version: 1, answered_at: start }])
    expect(await consents()).toEqual(given)
  })

  test('SK-02 KE-02 accepting in two tabs at once gives one acceptance and one receipt', async () => {
    const { code, stageId } = await theRules()
    const person = await aPerson(app, code)
    const word = { status: 'done', version: 1 } as const
    const answers = await Promise.all([1, 2, 3, 4].map(() => answer(person.token, stageId, word)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    expect(new Set(answers.map(({ body }) => body.receipt.number)).size).toBe(1)
    expect(await acts(person.id)).toHaveLength(1)
  })

  test('SK-02 KE-02 a person who rejected by mistake may change the answer until the window ends', async () => {
    const closes = new Date(start.getTime() + day)
    const { code, stageId } = await theRules({ closes_at: closes })
    const person = await aPerson(app, code)
    await answer(person.token, stageId, { status: 'fail', version: 1, comment: 'Ошибся' })
    const changed = await answer(person.token, stageId, { status: 'done', version: 1 })
    expect(changed.body).toMatchObject({ status: 'success', receipt: { revision: 2 } })
    app.clock.set(new Date(closes.getTime() + 60_000))
    const { token } = await sessionOf(app, person)
    const late = await answer(token, stageId, { status: 'fail', version: 1, comment: 'Передумал' })
    expect([late.status, late.body.code]).toEqual([409, 'stage_closed'])
    expect((await acts(person.id)).map(({ status }) => status)).toEqual(['fail', 'done'])
  })

  test('SK-02 a closed stage refuses with 409 and stage_closed, before it opens and after it ends', async () => {
    const { code, stageId } = await theRules({ opens_at: new Date(start.getTime() + day) })
    const { token } = await aPerson(app, code)
    const early = await answer(token, stageId, { status: 'done', version: 1 })
    expect([early.status, early.body.code]).toEqual([409, 'stage_closed'])
    expect(early.body.message).toBe('Этап закрыт. Откроется 22.11.2026 12:00')
  })
})

describe('a new version', () => {
  const second = (stageId: number, requiresReaccept: boolean) =>
    addRulesVersion(app.db, {
      stageId,
      version: 2,
      text: text(2),
      effectiveFrom: new Date(start.getTime() + day),
      requiresReaccept,
    })

  test('SK-02 one that must be accepted again reopens the stage on its date and shows the previous text', async () => {
    const { code, stageId } = await theRules()
    const person = await aPerson(app, code)
    await answer(person.token, stageId, { status: 'done', version: 1 })
    await second(stageId, true)
    const statuses = async (token: string) =>
      (
        (await app.call('GET /user/user-stages', { token, query: { competition_code: code } })).body.stages as {
          status: string
        }[]
      ).map(({ status }) => status)
    expect(await statuses(person.token)).toEqual(['success', 'available'])
    app.clock.set(new Date(start.getTime() + day))
    const { token } = await sessionOf(app, person)
    expect(await statuses(token)).toEqual(['available', 'wait'])
    const tree = await app.call('GET /user/user-stages', { token, query: { competition_code: code } })
    expect(tree.body.stages[0]).toMatchObject({
      extra_data: { reopened: true, reason: 'Правила изменились, их нужно принять ещё раз' },
    })
    const { body } = await app.call('GET /user/rules/:id', { token, params: { id: stageId } })
    expect(body).toMatchObject({
      version: 2,
      text: text(2),
      previous: { version: 1, text: text(1) },
      answer: { version: 1, status: 'done' },
    })
    const stale = await answer(token, stageId, { status: 'done', version: 1 })
    expect([stale.status, stale.body.code]).toEqual([409, 'rules_outdated'])
    expect((await answer(token, stageId, { status: 'done', version: 2 })).body.status).toBe('success')
    expect(await statuses(token)).toEqual(['success', 'available'])
  })

  test('SK-02 KE-02 a small edit need not be accepted again', async () => {
    const { code, stageId } = await theRules()
    const person = await aPerson(app, code)
    await answer(person.token, stageId, { status: 'done', version: 1 })
    await second(stageId, false)
    app.clock.set(new Date(start.getTime() + day))
    const { token } = await sessionOf(app, person)
    const page = await app.call('GET /user/stages/:stage_id', { token, params: { stage_id: stageId } })
    expect(page.body.status).toBe('success')
  })
})

test('KE-02 a team is complete only while every member has accepted the rules in force', async () => {
  app.clock.set(start)
  const stage = await aTeamStage(app, { size_max: 2, member_stages: ['rules'] })
  await theVersion(stage.rulesId, 1)
  let people = [await stage.person(), await stage.person()] as const
  const teamId = await stage.team(people[0], 'Правила для всех')
  await stage.join(people[1], teamId, await stage.code(people[0], teamId))
  const lacks = async () => {
    const { completeness } = (await stage.read(people[0], teamId)).body
    return [completeness?.complete, completeness?.lines.length]
  }
  const accept = (one: 0 | 1, version: number) => answer(people[one].token, stage.rulesId, { status: 'done', version })
  expect(await lacks()).toEqual([false, 2])
  await accept(0, 1)
  expect(await lacks()).toEqual([false, 1])
  await accept(1, 1)
  expect(await lacks()).toEqual([true, 0])

  await theVersion(stage.rulesId, 2, new Date(start.getTime() + day))
  expect(await lacks()).toEqual([true, 0])
  app.clock.set(new Date(start.getTime() + day))
  people = [await withNewSession(app, people[0]), await withNewSession(app, people[1])]
  expect(await lacks()).toEqual([false, 2])
  await accept(0, 2)
  await answer(people[1].token, stage.rulesId, { status: 'fail', version: 2, comment: 'Не согласна' })
  expect(await lacks()).toEqual([false, 1])
  await accept(1, 2)
  expect(await lacks()).toEqual([true, 0])
})

test('SK-02 R-27 rules of a hidden stage and stages of other kinds are not found by this address', async () => {
  app.clock.set(start)
  const { code, stageIds } = await aCompetition(app.db, {
    secret: { type: 'rules', published: false },
    form: { type: 'form' },
  })
  const { token } = await aPerson(app, code)
  for (const id of [stageIds.secret, stageIds.form, 2147483647]) {
    expect((await answer(token, id, { status: 'done', version: 1 })).status).toBe(404)
    expect((await app.call('GET /user/rules/:id', { token, params: { id } })).status).toBe(404)
  }
})

describe('the versions in the console', () => {
  const panel = 'GET /admin/competitions/:competition/stages/:code/rules'
  const publishing = 'POST /admin/competitions/:competition/stages/:code/rules'
  async function organiser() {
    const account = await anAccount(app, { isDemo: true, flags: ['competitions'] })
    return (await sessionOf(app, account)).token
  }
  const next = (after: number, more: object = {}) => ({
    ...{ after, text: text(after + 1), effective_from: null, requires_reaccept: true, ...more },
  })

  test('an organiser publishes the next version, which must be accepted again, and sees who has accepted which version', async () => {
    const { code } = await theRules()
    const person = await aPerson(app, code)
    const params = { competition: code, code: 'rules' }
    const rulesId = (
      await app.db
        .selectFrom('stages')
        .select('id')
        .where('competition_code', '=', code)
        .where('code', '=', 'rules')
        .executeTakeFirstOrThrow()
    ).id
    await answer(person.token, rulesId, { status: 'done', version: 1 })
    const token = await organiser()
    app.clock.set(new Date(start.getTime() + 60_000))
    const { status, body } = await app.call(publishing, { token, params, body: next(1) })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      text: text(2),
      versions: [
        { version: 2, effective_from: '2026-11-21 12:01:00', requires_reaccept: true, accepted: 0, rejected: 0 },
        { version: 1, accepted: 1, rejected: 0 },
      ],
    })
    const tree = await app.call('GET /user/user-stages', { token: person.token, query: { competition_code: code } })
    expect((tree.body.stages as { status: string }[])[0]?.status).toBe('available')
    await answer(person.token, rulesId, { status: 'done', version: 2 })
    const read = await app.call(panel, { token, params })
    expect(read.body.versions.map(({ accepted }) => accepted)).toEqual([1, 1])
  })

  test('a version without a text, in the past, before the last one, or after another organiser’s new one is refused', async () => {
    const { code } = await theRules()
    const token = await organiser()
    const params = { competition: code, code: 'rules' }
    const refused = async (body: ReturnType<typeof next>) => {
      const { status, body: said } = await app.call(publishing, { token, params, body })
      return [status, said.code, ...Object.keys(said.fields ?? {})]
    }
    expect(await refused(next(1, { text: ' ' }))).toEqual([422, 'form_invalid', 'text'])
    expect(await refused(next(1, { effective_from: '2026-11-20 12:00' }))).toEqual([
      422,
      'form_invalid',
      'effective_from',
    ])
    const two = await Promise.all(
      [1, 2].map(() => app.call(publishing, { token, params, body: next(1, { effective_from: '2026-12-01 12:00' }) })),
    )
    expect(two.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(await refused(next(2, { effective_from: '2026-11-30 12:00' }))).toEqual([
      422,
      'form_invalid',
      'effective_from',
    ])
    expect((await app.call(panel, { token, params: { ...params, code: 'next' } })).body.code).toBe('stage_not_found')
  })

  test('KO-02 only people who have not accepted the rules in force are counted and reminded, once a day', async () => {
    const { code, stageId } = await theRules({ closes_at: new Date(start.getTime() + 7 * day) })
    const people = [await aPerson(app, code), await aPerson(app, code), await aPerson(app, code)] as const
    await answer(people[0].token, stageId, { status: 'done', version: 1 })
    await answer(people[1].token, stageId, { status: 'fail', version: 1, comment: 'Не согласна' })
    const token = await organiser()
    const params = { competition: code, code: 'rules' }
    const reminder = 'POST /admin/competitions/:competition/stages/:code/rules/reminder'
    expect((await app.call(panel, { token, params })).body.waiting).toBe(2)
    expect((await app.call(reminder, { token, params })).status).toBe(200)
    const again = await app.call(reminder, { token, params })
    expect([again.status, again.body.code]).toEqual([409, 'rules_reminded'])
    // This person accepts before the letters are sent.
    await answer(people[1].token, stageId, { status: 'done', version: 1 })
    const told = async () => {
      await runQueued(app.db, 'remind_of_rules', jobTasks(app.services))
      const ids = people.map(({ id }) => id)
      const rows = await app.db
        .selectFrom('notifications')
        .select('account_id')
        .where('account_id', 'in', ids)
        .where('title', 'like', 'Примите правила%')
        .orderBy('account_id')
        .execute()
      return rows.map(({ account_id }) => account_id)
    }
    expect(await told()).toEqual([people[2].id])

    // A small edit need not be accepted again; a version that must be accepted by all can be reminded of at once.
    const soon = (minutes: number) => app.clock.set(new Date(start.getTime() + minutes * 60_000))
    soon(1)
    await app.call(publishing, { token, params, body: next(1, { requires_reaccept: false }) })
    expect((await app.call(panel, { token, params })).body.waiting).toBe(1)
    soon(2)
    expect((await app.call(publishing, { token, params, body: next(2) })).body.waiting).toBe(3)
    await app.heard()
    expect((await app.call(reminder, { token, params })).status).toBe(200)
    expect(await told()).toEqual([people[0].id, people[1].id, people[2].id, people[2].id].toSorted((a, b) => a - b))
  })
})
