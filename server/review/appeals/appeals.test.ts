import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Tx } from '#server/db.ts'
import { prepareWorks } from '#server/review/similarity/prepare-works.ts'
import { settleAndTell } from '#server/stages/settle.ts'
import { aCompetition, takesPart } from '#server/testing/a-competition.ts'
import { anAccount, sessionOf } from '#server/testing/an-account.ts'
import { meetInOrder } from '#server/testing/forced-order.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp({ remembers: true })
})
afterAll(() => app.close())

const start = new Date('2026-11-21T12:00:00+03:00')
const days = (count: number) => new Date(start.getTime() + count * 24 * 3_600_000)

/** A stage whose decisions may be appealed against for three days, with two checkers. */
async function aStage(appeal_days: number | null = 3) {
  app.clock.set(start)
  const { code, stageIds } = await aCompetition(app.db, {
    essay: { type: 'essay', settings: { task: 'О решении', min_words: 1, max_words: 500 } },
  })
  const stageId = stageIds.essay
  await app.db
    .insertInto('stage_reviews')
    .values({ stage_id: stageId, second_look: false, return_days: 3, target_hours: 24, reasons: '[]', appeal_days })
    .execute()
  return { code, stageId }
}
type Stage = Awaited<ReturnType<typeof aStage>>

async function aChecker({ stageId }: Stage) {
  const account = await anAccount(app, { roles: ['assessor'] })
  await app.db
    .insertInto('stage_staff')
    .values({ stage_id: stageId, account_id: account.id, duty: 'check', added_at: start })
    .execute()
  const { token } = await sessionOf(app, account)
  const params = (work_id: number) => ({ work_id })
  return {
    ...account,
    async check(work: number, verdict: 'accept' | 'refuse' | 'return') {
      // A work is compared with others before anybody checks it.
      await prepareWorks(app.services)
      const { hand_in_id: hand_in } = await app.db
        .selectFrom('works')
        .select('hand_in_id')
        .where('id', '=', work)
        .executeTakeFirstOrThrow()
      return app.call('POST /desk/works/:work_id/check', {
        token,
        params: params(work),
        body: { hand_in, verdict, reason: 'Нет расчёта' },
      })
    },
    appeals: async () => (await app.call('GET /desk/appeals', { token })).body.appeals,
    read: async (work: number) =>
      (await app.call('GET /desk/works/:work_id/appeal', { token, params: params(work) })).body,
    async answer(
      work: number,
      outcome: 'kept' | 'passed' | 'failed',
      text = 'Расчёт есть на второй странице',
      seen?: string,
    ) {
      const fingerprint = seen ?? (await this.read(work)).appeal?.fingerprint ?? ''
      const body = { outcome, text, fingerprint }
      return app.call('POST /desk/works/:work_id/appeal', { token, params: params(work), body })
    },
  }
}

async function anAuthor({ code, stageId }: Stage) {
  const account = await anAccount(app)
  let { token } = await sessionOf(app, account)
  await takesPart(app.db, account.id, code, 'main', app.clock.now())
  const params = { stage_id: stageId }
  const handIn = (text: string) =>
    app.call('PUT /user/stages/:stage_id/answer', { token, params, body: { data: { text } } })
  expect((await handIn('Я принял решение')).status).toBe(200)
  const { id: work } = await app.db
    .selectFrom('works')
    .select('id')
    .where('account_id', '=', account.id)
    .executeTakeFirstOrThrow()
  return {
    ...account,
    work,
    handIn,
    async logsInAgain() {
      token = (await sessionOf(app, account)).token
    },
    page: async () => (await app.call('GET /user/stages/:stage_id', { token, params })).body,
    read: async () => (await app.call('GET /user/stages/:stage_id/appeal', { token, params })).body,
    appeal: (text = 'Расчёт стоит на второй странице') =>
      app.call('POST /user/stages/:stage_id/appeal', { token, params, body: { text } }),
    told: async () =>
      (await app.call('GET /user/notifications', { token, query: { status: 'unread' } })).body.notifications?.map(
        ({ title }) => title,
      ),
  }
}

async function aRefusal(appealDays: number | null = 3) {
  const stage = await aStage(appealDays)
  const [first, second] = [await aChecker(stage), await aChecker(stage)]
  const author = await anAuthor(stage)
  expect((await first.check(author.work, 'refuse')).body.outcome).toBe('refused')
  return { stage, first, second, author }
}

test('an organiser sees on the first page how many appeals wait in a competition, until they are answered', async () => {
  const { stage, second, author } = await aRefusal()
  const { token } = await sessionOf(app, await anAccount(app, { isDemo: true, flags: ['assessment'] }))
  const waiting = async () =>
    (await app.call('GET /user/duties', { token })).body.competitions.find(({ code }) => code === stage.code)?.desk
  expect(await waiting()).toEqual({ waits: 0, appeals: 0 })
  await author.appeal()
  expect(await waiting()).toEqual({ waits: 0, appeals: 1 })
  expect((await second.answer(author.work, 'kept')).status).toBe(200)
  expect(await waiting()).toEqual({ waits: 0, appeals: 0 })
})

test('an appeal is filed once, within its days after the decision, and only where the stage takes appeals', async () => {
  const { author } = await aRefusal()
  expect(await author.read()).toEqual({ until: '2026-11-24 12:00:00', filed: null })
  expect((await author.appeal('  ')).body.fields).toMatchObject({ text: { rule: 'required' } })
  expect((await author.appeal()).body).toMatchObject({ until: null, filed: { answer: null } })
  // A repeated request, as when the first answer was lost on the way.
  expect((await author.appeal()).status).toBe(200)
  expect((await author.appeal('И ещё')).body.code).toBe('appeal_unavailable')
  const late = await aRefusal()
  app.clock.set(new Date(days(3).getTime() + 1000))
  await late.author.logsInAgain()
  expect(await late.author.read()).toEqual({ until: null, filed: null })
  expect((await late.author.appeal()).body.code).toBe('appeal_unavailable')
  const none = await aRefusal(null)
  expect(await none.author.read()).toEqual({ until: null, filed: null })
  expect((await none.author.appeal()).body.code).toBe('appeal_unavailable')
})

test('nobody appeals before a decision, against a returned work or about the work of a stranger', async () => {
  const stage = await aStage()
  const [checker, author] = [await aChecker(stage), await anAuthor(stage)]
  expect((await author.appeal()).body.code).toBe('appeal_unavailable')
  await checker.check(author.work, 'return')
  expect((await author.appeal()).body.code).toBe('appeal_unavailable')
  const stranger = await anAccount(app)
  const { token } = await sessionOf(app, stranger)
  const call = await app.call('POST /user/stages/:stage_id/appeal', {
    token,
    params: { stage_id: stage.stageId },
    body: { text: 'Не согласен' },
  })
  expect(call.status).toBeGreaterThanOrEqual(400)
})

test('another checker than the first one answers, with the evidence; the person reads a new decision with its reason', async () => {
  const { first, second, author } = await aRefusal()
  await author.appeal()
  expect(await first.appeals()).toEqual([expect.objectContaining({ work_id: author.work, may_answer: false })])
  expect((await first.answer(author.work, 'kept')).body.code).toBe('appeal_own')
  expect(await second.appeals()).toEqual([expect.objectContaining({ may_answer: true })])
  expect((await second.read(author.work)).appeal).toMatchObject({
    text: 'Расчёт стоит на второй странице',
    decision: { outcome: 'failed', reason: 'Нет расчёта' },
    may_answer: true,
    answer: null,
  })
  expect((await second.answer(author.work, 'passed', ' ')).body.code).toBe('form_invalid')
  expect((await second.answer(author.work, 'failed')).body.fields).toHaveProperty('outcome')
  const { body } = await second.answer(author.work, 'passed')
  expect(body.appeal?.answer).toMatchObject({ outcome: 'passed', text: 'Расчёт есть на второй странице' })
  expect((await second.answer(author.work, 'kept')).body.code).toBe('appeal_answered')
  expect(await second.appeals()).toEqual([])
  expect(await author.page()).toMatchObject({
    status: 'success',
    decision: { outcome: 'passed', reason: 'По апелляции: Расчёт есть на второй странице' },
  })
  expect(await author.read()).toMatchObject({ until: null, filed: { answer: { outcome: 'passed' } } })
  // The decision of an appeal cannot be appealed against.
  expect((await author.appeal('Ещё раз')).body.code).toBe('appeal_unavailable')
  const acts = app.db.selectFrom('audit').select('action').where('actor_id', '=', second.id)
  const told = await acts.where('action', 'not in', ['looked', 'acted']).execute()
  expect(told).toEqual([{ action: 'appeal_answered' }])
  expect((await author.told())?.join('\n')).toMatch(/Апелляция принята/)
})

test('an answer that keeps the decision states why; checkers of other stages see no appeal, and only the first of two answers at once counts', async () => {
  const { first, second, author, stage } = await aRefusal()
  const third = await aChecker(stage)
  await author.appeal()
  const stranger = await aChecker(await aStage())
  expect(await stranger.appeals()).toEqual([])
  expect((await stranger.answer(author.work, 'kept')).body.code).toBe('work_not_found')
  const answers = await Promise.all([
    second.answer(author.work, 'kept', 'Расчёта нет'),
    third.answer(author.work, 'passed'),
  ])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  expect(answers.find(({ status }) => status === 409)?.body.code).toBe('appeal_answered')
  expect((await first.read(author.work)).appeal?.answer).not.toBeNull()
})

test('people who may answer are notified of an appeal: checkers without a part in the decision, otherwise the organisers', async () => {
  const told = async (account: number) =>
    (await app.db.selectFrom('notifications').select('title').where('account_id', '=', account).execute()).filter(
      ({ title }) => title === 'Подана апелляция, ответ за вами',
    ).length
  const { first, second, author, stage } = await aRefusal()
  const elsewhere = await aChecker(await aStage())
  const organiser = await anAccount(app, { flags: ['assessment'] })
  await author.appeal()
  // A repeated request, as when the first answer was lost on the way.
  await author.appeal()
  expect(await Promise.all([first, second, elsewhere, organiser].map(({ id }) => told(id)))).toEqual([0, 1, 0, 0])

  await app.db
    .deleteFrom('stage_staff')
    .where('stage_id', '=', stage.stageId)
    .where('account_id', '=', second.id)
    .execute()
  const other = await anAuthor(stage)
  await first.check(other.work, 'refuse')
  await other.appeal()
  expect(await Promise.all([first, second, elsewhere, organiser].map(({ id }) => told(id)))).toEqual([0, 1, 0, 1])
})

test('the person reads why a decision is kept, and the result stays', async () => {
  const { second, author } = await aRefusal()
  await author.appeal()
  await second.answer(author.work, 'kept', 'Расчёта на второй странице нет')
  expect(await author.page()).toMatchObject({ status: 'not_allowed', decision: { reason: 'Нет расчёта' } })
  expect((await author.read()).filed?.answer).toMatchObject({ outcome: 'kept', text: 'Расчёта на второй странице нет' })
  expect((await author.told())?.join('\n')).toMatch(/осталось прежним/)
})

const factsOf = (accountId: number) => (tx: Tx) =>
  sql`select from stage_facts where account_id = ${accountId} for update`.execute(tx)

test('TW-14 an appeal is not filed against a decision that is made while it is filed', async () => {
  const { stage, author, second } = await aRefusal()
  const answer = await meetInOrder(app.db, {
    lock: factsOf(author.id),
    call: () => author.appeal(),
    meanwhile: async (tx) => {
      app.clock.advance(1000)
      const decision = {
        accountIds: [author.id],
        stageId: stage.stageId,
        outcome: 'passed' as const,
        decidedBy: second.id,
      }
      await settleAndTell(tx, app.services, decision)
    },
  })
  expect(answer.body.code).toBe('changed_meanwhile')
  expect((await author.read()).filed).toBeNull()
})

test('TW-14 an appeal is answered once by two who answer at once', async () => {
  const { stage, author, second } = await aRefusal()
  const third = await aChecker(stage)
  await author.appeal()
  const answers = await meetInOrder(app.db, {
    lock: factsOf(author.id),
    call: () => Promise.all([second.answer(author.work, 'passed'), third.answer(author.work, 'kept')]),
    meanwhile: async () => {},
    waiting: 2,
  })
  expect(answers.map(({ body }) => (body as { code?: string }).code ?? 'answered').sort()).toEqual([
    'answered',
    'appeal_answered',
  ])
})

test('TW-14 an answer to an appeal is not taken when another decision is made while it is given; what holds now is read and answered', async () => {
  const { stage, author, second } = await aRefusal()
  await author.appeal()
  const seen = (await second.read(author.work)).appeal?.fingerprint
  const late = await meetInOrder(app.db, {
    lock: factsOf(author.id),
    call: () => second.answer(author.work, 'kept', 'Расчёта нет', seen),
    meanwhile: async (tx) => {
      app.clock.advance(1000)
      const decision = { accountIds: [author.id], stageId: stage.stageId, outcome: 'passed' as const, reason: 'Призёр' }
      await settleAndTell(tx, app.services, decision)
    },
  })
  expect([late.status, late.body]).toMatchObject([409, { code: 'appeal_changed' }])
  expect((await author.read()).filed?.answer).toBeNull()
  const now = (await second.read(author.work)).appeal
  expect(now).toMatchObject({ decision: { outcome: 'passed', reason: 'Призёр' }, answer: null })
  app.clock.advance(1000)
  expect((await second.answer(author.work, 'failed', 'Не призёр', now?.fingerprint)).body.appeal).toMatchObject({
    ...{ decision: { outcome: 'passed' }, answer: { outcome: 'failed' } },
  })
  expect(await author.page()).toMatchObject({ decision: { outcome: 'failed', reason: 'По апелляции: Не призёр' } })
})

test('who has decided about a work after the appeal against an earlier decision does not answer it', async () => {
  const { stage, author, second } = await aRefusal()
  const third = await aChecker(stage)
  await author.appeal()
  app.clock.advance(1000)
  const decision = { accountIds: [author.id], stageId: stage.stageId, outcome: 'failed' as const, decidedBy: second.id }
  await app.db.transaction().execute((tx) => settleAndTell(tx, app.services, decision))
  expect([(await second.read(author.work)).appeal?.may_answer, (await second.appeals())?.[0]?.may_answer]).toEqual([
    false,
    false,
  ])
  expect((await second.answer(author.work, 'passed')).body.code).toBe('appeal_own')
  expect((await third.answer(author.work, 'passed')).status).toBe(200)
})

test('TW-14 an appeal is not answered about a work that is handed in anew meanwhile', async () => {
  const { stage, author, second } = await aRefusal()
  await author.appeal()
  const late = await meetInOrder(app.db, {
    lock: factsOf(author.id),
    call: () => second.answer(author.work, 'passed'),
    meanwhile: async (tx) => {
      await sql`
        with again as (
          insert into hand_ins (account_id, stage_id, revision, arrived_at, form_version, receipt_number, data)
          select account_id, stage_id, revision + 1, ${app.clock.now()}, form_version, 'again', data from hand_ins
          where account_id = ${author.id} and stage_id = ${stage.stageId} returning id
        ) update works set hand_in_id = again.id from again where works.id = ${author.work}`.execute(tx)
    },
  })
  expect(late.body.code).toBe('work_changed')
  // Nobody is asked for an answer that nobody can give.
  expect(await second.appeals()).toEqual([])
  const { token } = await sessionOf(app, await anAccount(app, { isDemo: true, flags: ['assessment'] }))
  const { competitions } = (await app.call('GET /user/duties', { token })).body
  expect(competitions.find(({ code }) => code === stage.code)?.desk?.appeals).toBe(0)
})
