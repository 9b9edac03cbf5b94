import { renewPools } from '#server/kinds/mgmt_solution_assessment/renew-pools.ts'
import { totalOf } from '#shared/stages/rubric.ts'
import { aCompetition, aPerson, takesPart } from './a-competition.ts'
import { anAccount, sessionOf } from './an-account.ts'
import type { TestApp } from './test-app.ts'

export const peerStart = new Date('2026-11-21T12:00:00+03:00')
const criteria = ['c1', 'c2'].map((code) => ({
  code,
  title: code,
  hint: '',
  max: 10,
  weight: 1,
  required: true,
  levels: [],
}))
export const longComment = 'Хорошо виден выбор; добавьте расчёт и назовите, кто отвечает за каждый шаг решения.'

/** A stage whose participants assess essays of one another. */
export async function aPeerStage(app: TestApp, settings: Record<string, unknown> = {}, closes_at: Date | null = null) {
  app.clock.set(peerStart)
  const { code, stageIds } = await aCompetition(app.db, {
    essay: { type: 'essay', title: 'Эссе', settings: { task: 'О решении', min_words: 1, max_words: 500, file: true } },
    peer: {
      type: 'mgmt_solution_assessment',
      title: 'Оценка решений',
      opens_at: closes_at && peerStart,
      closes_at,
      settings: { works_of: 'essay', given: 3, received: 2, margin: 1, training: 0, min_comment: 5, ...settings },
    },
  })
  const organiser = await anAccount(app, { isDemo: true, flags: ['assessment'] })
  const { token } = await sessionOf(app, organiser)
  await app.db.insertInto('judgings').values({ stage_id: stageIds.essay, state: 'reading' }).execute()
  const { id: rubric } = await app.db
    .insertInto('rubrics')
    .values({ stage_id: stageIds.essay, version: 1, criteria: JSON.stringify(criteria), created_at: peerStart })
    .returning('id')
    .executeTakeFirstOrThrow()
  const params = { competition: code, code: 'peer' }
  const at = '/admin/competitions/:competition/stages/:code/peer' as const
  const works = async (only?: 'short' | 'disputed' | 'suspicious' | 'stopped') =>
    (await app.call(`GET ${at}/works`, { token, params, query: only ? { only } : {} })).body.works

  /** A person with an essay that waits. */
  async function author(text = 'Я принял решение', who: Parameters<typeof anAccount>[1] = {}) {
    const account = await anAccount(app, who)
    await takesPart(app.db, account.id, code, 'main', app.clock.now())
    await app.db
      .insertInto('stage_facts')
      .values({ account_id: account.id, stage_id: stageIds.essay, started_at: peerStart, submitted_at: peerStart })
      .execute()
    const { id: handIn } = await app.db
      .insertInto('hand_ins')
      .values({
        account_id: account.id,
        stage_id: stageIds.essay,
        revision: 1,
        arrived_at: peerStart,
        form_version: 1,
        receipt_number: `P-${account.id}`,
        data: JSON.stringify({ text }),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const { id: work } = await app.db
      .selectFrom('works')
      .select('id')
      .where('account_id', '=', account.id)
      .executeTakeFirstOrThrow()
    return { ...account, work, handIn }
  }

  /** The calls of a person who assesses. */
  function rater(accountToken: string) {
    const own = { stage_id: stageIds.peer }
    const of = (task_id: number) => ({ ...own, task_id })
    const typed = (marks: Record<string, number>, more = {}) => ({
      marks,
      comment: longComment,
      spent: 60_000,
      ...more,
    })
    return {
      token: accountToken,
      page: async () => (await app.call('GET /user/stages/:stage_id/peer', { token: accountToken, params: own })).body,
      next: () => app.call('POST /user/stages/:stage_id/peer/next', { token: accountToken, params: own }),
      read: (task: number) =>
        app.call('GET /user/stages/:stage_id/peer/tasks/:task_id', { token: accountToken, params: of(task) }),
      draft: (task: number, marks: Record<string, number>, more = {}) =>
        app.call('PUT /user/stages/:stage_id/peer/tasks/:task_id/draft', {
          token: accountToken,
          params: of(task),
          body: typed(marks, more),
        }),
      mark: (task: number, marks: Record<string, number> | number, more = {}) =>
        app.call('POST /user/stages/:stage_id/peer/tasks/:task_id/marks', {
          token: accountToken,
          params: of(task),
          body: { rubric_version: 1, ...typed(typeof marks === 'number' ? { c1: marks, c2: marks } : marks, more) },
        }),
      report: (task: number, about: 'plagiarism' | 'author', text = 'Это текст из учебника') =>
        app.call('POST /user/stages/:stage_id/peer/tasks/:task_id/report', {
          token: accountToken,
          params: of(task),
          body: { about, text },
        }),
      async status() {
        const { body } = await app.call('GET /user/user-stages', {
          token: accountToken,
          query: { competition_code: code, track: 'main' },
        })
        const stages = (body as { stages: { code: string; status: string; extra_data: { reason: string } }[] }).stages
        const found = stages.find((stage) => stage.code === 'peer')
        return { status: found?.status, reason: found?.extra_data.reason }
      },
    }
  }

  async function people(count: number) {
    const made = []
    for (let number = 0; number < count; number++) {
      const account = await author()
      made.push({ ...account, ...rater((await sessionOf(app, account)).token) })
    }
    return made
  }

  return {
    code,
    token,
    params,
    stageId: stageIds.peer,
    essayId: stageIds.essay,
    author,
    people,
    rater,
    works,
    async reserve() {
      const account = await aPerson(app)
      await takesPart(app.db, account.id, code, 'main', app.clock.now())
      return { ...account, ...rater(account.token) }
    },
    renew: () => renewPools(app.services),
    /** Adds this number of works to the pool of the stage. Returns their authors. */
    async begun(count: number) {
      const made = await people(count)
      await renewPools(app.services)
      return made
    },
    read: async () => (await app.call(`GET ${at}`, { token, params })).body,
    raters: async () => (await app.call(`GET ${at}/raters`, { token, params })).body.raters,
    pool: () => app.call(`POST ${at}/pool`, { token, params }),
    reference: (work_id: number, training: boolean, mark: number) =>
      app.call(`PUT ${at}/references/:work_id`, {
        token,
        params: { ...params, work_id },
        body: { training, marks: { c1: mark, c2: mark }, comment: 'Так оценили эксперты' },
      }),
    dropReference: (work_id: number) =>
      app.call(`DELETE ${at}/references/:work_id`, { token, params: { ...params, work_id } }),
    decideReport: (work_id: number, upheld: boolean) =>
      app.call(`POST ${at}/works/:work_id/report`, { token, params: { ...params, work_id }, body: { upheld } }),
    experts: (which: 'disputed' | 'suspicious' | 'short' | 'rater', person?: number) =>
      app.call(`POST ${at}/experts`, { token, params, body: { which, ...(person && { rater: person }) } }),
    change: (test_id: number, weight: number | null, excluded_because: string | null = null) =>
      app.call(`PUT ${at}/raters/:test_id`, {
        token,
        params: { ...params, test_id },
        body: { weight, excluded_because },
      }),
    callReserve: (count: number) => app.call(`POST ${at}/reserve`, { token, params, body: { works: count } }),
    publish: () => app.call(`POST ${at}/publish`, { token, params }),
    decide: (list: number[], outcome: 'passed' | 'failed', reason = '') =>
      app.call(`POST ${at}/decisions`, { token, params, body: { works: list, outcome, reason } }),
    /** Marks of a person for a work, as if they were given on the page. */
    async given(raterId: number, work: { work: number; handIn: number }, mark: number, spent = 60_000) {
      const marks = { c1: mark, c2: mark }
      await app.db
        .insertInto('peer_raters')
        .values({ stage_id: stageIds.peer, account_id: raterId, done: 1 })
        .onConflict((conflict) =>
          conflict.columns(['stage_id', 'account_id']).doUpdateSet((is) => ({ done: is('peer_raters.done', '+', 1) })),
        )
        .execute()
      await app.db
        .insertInto('peer_tasks')
        .values({
          ...{ stage_id: stageIds.peer, work_id: work.work, rater_id: raterId, hand_in_id: work.handIn },
          ...{ kind: 'pool', place: 1, given_at: peerStart, done_at: peerStart, rubric_id: rubric, spent },
          ...{ marks: JSON.stringify(marks), total: totalOf(criteria, marks), comment: longComment },
        })
        .execute()
      await app.db
        .updateTable('peer_pool')
        .set((is) => ({ given: is('given', '+', 1) }))
        .where('work_id', '=', work.work)
        .execute()
    },
  }
}
export type PeerStage = Awaited<ReturnType<typeof aPeerStage>>
