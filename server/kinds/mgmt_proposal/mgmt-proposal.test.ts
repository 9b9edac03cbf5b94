import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { loadDictionaries } from '#server/forms/dictionaries/load-dictionaries.ts'
import { prepareHandIn, prepareTogether, prepareWorks } from '#server/review/similarity/prepare-works.ts'
import { handInDraftsAtEnd } from '#server/stages/hand-in-drafts.ts'
import { aCompetition, takesPart } from '#server/testing/a-competition.ts'
import { anAccount, sessionOf, withNewSession } from '#server/testing/an-account.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { untilWaiting } from '#server/testing/waiting-for-locks.ts'
import type { Verdict } from '#shared/review/checking/check.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp({ remembers: true })
  await loadDictionaries(app.db)
})
afterAll(() => app.close())

const start = new Date('2026-11-21T12:00:00+03:00')
const hours = (count: number) => new Date(start.getTime() + count * 3_600_000)
const topic = (code: string, limit = 0) => ({ code, title: `Тема ${code}`, limit, branch: 'Образование', region: '' })
const moscow = { id: '7700000000000', value: 'Москва' }

let made = 0
async function aStage(settings: Record<string, unknown> = {}, more: Record<string, unknown> = {}) {
  app.clock.set(start)
  const { code, stageIds } = await aCompetition(app.db, {
    proposal: {
      type: 'mgmt_proposal',
      closes_at: hours(10),
      settings: { task: 'Что улучшить', topics: [topic('schools'), topic('roads', 2)], ...settings },
      ...more,
    },
  })
  const organiser = await anAccount(app, { isDemo: true })
  await app.db
    .insertInto('admin_flags')
    .values({ account_id: organiser.id, flag: 'assessment', competition_code: code })
    .execute()
  const { token } = await sessionOf(app, organiser)
  const params = { competition: code, code: 'proposal' }
  const prefix = '/admin/competitions/:competition/stages/:code' as const
  return {
    code,
    stageId: stageIds.proposal,
    organiser: { ...organiser, token },
    list: async () => (await app.call(`GET ${prefix}/proposals`, { token, params })).body,
    show: (works: number[], shown = true) =>
      app.call(`PUT ${prefix}/proposals/annotations`, { token, params, body: { works, shown } }),
    topicsOf: (test_id: number, duty: 'check' | 'judge', topics: string[] | null) =>
      app.call(`PUT ${prefix}/proposals/staff/:test_id`, {
        token,
        params: { ...params, test_id },
        body: { duty, topics },
      }),
    csv: async () => (await app.call(`GET ${prefix}/proposals/csv`, { token, params })).text,
    pairs: async () => (await app.call(`GET ${prefix}/similarity`, { token, params })).body.pairs,
    judging: () => app.call(`GET ${prefix}/judging`, { token, params }),
    judgeBy: (answer: Record<string, unknown>) =>
      app.call(`PUT ${prefix}/judging`, { token, params, body: { answer } }),
    invite: (emails: string) => app.call(`POST ${prefix}/judges`, { token, params, body: { emails } }),
    async assign() {
      await prepareWorks(app.services)
      expect((await app.call(`POST ${prefix}/judging/assign`, { token, params })).status).toBe(200)
      await app.work('assign_works')
      return (await app.call(`GET ${prefix}/judging`, { token, params })).body.assigned
    },
    turn: (state: 'reading' | 'closed') => app.call(`POST ${prefix}/judging/state`, { token, params, body: { state } }),
    decide: (works: number[], outcome: 'passed' | 'failed', reason = '') =>
      app.call(`POST ${prefix}/judging/decisions`, { token, params, body: { works, outcome, reason } }),
    annotations: async () =>
      (await app.call('GET /competitions/:competition/annotations', { params: { competition: code } })).body
        .annotations,
  }
}
type Stage = Awaited<ReturnType<typeof aStage>>

const answer = (change: Record<string, unknown> = {}) => {
  made += 1
  const own = (name: string) => Array.from({ length: 12 }, (_none, at) => `${name}${made}слово${at}`).join(' ')
  return {
    topic: 'schools',
    region: moscow,
    branch: { id: 'education', value: 'Образование' },
    problem: own('проблема'),
    cause: own('причина'),
    measure: own('мера'),
    resources: own('ресурс'),
    effect: own('эффект'),
    indicators: [{ title: 'Очередь', now: '40 дней', later: '5 дней' }],
    risks: own('риск'),
    owner: 'Министерство',
    annotation: own('аннотация'),
    original: true,
    ...change,
  }
}

async function anAuthor(stage: Stage, who: Parameters<typeof anAccount>[1] = {}) {
  const account = await anAccount(app, who)
  await takesPart(app.db, account.id, stage.code, 'main', app.clock.now())
  const { token } = await sessionOf(app, account)
  const params = { stage_id: stage.stageId }
  return {
    ...account,
    token,
    handIn: (data: Record<string, unknown> = answer()) =>
      app.call('PUT /user/stages/:stage_id/answer', { token, params, body: { data } }),
    save: (data: Record<string, unknown>) =>
      app.call('PUT /user/stages/:stage_id/draft', { token, params, body: { data } }),
    preview: async () => (await app.call('GET /user/stages/:stage_id/preview', { token, params })).body,
    page: async () => (await app.call('GET /user/stages/:stage_id', { token, params })).body,
    work: async () => (await app.call('GET /user/stages/:stage_id/work', { token, params })).body,
    proposal: async () => (await app.call('GET /user/stages/:stage_id/proposal', { token, params })).body,
    withdraw: () => app.call('POST /user/stages/:stage_id/proposal/withdrawal', { token, params }),
    agree: (purpose: 'annotation' | 'agency', given = true) =>
      app.call('PUT /user/stages/:stage_id/proposal/consents/:purpose', {
        token,
        params: { ...params, purpose },
        body: { given },
      }),
    workId: async () =>
      (await app.db.selectFrom('works').select('id').where('account_id', '=', account.id).executeTakeFirstOrThrow()).id,
  }
}
type Author = Awaited<ReturnType<typeof anAuthor>>

async function handedIn(stage: Stage, change: Record<string, unknown> = {}, who: Parameters<typeof anAccount>[1] = {}) {
  const author = await anAuthor(stage, who)
  const { status, body } = await author.handIn(answer(change))
  expect([status, body.fields]).toEqual([200, undefined])
  return author
}

async function aChecker(stage: Stage, topics: string[] | null = null) {
  const account = await anAccount(app, { roles: ['assessor'], firstName: 'Марина', lastName: 'Дроздова' })
  await app.db
    .insertInto('stage_staff')
    .values({ stage_id: stage.stageId, account_id: account.id, duty: 'check', added_at: start })
    .execute()
  if (topics) expect((await stage.topicsOf(account.testId, 'check', topics)).status).toBe(204)
  const { token } = await sessionOf(app, account)
  const params = { stage_id: stage.stageId }
  return {
    ...account,
    token,
    next: async () =>
      (await app.call('POST /desk/stages/:stage_id/next', { token, params, body: {} })).body.work_id ?? null,
    queue: async () =>
      (await app.call('GET /desk', { token })).body.queues.find(({ stage_id }) => stage_id === stage.stageId)?.left ??
      0,
    works: async () =>
      (await app.call('GET /desk/stages/:stage_id/works', { token, params })).body.works.map(({ work_id }) => work_id),
    read: (work_id: number) => app.call('GET /desk/works/:work_id', { token, params: { work_id } }),
    async check(author: Author, verdict: Verdict, reason = '') {
      const work_id = await author.workId()
      const hand_in = (await app.call('GET /desk/works/:work_id', { token, params: { work_id } })).body.hand_in?.id ?? 1
      return app.call('POST /desk/works/:work_id/check', {
        token,
        params: { work_id },
        body: { hand_in, verdict, reason },
      })
    },
  }
}

/** Sets up the default judging of the kind with this number of judges, who are not from the author's region. */
async function judged(stage: Stage, judges: number, change: Record<string, unknown> = {}) {
  const { answer: usual } = (await stage.judging()).body
  expect((await stage.judgeBy({ ...usual, ...change })).status).toBe(200)
  const people = []
  for (let number = 0; number < judges; number++) {
    const account = await anAccount(app)
    await stage.invite(account.email)
    const { token } = await sessionOf(app, account)
    await app.call('PUT /desk/background', { token, body: { answer: { abroad: true, employer: 'нет' } } })
    people.push({ ...account, token })
  }
  // A judge who states a background at the moment of a plan gets no works by that plan.
  app.clock.advance(1)
  return people
}

describe('KP-13 the author', () => {
  test('KP-13 SK-13 fills in a topic, blocks from problem to risks, numbers, annotation and originality, each with its limit', async () => {
    const stage = await aStage()
    const author = await anAuthor(stage)
    const { form } = await author.work()
    const fields = form.sections.flatMap((section) => section.fields)
    expect(fields.map(({ name }) => name)).toEqual([
      ...['topic', 'region', 'branch', 'problem', 'cause', 'measure', 'resources', 'owner', 'effect', 'indicators'],
      ...['risks', 'files', 'annotation', 'original'],
    ])
    expect(fields.map(({ params }) => params?.dict).filter(Boolean)).toEqual(['regions', 'industries'])
    const refused = async (change: Record<string, unknown>) => {
      const { status, body } = await author.handIn(answer(change))
      return [status, ...Object.entries(body.fields ?? {}).map(([name, { rule }]) => `${name} ${rule}`)]
    }
    expect(await refused({ problem: 'а'.repeat(2001) })).toEqual([422, 'problem max_length'])
    expect(await refused({ annotation: 'а'.repeat(601) })).toEqual([422, 'annotation max_length'])
    expect(await refused({ risks: ' ' })).toEqual([422, 'risks required'])
    expect(await refused({ topic: 'unknown' })).toEqual([422, 'topic options'])
    expect(await refused({ region: { id: 'nowhere', value: '' } })).toEqual([422, 'region dict'])
    expect(await refused({ original: false })).toEqual([422, 'original required'])
    expect(await refused({ indicators: [] })).toEqual([422, 'indicators required'])
    expect(await refused({ indicators: [{ title: 'Очередь', now: 'много', later: '5' }] })).toEqual([
      422,
      'indicators.0.now regexp',
    ])
    expect((await author.handIn()).body).toMatchObject({ status: 'processing', receipt: { revision: 1 } })
  })

  test('KP-13 saves a draft with gaps; at the end only a complete draft is handed in', async () => {
    const stage = await aStage({}, { submit_draft_at_end: true })
    const [gaps, whole] = [await anAuthor(stage), await anAuthor(stage)]
    await gaps.save({ problem: 'Начало' })
    await whole.save(answer())
    expect((await gaps.page()).status).toBe('in_progress')
    app.clock.set(hours(11))
    await handInDraftsAtEnd(app.services)
    const [first, second] = [await withNewSession(app, gaps), await withNewSession(app, whole)]
    const params = { stage_id: stage.stageId }
    const status = async ({ token }: { token: string }) =>
      (await app.call('GET /user/stages/:stage_id', { token, params })).body.status
    expect([await status(first), await status(second)]).toEqual(['timeover', 'processing'])
  })

  test('SK-13 is in processing during the formal check, waits for experts after it, and then sees the result', async () => {
    const stage = await aStage()
    const checker = await aChecker(stage)
    const author = await handedIn(stage)
    expect(await author.page()).toMatchObject({ status: 'processing', processed_by_people: true })
    expect((await checker.check(author, 'accept')).body).toEqual({ outcome: 'accepted' })
    expect(await author.page()).toMatchObject({ status: 'wait', decision: null })
    const { body: told } = await app.call('GET /user/notifications', {
      token: author.token,
      query: { status: 'unread', limit: 10, offset: 0 },
    })
    expect(told.notifications.map(({ title }) => title).join()).toMatch(/формальная проверка пройдена/)
    expect(await checker.next()).toBeNull()
    expect((await checker.check(author, 'return', 'Поздно')).body.code).toBe('work_decided')
    const [one, two] = await judged(stage, 2, { gap: '' })
    await stage.assign()
    await stage.turn('reading')
    for (const judge of [one, two]) {
      const token = judge?.token ?? ''
      const { stages } = (await app.call('GET /desk/judging', { token })).body
      const params = { reading_id: stages[0]?.next ?? 0 }
      const { body } = await app.call('GET /desk/readings/:reading_id', { token, params })
      const marks = Object.fromEntries(body.rubric.criteria.map(({ code, max }) => [code, max]))
      const typed = { hand_in: body.hand_in, marks, comment: 'Хорошо', note: 'Поддержать', spent: 60_000 }
      const sent = await app.call('POST /desk/readings/:reading_id/marks', {
        token,
        params,
        body: { ...typed, rubric_version: body.rubric.version },
      })
      expect([sent.status, sent.body.total]).toEqual([200, 100])
    }
    // The shortlist shows the marks before decisions, the best first.
    const later = await handedIn(stage)
    expect(await stage.list()).toMatchObject({ works: [{ state: 'judging', score: 100 }, { score: null }] })
    await later.withdraw()
    await stage.turn('closed')
    await stage.decide([await author.workId()], 'passed')
    expect(await author.page()).toMatchObject({ status: 'success' })
    expect(await stage.list()).toMatchObject({ works: [{ state: 'passed', score: 100 }, {}] })
  })
})

describe('KE-13 a topic', () => {
  test('KE-13 that is full takes no more works and shows that at its field; the draft is not lost', async () => {
    const stage = await aStage({ topics: [topic('roads', 1), topic('schools')] })
    await handedIn(stage, { topic: 'roads' })
    const late = await anAuthor(stage)
    const text = answer({ topic: 'roads' })
    await late.save(text)
    const { status, body } = await late.handIn(text)
    expect([status, body.code, body.fields?.topic?.rule]).toEqual([409, 'topic_full', 'full'])
    expect(body.message).toContain('«Тема roads»')
    expect((await late.proposal()).topics).toMatchObject([{ left: 0 }, { left: null }])
    expect((await late.page()).status).toBe('in_progress')
    expect((await late.handIn({ ...text, topic: 'schools' })).status).toBe(200)
  })

  test('KE-13 two hand-ins for the last place: one gets it', async () => {
    const stage = await aStage({ topics: [topic('roads', 1)] })
    const authors = [await anAuthor(stage), await anAuthor(stage), await anAuthor(stage)]
    const answers = await Promise.all(authors.map((author) => author.handIn(answer({ topic: 'roads' }))))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    expect((await stage.list()).topics).toMatchObject([{ taken: 1 }])
  })

  test('KE-13 keeps the place of a returned work, and frees it when the work is refused or withdrawn', async () => {
    const stage = await aStage({ topics: [topic('roads', 1)] })
    const checker = await aChecker(stage)
    const first = await handedIn(stage, { topic: 'roads' })
    await checker.check(first, 'return', 'Уточните причину')
    const second = await anAuthor(stage)
    expect((await second.handIn(answer({ topic: 'roads' }))).body.code).toBe('topic_full')
    expect((await first.handIn(answer({ topic: 'roads' }))).status).toBe(200)
    await first.withdraw()
    expect((await second.handIn(answer({ topic: 'roads' }))).status).toBe(200)
    await app.db.insertInto('stage_reviews').values({ stage_id: stage.stageId, second_look: false }).execute()
    await checker.check(second, 'refuse', 'Не по теме')
    expect((await first.handIn(answer({ topic: 'roads' }))).status).toBe(200)
  })

  test('KE-13 the draft of a full topic is not handed in at the end', async () => {
    const stage = await aStage({ topics: [topic('roads', 1)] }, { submit_draft_at_end: true })
    await handedIn(stage, { topic: 'roads' })
    const late = await anAuthor(stage)
    await late.save(answer({ topic: 'roads' }))
    app.clock.set(hours(11))
    await handInDraftsAtEnd(app.services)
    const taken = await app.db.selectFrom('works').select('id').where('stage_id', '=', stage.stageId).execute()
    expect(taken).toHaveLength(1)
  })
})

describe('the formal check', () => {
  test('KO-13 a proposal goes to the curators of its topic, and to nobody of another topic', async () => {
    const stage = await aStage()
    const [schools, roads, all] = [
      await aChecker(stage, ['schools']),
      await aChecker(stage, ['roads']),
      await aChecker(stage),
    ]
    const author = await handedIn(stage)
    const work = await author.workId()
    expect([await schools.queue(), await roads.queue(), await all.queue()]).toEqual([1, 0, 1])
    expect([await schools.works(), await roads.works()]).toEqual([[work], []])
    expect(await roads.next()).toBeNull()
    expect((await roads.read(work)).status).toBe(404)
    expect((await roads.check(author, 'accept')).status).toBe(404)
    expect(await schools.next()).toBe(work)
    // After the curator loses the topic, a held work goes back to the queue.
    await stage.topicsOf(schools.testId, 'check', ['roads'])
    expect((await schools.check(author, 'accept')).status).toBe(404)
    expect(await all.next()).toBe(work)
    expect((await author.proposal()).topics[0]?.curators).toEqual([])
    expect((await author.proposal()).topics[1]?.curators).toEqual(['Марина Дроздова', 'Марина Дроздова'])
    expect((await stage.topicsOf(schools.testId, 'check', ['nowhere'])).text).toContain('unknown_topic')
  })

  test('SK-13 returns a work once with remarks; the second time it can only accept or refuse', async () => {
    const stage = await aStage()
    const checker = await aChecker(stage)
    const author = await handedIn(stage)
    expect((await checker.check(author, 'return', 'Уточните причину')).body.outcome).toBe('returned')
    expect(await author.page()).toMatchObject({ status: 'in_progress' })
    expect((await author.handIn()).body).toMatchObject({ status: 'processing', receipt: { revision: 2 } })
    const again = await checker.check(author, 'return', 'И ещё раз')
    expect([again.status, again.body.code]).toEqual([409, 'returned_once'])
    await author.withdraw()
    await author.handIn()
    expect((await checker.check(author, 'return', 'И ещё раз')).body.code).toBe('returned_once')
    expect((await checker.check(author, 'accept')).body.outcome).toBe('accepted')
  })

  test('SK-13 KE-13 shows its checker names, data of other people and similar proposals, and never refuses because of them', async () => {
    const stage = await aStage()
    const checker = await aChecker(stage)
    const text = answer({
      problem: 'Я, Анна Воронцова, звонила Петровой: +7 912 345-67-89, но ничего не изменилось там',
    })
    const author = await anAuthor(stage, { firstName: 'Анна', lastName: 'Воронцова' })
    await author.save(text)
    expect(await author.preview()).toMatchObject({ hints: ['Анна', 'Воронцова'], personal: ['+7 912 345-67-89'] })
    expect((await author.handIn(text)).status).toBe(200)
    const copy = await anAuthor(stage)
    await copy.handIn(text)
    await prepareWorks(app.services)
    const { hints } = (await checker.read(await author.workId())).body
    expect(hints).toEqual([
      'В тексте есть слова, по которым можно узнать автора: Анна, Воронцова',
      'В тексте есть данные, похожие на персональные: +7 912 345-67-89',
      'Похоже на другую работу: совпадает 100 %',
    ])
    expect(await copy.page()).toMatchObject({ status: 'processing' })
  })
})

describe('KE-13 the author withdraws a proposal', () => {
  test('KE-13 until experts read it, and may hand it in again while the stage is open', async () => {
    const stage = await aStage()
    const checker = await aChecker(stage)
    const author = await anAuthor(stage)
    expect((await author.withdraw()).body.code).toBe('work_not_found')
    await author.handIn()
    expect(await author.proposal()).toMatchObject({ handed_in: true, may_withdraw: true, why_not: '' })
    expect((await author.withdraw()).body).toMatchObject({ handed_in: false, may_withdraw: false })
    expect((await author.withdraw()).body.code).toBe('nothing_to_withdraw')
    expect((await author.page()).status).toBe('in_progress')
    expect(await checker.check(author, 'accept')).toMatchObject({ body: { code: 'work_decided' } })
    expect(await stage.list()).toMatchObject({ works: [{ state: 'withdrawn' }] })
    expect((await author.handIn()).body.receipt.revision).toBe(2)
    await checker.check(author, 'accept')
    await judged(stage, 2)
    await stage.assign()
    // Judges do not see the plan yet, so the author may still withdraw.
    expect((await author.withdraw()).status).toBe(200)
    await author.handIn()
    await checker.check(author, 'accept')
    await stage.assign()
    await stage.turn('reading')
    const late = await author.withdraw()
    expect([late.status, late.body.code]).toEqual([409, 'withdrawal_too_late'])
    expect(await author.proposal()).toMatchObject({ may_withdraw: false, why_not: late.body.message })
  })

  test('KE-13 while works are given to judges: either it is withdrawn or it is given', async () => {
    for (let round = 0; round < 3; round++) {
      const stage = await aStage()
      const checker = await aChecker(stage)
      const author = await handedIn(stage)
      await checker.check(author, 'accept')
      await judged(stage, 2)
      await stage.turn('reading')
      const [withdrawn] = await Promise.all([author.withdraw(), stage.assign()])
      const readings = await app.db
        .selectFrom('readings')
        .select('id')
        .where('work_id', '=', await author.workId())
        .execute()
      expect([withdrawn.status, readings.length]).toEqual(withdrawn.status === 200 ? [200, 0] : [409, 2])
    }
  })

  test('a withdrawn proposal is not compared with others', async () => {
    const stage = await aStage()
    const text = answer()
    const author = await anAuthor(stage)
    await author.handIn(text)
    await (await anAuthor(stage)).handIn(text)
    await prepareWorks(app.services)
    expect(await stage.pairs()).toHaveLength(1)
    await author.withdraw()
    await prepareWorks(app.services)
    expect(await stage.pairs()).toEqual([])
  })

  const handInOf = async (author: Author) =>
    (
      await app.db
        .selectFrom('works')
        .select('hand_in_id')
        .where('account_id', '=', author.id)
        .executeTakeFirstOrThrow()
    ).hand_in_id

  /** The default of `deadlock_timeout`, in milliseconds. */
  const deadlockTimeout = 1000

  /** The services of a run that does this between its two transactions: the season is read for each work, and then there. */
  const inBetween = (works: number, act: () => Promise<void>) => {
    let reads = 0
    const known: typeof app.services.seasons.known = async (...args) => {
      reads += 1
      if (reads === works + 1) await act()
      return app.services.seasons.known(...args)
    }
    return { ...app.services, seasons: Object.assign(Object.create(app.services.seasons), { known }) }
  }

  test('a proposal that is withdrawn while another one is compared with it makes no pair', async () => {
    const stage = await aStage()
    const text = answer()
    const [withdrawn, other] = [await handedIn(stage, text), await handedIn(stage, text)]
    await prepareHandIn(app.services, await handInOf(withdrawn))
    let status = 0
    const services = inBetween(1, async () => {
      status = (await withdrawn.withdraw()).status
    })
    await prepareHandIn(services, await handInOf(other))
    expect(status).toBe(200)
    expect(await stage.pairs()).toEqual([])
  })

  test('a withdrawal and a comparison of several other proposals with it do not deadlock', async () => {
    const stage = await aStage()
    const text = answer()
    const [withdrawn, one, two] = [
      await handedIn(stage, text),
      await handedIn(stage, text),
      await handedIn(stage, text),
    ]
    await prepareHandIn(app.services, await handInOf(withdrawn))
    const handInIds = [await handInOf(one), await handInOf(two)]
    const [held, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const holding = app.db.transaction().execute(async (tx) => {
      await sql`select pg_advisory_xact_lock(1)`.execute(tx)
      held.resolve()
      await release.promise
    })
    await held.promise
    await sql`create function hold() returns trigger language plpgsql as
      'begin perform pg_advisory_xact_lock(1); return old; end'`.execute(app.db)
    let withdrawing: ReturnType<Author['withdraw']> | undefined
    const services = inBetween(2, async () => {
      // Another run has found this pair meanwhile.
      await sql`insert into similar_works (first_id, second_id, percent, found_at)
        values (${await withdrawn.workId()}, ${await one.workId()}, 100, now())`.execute(app.db)
      await sql`create trigger hold before delete on work_shingles for each statement execute function hold()`.execute(
        app.db,
      )
      withdrawing = withdrawn.withdraw()
      await untilWaiting(app.db, 1)
    })
    const preparing = prepareTogether(services, handInIds)
    // PostgreSQL looks for a deadlock a second after a wait begins, so the withdrawal, which waits last, would be ended.
    await Promise.race([preparing, setTimeout(2 * deadlockTimeout)])
    release.resolve()
    await holding
    const left = await preparing
    expect((await withdrawing)?.status).toBe(200)
    await sql`drop function hold cascade`.execute(app.db)
    for (const handInId of left) await prepareHandIn(app.services, handInId)
    expect((await stage.pairs()).map(({ percent }) => percent)).toEqual([100])
    expect(left).toEqual(handInIds)
  })
})

test('SK-13 proposals are compared with those of earlier stages; texts of another competition are not shown', async () => {
  const text = answer()
  const earlier = await aStage()
  await (await anAuthor(earlier, { lastName: 'Секретова' })).handIn(text)
  await prepareWorks(app.services)
  const stage = await aStage()
  await (await anAuthor(stage, { lastName: 'Новикова' })).handIn(text)
  await prepareWorks(app.services)
  const [pair] = await stage.pairs()
  expect(pair?.sides).toMatchObject([
    { same_stage: true, readable: true },
    { same_stage: false, readable: false, name: '' },
  ])
  const call = () =>
    app.call('GET /admin/competitions/:competition/stages/:code/similarity/:pair_id', {
      token: stage.organiser.token,
      params: { competition: stage.code, code: 'proposal', pair_id: pair?.pair_id ?? 0 },
    })
  const hidden = await call()
  expect(hidden.body.sides[1]?.passages).toEqual([])
  expect(hidden.text).not.toContain('Секретова')
  await app.db
    .insertInto('admin_flags')
    .values({ account_id: stage.organiser.id, flag: 'assessment', competition_code: earlier.code })
    .execute()
  const { token } = await sessionOf(app, stage.organiser)
  const seen = await app.call('GET /admin/competitions/:competition/stages/:code/similarity/:pair_id', {
    token,
    params: { competition: stage.code, code: 'proposal', pair_id: pair?.pair_id ?? 0 },
  })
  expect(seen.body.sides[1]).toMatchObject({ readable: true })
  expect(seen.body.sides[1]?.passages.length).toBeGreaterThan(5)
})

describe('KO-13 KE-13 the use of a proposal', () => {
  test('KO-13 KE-13 an annotation is shown only with its author’s consent, and disappears with it', async () => {
    const stage = await aStage()
    const [willing, silent] = [await handedIn(stage), await handedIn(stage, {}, { lastName: 'Тихонова' })]
    const [one, two] = [await willing.workId(), await silent.workId()]
    await willing.agree('annotation')
    await silent.agree('agency')
    const refused = await stage.show([one, two])
    expect([refused.status, refused.body.code]).toEqual([409, 'no_consent_to_use'])
    expect(refused.body.message).toContain('Тихонова')
    expect(await stage.annotations()).toEqual([])
    expect((await stage.show([one])).body).toEqual({ changed: 1 })
    const [shown] = await stage.annotations()
    expect(shown).toMatchObject({ work_id: one, topic: 'Тема schools' })
    expect(JSON.stringify(shown)).not.toContain(willing.email)
    expect(await willing.proposal()).toMatchObject({ annotation_shown: true, annotations: 1 })
    await willing.agree('annotation', false)
    expect(await stage.annotations()).toEqual([])
    expect(await willing.proposal()).toMatchObject({ annotation_shown: false, consents: [{ given_at: null }, {}] })
    await willing.agree('annotation')
    expect(await stage.annotations()).toHaveLength(1)
    await stage.show([one], false)
    expect(await stage.annotations()).toEqual([])
  })

  test('KE-13 an agency gets only proposals that passed and whose author agrees to this use', async () => {
    const stage = await aStage()
    const authors = [
      await handedIn(stage, {}, { lastName: 'Агентская' }),
      await handedIn(stage, {}, { lastName: 'Аннотова' }),
      await handedIn(stage, {}, { lastName: 'Рассмотрина' }),
    ]
    await authors[0]?.agree('agency')
    await authors[1]?.agree('annotation')
    await authors[2]?.agree('agency')
    for (const author of authors.slice(0, 2))
      await app.db.updateTable('stage_facts').set({ passed_at: start }).where('account_id', '=', author.id).execute()
    const table = await stage.csv()
    expect(table).toContain('Агентская')
    expect(table).not.toMatch(/Аннотова|Рассмотрина/)
    expect((await stage.list()).for_agency).toBe(1)
    await authors[0]?.agree('agency', false)
    expect(await stage.csv()).not.toContain('Агентская')
  })

  test('consent given twice at once is stored once, and every change stays on record', async () => {
    const stage = await aStage()
    const author = await handedIn(stage)
    await Promise.all([author.agree('agency'), author.agree('agency')])
    await author.agree('agency', false)
    await author.agree('agency')
    const rows = await app.db
      .selectFrom('work_consents')
      .select(['purpose', 'withdrawn_at'])
      .where('account_id', '=', author.id)
      .orderBy('id')
      .execute()
    expect(rows.map(({ withdrawn_at }) => withdrawn_at === null)).toEqual([false, true])
  })
})

describe('KA-13 KO-13 experts', () => {
  test('KA-13 begin with a rubric of relevance, feasibility, effect, novelty, argument and a recommendation, two of them from another region', async () => {
    const stage = await aStage()
    const { body } = await stage.judging()
    const criteria = body.answer.criteria as { title: string }[]
    expect(criteria.map(({ title }) => title)).toEqual([
      ...['Значимость', 'Выполнимость', 'Эффект', 'Новизна', 'Обоснование', 'Рекомендация'],
    ])
    expect([body.answer.readers, body.answer.other_region, body.answer.blind]).toEqual(['2', 'rule', true])
    const checker = await aChecker(stage)
    const author = await handedIn(stage)
    await app.db.updateTable('participations').set({ region: '77' }).where('account_id', '=', author.id).execute()
    await checker.check(author, 'accept')
    const [same, other] = await judged(stage, 2)
    await app.db
      .updateTable('stage_staff')
      .set({ region: '77' })
      .where('account_id', '=', same?.id ?? 0)
      .execute()
    const assigned = await stage.assign()
    expect(assigned).toMatchObject({ added: 1, gaps: { load: 0, conflicts: 1 } })
    const [reading] = await app.db
      .selectFrom('readings')
      .select('judge_id')
      .where('work_id', '=', await author.workId())
      .execute()
    expect(reading?.judge_id).toBe(other?.id)
  })

  test('KO-13 read only proposals that passed the formal check, and only those of their topics', async () => {
    const stage = await aStage()
    const checker = await aChecker(stage)
    const [schools, roads] = [await handedIn(stage), await handedIn(stage, { topic: 'roads' })]
    const [one, two] = await judged(stage, 2, { readers: '1', other_region: 'no' })
    await stage.topicsOf(one?.testId ?? 0, 'judge', ['schools'])
    await stage.topicsOf(two?.testId ?? 0, 'judge', ['roads'])
    expect((await stage.judging()).body.works).toBe(0)
    expect(await stage.assign()).toMatchObject({ added: 0 })
    await checker.check(schools, 'accept')
    await checker.check(roads, 'accept')
    expect(await stage.assign()).toMatchObject({ added: 2, gaps: { load: 0, conflicts: 0 } })
    const readings = await app.db
      .selectFrom('readings')
      .select(['work_id', 'judge_id'])
      .where('judge_id', 'in', [one?.id ?? 0, two?.id ?? 0])
      .orderBy('judge_id')
      .execute()
    expect(readings.map(({ work_id }) => work_id)).toEqual([await schools.workId(), await roads.workId()])
  })

  test('KA-13 the judge’s confidential note is not shown to the author, and similar works are not shown to the judge', async () => {
    const stage = await aStage()
    const checker = await aChecker(stage)
    const text = answer()
    const author = await anAuthor(stage)
    await author.handIn(text)
    await (await anAuthor(stage)).handIn(text)
    await prepareWorks(app.services)
    await checker.check(author, 'accept')
    const [judge] = await judged(stage, 1, { readers: '1' })
    await stage.assign()
    await stage.turn('reading')
    const token = judge?.token ?? ''
    const { stages } = (await app.call('GET /desk/judging', { token })).body
    const params = { reading_id: stages[0]?.next ?? 0 }
    const reading = await app.call('GET /desk/readings/:reading_id', { token, params })
    expect(reading.text).not.toMatch(/Похоже на другую|similar/)
    const marks = Object.fromEntries(reading.body.rubric.criteria.map(({ code }) => [code, 1] as const))
    const body = { hand_in: reading.body.hand_in, marks, comment: 'Открыто', note: 'Закрытая заметка', spent: 60_000 }
    const sent = await app.call('POST /desk/readings/:reading_id/marks', {
      token,
      params,
      body: { ...body, rubric_version: reading.body.rubric.version },
    })
    expect(sent.status).toBe(200)
    await stage.turn('closed')
    await stage.decide([await author.workId()], 'passed')
    expect(JSON.stringify([await author.page(), await author.work()])).not.toContain('Закрытая заметка')
  })
})
