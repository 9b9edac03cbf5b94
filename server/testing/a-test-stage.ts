import { sql } from 'kysely'
import { databaseNow } from '#server/platform/clock/database-now.ts'
import type { Section } from '#shared/kinds/test/contract.ts'
import type { Answer, Question, QuestionKey } from '#shared/kinds/test/question.ts'
import { aCompetition, aPerson, takesPart } from './a-competition.ts'
import type { TestApp } from './test-app.ts'

const options = ['a', 'b', 'c'].map((id) => ({ id, text: `Вариант ${id}` }))
const simple: [Question, QuestionKey][] = [
  [
    { kind: 'single', text: 'Один: $x^2$', options },
    { kind: 'single', option: 'b' },
  ],
  [
    { kind: 'multiple', text: 'Несколько', options },
    { kind: 'multiple', options: ['a', 'c'], partial: true },
  ],
  [
    { kind: 'number', text: 'Число', unit: 'руб.' },
    { kind: 'number', value: 2.5, tolerance: 0.1 },
  ],
  [
    { kind: 'order', text: 'Порядок', items: options },
    { kind: 'order', items: ['c', 'b', 'a'], partial: false },
  ],
  [
    { kind: 'match', text: 'Пары', left: options, right: options },
    { kind: 'match', pairs: { a: 'b', b: 'c', c: 'a' }, partial: true },
  ],
  [
    { kind: 'short', text: 'Коротко' },
    { kind: 'short', texts: ['ответ'] },
  ],
]
const parts = simple.slice(0, 3).map(([question], at) => ({ id: `p${at}`, question }))
const caseKey = Object.fromEntries(simple.slice(0, 3).map(([, key], at) => [`p${at}`, key]))

/** One question of every kind. */
export const everyQuestion: [Question, QuestionKey][] = [
  ...simple,
  [{ kind: 'case', text: 'Задача', parts } as Question, { kind: 'case', parts: caseKey } as QuestionKey],
]

/** An answer that fits the question of each kind. */
export const fitting: Record<Question['kind'], Answer> = {
  single: 'b',
  multiple: ['a', 'c'],
  number: '2,5',
  order: ['c', 'b', 'a'],
  match: { a: 'b', b: 'c', c: 'a' },
  short: 'Ответ',
  case: { parts: { p0: 'b', p1: ['a'], p2: null } },
}

const minute = 60_000

/**
 * A stage with a test of one question of each kind, and people who take part. Its times are by the database's clock.
 */
export async function aTestStage(
  app: TestApp,
  { minutes = 40, closesIn = 90, people = 1, settings = {} as Record<string, unknown> } = {},
) {
  const now = await databaseNow(app.db)
  app.clock.set(now)
  const sections: Section[] = [
    { title: 'Раздел', draws: [{ topic: 'Тема', difficulty: null, count: everyQuestion.length, points: 1 }] },
  ]
  const { code, stageIds } = await aCompetition(app.db, {
    test: {
      type: 'test',
      closes_at: new Date(now.getTime() + closesIn * minute),
      settings: { minutes, sections, shuffle_options: false, shuffle_questions: false, ...settings },
    },
  })
  for (const [place, [body, key]] of everyQuestion.entries()) {
    const { id: question_id } = await app.db
      .insertInto('test_questions')
      .values({ competition_code: code, code: `q${place}` })
      .returning('id')
      .executeTakeFirstOrThrow()
    await app.db
      .insertInto('test_question_versions')
      .values({
        ...{ question_id, number: 1, topic: 'Тема', difficulty: 3, made_at: now },
        ...{ body: JSON.stringify(body), key: JSON.stringify(key) },
      })
      .execute()
  }
  const stageId = stageIds.test
  const params = { id: stageId }
  const persons = await Promise.all(
    Array.from({ length: people }, async () => {
      const person = await aPerson(app)
      await takesPart(app.db, person.id, code, 'main', now)
      return { ...person, ...callsOf(app, stageId, person.token) }
    }),
  )
  const [first] = persons
  if (!first) throw new Error('a test without people')
  return {
    code,
    stageId,
    params,
    persons,
    person: first,
    /** Moves the beginning of attempts, and their last sign of life, this much into the past. */
    earlier: (ms: number) =>
      sql`update attempts set due_at = '-infinity', begun_at = begun_at - ${ms} * interval '1 millisecond',
        heard_at = heard_at - ${ms} * interval '1 millisecond' where stage_id = ${stageId}`.execute(app.db),
    answers: () =>
      app.db
        .selectFrom('test_answers as t')
        .innerJoin('attempts as a', 'a.id', 't.attempt_id')
        .select(['t.seq', 't.version_id as version', 't.answer', 't.flagged', 't.in_time', 'a.account_id'])
        .where('a.stage_id', '=', stageId)
        .orderBy('a.id')
        .orderBy('t.seq')
        .execute(),
  }
}

/** The calls of a person's browser. */
export function callsOf(app: TestApp, stageId: number, token: string, device = 'a-device') {
  const params = { id: stageId }
  const act = 'POST /user/assessments/:id' as const
  return {
    read: (at = device) => app.call('GET /user/assessments/:id', { token, params, query: { device: at } }),
    begin: (at = device) => app.call(act, { token, params, body: { act: 'begin', device: at } }),
    answer: (seq: number, question: number, answer: Answer, more: { device?: string; flagged?: boolean } = {}) =>
      app.call(act, { token, params, body: { act: 'answer', device, seq, question, answer, ...more } }),
    finish: (at = device) => app.call(act, { token, params, body: { act: 'finish', device: at } }),
    takeOver: (code: string, at: string) =>
      app.call(act, { token, params, body: { act: 'take_over', device: at, code } }),
    hear: (at = device, more: { left_ms?: number; ip?: string } = {}) =>
      app.call('POST /user/assessments/:id/heartbeat', {
        token,
        params,
        body: { device: at, ...(more.left_ms !== undefined && { left_ms: more.left_ms }) },
        ip: more.ip ?? '10.1.2.3',
      }),
    askCode: () => app.call('POST /user/assessments/:id/code', { token, params }),
    stat: () => app.call('GET /user/assessments/:id/stat', { token, params }),
  }
}
