import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { giveExtraMinutes } from '#server/stages/attempts.ts'
import { finishAttemptsAtDeadline } from '#server/stages/finish-attempts.ts'
import { aTestStage, callsOf, everyQuestion, fitting } from '#server/testing/a-test-stage.ts'
import { lastCode, sessionOf } from '#server/testing/an-account.ts'
import { countQueries } from '#server/testing/count-queries.ts'
import { patience } from '#server/testing/patience.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import type { Question } from '#shared/kinds/test/question.ts'
import { parseWire } from '#shared/platform/time/moscow.ts'
import { attemptGrace, connectionLostAfter, heartbeatEvery } from '#shared/stages/attempt.ts'
import { maxAhead } from './keep-answer.ts'
import { ownTests } from './own-tests.ts'
import { attemptAsking, rememberPaper } from './paper-memory.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp({ now: new Date() })
})
afterAll(() => app.close())

const minute = 60_000
const ms = (wire: string | null | undefined) => parseWire(wire ?? '')?.getTime() ?? Number.NaN

type Page = Awaited<ReturnType<Awaited<ReturnType<typeof aTestStage>>['person']['read']>>['body']
const asked = (page: Page | null | undefined): { id: number; question: Question }[] =>
  page?.attempt?.sections.flatMap(({ questions }) => questions) ?? []

async function begun() {
  const stage = await aTestStage(app)
  const { body } = await stage.person.begin()
  return { ...stage, questions: asked(body.page) }
}
const first = (questions: { id: number }[]) => questions[0]?.id ?? 0

describe('before a test', () => {
  test('the minutes that are really left are shown, and the moment at which it would end, in both times', async () => {
    const { person } = await aTestStage(app, { minutes: 40, closesIn: 35 })
    const { body } = await person.read()
    expect(body).toMatchObject({ status: 'available', attempt: null, receipt: null, result: null })
    expect(body.if_begun).toMatchObject({ minutes: 34, cut_short: true, region_offset: 0 })
    expect(Math.abs(ms(body.if_begun?.ends_at) - ms(body.now) - 35 * minute)).toBeLessThan(minute)
  })

  test('no question leaves the server before the test has begun', async () => {
    const { person } = await aTestStage(app)
    const read = await person.read()
    for (const [{ text }] of everyQuestion) expect(read.text).not.toContain(text)
  })

  test('KE-06 a start that is moved while people count down begins nothing and reveals nothing', async () => {
    const { person, stageId } = await aTestStage(app)
    const opens_at = new Date(app.clock.now().getTime() + minute)
    await app.db.updateTable('stages').set({ opens_at }).where('id', '=', stageId).execute()
    await vi.waitFor(async () => expect((await person.read()).body.status).toBe('wait'), patience)
    for (const said of [await person.begin(), await person.read(), await person.answer(1, 1, 'a')])
      for (const [{ text }] of everyQuestion) expect(said.text).not.toContain(text)
    expect((await person.begin()).body.code).toBe('stage_closed')
    expect((await person.read()).body).toMatchObject({ attempt: null, if_begun: null })
  })

  test('a test cannot begin while the bank has too few questions', async () => {
    const sections = [{ title: '', draws: [{ topic: 'Чужая тема', difficulty: null, count: 1, points: 1 }] }]
    const { person } = await aTestStage(app, { settings: { sections } })
    expect((await person.begin()).body.code).toBe('paper_not_drawn')
    expect((await person.read()).body.attempt).toBeNull()
  })
})

describe('a running test', () => {
  test('has every question of its paper without keys, formulas as MathML, and begins once', async () => {
    const { person, stageId } = await aTestStage(app)
    const { body } = await person.begin()
    const questions = asked(body.page)
    expect(questions.map(({ question }) => question.kind).sort()).toEqual(Object.keys(fitting).sort())
    expect(JSON.stringify(body)).not.toMatch(/"(key|tolerance|partial|pairs)"/)
    expect(body.page?.attempt?.formulas['x^2']).toMatch(/^<math.*<msup><mi mathvariant="italic">x<.mi>/)
    expect(ms(body.page?.deadline) - ms(body.page?.attempt?.begun_at)).toBe(40 * minute)
    expect((await person.begin()).body.page?.attempt?.number).toBe(1)
    const attempts = app.db.selectFrom('attempts').select('id').where('stage_id', '=', stageId)
    expect(await attempts.execute()).toHaveLength(1)
  })

  test('acknowledges each answer separately and returns all kept answers after a reload', async () => {
    const { person, questions } = await begun()
    for (const [at, { id, question }] of questions.entries())
      expect((await person.answer(at + 1, id, fitting[question.kind], { flagged: at === 0 })).body).toEqual({
        acknowledged: { seq: at + 1, counted: true },
        page: null,
      })
    const { attempt } = (await person.read()).body
    expect(attempt).toMatchObject({ here: true, last_seq: 7, answered: 7, questions: 7 })
    const held = new Map(attempt?.answers.map((each) => [each.question, each]))
    for (const [at, { id, question }] of questions.entries())
      expect(held.get(id)).toEqual({ question: id, seq: at + 1, answer: fitting[question.kind], flagged: at === 0 })
  })

  test('the answer with the highest number counts, in whatever order they come, and may be taken back', async () => {
    const { person, questions } = await begun()
    const question = questions.find((each) => each.question.kind === 'short')?.id ?? 0
    for (const [seq, text] of [
      [1, 'один'],
      [3, 'три'],
      [2, 'два'],
    ] as const)
      await person.answer(seq, question, text)
    expect((await person.read()).body.attempt?.answers).toMatchObject([{ seq: 3, answer: 'три' }])
    await person.answer(4, question, null)
    expect((await person.read()).body.attempt).toMatchObject({ answered: 0, answers: [{ seq: 4, answer: null }] })
  })

  test('a repeated answer is acknowledged again and kept once; another answer with its number is refused', async () => {
    const { person, questions, answers } = await begun()
    const question = questions.find((each) => each.question.kind === 'short')?.id ?? 0
    const same = await Promise.all([1, 1, 1, 1].map((seq) => person.answer(seq, question, 'да')))
    expect(same.map(({ body }) => body.acknowledged)).toEqual(same.map(() => ({ seq: 1, counted: true })))
    const forged = await person.answer(1, question, 'нет')
    expect([forged.status, forged.body.code]).toEqual([409, 'answer_repeated'])
    const ahead = await person.answer(2 + maxAhead, question, 'нет')
    expect([ahead.status, ahead.body.code]).toEqual([422, 'answer_ahead'])
    expect(await answers()).toMatchObject([{ seq: 1, answer: 'да' }])
  })

  test('a process that has not read the page of the attempt accepts its answers and refuses answers to other questions', async () => {
    const { person, stageId, questions, answers } = await begun()
    const other = await begun()
    const of = { accountId: person.id, stageId }
    // First as if another process had served the beginning, then as if this one still remembered an earlier attempt.
    for (const [at, versions] of [[], questions.map(({ id }) => id)].entries()) {
      rememberPaper(app.services.db, of, 0, versions)
      expect(attemptAsking(app.services.db, of, first(questions))).toBe(at === 0 ? null : 0)
      const { body } = await person.answer(at + 1, first(questions), null)
      expect(body.acknowledged).toEqual({ seq: at + 1, counted: true })
      rememberPaper(app.services.db, of, 0, [first(other.questions)])
      const strange = await person.answer(at + 2, first(other.questions), null)
      expect([strange.status, strange.body.code]).toEqual([422, 'question_not_in_paper'])
    }
    expect((await answers()).map(({ seq }) => seq)).toEqual([1, 2])
    await person.read()
    expect(attemptAsking(app.services.db, of, first(questions))).toBeGreaterThan(0)
    expect(attemptAsking(app.services.db, of, first(other.questions))).toBeNull()
  })

  test('an answer to a question of another paper, or one of the wrong form, is refused with its own code', async () => {
    const { person, questions, answers } = await begun()
    const other = await begun()
    const strange = await person.answer(1, first(other.questions), null)
    expect([strange.status, strange.body.code]).toEqual([422, 'question_not_in_paper'])
    expect((await person.answer(1, 2_000_000_000, null)).body.code).toBe('question_not_in_paper')
    for (const { id, question } of questions) {
      const wrong = await person.answer(1, id, question.kind === 'case' ? { parts: { no: 'a' } } : { no: 'a' })
      expect([wrong.status, wrong.body.code]).toEqual([422, 'answer_unfit'])
    }
    expect(await answers()).toEqual([])
  })

  test('of another person cannot be reached: each person has their own', async () => {
    const { persons, params } = await aTestStage(app, { people: 2 })
    const [one, other] = persons
    if (!one || !other) throw new Error('two people')
    const questions = asked((await one.begin()).body.page)
    const refused = await other.answer(1, first(questions), null)
    expect([refused.status, refused.body.code]).toEqual([409, 'attempt_not_begun'])
    expect((await other.read()).body.attempt).toBeNull()
    const stranger = await aTestStage(app)
    expect(
      (await app.call('GET /user/assessments/:id', { token: stranger.person.token, params })).body.attempt,
    ).toBeNull()
  })

  test('KE-06 continues with a renewed token, and an answer costs one statement', async () => {
    const remembering = await testApp({ now: new Date(), remembers: true })
    try {
      const { person, stageId } = await aTestStage(remembering)
      const question = first(asked((await person.begin()).body.page))
      const { token } = await sessionOf(remembering, person)
      const renewed = callsOf(remembering, stageId, token)
      let seq = 0
      await vi.waitFor(
        async () => {
          seq += 1
          let said: Awaited<ReturnType<typeof renewed.answer>> | undefined
          const queries = await countQueries(async () => {
            said = await renewed.answer(seq, question, null)
          })
          expect([said?.body.acknowledged, queries]).toEqual([{ seq, counted: true }, 1])
        },
        { timeout: patience, interval: 50 },
      )
    } finally {
      await remembering.close()
    }
  })

  test('extra minutes are in the answer to the next heartbeat, which comes within 15 seconds', async () => {
    const { person, stageId, code } = await begun()
    const before = (await person.hear()).body
    const attempts = await app.db.selectFrom('attempts').select('id').where('stage_id', '=', stageId).execute()
    const attemptIds = attempts.map(({ id }) => id)
    const given = {
      attemptIds,
      minutes: 5,
      reason: 'Сбой',
      givenBy: person.id,
      of: { competition: code, stage: 'test' },
    }
    await app.db.transaction().execute((tx) => giveExtraMinutes(tx, given))
    const after = (await person.hear()).body
    expect(after.extra_minutes).toBe(5)
    expect(ms(after.deadline) - ms(before.deadline)).toBe(5 * minute)
    expect(heartbeatEvery).toBeLessThanOrEqual(15_000)
  })

  test('a silence, a left page and each address are noticed, and only flagged', async () => {
    const { person, earlier, stageId } = await begun()
    await earlier(connectionLostAfter + 1000)
    expect((await person.read()).body.status).toBe('interrupted')
    await person.hear()
    await person.hear('a-device', { left_ms: 4000 })
    await person.hear('a-device', { ip: '10.9.9.9' })
    const silences = await app.db
      .selectFrom('attempt_silences')
      .innerJoin('attempts', 'attempts.id', 'attempt_id')
      .selectAll()
      .where('stage_id', '=', stageId)
      .execute()
    expect(silences).toHaveLength(1)
    const signs = await app.db
      .selectFrom('test_signs')
      .innerJoin('attempts', 'attempts.id', 'attempt_id')
      .select(['sign', 'detail'])
      .where('stage_id', '=', stageId)
      .orderBy('sign')
      .execute()
    expect(signs.filter(({ sign }) => sign === 'left_page')).toEqual([{ sign: 'left_page', detail: '4000' }])
    const addresses = signs.filter(({ sign }) => sign === 'address').map(({ detail }) => detail)
    expect(new Set(addresses).size).toBe(addresses.length)
    expect(addresses.length).toBeGreaterThan(1)
    expect(addresses.join()).not.toContain('10.')
    expect((await person.read()).body.status).toBe('in_progress')
  })
})

describe('one device at a time', () => {
  test('a second one is refused, sees no question, and takes over by a code; then the first one is refused', async () => {
    const { person, questions } = await begun()
    await person.answer(1, first(questions), null)
    const there = 'the-other-device'
    const { attempt } = (await person.read(there)).body
    expect(attempt).toMatchObject({ here: false, sections: [], answers: [], last_seq: 1 })
    expect((await person.begin(there)).body.code).toBe('attempt_elsewhere')
    expect((await person.answer(2, first(questions), null, { device: there })).body.code).toBe('attempt_elsewhere')
    expect((await person.finish(there)).body.code).toBe('attempt_elsewhere')

    expect((await person.takeOver('000000', there)).body.code).toBe('sms_code_outdated')
    expect((await person.askCode()).body).toMatchObject({ sent_to: expect.stringContaining('•••') })
    const code = await lastCode(app, person.phone ?? '')
    const wrong = await person.takeOver(code === '123456' ? '654321' : '123456', there)
    expect([wrong.status, wrong.body.code]).toEqual([422, 'invalid_code'])
    const { page } = (await person.takeOver(code, there)).body
    expect(page?.attempt).toMatchObject({ here: true, number: 1, last_seq: 1 })
    expect((await person.takeOver(code, 'a-third-device')).body.code).toBe('sms_code_outdated')

    expect((await person.hear()).body.code).toBe('attempt_elsewhere')
    expect((await person.answer(2, first(questions), null)).body.code).toBe('attempt_elsewhere')
    expect((await person.read()).body.attempt).toMatchObject({
      here: false,
      last_seq: 1,
      last_answer_at: expect.any(String),
    })
    expect((await person.answer(2, first(questions), null, { device: there })).body.acknowledged?.counted).toBe(true)
  })

  test('a code can be guessed at most five times', async () => {
    const { person } = await begun()
    await person.askCode()
    const code = await lastCode(app, person.phone ?? '')
    const wrong = code === '111111' ? '222222' : '111111'
    const codes = []
    for (let tried = 0; tried < 6; tried += 1) codes.push((await person.takeOver(wrong, 'other-device')).body.code)
    expect(codes).toEqual([...Array(5).fill('invalid_code'), 'too_many_code_attempts'])
    expect((await person.takeOver(code, 'other-device')).body.code).toBe('too_many_code_attempts')
  })
})

describe('the end', () => {
  test('by the person: a receipt, the answers in it, and nothing is accepted afterwards', async () => {
    const { person, questions, stageId, answers } = await begun()
    await person.answer(1, first(questions), null)
    const short = questions.find(({ question }) => question.kind === 'short')?.id ?? 0
    await person.answer(2, short, 'Ответ')
    const { page } = (await person.finish()).body
    expect(page).toMatchObject({ status: 'wait', receipt: { by_system: false }, attempt: { state: 'finished' } })
    expect(page?.attempt?.sections).toEqual([])
    expect((await person.finish()).body.page?.receipt).toEqual(page?.receipt)
    const late = await person.answer(3, short, 'Потом')
    expect([late.status, late.body.code]).toEqual([409, 'attempt_over'])
    expect((await person.hear()).body.code).toBe('attempt_over')
    expect(await answers()).toHaveLength(2)
    const [handIn] = await app.db.selectFrom('hand_ins').select('data').where('stage_id', '=', stageId).execute()
    expect(handIn?.data).toMatchObject({ finished_by: 'person', answers: { [short]: 'Ответ' } })
  })

  test('R-62 an answer counts if and only if the database received it by the deadline and its grace; a late one is evidence', async () => {
    const { person, questions, earlier, answers, stageId } = await begun()
    const short = questions.find(({ question }) => question.kind === 'short')?.id ?? 0
    await person.answer(1, short, 'вовремя')
    await earlier(40 * minute)
    expect((await person.answer(2, short, 'в запас')).body.acknowledged).toEqual({ seq: 2, counted: true })
    await earlier(attemptGrace)
    expect((await person.answer(3, short, 'поздно')).body.acknowledged).toEqual({ seq: 3, counted: false })
    expect(await finishAttemptsAtDeadline(app.services)).toBe(1)
    expect((await person.answer(4, short, 'после конца')).body.acknowledged).toEqual({ seq: 4, counted: false })
    expect((await answers()).map(({ in_time }) => in_time)).toEqual([true, true, false, false])
    const [handIn] = await app.db.selectFrom('hand_ins').select('data').where('stage_id', '=', stageId).execute()
    expect(handIn?.data).toMatchObject({ finished_by: 'deadline', answers: { [short]: 'в запас' } })
    expect(await finishAttemptsAtDeadline(app.services)).toBe(0)
  })

  test('R-62 whatever the limit, the extra minutes, the end of the stage and the moment, an answer counts exactly if it was received by the deadline and its grace', async () => {
    const { person, questions, stageId } = await begun()
    const question = first(questions)
    let seq = 0
    const minutes = fc.integer({ min: 1, max: 90 })
    // Around the last moment, because a call takes some milliseconds.
    const ahead = fc.oneof(fc.integer({ min: -50, max: 50 }), fc.integer({ min: -3_600_000, max: 3_600_000 }))
    await fc.assert(
      fc.asyncProperty(minutes, fc.integer({ min: 0, max: 60 }), ahead, async (limit, extra, toGo) => {
        await sql`update attempts set limit_minutes = ${limit}, extra_minutes = ${extra},
          begun_at = clock_timestamp() + ${toGo - attemptGrace - (limit + extra) * minute}::int * interval '1 millisecond'
          where stage_id = ${stageId}`.execute(app.db)
        seq += 1
        const { body } = await person.answer(seq, question, null)
        const { rows } = await sql<{ in_time: boolean; due: boolean }>`
          select t.in_time, t.received_at < least(a.begun_at + make_interval(mins => a.limit_minutes + a.extra_minutes),
            s.closes_at) + ${attemptGrace + 1}::int * interval '1 millisecond' as due
          from test_answers t join attempts a on a.id = t.attempt_id join stages s on s.id = a.stage_id
          where a.stage_id = ${stageId} and t.seq = ${seq}`.execute(app.db)
        expect(rows).toHaveLength(1)
        expect([body.acknowledged?.counted, rows[0]?.in_time]).toEqual([rows[0]?.due, rows[0]?.due])
      }),
      { numRuns: 60 },
    )
  })

  test('R-62 the clock of the device changes nothing, two hours off either way', async () => {
    const { person, questions, stageId, params } = await begun()
    for (const [seq, off] of [
      [1, -120],
      [2, 120],
    ] as const) {
      const sent_at = Date.now() + off * minute
      const body = {
        act: 'answer' as const,
        device: 'a-device',
        seq,
        question: first(questions),
        answer: null,
        sent_at,
      }
      const { body: said } = await app.call('POST /user/assessments/:id', { token: person.token, params, body })
      expect(said.acknowledged?.counted).toBe(true)
    }
    const { rows } = await sql<{ near: boolean }>`
      select abs(extract(epoch from clock_timestamp() - received_at)) < 600 as near
      from test_answers t join attempts a on a.id = t.attempt_id where a.stage_id = ${stageId}`.execute(app.db)
    expect(rows).toEqual([{ near: true }, { near: true }])
  })

  test('R-62 answers that race with the end: exactly the answers acknowledged as counted are handed in, with one finish', async () => {
    const { persons, stageId, earlier } = await aTestStage(app, { people: 3 })
    const short = new Map<number, number>()
    for (const person of persons) {
      const questions = asked((await person.begin()).body.page)
      short.set(person.id, questions.find(({ question }) => question.kind === 'short')?.id ?? 0)
    }
    const last = new Map<number, string>()
    const answering = async (person: (typeof persons)[number]) => {
      for (let seq = 1; ; seq += 1) {
        const text = `ответ ${seq}`
        const { body } = await person.answer(seq, short.get(person.id) ?? 0, text)
        if (!body.acknowledged?.counted) return
        last.set(person.id, text)
      }
    }
    await earlier(40 * minute + attemptGrace - 300)
    const open = app.db
      .selectFrom('attempts')
      .select('id')
      .where('stage_id', '=', stageId)
      .where('finished_at', 'is', null)
    const ending = async () => {
      while ((await open.execute()).length > 0) await finishAttemptsAtDeadline(app.services)
    }
    await Promise.all([...persons.map(answering), persons[0]?.finish(), persons[0]?.finish(), ending(), ending()])
    const handIns = await app.db
      .selectFrom('hand_ins')
      .select(['account_id', 'data'])
      .where('stage_id', '=', stageId)
      .execute()
    expect(handIns).toHaveLength(3)
    for (const { account_id, data } of handIns) {
      const answers = data.answers as Record<string, string>
      expect(Object.values(answers)).toEqual([last.get(account_id ?? 0)].filter((text) => text !== undefined))
    }
  })

  test('a broken attempt does not keep the others from ending', async () => {
    const { persons, stageId, earlier } = await aTestStage(app, { people: 2 })
    for (const person of persons) await person.begin()
    await earlier(60 * minute)
    const [broken] = await app.db.selectFrom('attempts').select('id').where('stage_id', '=', stageId).execute()
    await sql`create function refuse_to_end() returns trigger language plpgsql as 'begin raise exception ''broken''; end'`.execute(
      app.db,
    )
    await sql`create trigger refuse before update of finished_at on attempts for each row
      when (new.id = ${sql.lit(broken?.id ?? 0)}) execute function refuse_to_end()`.execute(app.db)
    await expect(finishAttemptsAtDeadline(app.services)).rejects.toThrow('could not be settled')
    const open = app.db
      .selectFrom('attempts')
      .select('id')
      .where('stage_id', '=', stageId)
      .where('finished_at', 'is', null)
    expect(await open.execute()).toEqual([{ id: broken?.id }])
    await sql`drop trigger refuse on attempts`.execute(app.db)
    expect(await finishAttemptsAtDeadline(app.services)).toBe(1)
  })
})

describe('the result', () => {
  test('is shown only after publication, next to the scores of all', async () => {
    const { persons, stageId } = await aTestStage(app, { people: 3 })
    const [own] = persons
    for (const person of persons) {
      await person.begin()
      await person.finish()
    }
    const now = app.clock.now()
    for (const [at, person] of persons.entries())
      await app.db
        .insertInto('stage_results')
        .values({ account_id: person.id, stage_id: stageId, score: [72, 78, 100][at] ?? 0, computed_at: now })
        .execute()
    const secret = await own?.stat()
    expect(secret?.body).toMatchObject({ questions: 7, answered: 0, result: null, distribution: null })
    expect((await own?.read())?.body.result).toBeNull()
    for (const person of persons)
      await app.db
        .insertInto('stage_decisions')
        .values({ account_id: person.id, stage_id: stageId, outcome: 'passed', decided_at: now, published_at: now })
        .execute()
    const { body } = (await own?.stat()) ?? {}
    expect(body?.result).toMatchObject({ score: 72, outcome: 'passed' })
    expect(body?.distribution?.filter(({ people }) => people > 0)).toEqual([
      { from: 70, to: 80, people: 2, own: true },
      { from: 90, to: 100, people: 1, own: false },
    ])
  })
})

test('R-57 a person’s answers and signs are all in the export of their data', async () => {
  const { person, questions } = await begun()
  const short = questions.find(({ question }) => question.kind === 'short')?.id ?? 0
  await person.answer(1, short, 'Мой ответ')
  const records = await ownTests(app.db, person.id)
  expect(records[0]?.lines).toContainEqual(['Ответ', 'Мой ответ'])
  expect(records.map(({ kept }) => kept)).toContainEqual(expect.objectContaining({ sign: 'address' }))
})
