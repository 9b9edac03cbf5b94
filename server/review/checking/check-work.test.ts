import { afterAll, beforeAll, expect, test } from 'vitest'
import { publishForm } from '#server/stages/forms/store.ts'
import { aCompetition, aPerson, takesPart } from '#server/testing/a-competition.ts'
import { aPdf } from '#server/testing/a-pdf.ts'
import { anAccount, sessionOf, withNewSession } from '#server/testing/an-account.ts'
import { countQueries } from '#server/testing/count-queries.ts'
import { multipartBody, multipartType } from '#server/testing/multipart.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import type { Verdict } from '#shared/review/checking/check.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp({ remembers: true })
})
afterAll(() => app.close())

const start = new Date('2026-11-21T12:00:00+03:00')
const hours = (count: number) => new Date(start.getTime() + count * 3_600_000)
const schema = {
  version: 1,
  sections: [
    {
      code: 'main',
      title: 'Главное',
      fields: [
        { name: 'goal', label: 'Цель', view: 'text' as const, validation_rules: { required: true } },
        { name: 'plan', label: 'План', view: 'text' as const },
        { name: 'proof', label: 'Подтверждение', view: 'file' as const },
      ],
    },
  ],
}

/** A stage that is open for ten hours and whose form people check. */
async function aCheckedStage() {
  app.clock.set(start)
  const { code, stageIds } = await aCompetition(app.db, {
    form: { type: 'form', closes_at: hours(10), settings: { check: 'manual' } },
  })
  const stageId = stageIds.form
  await publishForm(app.db, stageId, schema, start)
  return { code, stageId, params: { stage_id: stageId } }
}
type Stage = Awaited<ReturnType<typeof aCheckedStage>>

async function aChecker(stages: Stage[]) {
  const account = await anAccount(app, { roles: ['assessor'], firstName: 'Марина', lastName: 'Дроздова' })
  for (const { stageId } of stages)
    await app.db
      .insertInto('stage_staff')
      .values({ stage_id: stageId, account_id: account.id, duty: 'check', added_at: start })
      .execute()
  return { ...account, token: (await sessionOf(app, account)).token }
}

async function anAuthor({ code, params }: Stage, data: Record<string, unknown> = { goal: 'Учиться', plan: 'Читать' }) {
  const person = await aPerson(app)
  await takesPart(app.db, person.id, code, 'main', app.clock.now())
  const handIn = (answer: Record<string, unknown>) =>
    app.call('PUT /user/stages/:stage_id/answer', { token: person.token, params, body: { data: answer } })
  const page = async () => (await app.call('GET /user/stages/:stage_id', { token: person.token, params })).body
  if (Object.keys(data).length > 0) expect((await handIn(data)).status).toBe(200)
  return { ...person, handIn, page }
}

const next = async ({ token }: { token: string }, { params }: Stage, after?: number) =>
  (await app.call('POST /desk/stages/:stage_id/next', { token, params, body: after ? { after } : {} })).body.work_id

const listedWorks = async ({ token }: { token: string }, { params }: Stage) =>
  (await app.call('GET /desk/stages/:stage_id/works', { token, params, query: {} })).body.works

const read = async ({ token }: { token: string }, work: number | null) =>
  (await app.call('GET /desk/works/:work_id', { token, params: { work_id: work ?? 0 } })).body

async function check(
  { token }: { token: string },
  work: number | null,
  verdict: Verdict,
  more: { hand_in?: number; remarks?: { field: string; text: string }[]; reason_code?: string; reason?: string } = {},
) {
  const { hand_in: latest } = await read({ token }, work)
  return app.call('POST /desk/works/:work_id/check', {
    token,
    params: { work_id: work ?? 0 },
    body: { hand_in: latest?.id ?? 1, verdict, ...more },
  })
}

test('a checker sees the queues of their stages, an organiser of the assessment those where works wait', async () => {
  const [stage, other] = [await aCheckedStage(), await aCheckedStage()]
  const checker = await aChecker([stage])
  await anAuthor(stage)
  app.clock.set(hours(30))
  await anAuthor(await aCheckedStage())
  app.clock.set(hours(30))
  const again = await withNewSession(app, checker)
  const queues = (await app.call('GET /desk', { token: again.token })).body.queues
  expect(queues).toEqual([
    expect.objectContaining({ stage_id: stage.stageId, left: 1, mine: 0, late: 1, oldest: '2026-11-21 12:00:00' }),
  ])
  const admin = await anAccount(app, { isDemo: true, flags: ['assessment'] })
  const { token } = await sessionOf(app, admin)
  const seen = (await app.call('GET /desk', { token })).body.queues.map(({ stage_id }) => stage_id)
  expect(seen).toContain(stage.stageId)
  expect(seen).not.toContain(other.stageId)
  const narrowed = await anAccount(app, { isDemo: true })
  await app.db
    .insertInto('admin_flags')
    .values({ account_id: narrowed.id, flag: 'assessment', competition_code: other.code })
    .execute()
  const own = await sessionOf(app, narrowed)
  expect((await app.call('GET /desk', { token: own.token })).body.queues).toEqual([])
})

test('the work that has waited longest comes first; an accepted one is passed and the person is notified', async () => {
  const stage = await aCheckedStage()
  const checker = await aChecker([stage])
  const first = await anAuthor(stage)
  app.clock.set(hours(0.1))
  await anAuthor(stage)
  const work = await next(checker, stage)
  const page = await read(checker, work)
  expect(page).toMatchObject({ state: 'waits', left: 2, hand_in: { revision: 1 }, checks: [], draft: null })
  expect(page.lines.map(({ label, value }) => [label, value])).toEqual([
    ['Цель', 'Учиться'],
    ['План', 'Читать'],
  ])
  expect((await check(checker, work, 'accept')).body).toEqual({ outcome: 'accepted' })
  expect((await first.page()).status).toBe('success')
  const told = await app.db.selectFrom('notifications').select('title').where('account_id', '=', first.id).execute()
  expect(told.map(({ title }) => title)).toContain('Этап «Этап form» пройден')
  expect((await read(checker, work)).state).toBe('decided')
})

test('«next» never gives one work to two people, however many ask at once', async () => {
  const stage = await aCheckedStage()
  const checkers = await Promise.all([1, 2, 3, 4, 5, 6].map(() => aChecker([stage])))
  for (const _work of [1, 2, 3, 4]) await anAuthor(stage)
  const given = await Promise.all(checkers.map((checker) => next(checker, stage)))
  const works = given.filter((work) => work !== null)
  expect(new Set(works).size).toBe(works.length)
  expect(works.length).toBe(4)
  // A hold ends after half an hour, so a work is not blocked by a person who left.
  app.clock.set(hours(0.6))
  expect(await next(checkers[given.indexOf(null)] as (typeof checkers)[0], stage)).not.toBeNull()
})

test('R-83 no checker waits for another: works that others hold and change at this moment are passed over', async () => {
  const stage = await aCheckedStage()
  const [last, first, ...others] = await Promise.all([1, 2, 3, 4, 5].map(() => aChecker([stage])))
  if (!(last && first)) throw new Error('no checkers')
  for (let author = 0; author < 6; author += 1) await anAuthor(stage)
  const held: (number | null)[] = []
  const alone = await countQueries(async () => held.push(await next(first, stage)))
  for (const other of others) held.push(await next(other, stage))
  const works = await app.db.selectFrom('works').select('id').where('stage_id', '=', stage.stageId).execute()
  const [taken, free] = works.flatMap(({ id }) => (held.includes(id) ? [] : [id])).toSorted((one, two) => one - two)
  await app.db.transaction().execute(async (tx) => {
    await tx
      .selectFrom('works')
      .select('id')
      .where('id', 'in', [...held, taken ?? 0])
      .forUpdate()
      .execute()
    let given: number | null = null
    const among = await countQueries(async () => {
      given = await next(last, stage)
    })
    expect(given).toBe(free)
    expect(among).toBe(alone)
  })
})

test('a work that is put aside comes again at the end of the queue', async () => {
  const stage = await aCheckedStage()
  const checker = await aChecker([stage])
  for (const at of [0, 0.01, 0.02]) {
    app.clock.set(hours(at))
    await anAuthor(stage)
  }
  const first = (await next(checker, stage)) ?? 0
  const second = (await next(checker, stage, first)) ?? 0
  const third = (await next(checker, stage, second)) ?? 0
  expect(new Set([first, second, third]).size).toBe(3)
  expect(await next(checker, stage, third)).toBe(first)
})

test('a returned work gets remarks at its fields and days for the correction; in the corrected work the changes are marked', async () => {
  const stage = await aCheckedStage()
  const checker = await aChecker([stage])
  const author = await anAuthor(stage)
  const work = await next(checker, stage)
  expect((await check(checker, work, 'return')).body).toMatchObject({ code: 'verdict_without_reason' })
  app.clock.set(hours(9))
  const remarks = [{ field: 'plan', text: 'Напишите, что и когда' }]
  expect((await check(await withNewSession(app, checker), work, 'return', { remarks })).body.outcome).toBe('returned')
  // For everybody else the stage closed an hour later.
  app.clock.set(hours(40))
  const later = await withNewSession(app, author)
  const page = await app.call('GET /user/stages/:stage_id', { token: later.token, params: stage.params })
  expect(page.body).toMatchObject({ status: 'in_progress', remarks })
  const data = { goal: 'Учиться', plan: 'Прочитать к маю' }
  const sent = await app.call('PUT /user/stages/:stage_id/answer', {
    token: later.token,
    params: stage.params,
    body: { data },
  })
  expect(sent.status).toBe(200)
  const again = await withNewSession(app, checker)
  expect(await next(again, stage)).toBe(work)
  const second = await read(again, work)
  expect(second.lines.map(({ field, before }) => [field, before])).toEqual([
    ['goal', undefined],
    ['plan', 'Читать'],
  ])
  expect(second.checks).toEqual([expect.objectContaining({ by: 'Марина Дроздова', verdict: 'return', revision: 1 })])
})

test('a refusal waits for a second look by another person, who may decide otherwise', async () => {
  const stage = await aCheckedStage()
  const [one, other] = [await aChecker([stage]), await aChecker([stage])]
  const author = await anAuthor(stage)
  const work = await next(one, stage)
  const said = { reason_code: 'off_topic', reason: 'Речь о другом.' }
  expect((await check(one, work, 'refuse', said)).body.outcome).toBe('second_look')
  expect((await author.page()).status).toBe('wait')
  expect(await next(one, stage)).toBeNull()
  expect(await next(other, stage)).toBe(work)
  expect((await check(other, work, 'refuse', said)).body.outcome).toBe('refused')
  const page = await author.page()
  expect([page.status, page.decision?.reason]).toEqual([
    'not_allowed',
    'Ответ не относится к заданию этапа. Речь о другом.',
  ])

  const spared = await anAuthor(stage)
  const doubtful = await next(one, stage)
  await check(one, doubtful, 'refuse', said)
  expect((await check(other, doubtful, 'accept')).body.outcome).toBe('accepted')
  expect((await spared.page()).status).toBe('success')
})

test('the checker who refused may change the verdict while nobody has taken the second look', async () => {
  const stage = await aCheckedStage()
  const checker = await aChecker([stage])
  const author = await anAuthor(stage)
  const work = await next(checker, stage)
  await check(checker, work, 'refuse', { reason: 'Не то' })
  expect((await check(checker, work, 'refuse', { reason: 'Не то' })).body.outcome).toBe('second_look')
  expect((await check(checker, work, 'accept')).body.outcome).toBe('accepted')
  expect((await author.page()).status).toBe('success')
})

test('two verdicts at once leave one decision, and a repeated verdict gets the same answer', async () => {
  const stage = await aCheckedStage()
  const [one, other] = [await aChecker([stage]), await aChecker([stage])]
  const author = await anAuthor(stage)
  const work = await next(one, stage)
  const { hand_in } = await read(one, work)
  const say = ({ token }: { token: string }, verdict: Verdict) =>
    app.call('POST /desk/works/:work_id/check', {
      token,
      params: { work_id: work ?? 0 },
      body: { hand_in: hand_in.id, verdict, reason: 'Потому что' },
    })
  expect((await say(other, 'accept')).body).toMatchObject({ code: 'work_taken' })
  const answers = await Promise.all([say(one, 'accept'), say(one, 'return'), say(one, 'accept')])
  const [said] = answers.filter(({ status }) => status === 200)
  expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true)
  const decisions = await app.db
    .selectFrom('stage_decisions')
    .select('outcome')
    .where('account_id', '=', author.id)
    .execute()
  expect(decisions).toEqual([{ outcome: said?.body.outcome === 'accepted' ? 'passed' : 'returned' }])
  expect((await say(other, 'accept')).body).toMatchObject({ code: 'work_decided' })
})

test('a verdict or a draft on an older version is refused: the checker learns of the newer one', async () => {
  const stage = await aCheckedStage()
  const checker = await aChecker([stage])
  const author = await anAuthor(stage)
  const work = await next(checker, stage)
  const { hand_in } = await read(checker, work)
  await app.db
    .insertInto('hand_ins')
    .values({
      account_id: author.id,
      stage_id: stage.stageId,
      revision: 2,
      arrived_at: start,
      receipt_number: `2026-${author.id}-2`,
      data: '{"goal":"Другое"}',
    })
    .execute()
  const late = await check(checker, work, 'accept', { hand_in: hand_in.id })
  expect([late.status, late.body]).toMatchObject([409, { code: 'work_changed' }])
  const data = { verdict: null, remarks: [], reason_code: '', reason: '', note: '' }
  const kept = await app.call('PUT /desk/works/:work_id/draft', {
    token: checker.token,
    params: { work_id: work ?? 0 },
    body: { hand_in: hand_in.id, data },
  })
  expect(kept.body).toMatchObject({ code: 'work_changed' })
})

test('what a checker has typed is kept for that checker only, and keeps the work on their desk', async () => {
  const stage = await aCheckedStage()
  const [one, other] = [await aChecker([stage]), await aChecker([stage])]
  await anAuthor(stage)
  const work = await next(one, stage)
  const { hand_in } = await read(one, work)
  const data = {
    verdict: 'return' as const,
    remarks: [{ field: 'goal', text: 'Короче' }],
    reason_code: '',
    reason: '',
    note: 'Неясно',
  }
  const save = ({ token }: { token: string }, revision?: number) =>
    app.call('PUT /desk/works/:work_id/draft', {
      token,
      params: { work_id: work ?? 0 },
      body: { hand_in: hand_in.id, data, revision },
    })
  app.clock.set(hours(0.4))
  const again = await withNewSession(app, one)
  expect((await save(again, 0)).body.revision).toBe(1)
  expect((await save(again, 0)).body).toMatchObject({ code: 'draft_conflict' })
  app.clock.set(hours(0.8))
  const [owner, late] = [await withNewSession(app, one), await withNewSession(app, other)]
  expect((await read(owner, work)).draft).toMatchObject({ data, revision: 1 })
  expect(await read(late, work)).toMatchObject({ state: 'taken', taken_by: 'Марина Дроздова', draft: null })
  expect((await save(late)).body).toMatchObject({ code: 'work_taken' })
  await app.call('DELETE /desk/works/:work_id/hold', { token: owner.token, params: { work_id: work ?? 0 } })
  expect(await next(late, stage)).toBe(work)
})

test('a person who does not check the stage cannot read a work or its file, and cannot give a verdict', async () => {
  const [stage, other] = [await aCheckedStage(), await aCheckedStage()]
  const [checker, stranger] = [await aChecker([stage]), await aChecker([other])]
  const author = await anAuthor(stage, {})
  const uploaded = await app.fetch('/api/v3/user/files?purpose=file', {
    method: 'POST',
    headers: { 'X-Token': author.token, 'Content-Type': multipartType },
    body: new Uint8Array(multipartBody(aPdf(), 'proof.pdf')),
  })
  const file = (await uploaded.json()) as { file_id: string }
  expect((await author.handIn({ goal: 'Учиться', proof: [{ file_id: file.file_id }] })).status).toBe(200)
  const work = await next(checker, stage)
  expect((await read(checker, work)).lines[1]).toMatchObject({ files: [{ file_id: file.file_id }] })
  const params = { work_id: work ?? 0, file_id: file.file_id }
  const download = ({ token }: { token: string }) =>
    app.call('GET /desk/works/:work_id/files/:file_id', { token, params })
  expect((await download(checker)).status).toBe(200)
  expect((await download(stranger)).body).toMatchObject({ code: 'work_not_found' })
  // While the scanner looks at the file, the list and the work say so.
  const scan = (state: 'waiting' | 'infected' | 'clean') =>
    app.db.updateTable('files').set({ scan: state }).where('id', '=', file.file_id).execute()
  const listed = async () => (await listedWorks(checker, stage)).map(({ scanning }) => scanning)
  expect([await listed(), (await read(checker, work)).hints]).toEqual([[false], []])
  await scan('waiting')
  expect([await listed(), (await read(checker, work)).hints]).toEqual([
    [true],
    ['Файл «proof.pdf» ещё проверяется на вирусы: открыть его можно будет после проверки'],
  ])
  await scan('infected')
  expect((await read(checker, work)).hints).toEqual([expect.stringContaining('найден вирус')])
  await scan('clean')
  expect(await read(stranger, work)).toMatchObject({ code: 'work_not_found' })
  expect((await check(stranger, work, 'accept')).body).toMatchObject({ code: 'work_not_found' })
  expect(
    (await app.call('POST /desk/stages/:stage_id/next', { token: stranger.token, params: stage.params, body: {} }))
      .body,
  ).toMatchObject({ code: 'stage_not_found' })
})

test('a page of the desk costs four queries, no matter how often the work was checked', async () => {
  const stage = await aCheckedStage()
  const checker = await aChecker([stage])
  const author = await anAuthor(stage)
  const work = await next(checker, stage)
  await read(checker, work)
  expect(await countQueries(() => read(checker, work))).toBeLessThanOrEqual(4)
  const { token } = checker
  expect(await countQueries(() => app.call('GET /desk', { token }))).toBeLessThanOrEqual(4)
  const list = { token, params: { stage_id: stage.stageId }, query: {} }
  expect(await countQueries(() => app.call('GET /desk/stages/:stage_id/works', list))).toBeLessThanOrEqual(4)
  await check(checker, work, 'return', { reason: 'Подробнее' })
  await author.handIn({ goal: 'Учиться снова' })
  expect(await countQueries(() => read(checker, work))).toBeLessThanOrEqual(4)
})

test('R-88 each verdict leaves a row: who, about whom, before and after; words of the checker are in none', async () => {
  const stage = await aCheckedStage()
  const [checker, second] = [await aChecker([stage]), await aChecker([stage])]
  const [accepted, refused] = [await anAuthor(stage), await anAuthor(stage)]
  const works = [await next(checker, stage), await next(second, stage)]
  await check(checker, works[0] ?? null, 'accept')
  await check(second, works[1] ?? null, 'refuse', { reason: 'Тайные слова' })
  await check(checker, works[1] ?? null, 'refuse', { reason: 'Тайные слова' })
  const organiser = await anAccount(app, { isDemo: true, flags: ['assessment'] })
  const returned = await app.call('POST /admin/competitions/:competition/stages/:code/return', {
    token: (await sessionOf(app, organiser)).token,
    params: { competition: stage.code, code: 'form' },
    body: { people: [accepted.testId], reason: 'Тайные слова' },
  })
  expect(returned.body).toMatchObject({ returned: 1, skipped: [] })
  const rows = await app.db
    .selectFrom('audit')
    .select(['actor_id', 'subject', 'detail'])
    .where('action', '=', 'work_checked')
    .where(
      'subject',
      'in',
      works.map((work) => `work:${work}`),
    )
    .orderBy('id')
    .execute()
  const row = (actor: { id: number }, at: 0 | 1, before: string, after: string) => ({
    ...{ actor_id: actor.id, subject: `work:${works[at]}` },
    detail: {
      ...{ competition: stage.code, stage: 'form', person: (at === 0 ? accepted : refused).testId },
      changes: [{ field: 'verdict', title: 'Работа', before, after }],
    },
  })
  expect(rows).toEqual([
    row(checker, 0, 'ждёт проверки', 'принята'),
    row(second, 1, 'ждёт проверки', 'ждёт второго проверяющего'),
    row(checker, 1, 'ждёт проверки', 'отклонена'),
    row(organiser, 0, 'принята', 'возвращена'),
  ])
  expect(JSON.stringify(rows)).not.toContain('Тайные')
})
