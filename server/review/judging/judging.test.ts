import { readFileSync } from 'node:fs'
import { Document, Packer, Paragraph } from 'docx'
import { strFromU8, unzipSync } from 'fflate'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { erasePerson } from '#server/accounts/profile/erase-person.ts'
import type { Tx } from '#server/db.ts'
import { jobTasks } from '#server/jobs.ts'
import { erasureHooks } from '#server/personal-data-hooks.ts'
import { prepareHandIn, prepareWorks } from '#server/review/similarity/prepare-works.ts'
import { publishForm } from '#server/stages/forms/store.ts'
import { aCompetition, takesPart } from '#server/testing/a-competition.ts'
import { anAccount, rightPassword, sessionOf } from '#server/testing/an-account.ts'
import { countQueries } from '#server/testing/count-queries.ts'
import { meetInOrder } from '#server/testing/forced-order.ts'
import { multipartBody, multipartType } from '#server/testing/multipart.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { untilWaiting } from '#server/testing/waiting-for-locks.ts'
import { routes } from '#shared/routes.ts'
import { topUpReadings } from './assign-works.ts'
import { remindJudgesInTime } from './remind-judges.ts'
import { lockJudging } from './store.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp({ remembers: true })
})
afterAll(() => app.close())

const start = new Date('2026-11-21T12:00:00+03:00')
const answer = {
  criteria: [
    { title: 'Решение', hint: '', max: '5', weight: '2', levels: '0 — нет\n5 — есть', optional: false },
    { title: 'Язык', hint: '', max: '5', weight: '1', levels: '', optional: true },
  ],
  readers: '2',
  blind: true,
  gap: '30',
  method: 'mean',
  load_cap: '50',
  other_region: 'no',
  read_until: '',
}

/** A stage with an essay and its organiser. */
async function aStage() {
  app.clock.set(start)
  const { code, stageIds } = await aCompetition(app.db, {
    essay: { type: 'essay', settings: { task: 'О решении', min_words: 1, max_words: 500, file: true } },
  })
  const organiser = await anAccount(app, { isDemo: true })
  await app.db
    .insertInto('admin_flags')
    .values({ account_id: organiser.id, flag: 'assessment', competition_code: code })
    .execute()
  const { token } = await sessionOf(app, organiser)
  const params = { competition: code, code: 'essay' }
  const prefix = '/admin/competitions/:competition/stages/:code' as const
  return {
    code,
    stageId: stageIds.essay,
    read: () => app.call(`GET ${prefix}/judging`, { token, params }),
    save: (change: Record<string, unknown> = {}) =>
      app.call(`PUT ${prefix}/judging`, { token, params, body: { answer: { ...answer, ...change } } }),
    invite: (emails: string) => app.call(`POST ${prefix}/judges`, { token, params, body: { emails } }),
    remove: (test_id: number) =>
      app.call(`DELETE ${prefix}/judges/:test_id`, { token, params: { ...params, test_id } }),
    pin: (test_id: number, participant: number) =>
      app.call(`POST ${prefix}/judges/:test_id/conflicts`, {
        token,
        params: { ...params, test_id },
        body: { participant, reason: 'Бывший руководитель' },
      }),
    gaps: (query: { limit?: number; offset?: number } = {}) =>
      app.call(`GET ${prefix}/judging/gaps`, { token, params, query }),
    gapsTable: () => app.call(`GET ${prefix}/judging/gaps/csv`, { token, params }),
    ask: () => app.call(`POST ${prefix}/judging/assign`, { token, params }),
    /** Requests an assignment, runs its job, and returns the result. */
    async assign() {
      const asked = await app.call(`POST ${prefix}/judging/assign`, { token, params })
      if (asked.status !== 200) return { ...asked, body: { ...asked.body, added: undefined, gaps: undefined } }
      expect(asked.body.assigning).toBe(true)
      await app.work('assign_works')
      const { body } = await app.call(`GET ${prefix}/judging`, { token, params })
      expect(body.assigning).toBe(false)
      const { gaps } = (await app.call(`GET ${prefix}/judging/gaps`, { token, params, query: {} })).body
      return { ...asked, body: { code: undefined, ...body.assigned, gaps, judging: body } }
    },
    further: (work_id: number) =>
      app.call(`POST ${prefix}/judging/works/:work_id/readers`, { token, params: { ...params, work_id } }),
    remind: () => app.call(`POST ${prefix}/judging/reminders`, { token, params }),
    turn: (state: 'reading' | 'closed') => app.call(`POST ${prefix}/judging/state`, { token, params, body: { state } }),
    giveBack: (work_id: number, hand_in: number) =>
      app.call('POST /desk/works/:work_id/check', {
        token,
        params: { work_id },
        body: { hand_in, verdict: 'return', reason: 'Приложите расчёт' },
      }),
    results: (only?: 'disputed') =>
      app.call(`GET ${prefix}/judging/results`, { token, params, ...(only && { query: { only } }) }),
    undecided: () =>
      app.call(`GET ${prefix}/judging/results`, { token, params, query: { limit: 1, offset: 0, open: true } }),
    calibration: () => app.call(`GET ${prefix}/judging/calibration`, { token, params }),
    agree: (work_id: number, training: boolean, marks: Record<string, number>, comment = 'Так решили трое') =>
      app.call(`PUT ${prefix}/judging/references/:work_id`, {
        token,
        params: { ...params, work_id },
        body: { training, marks, comment },
      }),
    disagree: (work_id: number) =>
      app.call(`DELETE ${prefix}/judging/references/:work_id`, { token, params: { ...params, work_id } }),
    who: (query: Record<string, unknown> = {}) =>
      app.call(`GET ${prefix}/judging/readings`, { token, params, query: { limit: 50, offset: 0, ...query } }),
    conflicts: () => app.call(`GET ${prefix}/judging/conflicts`, { token, params, query: { limit: 50, offset: 0 } }),
    move: (reading_id: number, to: number) =>
      app.call(`POST ${prefix}/judging/readings/:reading_id/move`, {
        token,
        params: { ...params, reading_id },
        body: { to, reason: 'Заболел' },
      }),
    decide: (works: number[], outcome: 'passed' | 'failed', reason = '') =>
      app.call(`POST ${prefix}/judging/decisions`, { token, params, body: { works, outcome, reason } }),
  }
}
type Stage = Awaited<ReturnType<typeof aStage>>

async function anAuthor(
  stage: Stage,
  text = 'Я принял решение',
  { prepared = true, ...who }: Parameters<typeof anAccount>[1] & { prepared?: boolean } = {},
) {
  const account = await anAccount(app, who)
  const person = { ...account, token: (await sessionOf(app, account)).token }
  await takesPart(app.db, person.id, stage.code, 'main', app.clock.now())
  const params = { stage_id: stage.stageId }
  const workOf = () =>
    app.db
      .selectFrom('works')
      .select(['id', 'hand_in_id'])
      .where('account_id', '=', person.id)
      .executeTakeFirstOrThrow()
  const handIn = async (words: string, file?: { file_id: string; name: string }[], ready = prepared) => {
    const data = { text: words, ...(file && { file }) }
    const answer = await app.call('PUT /user/stages/:stage_id/answer', { token: person.token, params, body: { data } })
    if (ready && answer.status === 200) await prepareHandIn(app.services, (await workOf()).hand_in_id)
    return answer
  }
  expect((await handIn(text)).status).toBe(200)
  const { id: work } = await workOf()
  const page = async () => (await app.call('GET /user/stages/:stage_id', { token: person.token, params })).body
  return { ...person, work, handIn, page }
}

/** Judges of the stage, each with the calls of a judge. They have stated that they live abroad, unless `asked`. */
async function judgesOf(stage: Stage, count: number, line = (email: string) => email, { asked = false } = {}) {
  const made = []
  for (let number = 0; number < count; number++) {
    const account = await anAccount(app, { firstName: 'Марина', lastName: `Дроздова${number}` })
    expect((await stage.invite(line(account.email))).body.letters).toEqual([])
    const judge = aJudge(account, (await sessionOf(app, account)).token)
    if (!asked) await judge.says()
    made.push(judge)
  }
  // A judge who answers at the moment of a plan gets no works by that plan.
  if (!asked) app.clock.advance(1)
  return made
}

const abroad = { abroad: true, employer: 'нет' }

function aJudge(account: Awaited<ReturnType<typeof anAccount>>, token: string) {
  const params = (reading_id: number) => ({ reading_id })
  const read = (id: number) => app.call('GET /desk/readings/:reading_id', { token, params: params(id) })
  const typed = async (id: number, marks: Record<string, number>, more: Record<string, unknown> = {}) => {
    const { body } = await read(id)
    return { hand_in: body.hand_in ?? 1, marks, comment: '', note: '', spent: 60_000, ...more }
  }
  return {
    ...account,
    token,
    read,
    desk: async () => (await app.call('GET /desk/judging', { token })).body.stages,
    asked: async () => (await app.call('GET /desk/judging', { token })).body.asks_background,
    says: (answer: Record<string, unknown> = abroad) => app.call('PUT /desk/background', { token, body: { answer } }),
    list: (stage_id: number) => app.call('GET /desk/judging/:stage_id', { token, params: { stage_id } }),
    async readings(stage_id: number) {
      return (await app.call('GET /desk/judging/:stage_id', { token, params: { stage_id } })).body.readings ?? []
    },
    async draft(id: number, marks: Record<string, number>, more: Record<string, unknown> = {}) {
      const body = await typed(id, marks, more)
      return app.call('PUT /desk/readings/:reading_id/draft', { token, params: params(id), body })
    },
    async mark(id: number, marks: Record<string, number>, more: Record<string, unknown> = {}) {
      const body = { rubric_version: 1, ...(await typed(id, marks, more)) }
      return app.call('POST /desk/readings/:reading_id/marks', { token, params: params(id), body })
    },
    abstain: (id: number, conflict: boolean) =>
      app.call('POST /desk/readings/:reading_id/abstention', {
        token,
        params: params(id),
        body: { reason: 'Работали вместе', conflict },
      }),
  }
}

/** A stage whose works are being read. */
async function aReading(works: number, judges: number, change: Record<string, unknown> = {}) {
  const stage = await aStage()
  await stage.save(change)
  const authors = []
  for (let number = 0; number < works; number++) authors.push(await anAuthor(stage))
  const team = await judgesOf(stage, judges)
  const { body } = await stage.assign()
  await stage.turn('reading')
  return { stage, authors, judges: team, assigned: body }
}
type Judge = ReturnType<typeof aJudge>

const first = async (judge: Judge | undefined, stage: Stage) =>
  (await judge?.readings(stage.stageId))?.[0]?.reading_id ?? 0

test('KO-05 judges see nothing until the organiser opens the works; then each has their share', async () => {
  const stage = await aStage()
  expect((await stage.read()).body).toMatchObject({ set_up: false, state: 'setup', rubric_version: 0, judges: [] })
  expect((await stage.assign()).body.code).toBe('judging_not_ready')
  await stage.save()
  await anAuthor(stage)
  await anAuthor(stage)
  expect((await stage.assign()).body.code).toBe('no_judges')
  const judges = await judgesOf(stage, 2)
  expect((await stage.assign()).body).toMatchObject({ added: 4, gaps: [], judging: { works: 2, unassigned: 0 } })
  expect(await judges[0]?.desk()).toEqual([])
  expect((await judges[0]?.list(stage.stageId))?.body.code).toBe('stage_not_found')
  expect((await stage.turn('reading')).body.state).toBe('reading')
  for (const judge of judges)
    expect(await judge.desk()).toEqual([expect.objectContaining({ stage_id: stage.stageId, left: 2, done: 0 })])
  // A second run adds nothing.
  expect((await stage.assign()).body.added).toBe(0)
})

test('KA-05 a judge marks by the rubric, gets the total in points of 100, and may change the marks until the end', async () => {
  const { stage, judges } = await aReading(1, 2)
  const [judge, other] = judges
  const id = await first(judge, stage)
  expect((await judge?.read(id))?.body).toMatchObject({ state: 'open', others: [], typed: { marks: {}, total: null } })
  expect((await judge?.draft(id, { c1: 3 }, { comment: 'Хорошо' }))?.body.revision).toBe(1)
  expect((await judge?.read(id))?.body.typed).toMatchObject({ marks: { c1: 3 }, comment: 'Хорошо', done_at: null })
  expect((await judge?.draft(id, { c1: 4 }, { revision: 0 }))?.body.code).toBe('draft_conflict')
  expect((await judge?.mark(id, { c1: 6 }))?.body).toMatchObject({
    code: 'form_invalid',
    fields: { 'marks.c1': { message: 'Оценка — целое число от 0 до 5' } },
  })
  expect((await judge?.mark(id, { c2: 1 }))?.body.fields).toMatchObject({ 'marks.c1': { rule: 'required' } })
  expect((await judge?.mark(id, { c1: 5, c2: 2 }))?.body).toEqual({ total: 80, next: null })
  expect((await judge?.mark(id, { c1: 4 }))?.body.total).toBe(80)
  // Nobody sees the marks of others before giving their own.
  const theirs = await first(other, stage)
  expect((await other?.read(theirs))?.body.others).toEqual([])
  await other?.mark(theirs, { c1: 3 })
  expect((await other?.read(theirs))?.body.others).toEqual([
    { name: 'Другой эксперт 1', total: 80, marks: { c1: 4 }, comment: '', verdict: null },
  ])
  await stage.turn('closed')
  expect((await judge?.mark(id, { c1: 1 }))?.body.code).toBe('judging_closed')
  expect((await judge?.draft(id, { c1: 1 }))?.body.code).toBe('judging_closed')
  await stage.turn('reading')
  expect((await judge?.mark(id, { c1: 1 }))?.status).toBe(200)
  // Each hand-in leaves a row with the points before and after (R-88); drafts leave none.
  const rows = await app.db
    .selectFrom('audit')
    .select(['action', 'detail'])
    .where('subject', '=', `reading:${id}`)
    .orderBy('id')
    .execute()
  expect(
    rows.filter(({ action }) => action !== 'looked').map(({ action, detail }) => [action, detail.changes]),
  ).toEqual([
    ['marks_given', [{ field: 'total', title: 'Баллы', before: 'нет оценки', after: '80' }]],
    ['marks_given', [{ field: 'total', title: 'Баллы', before: '80', after: '80' }]],
    ['marks_given', [{ field: 'total', title: 'Баллы', before: '80', after: '20' }]],
  ])
})

test('a reading can be reached by its judge only, and a judge whose duty was taken away reads nothing more', async () => {
  const { stage, judges } = await aReading(2, 2)
  const [judge, other] = judges
  const id = await first(judge, stage)
  expect((await other?.read(id))?.body.code).toBe('reading_not_found')
  expect((await other?.mark(id, { c1: 1 }))?.body.code).toBe('reading_not_found')
  expect((await other?.abstain(id, false))?.body.code).toBe('reading_not_found')
  await judge?.mark(id, { c1: 5 })
  const [, begun] = (await judge?.readings(stage.stageId)) ?? []
  const open = (await judge?.readings(stage.stageId))?.find(({ state }) => state === 'new')?.reading_id ?? 0
  expect(begun).toBeDefined()
  expect((await stage.remove(judge?.testId ?? 0)).body.judges).toHaveLength(1)
  expect((await judge?.mark(open, { c1: 1 }))?.body.code).toBe('reading_not_found')
  // The removed judge can no longer see or change even the readings that they have marked.
  for (const answer of [
    await judge?.read(id),
    await judge?.mark(id, { c1: 1 }),
    await judge?.draft(id, { c1: 1 }),
    await judge?.abstain(id, false),
    await app.call('GET /desk/readings/:reading_id/files/:file_id', {
      token: judge?.token ?? '',
      params: { reading_id: id, file_id: 'a'.repeat(32) },
    }),
  ])
    expect([answer?.status, answer?.body.code]).toEqual([409, 'reading_taken'])
  expect([await judge?.desk(), (await judge?.list(stage.stageId))?.body.code]).toEqual([[], 'stage_not_found'])
  expect((await stage.read()).body.unassigned).toBe(1)
  const [extra] = await judgesOf(stage, 1)
  expect((await stage.assign()).body.added).toBe(1)
  expect(await extra?.readings(stage.stageId)).toHaveLength(1)
  const marks = await app.db.selectFrom('readings').select('total').where('id', '=', id).execute()
  expect(marks).toEqual([{ total: 100 }])
})

test('the draft of a removed judge is kept, and the judge has it again after getting the work again', async () => {
  const { stage, authors, judges } = await aReading(1, 2)
  const [judge] = judges
  const id = await first(judge, stage)
  await judge?.draft(id, { c1: 3 }, { comment: 'Пишу', note: 'Не дописал' })
  expect((await stage.remove(judge?.testId ?? 0)).body.unassigned).toBe(1)
  expect((await judge?.draft(id, { c1: 4 }))?.body.code).toBe('reading_taken')
  expect((await stage.who({ state: 'taken' })).body).toMatchObject({
    count: 1,
    readings: [
      {
        work_id: authors[0]?.work,
        judge_id: judge?.testId,
        removed: true,
        total: null,
        comment: 'Пишу',
        note: 'Не дописал',
        marks: [{ title: 'Решение', mark: 3, max: 5 }],
        reason: 'Эксперт снят с этапа',
      },
    ],
  })
  // There is no other judge, so the removed one is invited again.
  await stage.invite(judge?.email ?? '')
  await judge?.says()
  app.clock.advance(1)
  expect((await stage.assign()).body).toMatchObject({ added: 1, gaps: [] })
  expect((await judge?.read(id))?.body.typed).toMatchObject({ marks: { c1: 3 }, comment: 'Пишу', done_at: null })
  expect((await judge?.mark(id, { c1: 3 }))?.body.total).toBe(60)
})

test('a removed judge whose marks are of an earlier hand-in leaves a free place, also when the newer hand-in comes later', async () => {
  const { stage, authors, judges } = await aReading(1, 1, { readers: '1' })
  const [judge] = judges
  const [author] = authors
  const id = await first(judge, stage)
  await judge?.mark(id, { c1: 5 })
  const { hand_in } = (await judge?.read(id))?.body ?? {}
  await stage.remove(judge?.testId ?? 0)
  expect((await stage.read()).body.unassigned).toBe(0)
  await stage.giveBack(author?.work ?? 0, hand_in ?? 0)
  await author?.handIn('Другая редакция')
  expect((await stage.read()).body.unassigned).toBe(1)
  const [other] = await judgesOf(stage, 1)
  expect((await stage.assign()).body).toMatchObject({ added: 1, gaps: [] })
  expect((await other?.mark(await first(other, stage), { c1: 1 }))?.status).toBe(200)
  expect((await stage.results()).body.works).toEqual([expect.objectContaining({ done: 1, final: 20 })])
})

test('a newer hand-in lacks the marks of a removed judge, and gets another judge by itself once it is compared', async () => {
  const { stage, authors, judges } = await aReading(1, 2)
  const [author] = authors
  const [spare] = await judgesOf(stage, 1)
  for (const one of judges) await one.mark(await first(one, stage), { c1: 5 })
  await stage.remove(judges[0]?.testId ?? 0)
  await topUpReadings(app.services)
  expect(await spare?.readings(stage.stageId)).toEqual([])
  await stage.giveBack(author?.work ?? 0, await handInOf(author?.work ?? 0))
  await author?.handIn('Другая редакция', undefined, false)
  await topUpReadings(app.services)
  expect((await spare?.list(stage.stageId))?.body.code).toBe('stage_not_found')
  await prepareHandIn(app.services, await handInOf(author?.work ?? 0))
  await topUpReadings(app.services)
  expect(await spare?.readings(stage.stageId)).toHaveLength(1)
})

test('an organiser sees the readings of all judges: states, marks, notes, reasons of refusals and of conflicts, a page at a time', async () => {
  const { stage, authors, judges } = await aReading(3, 2)
  const [judge, other] = judges
  const [one, two, three] = (await judge?.readings(stage.stageId)) ?? []
  await judge?.mark(one?.reading_id ?? 0, { c1: 4, c2: 2 }, { note: 'Цифры сомнительны', comment: 'Хорошо' })
  await judge?.draft(two?.reading_id ?? 0, { c1: 1 })
  await judge?.abstain(three?.reading_id ?? 0, true)
  const all = (await stage.who()).body
  expect([all.count, all.readings.length]).toEqual([6, 6])
  const own = (await stage.who({ judge: judge?.testId })).body.readings
  const by = (id: number | undefined) => own.find(({ reading_id }) => reading_id === id)
  expect(by(one?.reading_id)).toMatchObject({
    state: 'done',
    author: expect.any(String),
    judge: expect.stringContaining('Дроздова0'),
    total: expect.any(Number),
    marks: [
      { title: 'Решение', mark: 4, max: 5 },
      { title: 'Язык', mark: 2, max: 5 },
    ],
    note: 'Цифры сомнительны',
    comment: 'Хорошо',
    spent: 60_000,
  })
  // Only the judge sees a draft.
  expect(by(two?.reading_id)).toMatchObject({ state: 'begun', marks: [], comment: '', total: null })
  expect(by(three?.reading_id)).toMatchObject({ state: 'abstained', reason: 'Работали вместе' })
  expect((await stage.who({ state: 'new' })).body.count).toBe(3)
  const pages = await Promise.all([0, 4].map(async (offset) => (await stage.who({ limit: 4, offset })).body))
  expect(pages.map(({ count, readings }) => [count, readings.length])).toEqual([
    [6, 4],
    [6, 2],
  ])
  await stage.pin(other?.testId ?? 0, authors[0]?.testId ?? 0)
  const { conflicts } = (await stage.conflicts()).body
  expect(conflicts.map(({ reason, own: said }) => [reason, said]).toSorted()).toEqual([
    ['Бывший руководитель', false],
    ['Работали вместе', true],
  ])
  expect(await countQueries(async () => void (await stage.who()))).toBeLessThanOrEqual(4)
})

test('an organiser gives one work to another judge, who must be allowed to read it; marks of the former judge no longer count, but organisers still see them', async () => {
  const { stage, authors, judges } = await aReading(2, 2, { load_cap: '2', other_region: 'rule' })
  const [judge, other] = judges
  const [reading] = (await judge?.readings(stage.stageId)) ?? []
  const id = reading?.reading_id ?? 0
  await judge?.mark(id, { c1: 5 }, { note: 'Отлично' })
  const { work_id: work } = (await stage.who({ state: 'done' })).body.readings[0] ?? {}
  const author = authors.find((one) => one.work === work)
  const codeOf = async (to: number) => (await stage.move(id, to)).body.code
  expect(await codeOf(other?.testId ?? 0)).toBe('judge_reads_already')
  expect(await codeOf(author?.testId ?? 0)).toBe('user_not_found')
  const [conflicted, neighbour, next] = await judgesOf(stage, 3)
  await stage.pin(conflicted?.testId ?? 0, author?.testId ?? 0)
  expect(await codeOf(conflicted?.testId ?? 0)).toBe('judge_has_conflict')
  await app.db
    .updateTable('participations')
    .set({ region: '77' })
    .where('account_id', '=', author?.id ?? 0)
    .execute()
  await app.db
    .updateTable('stage_staff')
    .set({ region: '77' })
    .where('account_id', '=', neighbour?.id ?? 0)
    .execute()
  expect(await codeOf(neighbour?.testId ?? 0)).toBe('judge_of_same_region')
  const both = await Promise.all([stage.move(id, next?.testId ?? 0), stage.move(id, next?.testId ?? 0)])
  expect(both.map(({ status, body }) => body.code ?? [status, body.withdrawn]).toSorted()).toEqual([
    [200, true],
    'reading_not_found',
  ])
  expect((await judge?.read(id))?.body.code).toBe('reading_taken')
  expect((await stage.who({ judge: judge?.testId, state: 'taken' })).body.readings).toEqual([
    expect.objectContaining({ note: 'Отлично', total: null, reason: 'Заболел', removed: false }),
  ])
  expect((await stage.results()).body.works.find(({ work_id }) => work_id === work)).toMatchObject({
    done: 0,
    assigned: 2,
  })
  expect((await next?.mark(await first(next, stage), { c1: 2 }))?.body.total).toBe(40)
  // The job never returns the work to its former judge; an organiser may, and then the judge has the earlier text
  // again.
  await stage.remove(next?.testId ?? 0)
  await topUpReadings(app.services)
  expect((await judge?.read(id))?.body.code).toBe('reading_taken')
  const theirs = (await stage.who({ judge: other?.testId })).body.readings.find(({ work_id }) => work_id === work)
  expect((await stage.move(theirs?.reading_id ?? 0, judge?.testId ?? 0)).status).toBe(200)
  expect((await judge?.read(id))?.body.typed).toMatchObject({ marks: { c1: 5 }, note: 'Отлично', done_at: null })
  // Nobody gets more works than the cap.
  const { readings } = (await stage.who()).body
  const left = readings.find(({ judge_id, state }) => judge_id === other?.testId && state === 'new')
  await stage.save({ load_cap: '1', other_region: 'no' })
  expect((await stage.move(left?.reading_id ?? 0, neighbour?.testId ?? 0)).status).toBe(200)
  expect(await codeOf(neighbour?.testId ?? 0)).toBe('judge_is_full')
  const audit = await app.db
    .selectFrom('audit')
    .select('detail')
    .where('action', '=', 'reading_moved')
    .where('subject', '=', `stage:${stage.code}/essay`)
    .execute()
  expect(audit.length).toBeGreaterThan(0)
  expect(JSON.stringify(audit)).not.toContain('Заболел')
  await stage.turn('closed')
  expect((await stage.move(id, conflicted?.testId ?? 0)).body.code).toBe('judging_closed')
})

test('a conflict that is pinned later removes marks from the score while nothing is decided, and their number is shown', async () => {
  const { stage, authors, judges } = await aReading(2, 2)
  const [judge, other] = judges
  for (const one of judges)
    for (const { reading_id } of await one.readings(stage.stageId))
      await one.mark(reading_id, { c1: one === judge ? 5 : 3 })
  const [mine, decided] = authors
  expect((await stage.pin(judge?.testId ?? 0, mine?.testId ?? 0)).body).toMatchObject({ withdrawn: 1 })
  expect((await stage.pin(judge?.testId ?? 0, mine?.testId ?? 0)).body).toMatchObject({ withdrawn: 0 })
  const of = async (work: number | undefined) =>
    (await stage.results()).body.works.find(({ work_id }) => work_id === work)
  expect(await of(mine?.work)).toMatchObject({ done: 1, final: 60 })
  expect(await of(decided?.work)).toMatchObject({ done: 2, final: 80 })
  await stage.turn('closed')
  await stage.decide([decided?.work ?? 0], 'passed')
  expect((await stage.pin(other?.testId ?? 0, decided?.testId ?? 0)).body).toMatchObject({ withdrawn: 0 })
  expect(await of(decided?.work)).toMatchObject({ done: 2, final: 80 })
})

test('a conflict of a removed judge can be pinned too: the marks that they left no longer count', async () => {
  const { stage, authors, judges } = await aReading(1, 2)
  const [judge] = judges
  for (const one of judges) await one.mark(await first(one, stage), { c1: one === judge ? 5 : 3 })
  await stage.remove(judge?.testId ?? 0)
  expect((await stage.pin(judge?.testId ?? 0, authors[0]?.testId ?? 0)).body).toMatchObject({ withdrawn: 1 })
  expect((await stage.results()).body.works).toMatchObject([{ done: 1, final: 60 }])
  expect((await stage.conflicts()).body.conflicts).toMatchObject([{ judge_id: judge?.testId, own: false }])
  // A person who was never a judge here is refused.
  expect((await stage.pin(authors[0]?.testId ?? 0, authors[0]?.testId ?? 0)).body.code).toBe('user_not_found')
})

test('a work whose reading was taken away waits for a check; its former judge may check it only where the judging is not blind', async () => {
  const { stage, authors, judges } = await aReading(1, 1, { readers: '1' })
  const [judge] = judges
  const other = await anAccount(app, { roles: ['assessor'] })
  for (const account_id of [judge?.id ?? 0, other.id])
    await app.db
      .insertInto('stage_staff')
      .values({ stage_id: stage.stageId, account_id, duty: 'check', added_at: start })
      .execute()
  const desk = (token: string) => {
    const params = { stage_id: stage.stageId }
    return {
      listed: async () => (await app.call('GET /desk/stages/:stage_id/works', { token, params, query: {} })).body,
      queue: async () => (await app.call('GET /desk', { token })).body.queues?.map(({ left }) => left),
      next: async () => (await app.call('POST /desk/stages/:stage_id/next', { token, params, body: {} })).body.work_id,
      read: async () =>
        (await app.call('GET /desk/works/:work_id', { token, params: { work_id: authors[0]?.work ?? 0 } })).body.code,
    }
  }
  const [own, theirs] = [desk(judge?.token ?? ''), desk((await sessionOf(app, other)).token)]
  await judge?.draft(await first(judge, stage), { c1: 3 })
  expect([await theirs.listed(), await theirs.next()]).toMatchObject([{ left: 0, works: [] }, null])
  await stage.remove(judge?.testId ?? 0)
  // While another judge is looked for, no checker decides alone.
  expect(await theirs.listed()).toMatchObject({ left: 0 })
  await topUpReadings(app.services)
  expect([await theirs.listed(), await theirs.queue()]).toMatchObject([{ left: 1, works: [{}] }, [1]])
  expect([await own.listed(), await own.queue()]).toMatchObject([{ left: 0, works: [] }, [0]])
  expect([await own.next(), await own.read()]).toEqual([null, 'work_not_found'])
  expect([await theirs.next(), await theirs.read()]).toEqual([authors[0]?.work, undefined])
})

test('KO-05 blind: no response to a judge contains the author’s name, employer, e-mail or phone', async () => {
  const stage = await aStage()
  await stage.save({ readers: '1' })
  const planted =
    'Пишет Заречнов Аристарх из «Плёсский судостроительный», a.zarechnov@plyos.example, t.me/zarechnov, +7 (912) 345-67-89'
  const author = await anAuthor(stage, `Моё решение. ${planted}.`, { firstName: 'Аристарх', lastName: 'Заречнов' })
  await app.db
    .insertInto('applications')
    .values({
      account_id: author.id,
      competition_code: stage.code,
      stage_id: stage.stageId,
      door: 'participant',
      form_version: 1,
      data: JSON.stringify({ current_work: 'Плёсский судостроительный' }),
      submitted_at: start,
    })
    .execute()
  const [judge] = await judgesOf(stage, 1)
  await stage.assign()
  await stage.turn('reading')
  const id = await first(judge, stage)
  expect((await stage.remind()).body.reminded).toBe(1)
  const answers = [
    await judge?.read(id),
    await judge?.list(stage.stageId),
    await app.call('GET /desk/judging', { token: judge?.token ?? '' }),
    await judge?.draft(id, { c1: 2 }),
    await judge?.mark(id, { c1: 2 }),
    await judge?.read(id),
    await app.call('GET /desk', { token: judge?.token ?? '' }),
    await app.call('GET /user/notifications', { token: judge?.token ?? '' }),
  ]
  for (const text of answers.map((one) => JSON.stringify(one?.body)))
    expect(text).not.toMatch(/заречнов|zarechnov|аристарх|плёсск|судостроит|plyos|912|345-67-89/iu)
  expect(JSON.stringify(answers[0]?.body)).toContain('Моё решение')
  const letters = await app.db
    .selectFrom('outbox')
    .select(['recipient', 'subject', 'text'])
    .where('recipient', '<>', author.email)
    .execute()
  expect(letters.map(({ subject }) => subject).join()).toMatch(/оцен|работ/iu)
  expect(JSON.stringify(letters)).not.toMatch(/заречнов|аристарх|плёсск|судостроит|plyos|345-67-89/iu)
  // The former name stays hidden after the author has changed it.
  await prepareWorks(app.services)
  await app.db.updateTable('accounts').set({ last_name: 'Плёсов' }).where('id', '=', author.id).execute()
  expect(JSON.stringify((await judge?.read(id))?.body)).not.toMatch(/заречнов/iu)
  // Without blindness the author is named.
  await stage.save({ readers: '1', blind: false })
  expect(JSON.stringify((await judge?.read(id))?.body)).toContain('Заречнов')
})

test('KO-05 blind: a judge who also checks at the stage learns no author of a work that they read, by any address of the desk', async () => {
  const stage = await aStage()
  await stage.save({ readers: '1' })
  const planted = 'Я, Юрий Ли, тел. 912 345-67-89 или +375 29 765-43-21, yuri@plyos.example. Зовут Львовичем'
  const author = await anAuthor(stage, `Моё решение. ${planted}.`, { firstName: 'Юрий', lastName: 'Ли' })
  const met = await anAuthor(stage, 'Другое решение', { firstName: 'Лев', lastName: 'Цой' })
  await app.db.updateTable('accounts').set({ middle_name: 'Львович' }).where('id', '=', author.id).execute()
  const [judge, other] = await judgesOf(stage, 2)
  const checks = { stage_id: stage.stageId, account_id: judge?.id ?? 0, duty: 'check' as const, added_at: start }
  await app.db.insertInto('stage_staff').values(checks).execute()
  // The judge knows the author of a work that they have checked, so they do not get it blind.
  await app.db
    .insertInto('work_checks')
    .values({
      work_id: met.work,
      hand_in_id: await handInOf(met.work),
      checker_id: judge?.id ?? 0,
      verdict: 'return',
      ...{ reason: 'Мало', note: '', final: true },
      decided_at: start,
    })
    .execute()
  await stage.assign()
  await stage.turn('reading')
  const reads = async (one: Judge | undefined) => (await stage.who({ judge: one?.testId })).body.readings
  expect((await reads(judge)).map(({ work_id }) => work_id)).toEqual([author.work])
  expect((await reads(other)).map(({ work_id }) => work_id)).toEqual([met.work])
  const [id] = (await reads(judge)).map(({ reading_id }) => reading_id)
  const handIn = await handInOf(author.work)
  const ask = (path: string, method: string, body?: unknown) =>
    app.fetch(`/api/v3${path}`, {
      method,
      headers: { 'X-Token': judge?.token ?? '', ...(body !== undefined && { 'Content-Type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
  const bodies: Record<string, unknown> = {
    draft: { hand_in: handIn, marks: { c1: 2 }, comment: '', note: '', spent: 1 },
    marks: { hand_in: handIn, marks: { c1: 2 }, comment: '', note: '', spent: 1, rubric_version: 1 },
    abstention: { reason: 'Знаком', conflict: false },
    defects: { question: 1, reason: 'Нет звука' },
    check: { hand_in: handIn, verdict: 'accept', reason: '' },
    appeal: { outcome: 'kept', text: 'Нет' },
  }
  // Giving the work back comes last, because it removes the reading.
  const keys = Object.keys(routes)
    .filter((key) => key.includes(' /desk'))
    .toSorted((a, b) => Number(a.endsWith('/abstention')) - Number(b.endsWith('/abstention')) || a.localeCompare(b))
  expect(keys.length).toBeGreaterThan(20)
  const scan = async (among: string[]) => {
    for (const key of among) {
      const [method = '', path = ''] = key.split(' ')
      const address = path
        .replace(':reading_id', String(id))
        .replace(':stage_id', String(stage.stageId))
        .replace(':work_id', String(author.work))
        .replace(':file_id', 'a'.repeat(32))
        .replaceAll(/:\w+/g, '1')
      const last = path.split('/').at(-1) ?? ''
      const answer = await ask(
        address,
        method,
        method === 'GET' || method === 'DELETE' ? undefined : (bodies[last] ?? {}),
      )
      const text = await answer.text()
      expect(text, key).not.toMatch(/(?<!\p{L})(?:юри|ли(?!\p{L})|льв)|345-67-89|765-43-21|plyos/iu)
      if (path === '/desk/readings/:reading_id')
        expect([answer.status, text.includes('Моё решение')]).toEqual([200, true])
      if (path === '/desk/works/:work_id') expect(answer.status, key).toBe(404)
    }
  }
  await scan(keys.filter((key) => !key.endsWith('/abstention')))
  // The text of an appeal after the decision.
  await stage.turn('closed')
  await stage.decide([author.work], 'failed', 'Мало цифр')
  const decision = await app.db
    .selectFrom('stage_decisions')
    .select('id')
    .where('account_id', '=', author.id)
    .executeTakeFirstOrThrow()
  await app.db
    .insertInto('appeals')
    .values({
      ...{ work_id: author.work, hand_in_id: handIn, decision_id: decision.id, account_id: author.id },
      ...{ text: `Не согласен. ${planted}`, filed_at: start },
    })
    .execute()
  await app.db
    .updateTable('readings')
    .set({ for_appeal: true })
    .where('id', '=', id ?? 0)
    .execute()
  expect((await judge?.read(id ?? 0))?.body.appeal).toContain('Не согласен')
  await scan(keys)
  expect((await judge?.read(id ?? 0))?.body).toMatchObject({ state: 'abstained', lines: [] })
})

test('blind: a judge gets the file of a work without its name and without its data about the author', async () => {
  const stage = await aStage()
  await stage.save({ readers: '1' })
  const author = await anAuthor(stage)
  const document = new Document({
    creator: 'Заречнов Аристарх',
    sections: [{ children: [new Paragraph('Моё решение')] }],
  })
  const sent = await app.fetch('/api/v3/user/files?purpose=file', {
    method: 'POST',
    headers: { 'X-Token': author.token, 'Content-Type': multipartType },
    body: new Uint8Array(multipartBody(await Packer.toBuffer(document), 'Заречнов.docx')),
  })
  expect(sent.status).toBe(201)
  const { file_id, name } = (await sent.json()) as { file_id: string; name: string }
  await stage.giveBack(author.work, await handInOf(author.work))
  expect((await author.handIn('Моё решение', [{ file_id, name }])).status).toBe(200)
  const [judge] = await judgesOf(stage, 1)
  await stage.assign()
  await stage.turn('reading')
  const id = await first(judge, stage)
  const get = () =>
    app.fetch(`/api/v3/desk/readings/${id}/files/${file_id}`, { headers: { 'X-Token': judge?.token ?? '' } })
  const wordsIn = async (answer: Response) =>
    Object.values(unzipSync(new Uint8Array(await answer.arrayBuffer())))
      .map((part) => strFromU8(part))
      .join('\n')
  const blind = await get()
  expect(decodeURIComponent(blind.headers.get('content-disposition') ?? '')).toContain('Файл 1.docx')
  const seen = await wordsIn(blind)
  expect(seen).not.toContain('Заречнов')
  expect(seen).toContain('Моё решение')
  await stage.save({ readers: '1', blind: false })
  expect(await wordsIn(await get())).toContain('Заречнов')
})

test('blind and conflicts: an employer counts wherever it is named: in the registration together with the position, or in rows of a form', async () => {
  const stage = await aStage()
  await stage.save({ readers: '1', load_cap: '3' })
  const { stageIds } = await aCompetition(app.db, { form: { type: 'form' } })
  const text = 'Моё решение. Я пришёл из «Кормщика» в «Плёсскую верфь», где был начальником'
  const registered = await anAuthor(stage, text)
  const described = await anAuthor(stage, text)
  const application = { competition_code: stage.code, stage_id: stage.stageId, door: 'participant' as const }
  await app.db
    .insertInto('applications')
    .values({
      ...{ ...application, account_id: registered.id, form_version: 1, submitted_at: start },
      data: JSON.stringify({ work_place: 'АО «Плёсская верфь», начальник цеха' }),
    })
    .execute()
  const jobs = [
    { organization: { id: '7', value: 'АО «Плёсская верфь»' }, position: 'Начальник цеха', current: true },
    { organization: 'ООО «Кормщик»', current: false },
  ]
  await handsInForm(stageIds.form, described.id, { about: 'О себе', jobs })
  const judge = async (employer: string) => (await judgesOf(stage, 1, (email) => `${email}; ; ${employer}`))[0]
  const [colleague, former, stranger] = [
    await judge('ао "плёсская верфь"'),
    await judge('ООО Кормщик'),
    await judge('Другой завод'),
  ]
  await stage.assign()
  await stage.turn('reading')
  const worksOf = async (one: Judge | undefined) => (await stage.who({ judge: one?.testId })).body.readings.length
  expect(await worksOf(colleague)).toBe(0)
  // A former employee is no longer a colleague.
  expect((await worksOf(former)) + (await worksOf(stranger))).toBe(2)
  const { readings } = (await stage.who()).body
  for (const { reading_id, judge_id, work_id } of readings) {
    const reader = [former, stranger].find((one) => one?.testId === judge_id)
    const seen = JSON.stringify((await reader?.read(reading_id))?.body.lines)
    expect(seen).toContain('Моё решение')
    expect(seen).toContain('начальником')
    expect(seen).not.toMatch(/плёсск|верф/iu)
    if (work_id === described.work) expect(seen).not.toMatch(/кормщик/iu)
  }
  // A judge who has named an employer in a form does not count as unknown to the organiser.
  const [known] = await judgesOf(stage, 1, undefined, { asked: true })
  const unknown = async () =>
    (await stage.read()).body.judges.find(({ test_id }) => test_id === known?.testId)?.unknown.includes('employer')
  expect(await unknown()).toBe(true)
  await handsInForm(stageIds.form, known?.id ?? 0, { jobs })
  expect(await unknown()).toBe(false)
})

test('conflicts and blind: an organiser marks which question of a form asks for an employer, alone and in rows', async () => {
  const stage = await aStage()
  await stage.save({ readers: '1', load_cap: '3' })
  const { stageIds } = await aCompetition(app.db, { form: { type: 'form' } })
  const question = (name: string, more: object = {}) => ({ name, label: name, view: 'text' as const, ...more })
  const places = { view: 'group', fields: [question('where', { employer: true }), question('current')] }
  const fields = [question('field_7', { employer: true }), question('field_8'), question('field_9', places)]
  await publishForm(app.db, stageIds.form, { version: 1, sections: [{ code: 'a', title: 'О себе', fields }] }, start)
  const [alone, inRow, neither] = [
    await anAuthor(stage, 'Моё решение принято в «Плёсской верфи»'),
    await anAuthor(stage, 'Моё решение'),
    await anAuthor(stage, 'Моё решение'),
  ]
  await handsInForm(stageIds.form, alone.id, { field_7: 'АО «Плёсская верфь»', field_8: 'ООО «Кормщик»' })
  await handsInForm(stageIds.form, inRow.id, {
    field_9: [{ where: 'ПЛЁССКАЯ ВЕРФЬ, АО', current: true }, { where: 'АО «Плёсская верфь»' }],
  })
  await handsInForm(stageIds.form, neither.id, { field_8: 'АО «Плёсская верфь»' })
  const judge = async (employer: string) => (await judgesOf(stage, 1, (email) => `${email}; ; ${employer}`))[0]
  const [colleague, stranger] = [await judge('ао "плёсская верфь"'), await judge('ООО «Кормщик»')]
  await stage.assign()
  await stage.turn('reading')
  const worksOf = async (one: Judge | undefined) =>
    (await stage.who({ judge: one?.testId })).body.readings.map(({ work_id }) => work_id)
  expect((await worksOf(colleague)).filter((work) => work !== neither.work)).toEqual([])
  expect(await worksOf(stranger)).toEqual(expect.arrayContaining([alone.work, inRow.work]))
  const reading = (await stage.who({ judge: stranger?.testId })).body.readings.find(
    ({ work_id }) => work_id === alone.work,
  )
  const seen = JSON.stringify((await stranger?.read(reading?.reading_id ?? 0))?.body.lines)
  expect(seen).toContain('Моё решение принято')
  expect(seen).not.toMatch(/плёсск|верф/iu)
})

/** Stores a handed-in form of this person. */
const handsInForm = (stage_id: number, account_id: number, data: Record<string, unknown>) =>
  app.db
    .insertInto('hand_ins')
    .values({
      ...{
        stage_id,
        account_id,
        revision: 1,
        arrived_at: start,
        receipt_number: `form ${account_id}`,
        form_version: 1,
      },
      data: JSON.stringify(data),
    })
    .execute()

const handInOf = async (work: number) =>
  (await app.db.selectFrom('works').select('hand_in_id').where('id', '=', work).executeTakeFirstOrThrow()).hand_in_id

test('a work that is still being compared is neither given to judges nor decided about, and the organiser sees how many there are', async () => {
  const stage = await aStage()
  await stage.save({ readers: '1' })
  const author = await anAuthor(stage, 'Решение', { prepared: false })
  const [judge] = await judgesOf(stage, 1)
  // Checkers cannot decide about it either.
  const early = await stage.giveBack(author.work, await handInOf(author.work))
  expect([early.status, early.body]).toMatchObject([
    409,
    { code: 'work_preparing', message: expect.stringContaining('сравнивает') },
  ])
  expect((await stage.assign()).body).toMatchObject({ added: 0, gaps: [], preparing: 1 })
  await stage.turn('reading')
  await stage.turn('closed')
  expect((await stage.decide([author.work], 'failed', 'Мало цифр')).body.decided).toBe(0)
  expect((await author.page()).status).toBe('processing')
  await stage.turn('reading')
  await prepareHandIn(app.services, await handInOf(author.work))
  expect((await stage.assign()).body).toMatchObject({ added: 1, preparing: 0 })
  expect(await judge?.readings(stage.stageId)).toHaveLength(1)
})

test('a judge without a stated region and workplace has those of their own application; the organiser sees which judges have none', async () => {
  const stage = await aStage()
  await stage.save({ readers: '1', other_region: 'rule' })
  const author = await anAuthor(stage)
  const [colleague, neighbour, stranger] = await judgesOf(stage, 3, undefined, { asked: true })
  const applied = (account_id: number, employer: string) => ({
    ...{ account_id, competition_code: stage.code, stage_id: stage.stageId, door: 'participant' as const },
    ...{ form_version: 1, data: JSON.stringify({ current_work: employer }), submitted_at: start },
  })
  await app.db
    .insertInto('applications')
    .values([applied(author.id, 'ООО «Маяк»'), applied(colleague?.id ?? 0, 'ооо "Маяк"')])
    .execute()
  await takesPart(app.db, neighbour?.id ?? 0, stage.code, 'main', app.clock.now())
  await app.db
    .updateTable('participations')
    .set({ region: '16' })
    .where('account_id', 'in', [author.id, neighbour?.id ?? 0])
    .execute()
  const { judges } = (await stage.read()).body
  const unknown = (judge: Judge | undefined) => judges.find(({ test_id }) => test_id === judge?.testId)?.unknown
  expect([colleague, neighbour, stranger].map(unknown)).toEqual([['region'], ['employer'], ['region', 'employer']])
  await stage.assign()
  await stage.turn('reading')
  expect((await stage.who()).body.readings.map(({ judge_id }) => judge_id)).toEqual([stranger?.testId])
})

test('a judge invited by a letter states region and workplace before the first work; works of colleagues and neighbours then go to others', async () => {
  const stage = await aStage()
  await stage.save({ readers: '1', other_region: 'rule' })
  const [colleague, neighbour, stranger] = [await anAuthor(stage), await anAuthor(stage), await anAuthor(stage)]
  await app.db
    .insertInto('applications')
    .values({
      ...{ account_id: colleague.id, competition_code: stage.code, stage_id: stage.stageId, door: 'participant' },
      ...{ form_version: 1, data: JSON.stringify({ current_work: 'ООО «Маяк»' }), submitted_at: start },
    })
    .execute()
  const tatarstan = { id: '1600000000000', value: 'Татарстан' }
  await app.db
    .insertInto('dictionary_items')
    .values({ dict: 'regions', ...tatarstan, search: 'татарстан' })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await app.db
    .updateTable('participations')
    .set({ region: tatarstan.id })
    .where('account_id', '=', neighbour.id)
    .execute()
  const email = 'from-a-letter@judges.test'
  await stage.invite(email)
  const letter = (await app.call('GET /dev/outbox', { query: { to: email } })).body[0]?.text ?? ''
  const person = { last_name: 'Тихая', first_name: 'Анфиса', middle_name: '' }
  const accepted = await app.call('POST /auth/staff-invitation', {
    body: {
      token: /staff-invitation#(\S+)/.exec(letter)?.[1] ?? '',
      person: { ...person, password: rightPassword, password_confirmation: rightPassword },
    },
  })
  const token = accepted.body.access_token ?? ''
  const account = await app.db
    .selectFrom('accounts')
    .select(['id', 'test_id'])
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  const judge = aJudge({ id: account.id, testId: account.test_id, email, phone: null }, token)
  const desk = async () => (await app.call('GET /desk/judging', { token })).body
  const say = (answer: Record<string, unknown>) => app.call('PUT /desk/background', { token, body: { answer } })
  await stage.assign()
  await stage.turn('reading')
  expect(await desk()).toMatchObject({ stages: [{ left: 3 }], asks_background: true })
  const ids = (await judge.readings(stage.stageId)).map(({ reading_id }) => reading_id)
  for (const answer of [await judge.read(ids[0] ?? 0), await judge.mark(ids[0] ?? 0, { c1: 1 })])
    expect([answer.status, answer.body.code]).toEqual([409, 'background_needed'])
  expect((await say({ employer: 'Школа' })).body).toMatchObject({ code: 'form_invalid', fields: { region: {} } })
  expect((await say({ region: { id: 'oz', value: 'Оз' }, employer: 'нет' })).body.fields).toMatchObject({
    region: { message: 'Выберите регион из списка' },
  })
  expect((await stage.read()).body.judges[0]?.unknown).toEqual(['region', 'employer'])
  const said = { region: tatarstan, employer: 'ооо Маяк' }
  expect((await say(said)).body).toMatchObject({ asked: false, answer: said })
  expect((await stage.read()).body.judges[0]?.unknown).toEqual([])
  // Only once: with a second answer a judge could choose which works to get.
  expect((await say({ ...said, employer: 'нет' })).body.code).toBe('background_known')
  expect(await desk()).toMatchObject({ stages: [{ left: 1 }], asks_background: false })
  const [left] = await judge.readings(stage.stageId)
  expect((await judge.read(left?.reading_id ?? 0)).status).toBe(200)
  expect((await stage.who()).body.readings.map(({ work_id }) => work_id)).toEqual([stranger.work])
  // The barred works go to another judge by themselves, and the background is deleted with the duty.
  const [other] = await judgesOf(stage, 1)
  await topUpReadings(app.services)
  expect(await other?.readings(stage.stageId)).toHaveLength(2)
  const kept = app.db
    .selectFrom('judge_backgrounds')
    .select(['region', 'employer'])
    .where('account_id', '=', account.id)
  expect(await kept.execute()).toEqual([{ region: tatarstan.id, employer: 'ооо Маяк' }])
  await stage.remove(account.test_id)
  expect(await kept.execute()).toEqual([{ region: null, employer: '' }])
  // After another invitation the judge is asked again.
  await stage.invite(email)
  expect(await desk()).toMatchObject({ asks_background: true })
  // The work for an appeal is decided already, and it is taken from the judge too.
  await app.db.updateTable('works').set({ waits_since: null }).where('id', '=', colleague.work).execute()
  await app.db
    .insertInto('readings')
    .values({ work_id: colleague.work, judge_id: account.id, assigned_at: start, for_appeal: true })
    .execute()
  expect((await say(said)).body).toMatchObject({ asked: false })
  const appealed = app.db.selectFrom('readings').select('id').where('work_id', '=', colleague.work)
  expect(await appealed.where('judge_id', '=', account.id).execute()).toEqual([])
  // A judge who lives abroad has no region to name.
  await stage.remove(account.test_id)
  await stage.invite(email)
  expect((await say(abroad)).body).toMatchObject({ asked: false, answer: abroad })
  expect((await stage.read()).body.judges.at(-1)?.unknown).not.toContain('region')
})

test('KO-05 straight lines and marks given in less than thirty seconds are counted for each judge', async () => {
  const { stage, judges } = await aReading(3, 2)
  const [careful, quick] = judges
  const [one, two, three] = (await quick?.readings(stage.stageId)) ?? []
  // The same share of every scale is a straight line, whatever the scales; with one criterion there is no line.
  await quick?.mark(one?.reading_id ?? 0, { c1: 3, c2: 3 }, { spent: 29_999 })
  await quick?.mark(two?.reading_id ?? 0, { c1: 3, c2: 2 }, { spent: 29_999 })
  await quick?.mark(three?.reading_id ?? 0, { c1: 5, c2: 5 }, { spent: 30_000 })
  for (const [at, { reading_id }] of ((await careful?.readings(stage.stageId)) ?? []).entries())
    await careful?.mark(reading_id, { c1: 1 + at, c2: 5 - at }, { spent: 31_000 })
  const seen = (await stage.read()).body.judges.map(({ test_id, straight, hasty }) => ({ test_id, straight, hasty }))
  expect(seen).toEqual(
    expect.arrayContaining([
      { test_id: quick?.testId, straight: 2, hasty: 2 },
      { test_id: careful?.testId, straight: 1, hasty: 0 },
    ]),
  )
})

test('a third judge is named within the limits of an assignment: another region and a free place', async () => {
  const { stage, judges, authors } = await aReading(1, 2, { other_region: 'rule', load_cap: '1' })
  const [near, full, free] = await judgesOf(stage, 3)
  const of = async (judge: Judge | undefined, region: string) =>
    app.db
      .updateTable('stage_staff')
      .set({ region })
      .where('account_id', '=', judge?.id ?? 0)
      .where('stage_id', '=', stage.stageId)
      .execute()
  await app.db
    .updateTable('participations')
    .set({ region: '16' })
    .where('account_id', '=', authors[0]?.id ?? 0)
    .execute()
  await of(near, '16')
  await of(full, '77')
  await of(free, '77')
  const another = await anAuthor(stage)
  await app.db
    .insertInto('readings')
    .values({ work_id: another.work, judge_id: full?.id ?? 0, assigned_at: start })
    .execute()
  for (const [at, judge] of judges.entries()) await judge.mark(await first(judge, stage), { c1: at * 5 })
  expect((await stage.who({ state: 'new' })).body.readings.filter(({ further }) => further)).toEqual([
    expect.objectContaining({ judge_id: free?.testId, work_id: authors[0]?.work }),
  ])
})

test('conflicts of interest from the portal’s own data, declared and pinned: a judge with a conflict does not get the work', async () => {
  const stage = await aStage()
  await stage.save({ readers: '1', load_cap: '1' })
  const author = await anAuthor(stage, 'Решение', { lastName: 'Плещеева' })
  await app.db.updateTable('participations').set({ region: '16' }).where('account_id', '=', author.id).execute()
  await app.db
    .insertInto('applications')
    .values({
      account_id: author.id,
      competition_code: stage.code,
      stage_id: stage.stageId,
      door: 'participant',
      form_version: 1,
      data: JSON.stringify({ current_work: 'ООО «Вектор»' }),
      submitted_at: start,
    })
    .execute()
  await app.db
    .insertInto('dictionary_items')
    .values({ dict: 'regions', id: '16', value: 'Татарстан', search: 'татарстан' })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const colleague = await anAccount(app, { lastName: 'Иванов' })
  const relative = await anAccount(app, { lastName: 'Плещеев' })
  const mentor = await anAccount(app, { lastName: 'Наставник' })
  const own = author
  const teammate = await anAccount(app, { lastName: 'Соратник' })
  const team = await app.db
    .insertInto('formed_teams')
    .values({
      ...{ stage_id: stage.stageId, competition_code: stage.code, name: 'Вместе', name_key: 'вместе' },
      created_at: start,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await app.db
    .insertInto('formed_team_members')
    .values(
      [author, teammate].map(({ id: account_id }) => ({
        ...{ team_id: team.id, stage_id: stage.stageId, account_id, since: start },
        state: 'active' as const,
      })),
    )
    .execute()
  await app.db
    .insertInto('mentor_choices')
    .values({ account_id: author.id, stage_id: stage.stageId, mentor_id: mentor.id, rank: 1, chosen_at: start })
    .execute()
  const table = [
    `${colleague.email}; ; ооо "вектор"`,
    `${relative.email};Татарстан`,
    mentor.email,
    teammate.email,
    own.email,
    'nobody@example.test',
  ]
  expect((await stage.invite(table.join('\n'))).body).toMatchObject({
    letters: ['nobody@example.test'],
    judging: { judges: { length: 5 } },
  })
  expect((await stage.assign()).body).toMatchObject({
    added: 0,
    gaps: [{ work_id: author.work, missing: 1, reason: 'conflicts' }],
  })
  const [pinned, free] = await judgesOf(stage, 2)
  expect((await stage.pin(pinned?.testId ?? 0, author.testId)).status).toBe(200)
  expect((await stage.assign()).body).toMatchObject({ added: 1, gaps: [] })
  await stage.turn('reading')
  const id = await first(free, stage)
  expect((await free?.abstain(id, true))?.body).toEqual({ next: null })
  expect((await free?.read(id))?.body).toMatchObject({ state: 'abstained', lines: [] })
  expect((await stage.assign()).body.gaps).toHaveLength(1)
})

test('where two judges differ by the gap a third is named once, also when both hand in at the same moment', async () => {
  const { stage, authors, judges } = await aReading(1, 3)
  const readers: Judge[] = []
  for (const judge of judges) if ((await judge.readings(stage.stageId)).length > 0) readers.push(judge)
  expect(readers).toHaveLength(2)
  const ids = await Promise.all(readers.map((judge) => first(judge, stage)))
  await Promise.all(readers.map((judge, place) => judge.mark(ids[place] ?? 0, { c1: place === 0 ? 5 : 1 })))
  const third = judges.find((judge) => !readers.includes(judge))
  const [extra] = (await third?.readings(stage.stageId)) ?? []
  expect(extra).toMatchObject({ state: 'new' })
  await readers[0]?.mark(ids[0] ?? 0, { c1: 4 })
  const rows = await app.db
    .selectFrom('readings')
    .select('extra')
    .where('work_id', '=', authors[0]?.work ?? 0)
    .execute()
  expect(rows.map(({ extra: named }) => named).sort()).toEqual([false, false, true])
  // Judges who agree get no third one.
  const calm = await aReading(1, 3)
  for (const judge of calm.judges) {
    const id = await first(judge, calm.stage)
    if (id) await judge.mark(id, { c1: 3 })
  }
  expect((await calm.stage.results()).body.works[0]).toMatchObject({
    assigned: 2,
    done: 2,
    spread: 0,
    raw: 60,
    final: 60,
  })
})

test('KO-05 a changed rubric is a new version: earlier marks keep theirs, and a judge with the old page open is refused', async () => {
  const { stage, judges } = await aReading(2, 1, { readers: '1' })
  const [judge] = judges
  const [one, two] = ((await judge?.readings(stage.stageId)) ?? []).map(({ reading_id }) => reading_id)
  await judge?.mark(one ?? 0, { c1: 5 })
  const changed = [{ ...answer.criteria[0], max: '10' }]
  expect((await stage.save({ readers: '1', criteria: changed })).body.rubric_version).toBe(2)
  // Saving without changes makes no new version.
  expect((await stage.save({ readers: '1', criteria: changed })).body.rubric_version).toBe(2)
  expect((await judge?.read(one ?? 0))?.body).toMatchObject({ rubric: { version: 1 }, typed: { total: 100 } })
  expect((await judge?.mark(one ?? 0, { c1: 4 }))?.body.total).toBe(80)
  expect((await judge?.mark(two ?? 0, { c1: 5 }))?.body.code).toBe('rubric_changed')
  expect((await judge?.mark(two ?? 0, { c1: 5 }, { rubric_version: 2 }))?.body.total).toBe(50)
})

test('the deadline of the judges is read in the format of the form, so that it can be saved again', async () => {
  const stage = await aStage()
  const { body } = await stage.save({ read_until: '2026-12-01 18:30' })
  expect(body.answer.read_until).toBe('2026-12-01 18:30')
  expect((await stage.save(body.answer)).status).toBe(200)
})

test('a newer hand-in is read again: marks of the old one do not count and cannot be handed in', async () => {
  const { stage, authors, judges } = await aReading(1, 1, { readers: '1' })
  const [judge] = judges
  const id = await first(judge, stage)
  await judge?.mark(id, { c1: 5 })
  const before = (await judge?.read(id))?.body
  expect((await stage.giveBack(authors[0]?.work ?? 0, before?.hand_in ?? 0)).body).toEqual({ outcome: 'returned' })
  expect((await judge?.mark(id, { c1: 4 }))?.body.code).toBe('work_decided')
  expect((await judge?.read(id))?.body.state).toBe('closed')
  expect((await authors[0]?.handIn('Я принял другое решение'))?.status).toBe(200)
  expect((await judge?.readings(stage.stageId))?.[0]?.state).toBe('changed')
  expect((await judge?.mark(id, { c1: 5 }, { hand_in: before?.hand_in }))?.body.code).toBe('work_changed')
  expect((await stage.results()).body.works[0]).toMatchObject({ done: 0, final: null })
  expect((await judge?.read(id))?.body).toMatchObject({ revision: 2, read_revision: 1, typed: { done_at: null } })
  expect((await judge?.mark(id, { c1: 1 }))?.body.total).toBe(20)
  expect((await stage.results()).body.works[0]).toMatchObject({ done: 1, final: 20 })
})

test('TW-14 a decision takes the marks that hold when it is made: the judging was opened and closed again while it waited', async () => {
  const { stage, authors, judges } = await aReading(1, 2)
  for (const judge of judges)
    for (const { reading_id: id } of await judge.readings(stage.stageId)) await judge.mark(id, { c1: 4, c2: 3 })
  await stage.turn('closed')
  const [author] = authors
  const answer = await meetInOrder(app.db, {
    lock: (tx) => tx.selectFrom('judgings').select('state').where('stage_id', '=', stage.stageId).forUpdate().execute(),
    call: () => stage.decide([author?.work ?? 0], 'passed'),
    meanwhile: async (tx) => {
      await tx
        .updateTable('readings')
        .set({ total: 20 })
        .where('work_id', '=', author?.work ?? 0)
        .execute()
      await tx.updateTable('judgings').set({ state: 'closed' }).where('stage_id', '=', stage.stageId).execute()
    },
  })
  expect(answer.body.decided).toBe(1)
  const result = await app.db
    .selectFrom('stage_results')
    .select('score')
    .where('account_id', '=', author?.id ?? 0)
    .execute()
  expect(result).toEqual([{ score: '20' }])
})

test('KA-05 after the end a list of works is decided: the person reads the mark, how it was calculated and the reason', async () => {
  const { stage, authors, judges } = await aReading(3, 2)
  for (const [number, judge] of judges.entries())
    for (const { reading_id: id } of await judge.readings(stage.stageId)) {
      const { body } = await judge.read(id)
      const words = { comment: number === 0 ? 'Покажите расчёт' : '', note: 'Сомневаюсь в цифрах' }
      const reading = await app.db.selectFrom('readings').select('work_id').where('id', '=', id).executeTakeFirst()
      if (reading?.work_id !== authors[2]?.work)
        expect((await judge.mark(id, { c1: 4, c2: 3 }, words)).status).toBe(200)
      expect(body.state).toBe('open')
    }
  const list = authors.slice(0, 2).map(({ work }) => work)
  expect((await stage.decide(list, 'passed')).body.code).toBe('judging_not_closed')
  // The list has all works, not only one page.
  expect((await stage.undecided()).body.open.toSorted()).toEqual(authors.map(({ work }) => work).toSorted())
  await stage.turn('closed')
  expect((await stage.decide([authors[2]?.work ?? 0], 'failed')).body.code).toBe('verdict_without_reason')
  expect((await stage.decide(list, 'passed', 'Ждём вас на следующем этапе.')).body.decided).toBe(2)
  // Sending the list again changes nothing.
  expect((await stage.decide(list, 'failed', 'Ошибка')).body.decided).toBe(0)
  expect((await stage.undecided()).body.open).toEqual([authors[2]?.work])
  const page = await authors[0]?.page()
  expect(page?.status).toBe('success')
  // Comments for the author are shown without the names of judges; notes for organisers are not shown.
  expect(page?.decision?.comments).toEqual(['Покажите расчёт'])
  expect(JSON.stringify(page)).not.toMatch(/Сомневаюсь|Дроздова/)
  const told = await app.db
    .selectFrom('notifications')
    .select('text')
    .where('account_id', '=', authors[0]?.id ?? 0)
    .execute()
  expect(told.map(({ text }) => text)).toContain(
    'Итог — 73,33 из 100: средняя оценка 2 экспертов. Ждём вас на следующем этапе.',
  )
  const result = await app.db
    .selectFrom('stage_results')
    .select(['score', 'detail'])
    .where('account_id', '=', authors[0]?.id ?? 0)
    .execute()
  expect(result).toEqual([{ score: '73.33', detail: { raw: 73.33, readings: 2, method: 'mean' } }])
  await prepareWorks(app.services)
  expect((await authors[2]?.page())?.status).toBe('wait')
  const other = await aReading(1, 2)
  expect((await other.stage.turn('closed')).status).toBe(200)
  expect((await other.stage.decide(list, 'passed', 'Чужой этап')).body.code).toBe('work_not_found')
})

test('a stage whose works nobody judges, a rubric without criteria and another competition are refused in words', async () => {
  const stage = await aStage()
  // Works cannot be assigned or opened without a rubric.
  expect((await stage.assign()).body.code).toBe('judging_not_ready')
  expect((await stage.save({ criteria: [] })).body).toMatchObject({ code: 'form_invalid' })
  expect((await stage.save({ readers: '0' })).body.fields).toHaveProperty('readers')
  expect((await stage.turn('reading')).body.code).toBe('judging_not_ready')
  const other = await aStage()
  const { token } = await sessionOf(app, await anAccount(app, { isDemo: true }))
  expect(
    (
      await app.call('GET /admin/competitions/:competition/stages/:code/judging', {
        token,
        params: { competition: other.code, code: 'essay' },
      })
    ).body.code,
  ).toBe('no_access')
})

test('a mark outside the scale and a mark for an unknown criterion are refused at their fields, and the earlier draft stays', async () => {
  const { stage, judges } = await aReading(1, 2)
  const [judge] = judges
  const id = await first(judge, stage)
  expect((await judge?.draft(id, { c1: 3 }, { comment: 'Покажите расчёт' }))?.status).toBe(200)
  const said = 'Оценка — целое число от 0 до 5'
  for (const mark of [6, -1, 2.5, 1e9])
    expect((await judge?.mark(id, { c1: mark }))?.body).toMatchObject({
      code: 'form_invalid',
      fields: { 'marks.c1': { message: said } },
    })
  const unknown = (await judge?.mark(id, { c1: 5, c9: 5 }))?.body
  expect([unknown?.code, Object.keys(unknown?.fields ?? {})]).toEqual(['form_invalid', ['marks.c9']])
  expect((await judge?.read(id))?.body).toMatchObject({
    state: 'open',
    typed: { marks: { c1: 3 }, comment: 'Покажите расчёт', done_at: null, total: null },
  })
})

test('works and readings of another competition cannot be reached through one’s own stage, and stay unchanged', async () => {
  const { stage, judges } = await aReading(1, 2)
  const theirs = await aReading(1, 2)
  const work = theirs.authors[0]?.work ?? 0
  const id = await first(theirs.judges[0], theirs.stage)
  await theirs.judges[0]?.mark(id, { c1: 5 })
  const rows = () =>
    app.db
      .selectFrom('readings')
      .select(['id', 'judge_id', 'marks', 'taken', 'extra'])
      .where('work_id', '=', work)
      .orderBy('id')
      .execute()
  const before = await rows()
  expect(before).toHaveLength(2)
  expect((await stage.move(id, judges[0]?.testId ?? 0)).body.code).toBe('reading_not_found')
  expect((await stage.further(work)).body.code).toBe('work_not_found')
  expect((await stage.agree(work, true, { c1: 1 })).body.code).toBe('work_not_found')
  expect((await stage.disagree(work)).body.code).toBe('work_not_found')
  await stage.turn('closed')
  expect((await stage.decide([work], 'failed', 'Чужая работа')).body.code).toBe('work_not_found')
  expect(await rows()).toEqual(before)
  expect((await theirs.stage.undecided()).body.open).toEqual([work])
})

test('a page of the desk costs at most four queries', async () => {
  const { stage, judges } = await aReading(2, 2)
  const [judge, other] = judges
  const id = await first(judge, stage)
  await judge?.read(id)
  const costs = async () => [
    await countQueries(async () => void (await judge?.desk())),
    await countQueries(async () => void (await judge?.list(stage.stageId))),
    await countQueries(async () => void (await judge?.read(id))),
  ]
  expect(Math.max(...(await costs()))).toBeLessThanOrEqual(4)
  // With the marks of another judge next to one's own.
  for (const { reading_id } of (await other?.readings(stage.stageId)) ?? []) await other?.mark(reading_id, { c1: 4 })
  await judge?.mark(id, { c1: 5 })
  expect((await judge?.read(id))?.body.others).toHaveLength(1)
  expect(Math.max(...(await costs()))).toBeLessThanOrEqual(4)
  // For an appeal, whose text is shown without the author's name.
  await app.db.updateTable('readings').set({ for_appeal: true }).where('id', '=', id).execute()
  expect((await judge?.read(id))?.body.appeal).toBe('')
  expect(Math.max(...(await costs()))).toBeLessThanOrEqual(4)
})

test('an assignment is requested once, made by a job, and a failure is shown', async () => {
  const stage = await aStage()
  await stage.save({ readers: '1' })
  await anAuthor(stage)
  await judgesOf(stage, 1)
  // The database refuses the new rows, as when it is out of space.
  await sql`create function no_readings() returns trigger language plpgsql as $$ begin raise 'full'; end $$`.execute(
    app.db,
  )
  await sql`create trigger no_readings before insert on readings execute function no_readings()`.execute(app.db)
  await stage.ask()
  await expect(app.work('assign_works')).rejects.toThrow('full')
  expect((await stage.read()).body).toMatchObject({ assigning: true, assigned: null })
  const { task, payload } = {
    task: jobTasks(app.services).assign_works,
    payload: { actorId: 0, competition: stage.code, code: 'essay' },
  }
  await expect(task?.(payload as never, { id: '1', attempt: 5, lastAttempt: true })).rejects.toThrow('full')
  await sql`drop trigger no_readings on readings`.execute(app.db)
  await sql`drop function no_readings`.execute(app.db)
  expect((await stage.read()).body).toMatchObject({ assigning: false, assigned: { failed: true, added: 0 } })
  expect((await stage.ask()).body.assigning).toBe(true)
  expect((await stage.ask()).status).toBe(200)
  await app.work('assign_works')
  expect((await stage.read()).body).toMatchObject({
    assigning: false,
    assigned: { failed: false, added: 1, gaps: { load: 0, conflicts: 0 } },
  })
})

test('works are assigned while marks are saved: every mark stays, and nobody reads a work twice', async () => {
  const { stage, judges } = await aReading(6, 2)
  const extra = await judgesOf(stage, 1)
  for (let number = 0; number < 3; number++) await anAuthor(stage)
  await stage.ask()
  const shares = await Promise.all(judges.map((judge) => judge.readings(stage.stageId)))
  const marking = judges.map(async (judge, place) => {
    for (const { reading_id: id } of shares[place] ?? [])
      expect((await judge.mark(id, { c1: 4, c2: 4 })).body.total).toBe(80)
  })
  await Promise.all([app.work('assign_works'), ...marking])
  const rows = await app.db
    .selectFrom('readings as r')
    .innerJoin('works as w', 'w.id', 'r.work_id')
    .select(['r.work_id', 'r.judge_id', 'r.total'])
    .where('w.stage_id', '=', stage.stageId)
    .execute()
  expect(rows.filter(({ total }) => total === 80)).toHaveLength(12)
  expect(new Set(rows.map(({ work_id, judge_id }) => `${work_id} ${judge_id}`)).size).toBe(rows.length)
  expect(rows).toHaveLength(18)
  expect(await extra[0]?.readings(stage.stageId)).not.toEqual([])
})

test('an erasure waits for a running assignment before it locks the account, so there is no deadlock', async () => {
  const { stage, judges, authors } = await aReading(1, 2)
  const [judge] = judges
  const now = app.clock.now()
  for (const id of [judge?.id ?? 0, authors[0]?.id ?? 0])
    await app.db.insertInto('erasure_requests').values({ account_id: id, asked_at: now, due_at: now }).execute()
  const others = await sharesOut(stage, async (tx) => {
    const erased = [judge?.id ?? 0, authors[0]?.id ?? 0].map((accountId) =>
      erasePerson(app.services, erasureHooks, { accountId }),
    )
    await untilWaiting(app.db, erased.length)
    // The next locks of an assignment: a reading of this work for this judge.
    await sql`select id from accounts where id = ${judge?.id} for key share nowait`.execute(tx)
    await sql`select id from works where id = ${authors[0]?.work} for key share nowait`.execute(tx)
    return erased
  })
  await Promise.all(others)
  const left = await app.db.selectFrom('works').select('id').where('stage_id', '=', stage.stageId).execute()
  expect(left).toEqual([])
})

/** Runs `during` while the judging is locked, as in an assignment. */
const sharesOut = async <T>({ stageId }: Stage, during: (tx: Tx) => Promise<T[]>): Promise<T[]> =>
  app.db.transaction().execute(async (tx) => {
    await lockJudging(tx, stageId, 'forUpdate')
    return during(tx)
  })

test('every work that an assignment leaves without judges is listed with the reason, page by page and as a table without names', async () => {
  const stage = await aStage()
  await stage.save({ readers: '2', load_cap: '1' })
  const authors = []
  for (let number = 0; number < 3; number++)
    authors.push(await anAuthor(stage, 'Решение', { lastName: `Заречный${number}` }))
  const [judge] = await judgesOf(stage, 1)
  await stage.pin(judge?.testId ?? 0, authors[0]?.testId ?? 0)
  const { body } = await stage.assign()
  expect(body).toMatchObject({ added: 1, judging: { assigned: { gaps: { load: 0, conflicts: 3 } } } })
  const page = (await stage.gaps({ limit: 1, offset: 1 })).body
  expect(page).toMatchObject({ count: 3, gaps: [{ missing: 2, reason: 'conflicts', name: expect.any(String) }] })
  // With two more judges one work lacks places; the work with the conflict has enough judges.
  await judgesOf(stage, 2)
  expect((await stage.assign()).body).toMatchObject({
    added: 2,
    judging: { assigned: { gaps: { load: 2, conflicts: 0 } } },
  })
  const table = await stage.gapsTable()
  expect(table.text.split('\r\n')).toHaveLength(4)
  expect(table.text).toContain('"у экспертов нет места"')
  expect(table.text).not.toContain('Заречный')
  // A decided work is not in the list, and a judge who drops out changes only their own works.
  await stage.turn('reading')
  await stage.turn('closed')
  const [lacking] = (await stage.gaps()).body.gaps
  expect((await stage.decide([lacking?.work_id ?? 0], 'failed', 'Мало цифр')).body.decided).toBe(1)
  expect((await stage.gaps()).body.count).toBe(1)
})

test('works of judges who drop out of an open judging go to others by themselves, while marks are saved; the organiser is notified', async () => {
  const { stage, judges } = await aReading(6, 3)
  const [spare] = await judgesOf(stage, 1)
  const [gives, goes, marks] = judges
  await gives?.abstain(await first(gives, stage), false)
  expect((await stage.remove(goes?.testId ?? 0)).status).toBe(200)
  const own = (await marks?.readings(stage.stageId)) ?? []
  const marking = own.map(async ({ reading_id: id }) =>
    expect((await marks?.mark(id, { c1: 4, c2: 4 }))?.body.total).toBe(80),
  )
  await Promise.all([topUpReadings(app.services), topUpReadings(app.services), ...marking])
  const { rows } = await sql<{ work: number; judges: number[]; total: number | null }>`
    select w.id as work, array_agg(r.judge_id) filter (where r.abstained is null) as judges, sum(r.total) as total
    from works w join readings r on r.work_id = w.id where w.stage_id = ${stage.stageId} group by w.id`.execute(app.db)
  expect(rows.map(({ judges }) => new Set(judges).size)).toEqual([2, 2, 2, 2, 2, 2])
  expect(rows.every(({ judges }) => judges.length === 2)).toBe(true)
  expect(rows.reduce((sum, { total }) => sum + Number(total), 0)).toBe(own.length * 80)
  expect(await spare?.readings(stage.stageId)).not.toEqual([])
  const gaps = app.db.selectFrom('reading_gaps as g').innerJoin('works as w', 'w.id', 'g.work_id').select('g.work_id')
  expect(await gaps.where('w.stage_id', '=', stage.stageId).execute()).toEqual([])
  expect((await stage.read()).body.assigned).toMatchObject({
    instead: true,
    failed: false,
    gaps: { load: 0, conflicts: 0 },
  })
  const told = async () =>
    (
      await app.db
        .selectFrom('notifications as n')
        .innerJoin('admin_flags as f', 'f.account_id', 'n.account_id')
        .select('n.title')
        .where('f.competition_code', '=', stage.code)
        .execute()
    ).map(({ title }) => title)
  expect(new Set(await told())).toEqual(new Set(['«Этап essay»: вместо выбывших экспертов назначены другие']))
  // Without a change there is no notice.
  const before = (await told()).length
  await topUpReadings(app.services)
  expect(await told()).toHaveLength(before)
})

test('a third judge who gives the work back is replaced; before the judging is open nobody is replaced', async () => {
  const { stage, judges } = await aReading(1, 2)
  const [third, fourth] = await judgesOf(stage, 2)
  for (const [judge, mark] of [
    [judges[0], 5],
    [judges[1], 1],
  ] as const)
    await judge?.mark(await first(judge, stage), { c1: mark, c2: mark })
  const [named] = [third, fourth].filter(Boolean)
  const id = await first(named, stage)
  expect((await named?.abstain(id, false))?.status).toBe(200)
  await topUpReadings(app.services)
  expect(await fourth?.readings(stage.stageId)).toHaveLength(1)

  const quiet = await aStage()
  await quiet.save({ readers: '1' })
  await anAuthor(quiet)
  const [gone] = await judgesOf(quiet, 2)
  await quiet.assign()
  await quiet.remove(gone?.testId ?? 0)
  const { rows } = await sql`select from reading_gaps g join works w on w.id = g.work_id
    where w.stage_id = ${quiet.stageId}`.execute(app.db)
  expect(rows).toEqual([])
})

test('one judge in two windows: the older draft is refused, marks handed in twice are one reading', async () => {
  const { stage, judges } = await aReading(1, 2)
  const [judge] = judges
  const id = await first(judge, stage)
  expect((await judge?.draft(id, { c1: 2 }, { revision: 0 }))?.body.revision).toBe(1)
  expect((await judge?.draft(id, { c1: 3 }, { revision: 0 }))?.body.code).toBe('draft_conflict')
  expect((await judge?.read(id))?.body.typed.marks).toEqual({ c1: 2 })
  const both = await Promise.all([judge?.mark(id, { c1: 5 }), judge?.mark(id, { c1: 1 })])
  expect(both.map((answer) => answer?.status)).toEqual([200, 200])
  const kept = await app.db
    .selectFrom('readings')
    .select('total')
    .where('judge_id', '=', judge?.id ?? 0)
    .execute()
  expect(kept).toHaveLength(1)
  expect([100, 20]).toContain(kept[0]?.total)
  // The window that was opened first has an old revision.
  expect((await judge?.draft(id, { c1: 0 }, { revision: 1 }))?.body.code).toBe('draft_conflict')
})

test('a work is returned while a third judge writes: the draft stays, and does not count for the newer work', async () => {
  const { stage, judges, authors } = await aReading(1, 3, { readers: '2' })
  const [author] = authors
  const working: Judge[] = []
  for (const judge of judges) if ((await first(judge, stage)) !== 0) working.push(judge)
  const [one, two] = working
  await one?.mark(await first(one, stage), { c1: 5 })
  await two?.mark(await first(two, stage), { c1: 0 })
  const third = judges.find((judge) => !working.includes(judge))
  const id = await first(third, stage)
  expect(id).not.toBe(0)
  expect((await third?.draft(id, { c1: 3 }, { comment: 'Пишу' }))?.status).toBe(200)
  const before = (await third?.read(id))?.body.hand_in ?? 0
  expect((await stage.giveBack(author?.work ?? 0, before)).status).toBe(200)
  expect((await third?.draft(id, { c1: 4 }, { hand_in: before }))?.body.code).toBe('work_decided')
  expect((await third?.mark(id, { c1: 4 }, { hand_in: before }))?.body.code).toBe('work_decided')
  expect((await third?.read(id))?.body.typed).toMatchObject({ marks: { c1: 3 }, comment: 'Пишу' })
  expect((await author?.handIn('Новая редакция'))?.status).toBe(200)
  expect((await third?.mark(id, { c1: 4 }, { hand_in: before }))?.body.code).toBe('work_changed')
  expect((await third?.mark(id, { c1: 4 }))?.status).toBe(200)
})

test('the judging ends and a mark is given at the same moment: the mark counts as a whole or is refused in words', async () => {
  const { stage, judges } = await aReading(8, 1, { readers: '1' })
  const [judge] = judges
  const ids = ((await judge?.readings(stage.stageId)) ?? []).map(({ reading_id }) => reading_id)
  const bodies = await Promise.all(ids.map(async (id) => ({ id, hand_in: (await judge?.read(id))?.body.hand_in })))
  const [, ...answers] = await Promise.all([
    stage.turn('closed'),
    ...bodies.map(({ id, hand_in }) => judge?.mark(id, { c1: 4 }, { hand_in })),
  ])
  const taken = answers.filter((answer) => answer?.status === 200).length
  for (const answer of answers.filter((each) => each?.status !== 200)) expect(answer?.body.code).toBe('judging_closed')
  const { works } = (await stage.results()).body
  expect(works.filter(({ final }) => final === 80)).toHaveLength(taken)
})

test('ten megabytes in a comment are refused in words, and the earlier draft stays', async () => {
  const { stage, judges } = await aReading(1, 2)
  const [judge] = judges
  const id = await first(judge, stage)
  await judge?.draft(id, { c1: 3 }, { comment: 'Хорошо' })
  const huge = { comment: 'а'.repeat(5_000_000) }
  for (const answer of [await judge?.draft(id, { c1: 3 }, huge), await judge?.mark(id, { c1: 3 }, huge)]) {
    expect(answer?.status).toBe(413)
    expect(answer?.body.message).not.toBe('')
  }
  expect((await judge?.read(id))?.body.typed).toMatchObject({ marks: { c1: 3 }, comment: 'Хорошо', done_at: null })
})

test('judges with works left are reminded once a day before the end, and at the request of the organiser', async () => {
  const { stage, judges } = await aReading(1, 2, { read_until: '2026-11-23 12:00' })
  const [late, done] = judges
  const notes = async (judge: Judge | undefined) => {
    const all = app.db
      .selectFrom('notifications')
      .select('title')
      .where('account_id', '=', judge?.id ?? 0)
    return (await all.execute()).map(({ title }) => title)
  }
  const title = 'Оцените работы до 23.11.2026 12:00'
  await done?.mark(await first(done, stage), { c1: 4 })
  await remindJudgesInTime(app.services)
  expect(await notes(late)).toEqual([])
  expect((await stage.remind()).body).toMatchObject({ reminded: 1, judging: { reminded_at: expect.any(String) } })
  expect((await stage.remind()).body.code).toBe('reminded_lately')
  expect(await notes(late)).toEqual([title])
  app.clock.set('2026-11-22T12:00:00+03:00')
  await Promise.all([remindJudgesInTime(app.services), remindJudgesInTime(app.services)])
  expect(await notes(late)).toEqual([title, title])
  expect(await notes(done)).toEqual([])
  app.clock.set(start)
  await stage.turn('closed')
  expect((await stage.remind()).body.code).toBe('judging_closed')
})

test('a region that the dictionary lacks is named, and the judge is still invited', async () => {
  const stage = await aStage()
  await stage.save()
  const judge = await anAccount(app, {})
  const { body } = await stage.invite(`${judge.email}; Страна Оз; «Вектор»`)
  expect(body).toMatchObject({ letters: [], unknown_regions: ['Страна Оз'], judging: { judges: { length: 1 } } })
})

/** A stage with references for training, hidden references, and other works. */
async function aCalibratedStage({ works, training, hidden }: { works: number; training: number; hidden: number }) {
  const stage = await aStage()
  await stage.save({ readers: '3' })
  const authors = []
  for (let number = 0; number < works + training + hidden; number++) authors.push(await anAuthor(stage))
  const [taught, planted] = [authors.slice(0, training), authors.slice(training, training + hidden)]
  for (const { work } of taught) await stage.agree(work, true, { c1: 4 }, 'Расчёта нет')
  for (const { work } of planted) await stage.agree(work, false, { c1: 3 })
  const judges = await judgesOf(stage, 3)
  await stage.assign()
  await stage.turn('reading')
  return { stage, judges, taught, planted, authors }
}

test('an organiser sees who is late and who marks above the others, and sends a third judge where two disagree, only once', async () => {
  const { stage, judges, authors } = await aReading(4, 2, { read_until: '2026-11-21 18:00' })
  const [high, low] = judges
  for (const { reading_id } of (await high?.readings(stage.stageId)) ?? []) await high?.mark(reading_id, { c1: 5 })
  const [last, ...others] = ((await low?.readings(stage.stageId)) ?? []).toReversed()
  for (const { reading_id } of others) await low?.mark(reading_id, { c1: 3 })
  const seen = async () => {
    const { body } = await stage.read()
    return body.judges.map(({ test_id, above, biased, late }) => ({
      high: test_id === high?.testId,
      above,
      biased,
      late,
    }))
  }
  expect(await seen()).toEqual(
    expect.arrayContaining([
      { high: true, above: 40, biased: true, late: 0 },
      { high: false, above: -40, biased: true, late: 0 },
    ]),
  )
  const disputed = (await stage.results('disputed')).body.works
  expect(disputed.map(({ further }) => further)).toEqual([false, false, false])
  const [work, other] = disputed.map(({ work_id }) => work_id)
  expect((await stage.further(work ?? 0)).body.code).toBe('no_free_judge')
  const [third] = await judgesOf(stage, 1)
  expect((await stage.further(work ?? 0)).status).toBe(200)
  await Promise.all([stage.further(work ?? 0), stage.further(other ?? 0), stage.further(other ?? 0)])
  expect(await third?.readings(stage.stageId)).toHaveLength(2)
  const after = (await stage.results('disputed')).body.works
  expect(
    after
      .filter(({ further }) => further)
      .map(({ work_id }) => work_id)
      .toSorted(),
  ).toEqual([work, other].toSorted())
  const decided = authors[0]?.work ?? 0
  const strangers = await aStage()
  await strangers.save()
  expect((await strangers.further(decided)).body.code).toBe('work_not_found')
  expect(last).toBeDefined()
  await stage.turn('closed')
  expect((await stage.further(work ?? 0)).body.code).toBe('judging_closed')
  // After the deadline judges with works left are late.
  await stage.save({ read_until: '' })
  app.clock.set(new Date('2026-11-21T12:05:00+03:00'))
  await stage.turn('reading')
  await stage.save({ read_until: '2026-11-21 12:01' })
  expect((await seen()).map(({ late }) => late).toSorted()).toEqual([0, 1, 2])
})

test('OT-24 twenty judges from a table share five hundred works evenly, and nobody gets a work of their own region', async () => {
  const stage = await aStage()
  await stage.save({ readers: '3', other_region: 'rule', load_cap: '100' })
  const regions = ['7700000000000', '7800000000000', '1600000000000', '5400000000000', '2300000000000']
  await sql`
    with people as (
      insert into accounts (email, first_name, last_name, password_hash, created_at)
      select 'writes' || n || '@example.test', 'Анна', 'Автор' || n, '', ${start} from generate_series(0, 499) as n
      returning id, substr(email, 7, length(email) - 19)::int as n
    ), joined as (
      insert into participations (account_id, competition_code, door, track_code, region, joined_at)
      select id, ${stage.code}, 'participant', 'main', (${regions}::text[])[1 + n % 5], ${start} from people
    )
    insert into hand_ins (account_id, stage_id, revision, arrived_at, form_version, receipt_number, data)
    select id, ${stage.stageId}, 1, ${start}, 0, 'many-' || n, '{"text": "Решение"}' from people`.execute(app.db)
  const judges = []
  for (let number = 0; number < 20; number++) judges.push(await anAccount(app, { lastName: `Судья${number}` }))
  const names = (
    await sql<{ id: string; value: string }>`
    select id, value from dictionary_items where dict = 'regions' and id = any(${regions})`.execute(app.db)
  ).rows
  const table = judges
    .map(({ email }, at) => [email, names.find(({ id }) => id === regions[at % 5])?.value ?? ''].join('\t'))
    .join('\n')
  expect((await stage.invite(table)).body).toMatchObject({ letters: [], unknown_regions: [] })
  expect((await stage.assign()).body).toMatchObject({ added: 1500, gaps: [] })
  const { body } = await stage.read()
  expect(body.judges).toHaveLength(20)
  // Five hundred works with three judges each are seventy-five works a judge.
  expect(new Set(body.judges.map(({ assigned }) => assigned))).toEqual(new Set([75]))
  const same = await sql<{ count: number }>`
    select count(*)::int as count from readings r join works w on w.id = r.work_id
    join participations p on p.account_id = w.account_id
    join stage_staff t on t.stage_id = w.stage_id and t.account_id = r.judge_id and t.duty = 'judge'
    where w.stage_id = ${stage.stageId} and p.region = t.region`.execute(app.db)
  expect(same.rows).toEqual([{ count: 0 }])
})

test('KO-05 a judge gets works in batches: the next one opens when the last work of the current batch is marked or given back', async () => {
  const { stage, judges } = await aReading(5, 1, { readers: '1', batch: '2' })
  const [judge] = judges
  const list = async () => (await judge?.list(stage.stageId))?.body
  const ids = async () => (await list())?.readings.map(({ reading_id }) => reading_id).toSorted((a, b) => a - b) ?? []
  const all = (
    await sql<{ id: number }>`select id from readings where judge_id = ${judge?.id} order by id`.execute(app.db)
  ).rows
  const [one = 0, two = 0, three = 0, four = 0, five = 0] = all.map(({ id }) => id)
  expect([await ids(), (await list())?.after_batch]).toEqual([[one, two], 3])
  expect((await judge?.desk())?.[0]).toMatchObject({ left: 5, next: one })
  expect((await judge?.read(three))?.body.code).toBe('batch_first')
  expect((await judge?.mark(three, { c1: 3 }))?.body.code).toBe('batch_first')
  expect((await judge?.mark(one, { c1: 3 }))?.body.next).toBe(two)
  // The next batch is not offered while the last work of this one is open.
  expect((await judge?.read(two))?.body.next).toBeNull()
  expect((await judge?.abstain(two, false))?.body.next).toBe(three)
  expect([await ids(), (await list())?.after_batch]).toEqual([[one, two, three, four], 1])
  // Begun works stay open with smaller batches, and without batches all works are open.
  await judge?.draft(four, { c1: 2 })
  await stage.save({ readers: '1', batch: '1' })
  expect([(await judge?.read(four))?.status, (await judge?.read(five))?.body.code]).toEqual([200, 'batch_first'])
  expect((await stage.read()).body.judges[0]).toMatchObject({ assigned: 4, done: 1, batches: { now: 2, of: 4 } })
  await stage.save({ readers: '1', batch: '' })
  expect([(await list())?.after_batch, (await judge?.read(five))?.status]).toEqual([0, 200])
})

test('KO-05 judges mark the training first and see how far they are from the agreed marks; then the other works open', async () => {
  const { stage, judges } = await aCalibratedStage({ works: 2, training: 2, hidden: 0 })
  const [judge] = judges
  const list = (await judge?.list(stage.stageId))?.body
  expect([list?.after_training, list?.readings?.map(({ training }) => training)]).toEqual([2, [true, true]])
  const own = await app.db
    .selectFrom('readings')
    .select('id')
    .where('judge_id', '=', judge?.id ?? 0)
    .orderBy('id')
    .execute()
  const [first = 0, second = 0, real = 0] = own.map(({ id }) => id)
  expect((await judge?.read(real))?.body.code).toBe('training_first')
  expect((await judge?.mark(real, { c1: 1 }))?.body.code).toBe('training_first')
  const unmarked = (await judge?.read(first))?.body
  expect(unmarked).toMatchObject({ training: true, agreed: null, state: 'open' })
  expect((await judge?.mark(first, { c1: 2 }))?.body).toEqual({ total: 40, next: second })
  expect((await judge?.read(first))?.body).toMatchObject({
    state: 'closed',
    agreed: { marks: { c1: 4 }, total: 80, comment: 'Расчёта нет' },
    others: [],
  })
  // The judge has seen the agreed marks by now.
  expect((await judge?.mark(first, { c1: 4 }))?.body.code).toBe('training_marked')
  expect((await judge?.mark(second, { c1: 4 }))?.body.next).toBe(real)
  expect((await judge?.read(real))?.status).toBe(200)
  const { judges: measured = [] } = (await stage.calibration()).body
  expect(measured).toEqual([expect.objectContaining({ test_id: judge?.testId, training: 20, drifts: false })])
})

test('a hidden reference cannot be told from other works by any response, and its agreed mark counts instead of marks of judges', async () => {
  const { stage, judges, planted } = await aCalibratedStage({ works: 6, training: 0, hidden: 1 })
  const [reference] = planted
  for (const judge of judges)
    for (const { reading_id } of await judge.readings(stage.stageId)) await judge.mark(reading_id, { c1: 5 })
  const [judge] = judges
  const [found] = await app.db
    .selectFrom('readings')
    .select('id')
    .where('work_id', '=', reference?.work ?? 0)
    .where('judge_id', '=', judge?.id ?? 0)
    .execute()
  expect(found).toBeDefined()
  const shape = (value: unknown): unknown =>
    Array.isArray(value)
      ? value.map(shape)
      : value !== null && typeof value === 'object'
        ? Object.fromEntries(Object.entries(value).map(([key, part]) => [key, shape(part)]))
        : typeof value
  const listed = (await judge?.readings(stage.stageId)) ?? []
  const seen = []
  for (const { reading_id, ...row } of listed) {
    const { body } = (await judge?.read(reading_id)) ?? {}
    seen.push({ id: reading_id, shape: JSON.stringify([shape(row), shape(body)]) })
  }
  expect(seen).toHaveLength(7)
  expect(new Set(seen.map((one) => one.shape)).size).toBe(1)
  // Each judge has the reference at a place of its own, not always first or last.
  const places = []
  for (const one of judges) {
    const own = await app.db.selectFrom('readings').selectAll().where('judge_id', '=', one.id).orderBy('id').execute()
    places.push(own.findIndex(({ work_id }) => work_id === reference?.work))
  }
  expect(places.every((place) => place >= 0)).toBe(true)
  const { works = [] } = (await stage.results()).body
  expect(works.find(({ work_id }) => work_id === reference?.work)).toMatchObject({ reference: 'hidden', final: 60 })
  const { judges: measured = [], references = [] } = (await stage.calibration()).body
  expect(references).toEqual([expect.objectContaining({ work_id: reference?.work, training: false, total: 60 })])
  for (const { parts } of measured)
    expect(parts.flatMap(({ references: apart }) => (apart === null ? [] : [apart]))).toEqual([40])
  await stage.turn('closed')
  expect((await stage.agree(reference?.work ?? 0, false, { c1: 1 })).body.code).toBe('judging_closed')
  await stage.decide([reference?.work ?? 0], 'passed')
  expect(JSON.stringify(await reference?.page())).toContain('Итог — 60 из 100: согласованная оценка экспертов.')
})

test('a reference needs marks by the rubric and a work of the stage; after it is dropped, it is judged like any other work', async () => {
  const { stage, judges, taught } = await aCalibratedStage({ works: 1, training: 1, hidden: 0 })
  const work = taught[0]?.work ?? 0
  expect((await stage.agree(work, true, { c1: 9 })).body.fields).toHaveProperty(['marks.c1'])
  expect((await stage.agree(work, true, {})).body.code).toBe('form_invalid')
  expect((await stage.agree(2_000_000_000, true, { c1: 1 })).body.code).toBe('work_not_found')
  expect((await stage.read()).body.unassigned).toBe(0)
  expect((await stage.disagree(work)).body.references).toEqual([])
  expect((await stage.disagree(work)).body.code).toBe('work_not_found')
  expect((await stage.read()).body.unassigned).toBe(3)
  expect(await judges[0]?.readings(stage.stageId)).toHaveLength(1)
})

test('when judges differ in whether a work should pass, a third is named; without a third the organiser sees the dispute', async () => {
  const { stage, judges, authors } = await aReading(1, 3, { gap: '', asks_verdict: true })
  const work = authors[0]?.work ?? 0
  const given = await Promise.all(judges.map(async (judge) => ({ judge, id: await first(judge, stage) })))
  const readers = given.filter(({ id }) => id > 0)
  const [one, two] = readers
  const third = judges.find((judge) => readers.every((reader) => reader.judge !== judge))
  expect((await one?.judge.mark(one.id, { c1: 4 }))?.body.fields).toEqual({
    verdict: { rule: 'required', message: 'Скажите, проходит ли работа' },
  })
  await one?.judge.draft(one.id, { c1: 4 }, { verdict: 'fail' })
  expect((await one?.judge.read(one.id))?.body.typed?.verdict).toBe('fail')
  await one?.judge.mark(one.id, { c1: 4 }, { verdict: 'pass' })
  await two?.judge.mark(two.id, { c1: 4 }, { verdict: 'pass' })
  expect(await third?.readings(stage.stageId)).toEqual([])
  expect((await stage.results('disputed')).body.count).toBe(0)
  await two?.judge.mark(two.id, { c1: 4 }, { verdict: 'fail' })
  const [extra] = (await third?.readings(stage.stageId)) ?? []
  expect(extra).toMatchObject({ state: 'new' })
  const disputed = (await stage.results('disputed')).body
  expect(disputed.works).toEqual([expect.objectContaining({ work_id: work, passes: 1, fails: 1, disputed: true })])
  // No fourth judge is named.
  await third?.mark(extra?.reading_id ?? 0, { c1: 4 }, { verdict: 'fail' })
  expect((await stage.results()).body).toMatchObject({ disputed: 1, works: [{ passes: 1, fails: 2, assigned: 3 }] })

  const lonely = await aReading(1, 2, { gap: '', asks_verdict: true })
  for (const [place, judge] of lonely.judges.entries())
    await judge.mark(await first(judge, lonely.stage), { c1: 4 }, { verdict: place === 0 ? 'pass' : 'fail' })
  expect((await lonely.stage.results('disputed')).body.works).toEqual([expect.objectContaining({ assigned: 2 })])
})

test('a judge with an account but without known region or workplace states them too, and then continues with the earlier draft', async () => {
  const stage = await aStage()
  await stage.save({ readers: '1' })
  const [colleague, stranger] = [await anAuthor(stage), await anAuthor(stage)]
  await app.db
    .insertInto('applications')
    .values({
      ...{ account_id: colleague.id, competition_code: stage.code, stage_id: stage.stageId, door: 'participant' },
      ...{ form_version: 1, data: JSON.stringify({ current_work: 'ООО «Маяк»' }), submitted_at: start },
    })
    .execute()
  await app.db
    .insertInto('dictionary_items')
    .values({ dict: 'regions', id: '16', value: 'Татарстан', search: 'татарстан' })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  // The organisers stated one judge's background; the other judge is a participant with data of their own.
  const [named] = await judgesOf(stage, 1, (email) => `${email}; Татарстан; Завод`, { asked: true })
  const participant = await anAuthor(stage)
  await stage.invite(participant.email)
  const taking = aJudge(participant, participant.token)
  expect([await named?.asked(), await taking.asked()]).toEqual([false, false])
  for (const known of [named, taking]) await stage.remove(known?.testId ?? 0)
  const [judge] = await judgesOf(stage, 1, undefined, { asked: true })
  expect(await judge?.asked()).toBe(true)
  // As if the duty was given before judges were asked for a background.
  await app.db
    .deleteFrom('judge_backgrounds')
    .where('account_id', '=', judge?.id ?? 0)
    .execute()
  await stage.assign()
  await stage.turn('reading')
  const rows = (await stage.who()).body.readings
  const of = (work: number) => rows.find(({ work_id }) => work_id === work)?.reading_id ?? 0
  for (const { work } of [colleague, stranger])
    expect((await judge?.draft(of(work), { c1: 3 }, { comment: 'Пишу' }))?.status).toBe(200)
  const migration = new URL('../../migrations/0225-judges-of-whom-nothing-is-known-are-asked.sql', import.meta.url)
  await sql.raw(readFileSync(migration, 'utf8')).execute(app.db)
  expect(await judge?.asked()).toBe(true)
  const mark = await app.call('POST /desk/readings/:reading_id/marks', {
    token: judge?.token ?? '',
    params: { reading_id: of(stranger.work) },
    body: {
      ...{ rubric_version: 1, hand_in: await handInOf(stranger.work), marks: { c1: 3 } },
      ...{ comment: 'Пишу', note: '', spent: 60_000 },
    },
  })
  expect(mark.body.code).toBe('background_needed')
  expect((await judge?.says({ abroad: true, employer: 'ооо Маяк' }))?.body.asked).toBe(false)
  expect((await judge?.read(of(stranger.work)))?.body.typed).toMatchObject({ marks: { c1: 3 }, comment: 'Пишу' })
  expect((await judge?.mark(of(stranger.work), { c1: 3 }))?.body.total).toBe(60)
  expect((await judge?.read(of(colleague.work)))?.body.code).toBe('reading_taken')
})

test('a judge who states a background during an assignment gets no works by that plan, and those works are assigned later', async () => {
  const stage = await aStage()
  await stage.save({ readers: '1' })
  const author = await anAuthor(stage, 'Решение')
  const [judge] = await judgesOf(stage, 1, undefined, { asked: true })
  const said = { region: null, employer: 'Маяк', said_at: new Date(app.clock.now().getTime() + 1000) }
  await app.db
    .updateTable('judge_backgrounds')
    .set(said)
    .where('account_id', '=', judge?.id ?? 0)
    .execute()
  await stage.assign()
  expect(await judge?.readings(stage.stageId)).toEqual([])
  const gaps = app.db.selectFrom('reading_gaps').select('work_id').where('work_id', '=', author.work)
  expect(await gaps.execute()).toHaveLength(1)
  await stage.turn('reading')
  app.clock.advance(2000)
  await topUpReadings(app.services)
  expect(await judge?.readings(stage.stageId)).toHaveLength(1)
  expect(await gaps.execute()).toEqual([])
})

const lockedJudging =
  ({ stageId }: Stage) =>
  (tx: Tx) =>
    sql`select from judgings where stage_id = ${stageId} for update`.execute(tx)

test('TW-14 marks that wait while the work goes to another judge, or while the judging is closed, are refused', async () => {
  const { stage, judges } = await aReading(1, 2)
  const [judge, other] = judges as [Judge, Judge]
  const [id, theirs] = [await first(judge, stage), await first(other, stage)]
  const moved = await meetInOrder(app.db, {
    lock: lockedJudging(stage),
    call: () => judge.mark(id, { c1: 5 }),
    meanwhile: (tx) =>
      sql`update readings set taken = 'moved', abstained = 'Заболел', abstained_at = now() where id = ${id}`.execute(
        tx,
      ),
  })
  expect(moved.body.code).toBe('reading_taken')
  const closed = await meetInOrder(app.db, {
    lock: lockedJudging(stage),
    call: () => other.mark(theirs, { c1: 5 }),
    meanwhile: (tx) => sql`update judgings set state = 'closed' where stage_id = ${stage.stageId}`.execute(tx),
  })
  expect(closed.body.code).toBe('judging_closed')
  const rows = await app.db.selectFrom('readings').select('done_at').where('id', 'in', [id, theirs]).execute()
  expect(rows).toEqual([{ done_at: null }, { done_at: null }])
})

test('TW-14 works are not decided about by a list while the judging is opened again', async () => {
  const { stage, judges, authors } = await aReading(1, 2)
  for (const judge of judges) await judge.mark(await first(judge, stage), { c1: 5 })
  await stage.turn('closed')
  const answer = await meetInOrder(app.db, {
    lock: lockedJudging(stage),
    call: () => stage.decide([authors[0]?.work ?? 0], 'passed'),
    meanwhile: (tx) => sql`update judgings set state = 'reading' where stage_id = ${stage.stageId}`.execute(tx),
  })
  expect(answer.body.code).toBe('judging_not_closed')
})
