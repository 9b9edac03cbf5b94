import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { nameJudge } from '#server/review/judging/name-further-judge.ts'
import { aPeerStage, longComment, peerStart } from '#server/testing/a-peer-stage.ts'
import { anAccount, sessionOf, withNewSession } from '#server/testing/an-account.ts'
import { meetInOrder } from '#server/testing/forced-order.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { untilWaiting } from '#server/testing/waiting-for-locks.ts'
import { remindRaters } from './remind-raters.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const day = 24 * 3_600_000
const codeOf = (answer: { text: string } | undefined) => (JSON.parse(answer?.text ?? '') as { code: string }).code
const some = <T>(one: T | undefined): T => {
  if (one === undefined) throw new Error('nothing there')
  return one
}

test('SK-14 KP-14 training on two works with the experts’ marks, then works one by one, marks may change until the last one is done', async () => {
  const stage = await aPeerStage(app, { given: 2, received: 1, margin: 1, training: 2, min_comment: 40 })
  const people = await stage.people(7)
  const [first, second, me] = people.map((person) => person)
  expect((await stage.reference(some(first).work, true, 8)).status).toBe(200)
  expect((await stage.reference(some(second).work, true, 4)).status).toBe(200)
  await stage.renew()
  const my = some(me)
  expect((await my.status()).status).toBe('available')
  expect(await my.page()).toMatchObject({
    ...{ given: 2, done: 0, final: false, ranked: false, tasks: [], result: null },
    ranking: 'Чтобы ваша работа участвовала в рейтинге, оцените ещё 2 работы.',
  })
  for (const [at, mark] of [8, 4].entries()) {
    const id = (await my.next()).body.task_id ?? 0
    expect((await my.read(id)).body).toMatchObject({ training: true, place: at + 1, open: true, expert: null })
    expect((await my.mark(id, 10)).body).toEqual({ total: 100, done: 0, finished: false })
    const { body } = await my.read(id)
    expect(body.open).toBe(false)
    expect(body.expert).toEqual({ marks: { c1: mark, c2: mark }, total: mark * 10, comment: 'Так оценили эксперты' })
    expect((await my.mark(id, mark)).body.code).toBe('marks_final')
  }
  const id = (await my.next()).body.task_id ?? 0
  expect((await my.next()).body.task_id).toBe(id)
  expect((await my.read(id)).body).toMatchObject({ training: false, place: 1, open: true, last: false, expert: null })
  expect((await my.draft(id, { c1: 3 })).body.revision).toBe(1)
  expect((await my.draft(id, { c1: 4 }, { revision: 0 })).body.code).toBe('draft_conflict')
  expect((await my.read(id)).body.typed).toMatchObject({ marks: { c1: 3 }, comment: longComment, done_at: null })
  // A useful comment and a mark for every criterion are required.
  expect((await my.mark(id, { c1: 11 }, { comment: 'Хорошо' })).body).toMatchObject({
    code: 'form_invalid',
    fields: {
      'marks.c1': { message: 'Оценка — целое число от 0 до 10' },
      'marks.c2': { message: 'Поставьте оценку' },
      comment: { message: 'Напишите автору, что хорошо и что исправить: не меньше 40 знаков' },
    },
  })
  expect((await my.mark(id, 5, { rubric_version: 7 })).body.code).toBe('rubric_changed')
  expect((await my.mark(id, 5)).body).toEqual({ total: 50, done: 1, finished: false })
  expect(await my.status()).toMatchObject({ status: 'in_progress', reason: 'Оценено 1 из 2' })
  expect((await my.mark(id, 6)).body).toEqual({ total: 60, done: 1, finished: false })
  const last = (await my.next()).body.task_id ?? 0
  expect((await my.read(last)).body.last).toBe(true)
  expect((await my.mark(last, 7)).body).toEqual({ total: 70, done: 2, finished: true })
  expect((await my.mark(id, 5)).body.code).toBe('marks_final')
  expect((await my.next()).body.task_id).toBeNull()
  expect(await my.status()).toMatchObject({ status: 'wait', reason: 'Вы оценили все работы: 2. Итоги появятся здесь' })
  expect(await my.page()).toMatchObject({ final: true, ranked: true, ranking: 'Ваша работа участвует в рейтинге.' })
  await stage.publish()
  expect((await my.status()).status).toBe('success')
})

test('SK-14 blind: no response contains the author’s name, employer, e-mail or phone, or reveals which works are references', async () => {
  const stage = await aPeerStage(app, { given: 5, received: 3, margin: 1 })
  const planted =
    'Пишет Заречнов Аристарх из «Плёсский судостроительный», a.zarechnov@plyos.example, +7 (912) 345-67-89'
  const made = []
  for (let number = 0; number < 11; number++) {
    const author = await stage.author(`Моё решение. ${planted}.`, { firstName: 'Аристарх', lastName: 'Заречнов' })
    await app.db
      .insertInto('applications')
      .values({
        ...{ account_id: author.id, competition_code: stage.code, stage_id: stage.essayId, door: 'participant' },
        ...{ form_version: 1, submitted_at: app.clock.now() },
        data: JSON.stringify({ current_work: 'Плёсский судостроительный' }),
      })
      .execute()
    made.push(author)
  }
  await stage.reference(some(made[0]).work, false, 5)
  await stage.renew()
  const reader = await stage.reserve()
  for (let number = 0; number < 5; number++) {
    const next = await reader.next()
    const id = next.body.task_id ?? 0
    const answers = [next, await reader.read(id), await reader.draft(id, { c1: 1 }), await reader.mark(id, number + 1)]
    answers.push(await reader.read(id), { body: await reader.page() } as never)
    for (const { body } of answers)
      expect(JSON.stringify(body)).not.toMatch(
        /заречнов|аристарх|плёсск|судостроит|plyos|912|345-67-89|reference|:"pool"/iu,
      )
    expect(JSON.stringify(answers[1]?.body)).toContain('Моё решение')
  }
  const kinds = await app.db.selectFrom('peer_tasks').select('kind').where('rater_id', '=', reader.id).execute()
  // A tenth to a fifth are references.
  expect(kinds.map(({ kind }) => kind).sort()).toEqual(['pool', 'pool', 'pool', 'pool', 'reference'])
})

test('10 MB of pasted comment are refused in words; the saved marks and texts stay', async () => {
  const stage = await aPeerStage(app)
  const [me] = await stage.begun(8)
  const id = (await some(me).next()).body.task_id ?? 0
  await some(me).draft(id, { c1: 3 })
  const comment = 'я'.repeat(5_000_000)
  for (const answer of [await some(me).draft(id, { c1: 4 }, { comment }), await some(me).mark(id, 5, { comment })])
    expect([answer.status, answer.body.message]).toEqual([413, expect.stringMatching(/^[А-Я]/)])
  expect((await some(me).read(id)).body.typed).toMatchObject({
    ...{ marks: { c1: 3 }, comment: longComment, revision: 1, done_at: null },
  })
})

test('only the person who got a work can read, mark or report it', async () => {
  const stage = await aPeerStage(app)
  const [me, other] = await stage.begun(8)
  const id = (await me?.next())?.body.task_id ?? 0
  for (const answer of [await other?.read(id), await other?.draft(id, {}), await other?.mark(id, 5)])
    expect(answer?.body.code).toBe('task_not_found')
  expect(codeOf(await other?.report(id, 'plagiarism'))).toBe('task_not_found')
})

test('KE-14 a report of plagiarism stops the work for all at once, until the organiser decides', async () => {
  const stage = await aPeerStage(app, { given: 3, received: 3, margin: 5 })
  const people = await stage.begun(7)
  const work = some(people.at(-1)).work
  await app.db.updateTable('peer_pool').set({ place: -1 }).where('work_id', '=', work).execute()
  const [me, other, third] = people
  const mine = (await me?.next())?.body.task_id ?? 0
  await app.db.updateTable('peer_pool').set({ given: 0 }).where('work_id', '=', work).execute()
  const theirs = (await other?.next())?.body.task_id ?? 0
  const both = await app.db.selectFrom('peer_tasks').select('work_id').where('id', 'in', [mine, theirs]).execute()
  expect(both.map(({ work_id }) => work_id)).toEqual([work, work])
  expect((await me?.report(mine, 'plagiarism'))?.status).toBe(204)
  // Another person has the work open, a third one has not started yet.
  for (const answer of [await other?.read(theirs), await other?.draft(theirs, { c1: 1 }), await other?.mark(theirs, 5)])
    expect(answer?.body.code).toBe('work_stopped')
  expect((await other?.next())?.body.task_id).not.toBe(theirs)
  expect((await third?.next())?.status).toBe(200)
  const open = await app.db
    .selectFrom('peer_tasks')
    .select('id')
    .where('work_id', '=', work)
    .where('returned_at', 'is', null)
    .execute()
  expect(open).toEqual([])
  const [stopped] = (await stage.works('stopped')) ?? []
  expect(stopped).toMatchObject({ work_id: work, reports: [{ text: 'Это текст из учебника', open: true }] })
  expect((await stage.read()).stopped).toBe(1)
  await stage.decideReport(work, false)
  expect(await stage.works('stopped')).toEqual([])
  expect((await stage.decideReport(work, true)).body.code).toBe('work_not_found')
  const again = (await some(people[4]).next()).body.task_id ?? 0
  await some(people[4]).report(again, 'plagiarism')
  const [found] = (await stage.works('stopped')) ?? []
  await stage.decideReport(found?.work_id ?? 0, true)
  const listed = (await stage.works())?.find(({ work_id }) => work_id === found?.work_id)
  expect(listed).toMatchObject({ state: 'plagiarism', place: null, unranked_because: 'Признана заимствованной' })
})

test('KE-14 a reported reference stops like any other work, and continues or stays out as the organiser decides', async () => {
  const stage = await aPeerStage(app, { given: 5, received: 3, margin: 1, training: 1 })
  const people = await stage.people(12)
  const [training, hidden, me, other] = people
  await stage.reference(some(training).work, true, 8)
  await stage.reference(some(hidden).work, false, 5)
  await stage.renew()
  /** Marks works until the one with this number comes, and leaves it open. */
  const comesTo = async (rater: typeof me, work: number) => {
    for (let number = 0; number < 6; number++) {
      const id = (await some(rater).next()).body.task_id ?? 0
      const task = app.db.selectFrom('peer_tasks').select('work_id').where('id', '=', id)
      if ((await task.executeTakeFirst())?.work_id === work) return id
      await some(rater).mark(id, 5)
    }
    throw new Error('never given')
  }
  const [mine, theirs] = [await comesTo(me, some(hidden).work), await comesTo(other, some(hidden).work)]
  await some(other).draft(theirs, { c1: 7 })
  expect((await some(me).report(mine, 'plagiarism')).status).toBe(204)
  for (const answer of [await some(other).read(theirs), await some(other).mark(theirs, 5)])
    expect(answer.body.code).toBe('work_stopped')
  expect(await stage.works('stopped')).toMatchObject([{ work_id: some(hidden).work, reports: [{ open: true }] }])
  // Nobody else gets the stopped reference either.
  const instead = (await some(other).next()).body.task_id ?? 0
  const kinds = app.db.selectFrom('peer_tasks').select('kind').where('id', '=', instead)
  expect(await kinds.executeTakeFirst()).toEqual({ kind: 'pool' })
  expect((await stage.decideReport(some(hidden).work, false)).status).toBe(200)
  expect(await stage.works('stopped')).toEqual([])
  // A training work can be reported too, and a stopped work stays stopped in the pool.
  const taught = await stage.reserve()
  const first = (await taught.next()).body.task_id ?? 0
  expect((await taught.read(first)).body.training).toBe(true)
  await taught.report(first, 'plagiarism')
  expect((await taught.read((await taught.next()).body.task_id ?? 0)).body.training).toBe(false)
  await stage.decideReport(some(training).work, true)
  expect((await stage.dropReference(some(training).work)).status).toBe(200)
  const listed = async () => (await stage.works())?.find(({ work_id }) => work_id === some(training).work)
  expect(await listed()).toMatchObject({ state: 'plagiarism', place: null })
  await stage.reference(some(training).work, true, 8)
  expect(await listed()).toMatchObject({ state: 'plagiarism', place: null })
})

test('KE-14 when a report is not upheld, people who had begun the work get it back with their drafts; the reporter does not', async () => {
  const stage = await aPeerStage(app, { given: 3, received: 3, margin: 5 })
  const people = await stage.begun(7)
  const work = some(people.at(-1)).work
  await app.db.updateTable('peer_pool').set({ place: -1 }).where('work_id', '=', work).execute()
  const [me, other] = [some(people[0]), some(people[1])]
  const mine = (await me.next()).body.task_id ?? 0
  await app.db.updateTable('peer_pool').set({ given: 0 }).where('work_id', '=', work).execute()
  const theirs = (await other.next()).body.task_id ?? 0
  await other.draft(theirs, { c1: 7 })
  await me.report(mine, 'plagiarism')
  const meanwhile = (await other.next()).body.task_id ?? 0
  expect(meanwhile).not.toBe(theirs)
  await stage.decideReport(work, false)
  // The work begun meanwhile comes first, then the one that was stopped.
  expect((await other.next()).body.task_id).toBe(meanwhile)
  await other.mark(meanwhile, 5)
  expect((await other.next()).body.task_id).toBe(theirs)
  expect((await other.read(theirs)).body.typed).toMatchObject({ marks: { c1: 7 }, comment: longComment })
  expect((await other.mark(theirs, 6)).body).toMatchObject({ total: 60, done: 2 })
  for (let number = 0; number < 3; number++) {
    const id = (await me.next()).body.task_id ?? 0
    expect(id).not.toBe(mine)
    await me.mark(id, 5)
  }
})

test('KE-14 a report stops the work for the experts who are reading it too', async () => {
  const { stage, people, raters, fulfil } = await aMarkedStage()
  await fulfil(people.map(({ id }) => id))
  const work = some(people[6]).work
  const expert = await anAccount(app, { roles: ['assessor'] })
  await app.db
    .insertInto('stage_staff')
    .values({ stage_id: stage.essayId, account_id: expert.id, duty: 'judge', added_at: peerStart })
    .execute()
  expect((await stage.experts('short')).body).toMatchObject({ named: 3 })
  const { token } = await sessionOf(app, expert)
  const { id } = await app.db.selectFrom('readings').select('id').where('work_id', '=', work).executeTakeFirstOrThrow()
  const params = { reading_id: id }
  const reading = async () => (await app.call('GET /desk/readings/:reading_id', { token, params })).body
  const open = async () =>
    (
      await app.call('GET /desk/judging/:stage_id', { token, params: { stage_id: stage.essayId } })
    ).body.readings?.filter(({ left }) => left).length
  const marks = { hand_in: (await reading()).hand_in ?? 0, marks: { c1: 2, c2: 2 }, comment: '', note: '', spent: 9 }
  expect([(await reading()).state, await open()]).toEqual(['open', 3])
  // A participant who has the work reports it.
  const rater = stage.rater((await sessionOf(app, some(raters[0]))).token)
  await app.db
    .updateTable('peer_raters')
    .set({ finished_at: null, done: 2 })
    .where('account_id', '=', some(raters[0]).id)
    .execute()
  await stage.given(some(raters[0]).id, some(people[6]), 5)
  const task = app.db.selectFrom('peer_tasks').select('id').where('work_id', '=', work)
  await rater.report((await task.where('rater_id', '=', some(raters[0]).id).executeTakeFirstOrThrow()).id, 'plagiarism')
  expect([(await reading()).state, await open()]).toEqual(['closed', 2])
  const handIn = () =>
    app.call('POST /desk/readings/:reading_id/marks', { token, params, body: { ...marks, rubric_version: 1 } })
  expect((await handIn()).body.code).toBe('work_stopped')
  // An organiser cannot assign or decide the work either before the report is decided.
  const organiser = { token: stage.token, params: { competition: stage.code, code: 'essay' } }
  const at = '/admin/competitions/:competition/stages/:code/judging' as const
  const listed = await app.call('GET /desk/judging/:stage_id', { token, params: { stage_id: stage.essayId } })
  expect(listed.body.readings?.find(({ reading_id }) => reading_id === id)).toMatchObject({
    state: 'stopped',
    left: false,
  })
  const query = { limit: 50, offset: 0 }
  expect(
    (await app.call(`GET ${at}/readings`, { ...organiser, query: { ...query, state: 'stopped' } })).body.readings,
  ).toMatchObject([{ reading_id: id, work_id: work, state: 'stopped' }])
  const to = await anAccount(app, { roles: ['assessor'] })
  await app.db
    .insertInto('stage_staff')
    .values({ stage_id: stage.essayId, account_id: to.id, duty: 'judge', added_at: peerStart })
    .execute()
  const moved = { ...organiser, body: { to: to.testId, reason: 'Заболел' } }
  const place = organiser.params
  const given = async () => [
    (await app.call(`POST ${at}/works/:work_id/readers`, { ...organiser, params: { ...place, work_id: work } })).body
      .code,
    (await app.call(`POST ${at}/readings/:reading_id/move`, { ...moved, params: { ...place, reading_id: id } })).body
      .code,
    await app.db.transaction().execute((tx) => nameJudge(tx, { stageId: stage.essayId, work }, peerStart)),
  ]
  expect(await given()).toEqual(['work_reported', 'work_reported', null])
  const verdict = (state: 'accept' | 'refuse') =>
    app.call('POST /desk/works/:work_id/check', {
      token: stage.token,
      params: { work_id: work },
      body: { hand_in: marks.hand_in, verdict: state, reason: 'Мало цифр' },
    })
  expect([(await verdict('accept')).body.code, (await verdict('refuse')).body.code]).toEqual([
    'work_reported',
    'work_reported',
  ])
  await stage.decideReport(work, false)
  expect((await handIn()).status).toBe(200)
})

test('TW-14 KO-14 whom two organisers call at once is asked once', async () => {
  const stage = await aPeerStage(app, { given: 2, received: 2, margin: 4 })
  await stage.begun(5)
  const helper = await stage.reserve()
  for (let number = 0; number < 2; number++) await helper.mark((await helper.next()).body.task_id ?? 0, 5)
  let other: ReturnType<typeof stage.callReserve> | undefined
  const answer = await meetInOrder(app.db, {
    lock: (tx) => sql`select from peer_raters where account_id = ${helper.id} for no key update`.execute(tx),
    call: () => stage.callReserve(1),
    meanwhile: async () => {
      other = stage.callReserve(1)
      await untilWaiting(app.db, 2)
    },
  })
  expect([answer.body.asked, (await other)?.body.asked].toSorted()).toEqual([0, 1])
  expect(await helper.page()).toMatchObject({ extra: 1 })
})

test('SK-14 KO-14 a reserve gets further works that count, earlier marks stay, and a helper without a work of their own passes too', async () => {
  const stage = await aPeerStage(app, { given: 2, received: 2, margin: 4 })
  const people = await stage.begun(5)
  const helper = await stage.reserve()
  const own: number[] = []
  for (let number = 0; number < 2; number++) {
    const id = (await helper.next()).body.task_id ?? 0
    own.push(id)
    await helper.mark(id, 5)
  }
  expect((await helper.next()).body.task_id).toBeNull()
  expect((await helper.status()).status).toBe('wait')
  expect((await stage.callReserve(1)).body).toEqual({ asked: 1 })
  expect(await helper.page()).toMatchObject({ extra: 1, done: 2, final: true })
  const further = (await helper.next()).body.task_id ?? 0
  expect(own).not.toContain(further)
  expect((await helper.mark(some(own[0]), 9)).body.code).toBe('marks_final')
  expect((await helper.mark(further, 8)).body).toEqual({ total: 80, done: 3, finished: true })
  expect((await helper.next()).body.task_id).toBeNull()
  const { work_id } = await app.db
    .selectFrom('peer_tasks')
    .select('work_id')
    .where('id', '=', further)
    .executeTakeFirstOrThrow()
  expect((await stage.works())?.find((work) => work.work_id === work_id)).toMatchObject({ received: 1, raw: 80 })
  const idle = await stage.reserve()
  await idle.next()
  await stage.publish()
  expect((await helper.status()).status).toBe('success')
  expect((await helper.page()).result).toBeNull()
  expect((await idle.status()).status).toBe('timeover')
  const decided = await app.db
    .selectFrom('stage_decisions')
    .select(['account_id', 'reason'])
    .where('stage_id', '=', stage.stageId)
    .execute()
  expect(decided).toEqual([{ account_id: helper.id, reason: 'Вы оценили 3 работы. Спасибо за помощь.' }])
  expect(people).toHaveLength(5)
})

test('marks sent before the stage closed count; a minute later they are refused and the draft stays', async () => {
  const end = new Date(peerStart.getTime() + day)
  const stage = await aPeerStage(app, { given: 2, received: 2, margin: 1 }, end)
  const [me, late] = await stage.begun(5)
  const [mine, theirs] = [(await some(me).next()).body.task_id ?? 0, (await some(late).next()).body.task_id ?? 0]
  await some(late).draft(theirs, { c1: 3 })
  app.clock.set(new Date(end.getTime() + 59_000))
  const inTime = stage.rater((await withNewSession(app, some(me))).token)
  const tooLate = stage.rater((await withNewSession(app, some(late))).token)
  expect((await inTime.status()).status).toBe('timeover')
  expect((await inTime.mark(mine, 5)).body).toEqual({ total: 50, done: 1, finished: false })
  app.clock.advance(1000)
  expect((await tooLate.mark(theirs, 5)).body.code).toBe('stage_closed')
  expect((await tooLate.read(theirs)).body.typed).toMatchObject({ marks: { c1: 3 }, done_at: null })
})

test('SK-14 the checklist warns when there are too few references for the training or among the works', async () => {
  const stage = await aPeerStage(app, { given: 5, received: 3, margin: 1, training: 2 })
  const people = await stage.people(3)
  const token = (await sessionOf(app, await anAccount(app, { isDemo: true, flags: ['competitions'] }))).token
  const said = async () => {
    const { body } = await app.call('GET /admin/competitions/:competition/stages/:code', {
      token,
      params: stage.params,
    })
    return (body.checklist ?? []).map(({ text }) => text).filter((text) => /учебн|эталонн/i.test(text))
  }
  expect(await said()).toEqual([
    'Учебных работ с оценками экспертов 0 из 2: обучение будет короче',
    'Эталонных работ среди остальных 0 из 1: внимательность не проверить',
  ])
  for (const [at, person] of people.entries()) await stage.reference(person.work, at < 2, 5)
  expect(await said()).toEqual([])
})

test('a person who knows the author gives the work back, at most three times', async () => {
  const stage = await aPeerStage(app)
  const [me] = await stage.begun(8)
  for (let number = 0; number < 3; number++)
    expect((await me?.report((await me?.next())?.body.task_id ?? 0, 'author'))?.status).toBe(204)
  const id = (await me?.next())?.body.task_id ?? 0
  expect(codeOf(await me?.report(id, 'author'))).toBe('too_many_recusals')
  const given = await app.db.selectFrom('peer_pool').select('given').where('stage_id', '=', stage.stageId).execute()
  expect(given.reduce((sum, work) => sum + work.given, 0)).toBe(1)
})

test('SK-14 a person who has not assessed is reminded at half and at four fifths of the time, then is not ranked and reads why', async () => {
  const stage = await aPeerStage(app, {}, new Date(peerStart.getTime() + 10 * day))
  const [me, done] = await stage.begun(8)
  if (!me || !done) throw new Error('nobody')
  for (let number = 0; number < 3; number++) await done.mark((await done.next()).body.task_id ?? 0, 5)
  const titles = async (id: number) =>
    (await app.db.selectFrom('notifications').select('title').where('account_id', '=', id).orderBy('id').execute()).map(
      ({ title }) => title,
    )
  const at = async (days: number) => {
    app.clock.set(new Date(peerStart.getTime() + days * day))
    await remindRaters(app.services)
    await remindRaters(app.services)
  }
  await at(4.9)
  expect(await titles(me.id)).toEqual([])
  await at(5)
  const reminder = 'Осталось оценить 3 работы: этап «Оценка решений»'
  expect(await titles(me.id)).toEqual([reminder])
  await at(7.9)
  expect(await titles(me.id)).toHaveLength(1)
  await at(8)
  expect(await titles(me.id)).toEqual([reminder, reminder])
  expect(await titles(done.id)).toEqual([])
  await at(10.1)
  expect(await titles(me.id)).toHaveLength(2)
  const later = stage.rater((await withNewSession(app, me)).token)
  expect((await later.status()).reason).toMatch(/Ваша работа не участвует в рейтинге: вы не оценили чужие$/)
  expect(await later.page()).toMatchObject({
    ranked: false,
    ranking: 'Ваша работа не участвует в рейтинге: вы не оценили чужие.',
  })
  expect((await later.next()).body.code).toBe('stage_closed')
})

/** Seven authors; the first four works have three marks each. */
async function aMarkedStage(settings: Record<string, unknown> = {}) {
  const stage = await aPeerStage(app, { given: 3, received: 3, margin: 1, gap: 30, ...settings })
  const people = []
  for (let number = 0; number < 7; number++) people.push(await stage.author())
  await stage.renew()
  const [a, b, c, d] = people.map((person) => person)
  const raters = people.slice(4)
  for (const [at, work] of [a, b, c, d].entries())
    for (const rater of raters) await stage.given(rater.id, some(work), 5 + at)
  const fulfil = (ids: number[]) =>
    app.db
      .updateTable('peer_raters')
      .set({ finished_at: app.clock.now(), done: 3 })
      .where('stage_id', '=', stage.stageId)
      .where('account_id', 'in', ids)
      .execute()
  return { stage, people, raters, fulfil }
}

test('KO-14 works with too few marks are listed, topped up by experts or by a reserve; raters get weights or are excluded; raw and balanced marks are shown', async () => {
  const { stage, people, raters, fulfil } = await aMarkedStage()
  const [best, , third] = [people[3], people[2], raters[2]]
  await fulfil(people.map(({ id }) => id))
  expect((await stage.works('short'))?.map(({ work_id }) => work_id)).toEqual(raters.map(({ work }) => work))
  expect(await stage.read()).toMatchObject({ pooled: 7, short: 3, raters: 7, finished: 7 })
  // The settings must provide enough marks for every work, with the margin.
  const checklist = await app.call('GET /admin/competitions/:competition/stages/:code', {
    token: (await sessionOf(app, await anAccount(app, { isDemo: true, flags: ['competitions'] }))).token,
    params: stage.params,
  })
  expect(JSON.stringify(checklist.body.checklist)).toContain('Оценок не хватит')
  // The reserve: no more people are asked than the nine missing marks need.
  expect((await stage.callReserve(2)).body).toEqual({ asked: 7 })
  expect((await stage.callReserve(2)).body).toEqual({ asked: 0 })
  // Experts for works with too few marks.
  expect((await stage.experts('short')).body.code).toBe('no_judges')
  const expert = await anAccount(app)
  const staff = { stage_id: stage.essayId, account_id: expert.id, duty: 'judge' as const, added_at: peerStart }
  await app.db.insertInto('stage_staff').values(staff).execute()
  expect((await stage.experts('short')).body).toMatchObject({ named: 3, without: 0 })
  expect((await stage.experts('short')).body).toMatchObject({ named: 0, without: 0 })
  // Another weight of one rater changes nothing here, because all marks of the work are equal.
  expect((await stage.change(some(third).testId, 0.5)).status).toBe(204)
  const mark = async () => (await stage.works())?.find(({ work_id }) => work_id === some(best).work)
  expect(await mark()).toMatchObject({ place: 1, received: 3, raw: 80, balanced: 80, spread: 0 })
  expect((await stage.raters())?.find(({ test_id }) => test_id === some(third).testId)).toMatchObject({
    weight: 0.5,
    own_weight: 0.5,
  })
  expect((await stage.change(some(third).testId, null, 'Ставил оценки не читая')).status).toBe(204)
  expect(await mark()).toMatchObject({ received: 2, given: 2, place: null, unranked_because: 'Не хватает оценок' })
  expect((await stage.raters())?.find(({ test_id }) => test_id === some(third).testId)).toMatchObject({
    weight: 0,
    excluded_because: 'Ставил оценки не читая',
  })
  expect((await stage.change(some(third).testId, null)).status).toBe(204)
  expect(await mark()).toMatchObject({ received: 3, given: 3, place: 1 })
  expect((await stage.change(some(third).testId, 1.6)).status).toBe(400)
  expect(codeOf(await stage.change(1, 1))).toBe('user_not_found')
})

test('SK-14 a mark by a careful rater weighs more than one by a careless rater, and raw and balanced marks are shown side by side', async () => {
  const { stage, people, raters, fulfil } = await aMarkedStage({ received: 4 })
  await fulfil(people.map(({ id }) => id))
  const careless = await stage.author()
  for (const [at, work] of people.slice(0, 4).entries()) await stage.given(careless.id, work, at % 2 === 0 ? 0 : 10)
  const works = await stage.works()
  const first = works?.find(({ work_id }) => work_id === people[0]?.work)
  expect(first).toMatchObject({ raw: 37.5, spread: 50 })
  expect(first?.balanced).toBeGreaterThan(first?.raw ?? 100)
  const list = await stage.raters()
  expect(list?.find(({ test_id }) => test_id === careless.testId)).toMatchObject({ weight: 0.5 })
  expect(list?.find(({ test_id }) => test_id === raters[0]?.testId)?.weight).toBeGreaterThan(0.5)
})

test('KA-14 an expert reads only works whose marks differ much or that were marked in a suspicious block; the expert’s mark then counts', async () => {
  const { stage, people, raters, fulfil } = await aMarkedStage({ received: 3 })
  await fulfil(people.map(({ id }) => id))
  const [a, b] = people
  // Two of the first four works are disputed: one mark is far from the others.
  const odd = await stage.author()
  await stage.given(odd.id, some(a), 10, 5000)
  await stage.given(odd.id, some(b), 10, 5000)
  await stage.given(odd.id, some(people[2]), 10, 5000)
  const expert = await anAccount(app)
  const staff = { stage_id: stage.essayId, account_id: expert.id, duty: 'judge' as const, added_at: peerStart }
  await app.db.insertInto('stage_staff').values(staff).execute()
  expect((await stage.works('disputed'))?.map(({ work_id }) => work_id).sort()).toEqual(
    [people[0], people[1], people[2]].map((one) => some(one).work).sort(),
  )
  const [first] = (await stage.raters()) ?? []
  expect(first).toMatchObject({ test_id: odd.testId, equal: true, hasty: 3 })
  expect((await stage.experts('disputed')).body).toMatchObject({ named: 3, without: 0 })
  await app.db.insertInto('account_roles').values({ account_id: expert.id, role: 'assessor' }).execute()
  const { token } = await sessionOf(app, expert)
  const readings = async () =>
    (await app.call('GET /desk/judging/:stage_id', { token, params: { stage_id: stage.essayId } })).body.readings ?? []
  expect(await readings()).toHaveLength(3)
  // All doubtful works of this rater already have experts, and a careful rater has no doubtful works.
  expect((await stage.experts('rater', odd.testId)).body).toMatchObject({ named: 0 })
  expect((await stage.experts('rater', raters[0]?.testId)).body).toMatchObject({ named: 0 })
  expect((await stage.experts('suspicious')).body).toMatchObject({ named: 0, peer: { suspicious: 0 } })
  const hasty = await stage.author()
  await stage.given(hasty.id, some(people[3]), 8, 29_999)
  expect((await stage.works('suspicious'))?.map(({ work_id }) => work_id)).toContain(some(people[3]).work)
  expect((await stage.read()).suspicious).toBe(1)
  expect((await stage.experts('suspicious')).body).toMatchObject({ named: 1, without: 0, peer: { suspicious: 0 } })
  expect(await readings()).toHaveLength(4)
  // The ordinary assignment gives experts nothing else, and the organiser sees where the works are assessed.
  const assigned = await app.call('POST /admin/competitions/:competition/stages/:code/judging/assign', {
    token: stage.token,
    params: { competition: stage.code, code: 'essay' },
  })
  expect(assigned.body).toMatchObject({ unassigned: 0, assessed_at: { code: 'peer' } })
  await app.work('assign_works')
  expect(await readings()).toHaveLength(4)
  const [reading] = await readings()
  const read = await app.call('GET /desk/readings/:reading_id', {
    token,
    params: { reading_id: reading?.reading_id ?? 0 },
  })
  const body = { hand_in: read.body.hand_in ?? 0, marks: { c1: 2, c2: 2 }, comment: '', note: '', spent: 90_000 }
  await app.call('POST /desk/readings/:reading_id/marks', {
    token,
    params: { reading_id: reading?.reading_id ?? 0 },
    body: { ...body, rubric_version: 1 },
  })
  const judged = (await stage.works())?.filter(({ balanced }) => balanced === 20)
  expect(judged).toHaveLength(1)
  expect(judged?.[0]?.raw).toBeGreaterThan(20)
})

test('KA-14 where an author appeals against the marks of participants, an expert without a part in them reads the work blind; the marks stay, and another answers', async () => {
  const { stage, people, raters, fulfil } = await aMarkedStage()
  await fulfil(people.map(({ id }) => id))
  const [author] = people
  const days = { second_look: false, return_days: 3, target_hours: 24, reasons: '[]', appeal_days: 3 }
  await app.db
    .insertInto('stage_reviews')
    .values({ stage_id: stage.essayId, ...days })
    .execute()
  const expert = await anAccount(app, { roles: ['assessor'] })
  // A participant who has marked the work, and a checker without a part in it.
  const [peer, checker] = [some(raters[0]), await anAccount(app, { roles: ['assessor'] })]
  for (const [account_id, duty] of [
    [peer.id, 'judge'],
    [expert.id, 'judge'],
    [checker.id, 'check'],
  ] as const)
    await app.db
      .insertInto('stage_staff')
      .values({ stage_id: stage.essayId, account_id, duty, added_at: peerStart })
      .execute()
  await stage.publish()
  expect((await stage.decide([some(author).work], 'failed', 'Баллов не хватило.')).body.decided).toBe(1)
  await app.db.updateTable('accounts').set({ last_name: 'Заречный' }).where('id', '=', some(author).id).execute()
  const own = { token: (await sessionOf(app, some(author))).token, params: { stage_id: stage.essayId } }
  // The judging of experts is closed by then, and stays closed for all other works.
  await app.db.updateTable('judgings').set({ state: 'closed' }).where('stage_id', '=', stage.essayId).execute()
  const text = 'Я, Заречный, не согласен: расчёт есть'
  expect((await app.call('POST /user/stages/:stage_id/appeal', { ...own, body: { text } })).status).toBe(200)
  const judge = { token: (await sessionOf(app, expert)).token }
  const list = async () =>
    (await app.call('GET /desk/judging/:stage_id', { ...judge, params: { stage_id: stage.essayId } })).body.readings
  expect(await list()).toMatchObject([{ appeal: true, state: 'new' }])
  const told = await app.db.selectFrom('notifications').select('title').where('account_id', '=', expert.id).execute()
  expect(told).toEqual([{ title: 'Прочитайте работу по апелляции' }])
  const reading_id = (await list())?.[0]?.reading_id ?? 0
  const read = await app.call('GET /desk/readings/:reading_id', { ...judge, params: { reading_id } })
  expect(read.body).toMatchObject({
    state: 'open',
    left: 1,
    blind: true,
    appeal: expect.stringContaining('расчёт есть'),
  })
  expect(read.text).not.toContain('Заречный')
  const marks = { marks: { c1: 9, c2: 9 }, comment: '', note: 'Расчёт есть', spent: 90_000, rubric_version: 1 }
  const body = { ...marks, hand_in: read.body.hand_in ?? 0 }
  expect(
    (await app.call('POST /desk/readings/:reading_id/marks', { ...judge, params: { reading_id }, body })).body,
  ).toEqual({ total: 90, next: null })
  // The marks of participants are the result; the expert only helps to answer.
  const marked = (await stage.works())?.find(({ work_id }) => work_id === some(author).work)
  expect(marked).toMatchObject({ balanced: 50, raw: 50 })
  const params = { work_id: some(author).work }
  const answers = { token: (await sessionOf(app, checker)).token, params }
  const { appeal } = (await app.call('GET /desk/works/:work_id/appeal', answers)).body
  expect(appeal).toMatchObject({
    may_answer: true,
    readings: [{ total: 90, note: 'Расчёт есть', for_appeal: true }],
    peers: [50, 50, 50].map((total) => ({ total, comment: longComment })),
  })
  const { fingerprint = '' } = appeal ?? {}
  const answer = { outcome: 'passed' as const, text: 'Эксперт нашёл расчёт', fingerprint }
  expect((await app.call('POST /desk/works/:work_id/appeal', { ...answers, body: answer })).status).toBe(200)
  expect((await app.call('GET /desk/readings/:reading_id', { ...judge, params: { reading_id } })).body.state).toBe(
    'closed',
  )
})

test('KE-14 people who raise each other’s marks are shown as a ring', async () => {
  const { stage, people } = await aMarkedStage()
  const [a, b] = people
  await stage.given(some(a).id, some(b), 10)
  await stage.given(some(b).id, some(a), 10)
  expect((await stage.read()).rings).toMatchObject([
    { raised: true, people: [{ test_id: some(a).testId }, { test_id: some(b).testId }] },
  ])
  const flagged = (await stage.raters())?.filter(({ ring }) => ring).map(({ test_id }) => test_id)
  expect(flagged?.sort()).toEqual([some(a).testId, some(b).testId].sort())
})

test('after publication authors read the mark with its sentence and the comments; only ranked works can pass', async () => {
  const { stage, people, fulfil } = await aMarkedStage()
  const [a, b] = people
  await fulfil([some(a).id])
  expect((await stage.decide([some(a).work], 'passed')).body.code).toBe('judging_not_closed')
  const author = stage.rater((await sessionOf(app, some(a))).token)
  expect((await author.page()).result).toBeNull()
  expect((await stage.publish()).body.published_at).not.toBeNull()
  expect((await stage.publish()).status).toBe(200)
  expect((await author.page()).result).toEqual({
    words: 'Итог — 50 из 100: средняя оценка 3 участников, выровненная по строгости и внимательности каждого.',
    ...{ raw: 50, balanced: 50, comments: [longComment, longComment, longComment] },
  })
  expect((await author.next()).body).toMatchObject({ task_id: null })
  expect((await stage.decide([some(a).work, some(b).work], 'passed')).body.code).toBe('work_not_ranked')
  // At the works' own stage there is no ranking, so decisions there are refused.
  await app.db.updateTable('judgings').set({ state: 'closed' }).where('stage_id', '=', stage.essayId).execute()
  const there = await app.call('POST /admin/competitions/:competition/stages/:code/judging/decisions', {
    token: stage.token,
    params: { competition: stage.code, code: 'essay' },
    body: { works: [some(b).work], outcome: 'passed', reason: 'Да' },
  })
  expect([there.status, there.body.code]).toEqual([409, 'decided_by_ranking'])
  expect((await stage.decide([some(a).work], 'passed')).body.decided).toBe(1)
  // An open report is decided first; a work that is plagiarism may then fail.
  await app.db.updateTable('peer_pool').set({ stopped_at: peerStart }).where('work_id', '=', some(b).work).execute()
  const fail = async () => (await stage.decide([some(b).work], 'failed', 'Вы не оценили чужие работы.')).body
  expect((await fail()).code).toBe('work_reported')
  await stage.decideReport(some(b).work, true)
  expect((await fail()).decided).toBe(1)
  const decision = (id: number) =>
    app.db
      .selectFrom('stage_decisions')
      .select(['outcome', 'reason'])
      .where('account_id', '=', id)
      .where('stage_id', '=', stage.essayId)
      .execute()
  expect(await decision(some(a).id)).toMatchObject([
    { outcome: 'passed', reason: expect.stringMatching(/^Итог — 50 из/) },
  ])
  expect(await decision(some(b).id)).toMatchObject([{ outcome: 'failed' }])
  expect(codeOf(await stage.change(some(b).testId, 1))).toBe('judging_closed')
  expect((await stage.callReserve(1)).body.code).toBe('judging_closed')
})

test('TW-14 a work is not decided by a ranking without the mark that an expert gives meanwhile', async () => {
  const { stage, people, fulfil } = await aMarkedStage()
  await fulfil(people.map(({ id }) => id))
  const odd = await stage.author()
  const [{ work }] = [some(people[0])]
  await stage.given(odd.id, some(people[0]), 10, 5000)
  const expert = await anAccount(app, { roles: ['assessor'] })
  const staff = { stage_id: stage.essayId, account_id: expert.id, duty: 'judge' as const, added_at: peerStart }
  await app.db.insertInto('stage_staff').values(staff).execute()
  expect((await stage.experts('disputed')).body.named).toBe(1)
  const { token } = await sessionOf(app, expert)
  const { id } = await app.db.selectFrom('readings').select('id').where('work_id', '=', work).executeTakeFirstOrThrow()
  const params = { reading_id: id }
  const hand_in = (await app.call('GET /desk/readings/:reading_id', { token, params })).body.hand_in ?? 0
  const body = { hand_in, marks: { c1: 2, c2: 2 }, comment: '', note: '', spent: 90_000, rubric_version: 1 }
  await stage.publish()
  const late = await meetInOrder(app.db, {
    lock: (tx) =>
      tx.selectFrom('judgings').select('stage_id').where('stage_id', '=', stage.essayId).forShare().execute(),
    call: () => stage.decide([work], 'passed'),
    meanwhile: async () => {
      const marked = await app.call('POST /desk/readings/:reading_id/marks', { token, params, body })
      expect(marked.status).toBe(200)
    },
  })
  expect(late.body.code).toBe('changed_meanwhile')
  expect((await stage.decide([work], 'passed')).body.decided).toBe(1)
  const result = app.db.selectFrom('stage_results').select('score').where('account_id', '=', some(people[0]).id)
  expect(await result.where('stage_id', '=', stage.essayId).execute()).toEqual([{ score: '20' }])
})

test('a list with somebody about whom an open protocol decides is refused before any of it is decided', async () => {
  const { stage, people, fulfil } = await aMarkedStage()
  await fulfil(people.map(({ id }) => id))
  await stage.publish()
  const [free, bound] = [some(people[0]), some(people[1])]
  await sql`
    with frozen as (
      insert into protocols (competition_code, stage_id, number, title, rule, letters, reason, hash, summary, frozen_at)
      values (${stage.code}, ${stage.essayId}, 1, 'Отбор', '{}', '{}', '', '', '{}', ${peerStart}) returning id
    ) insert into protocol_rows (protocol_id, account_id, outcome, why, place, score, parts)
    select id, ${bound.id}, 'passed', 'line', 1, 50, '{}' from frozen`.execute(app.db)
  expect((await stage.decide([free.work, bound.work], 'passed')).body.code).toBe('protocol_decides')
  const decided = app.db.selectFrom('stage_decisions').select('id').where('stage_id', '=', stage.essayId)
  expect(await decided.execute()).toEqual([])
})

test('marks sent while the organiser publishes are either acknowledged and kept, or refused as a whole', async () => {
  const stage = await aPeerStage(app)
  const people = await stage.begun(8)
  const tasks = await Promise.all(people.map(async (one) => (await one.next()).body.task_id ?? 0))
  const [published, ...answers] = await Promise.all([
    stage.publish(),
    ...people.map((one, at) => one.mark(tasks[at] ?? 0, 5)),
  ])
  expect(published.status).toBe(200)
  const kept = await app.db
    .selectFrom('peer_tasks')
    .select('rater_id')
    .where('stage_id', '=', stage.stageId)
    .where('done_at', 'is not', null)
    .execute()
  const acknowledged = people.filter((_one, at) => answers[at]?.status === 200).map(({ id }) => id)
  expect(kept.map(({ rater_id }) => rater_id).sort()).toEqual(acknowledged.sort())
  for (const answer of answers)
    if (answer.status !== 200) expect(['judging_closed', 'stage_closed']).toContain(answer.body.code)
})

test('an organiser’s references leave the pool, and come back with the marks that participants gave', async () => {
  const { stage, people } = await aMarkedStage()
  const [a] = people
  expect((await stage.reference(some(a).work, true, 11)).body.code).toBe('form_invalid')
  expect((await stage.reference(999_999, true, 1)).body.code).toBe('work_not_found')
  await stage.reference(some(a).work, false, 9)
  expect((await stage.works())?.find(({ work_id }) => work_id === some(a).work)).toMatchObject({
    ...{ state: 'reference', balanced: 90 },
  })
  expect((await stage.dropReference(some(a).work)).status).toBe(200)
  expect((await stage.dropReference(some(a).work)).body.code).toBe('work_not_found')
  expect((await stage.works())?.find(({ work_id }) => work_id === some(a).work)).toMatchObject({ given: 3, raw: 50 })
})
