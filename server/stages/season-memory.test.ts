import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { heardChannels, makeServices } from '#server/make-services.ts'
import { openDatabase } from '#server/platform/db/database.ts'
import { startHearing } from '#server/platform/db/hearing.ts'
import { publishForm } from '#server/stages/forms/store.ts'
import type { Database } from '#server/tables.ts'
import { aCompetition, aPerson, takesPart } from '#server/testing/a-competition.ts'
import { countQueries } from '#server/testing/count-queries.ts'
import { createTestDatabase, type TestDatabase } from '#server/testing/database.ts'
import { type DatabaseProxy, databaseProxy } from '#server/testing/database-proxy.ts'
import { meetInOrder } from '#server/testing/forced-order.ts'
import { patience } from '#server/testing/patience.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { untilWaiting } from '#server/testing/waiting-for-locks.ts'
import { handInWork } from './work.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp({ remembers: true })
})
afterAll(() => app.close())

const start = new Date('2026-11-21T12:00:00+03:00')
const hour = 3_600_000

/** A stage with an open form of two questions, and a participant. */
async function aForm(check: 'auto' | 'manual' = 'auto') {
  app.clock.set(start)
  const { code, stageIds } = await aCompetition(app.db, {
    form: { type: 'form', closes_at: new Date(start.getTime() + hour), settings: { check } },
    next: { type: 'essay', requires: ['form'], settings: { task: 'Напишите' } },
  })
  const fields = [
    { name: 'goal', label: 'Цель', view: 'text' as const, validation_rules: { required: true, max_length: 100 } },
    { name: 'home', label: 'Регион', view: 'region' as const, params: { dict: 'regions' } },
  ]
  await publishForm(app.db, stageIds.form, { version: 1, sections: [{ code: 'a', title: 'А', fields }] }, start)
  const person = await aPerson(app)
  await takesPart(app.db, person.id, code, 'main', start)
  const { token } = person
  return {
    code,
    stageId: stageIds.form,
    person,
    tree: () => app.call('GET /user/user-stages', { token, query: { competition_code: code } }),
    save: (goal: string, revision?: number) =>
      app.call('PUT /user/stages/:stage_id/draft', {
        token,
        params: { stage_id: stageIds.form },
        body: { data: { goal }, revision },
      }),
    handIn: (goal: string) =>
      app.call('PUT /user/stages/:stage_id/answer', {
        token,
        params: { stage_id: stageIds.form },
        body: { data: { goal }, form_version: 1 },
        headers: { 'Idempotency-Key': `key-${goal.length}` },
      }),
  }
}

/** Holds the lock on a person's facts at a stage, as a running write does; returns a function that ends it. */
async function factsHeld(accountId: number, stageId: number): Promise<() => Promise<void>> {
  const [held, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const holding = app.db.transaction().execute(async (tx) => {
    await tx
      .selectFrom('stage_facts')
      .select('stage_id')
      .where('stage_id', '=', stageId)
      .where('account_id', '=', accountId)
      .forUpdate()
      .executeTakeFirstOrThrow()
    held.resolve()
    await release.promise
  })
  await held.promise
  return async () => {
    release.resolve()
    await holding
  }
}

describe('what a call costs', () => {
  test('CL-04 the tree takes one statement, including the session, also after a change of the season', async () => {
    const { code, tree } = await aForm()
    await vi.waitFor(async () => expect(await countQueries(tree)).toBe(1), patience)
    await app.db.updateTable('stages').set({ title: 'Другое' }).where('competition_code', '=', code).execute()
    expect((await tree()).body.stages[0]).toMatchObject({ title: 'Другое' })
    await vi.waitFor(async () => expect(await countQueries(tree)).toBe(1), patience)
  })

  test('an autosave takes at most four statements and a hand-in at most eight, besides the lock of the account', async () => {
    const { save, handIn, tree } = await aForm()
    await vi.waitFor(async () => expect(await countQueries(tree)).toBe(1), patience)
    expect(await countQueries(() => save('Первое'))).toBe(4 + 1)
    expect(await countQueries(() => save('Второе', 1))).toBe(2)
    expect(await countQueries(() => save('Третье', 2))).toBe(1)
    expect((await save('Опоздавшее', 2)).body.code).toBe('draft_conflict')
    await app.services.dictionaries.ready(app.db)
    expect(await countQueries(() => handIn('Научиться'))).toBe(1)
    const anew = await aForm()
    await vi.waitFor(async () => expect(await countQueries(anew.tree)).toBe(1), patience)
    expect(await countQueries(() => anew.handIn('Научиться'))).toBeLessThanOrEqual(8 + 1)
  })

  test('saves of different people that come together: one is out of date, one waits for a lock, the others do not wait for these', async () => {
    const { code, stageId } = await aForm()
    const save = (token: string, goal: string, revision?: number) =>
      app.call('PUT /user/stages/:stage_id/draft', {
        token,
        params: { stage_id: stageId },
        body: { data: { goal }, revision },
      })
    const people = await Promise.all(
      Array.from({ length: 6 }, async () => {
        const person = await aPerson(app)
        await takesPart(app.db, person.id, code, 'main', start)
        await save(person.token, 'Первое')
        await save(person.token, 'Второе', 1)
        return person
      }),
    )
    const [locked, outdated, ...others] = people
    const release = await factsHeld(locked?.id ?? 0, stageId)
    let waited = true
    const late = save(locked?.token ?? '', 'Третье', 2).finally(() => {
      waited = false
    })
    const [stale, ...saved] = await Promise.all([
      save(outdated?.token ?? '', 'Третье', 1),
      ...others.map(({ token }, at) => save(token, `Третье ${at}`, 2)),
    ])
    expect(stale?.body.code).toBe('draft_conflict')
    expect(saved.map(({ body }) => body.revision)).toEqual([3, 3, 3, 3])
    expect(waited).toBe(true)
    await release()
    expect((await late).body.revision).toBe(3)
    const drafts = await app.db
      .selectFrom('stage_drafts as d')
      .innerJoin('stage_draft_revisions as r', 'r.draft_id', 'd.id')
      .select(['d.account_id', 'd.revision', sql<{ goal: string }>`d.data`.as('data')])
      .select(sql<string[]>`array_agg(r.data ->> 'goal' order by r.revision)`.as('goals'))
      .where('d.stage_id', '=', stageId)
      .groupBy('d.id')
      .execute()
    const goals = new Map(drafts.map(({ account_id, goals }) => [account_id, goals]))
    expect(people.map(({ id }) => goals.get(id))).toEqual([
      ['Первое', 'Второе', 'Третье'],
      ['Первое', 'Второе'],
      ...others.map((_one, at) => ['Первое', 'Второе', `Третье ${at}`]),
    ])
    expect(drafts.every(({ data, goals, revision }) => data.goal === goals[revision - 1])).toBe(true)
  })

  test('a hand-in in one statement has the same answer and effects as one in several steps', async () => {
    const [quick, slow] = [await aForm(), await aForm()]
    await quick.save('Начало')
    await quick.tree()
    const [first, second] = [await quick.handIn('Научиться'), await slow.handIn('Научиться')]
    const receipt = { number: expect.stringMatching(/^2026-\d{7}$/), revision: 1 }
    expect(first.body).toMatchObject({ status: 'processing', receipt, next: { type: 'essay' } })
    expect({ ...second.body, receipt: null, next: null }).toEqual({ ...first.body, receipt: null, next: null })
    // A repeated request, and a repeated key with other content.
    expect((await quick.handIn('Научиться')).body).toEqual(first.body)
    expect((await quick.handIn('Наученный')).body.code).toBe('idempotency_mismatch')
    const left = ({ person, stageId }: typeof quick) =>
      app.db
        .selectFrom('stage_facts')
        .innerJoin('hand_ins', (join) =>
          join
            .onRef('hand_ins.account_id', '=', 'stage_facts.account_id')
            .onRef('hand_ins.stage_id', '=', 'stage_facts.stage_id'),
        )
        .innerJoin('idempotency_keys', 'idempotency_keys.account_id', 'stage_facts.account_id')
        .select(['submitted_at', 'arrived_at', 'processing_at', 'revision', 'data', 'form_version', 'fingerprint'])
        .where('stage_facts.account_id', '=', person.id)
        .where('stage_facts.stage_id', '=', stageId)
        .execute()
    const [[kept, ...more], [stepwise]] = [await left(quick), await left(slow)]
    expect(more).toEqual([])
    expect(kept).toEqual({ ...stepwise, fingerprint: expect.any(String) })
    expect(await jobsFor(quick.person.id)).toEqual(await jobsFor(slow.person.id))
  })

  test('a hand-in that is repeated while the first request is between its key and its lock does not deadlock with it', async () => {
    const { save, tree, person, stageId } = await aForm()
    await save('Начало')
    await tree()
    const [between, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const codeOf: typeof app.services.seasons.codeOf = async (db, id) => {
      // Without the code nothing is remembered, so the first request runs step by step.
      if (!db.isTransaction) return null
      const keys = db.selectFrom('idempotency_keys').select('key').where('account_id', '=', person.id)
      if ((await keys.executeTakeFirst()) !== undefined) {
        between.resolve()
        await release.promise
      }
      return app.services.seasons.codeOf(db, id)
    }
    const seasons = Object.assign(Object.create(app.services.seasons), { codeOf })
    const handIn = (services: typeof app.services) =>
      handInWork(services, {
        ...{ accountId: person.id, stage: { stageId }, data: { goal: 'Научиться' }, formVersion: 1 },
        ...{ receivedAt: start, ip: '', idempotencyKey: 'repeated' },
      })
    const first = handIn({ ...app.services, seasons })
    await between.promise
    const second = handIn(app.services)
    await untilWaiting(app.db, 1)
    release.resolve()
    const [answer, again] = await Promise.all([first, second])
    expect(again).toEqual(answer)
  })

  test('TW-10 of three hand-ins with one key that are written together one is kept, and each repeat is told the same', async () => {
    app.clock.set(start)
    const form = { type: 'form', settings: { check: 'manual' } }
    const { code, stageIds } = await aCompetition(app.db, { one: form, two: form, three: form })
    const stages = [stageIds.one, stageIds.two, stageIds.three]
    const fields = [{ name: 'goal', label: 'Цель', view: 'text' as const }]
    for (const stage of stages)
      await publishForm(app.db, stage, { version: 1, sections: [{ code: 'a', title: 'А', fields }] }, start)
    await app.services.dictionaries.ready(app.db)
    const begin = async () => {
      const { id, token } = await aPerson(app)
      await takesPart(app.db, id, code, 'main', start)
      const body = { data: { goal: 'Начало' } }
      for (const stage_id of stages)
        await app.call('PUT /user/stages/:stage_id/draft', { token, params: { stage_id }, body })
      await app.call('GET /user/user-stages', { token, query: { competition_code: code } })
      return { id, token }
    }
    const handIn = ({ token }: { token: string }, stage_id: number) =>
      app.call('PUT /user/stages/:stage_id/answer', {
        ...{ token, params: { stage_id }, headers: { 'Idempotency-Key': 'of all' } },
        body: { data: { goal: 'Научиться' }, form_version: 1 },
      })
    const [before, next, person] = [await begin(), await begin(), await begin()]
    let together: Promise<Awaited<ReturnType<typeof handIn>>[]> | undefined
    // Those that come while two hand-ins are being written are written together.
    await meetInOrder(app.db, {
      lock: (tx) => sql`lock table hand_ins in share mode`.execute(tx),
      call: () => handIn(before, stageIds.one),
      meanwhile: async () => {
        const second = handIn(next, stageIds.one)
        await untilWaiting(app.db, 2)
        together = Promise.all([second, ...stages.map((stage) => handIn(person, stage))])
        await delay(300)
      },
    })
    const told = (answers: Awaited<ReturnType<typeof handIn>>[]) =>
      answers.map(({ status, body, text }) => [status, status === 200 ? text : body.code])
    const answers = told((await together) ?? []).slice(1)
    expect(answers.map(([status]) => status).sort()).toEqual([200, 422, 422])
    expect(answers.filter(([, said]) => said === 'idempotency_mismatch')).toHaveLength(2)
    const kept = await app.db.selectFrom('hand_ins').select('id').where('account_id', '=', person.id).execute()
    expect(kept).toHaveLength(1)
    expect(told(await Promise.all(stages.map((stage) => handIn(person, stage))))).toEqual(answers)
  })

  test('hand-ins of different people that come together each get their own receipt and are confirmed by few jobs; only one with a locked person waits', async () => {
    const { code, stageId } = await aForm('manual')
    await app.services.dictionaries.ready(app.db)
    const params = { stage_id: stageId }
    const answer = (token: string, goal: string) =>
      app.call('PUT /user/stages/:stage_id/answer', {
        token,
        params,
        body: { data: { goal }, form_version: 1 },
        headers: { 'Idempotency-Key': 'once' },
      })
    const people = await Promise.all(
      Array.from({ length: 12 }, async (_one, at) => {
        const person = await aPerson(app)
        await takesPart(app.db, person.id, code, 'main', start)
        const { token } = person
        await app.call('PUT /user/stages/:stage_id/draft', { token, params, body: { data: { goal: 'Начало' } } })
        await app.call('GET /user/user-stages', { token, query: { competition_code: code } })
        return { ...person, goal: `Цель ${at}` }
      }),
    )
    const [locked, twice, ...others] = people
    if (!locked || !twice) throw new Error('nobody takes part')
    const release = await factsHeld(locked.id, stageId)
    let waited = true
    const late = answer(locked.token, locked.goal).finally(() => {
      waited = false
    })
    const [first, again, ...answers] = await Promise.all(
      [twice, twice, ...others].map(({ token, goal }) => answer(token, goal)),
    )
    expect([first?.status, ...answers.map(({ status }) => status)]).toEqual(Array(people.length - 1).fill(200))
    expect(again?.body).toEqual(first?.body)
    expect(waited).toBe(true)
    await release()
    const all = [await late, first, ...answers]
    const kept = await app.db
      .selectFrom('hand_ins as h')
      .innerJoin('stage_facts as f', (join) =>
        join.onRef('f.account_id', '=', 'h.account_id').onRef('f.stage_id', '=', 'h.stage_id'),
      )
      .select(['h.id', 'h.account_id', 'h.revision', 'h.receipt_number', 'h.sent_by', 'f.submitted_at'])
      .select(sql<string>`h.data ->> 'goal'`.as('goal'))
      .where('h.stage_id', '=', stageId)
      .execute()
    const rowOf = new Map(kept.map((row) => [row.account_id, row]))
    expect(kept).toHaveLength(people.length)
    for (const [at, { id, goal }] of people.entries())
      expect(rowOf.get(id)).toMatchObject({
        goal,
        revision: 1,
        sent_by: id,
        submitted_at: start,
        receipt_number: all[at]?.body.receipt.number,
      })
    const jobs = await jobsOf(kept.map(({ id }) => id))
    expect(jobs.length).toBeLessThan(people.length / 2)
    expect(jobs.flat().toSorted((one, other) => one - other)).toEqual(
      kept.map(({ id }) => id).toSorted((a, b) => a - b),
    )
    await app.work('confirm_hand_in')
    const told = await app.db
      .selectFrom('notifications')
      .select(['account_id', 'text'])
      .where(
        'account_id',
        'in',
        people.map(({ id }) => id),
      )
      .execute()
    expect(told).toHaveLength(people.length)
    for (const { account_id, text } of told) expect(text).toContain(rowOf.get(account_id)?.receipt_number)
  })
})

/** Which of these hand-ins each waiting job confirms. */
async function jobsOf(handInIds: readonly number[]): Promise<number[][]> {
  const { rows } = await sql<{ ids: number[] }>`
    select payload -> 'handInIds' as ids from graphile_worker._private_jobs where payload -> 'handInIds' is not null
  `.execute(app.db)
  return rows.map(({ ids }) => ids.filter((id) => handInIds.includes(id))).filter((ids) => ids.length > 0)
}

/** How many jobs wait to accept what this person has handed in. */
async function jobsFor(accountId: number): Promise<number> {
  const { rows } = await sql<{ jobs: number }>`
    select count(*)::int as jobs from graphile_worker._private_jobs j
    join hand_ins h on h.id = (j.payload ->> 'handInId')::int where h.account_id = ${accountId}`.execute(app.db)
  return rows[0]?.jobs ?? 0
}

describe('remembered data is never older than a write', () => {
  test('ST-04 a window closed a moment ago, in another connection, refuses the very next save', async () => {
    const { code, save, tree } = await aForm()
    await tree()
    expect((await save('Успел')).status).toBe(200)
    await app.db
      .updateTable('stages')
      .set({ closes_at: new Date(start.getTime() - hour), opens_at: null })
      .where('competition_code', '=', code)
      .where('code', '=', 'form')
      .execute()
    expect((await save('Опоздал')).body.code).toBe('stage_closed')
  })

  test('EN-05 a new version of the form applies at once', async () => {
    const { stageId, handIn, tree } = await aForm()
    await tree()
    const fields = [{ name: 'why', label: 'Зачем', view: 'text' as const, validation_rules: { required: true } }]
    await publishForm(app.db, stageId, { version: 2, sections: [{ code: 'a', title: 'А', fields }] }, start)
    const { status, body } = await handIn('Старая форма')
    expect([status, body.code, Object.keys(body.fields ?? {})]).toEqual([
      409,
      'form_version_outdated',
      ['why', 'goal', 'home'],
    ])
  })

  test('changes of a rolled back transaction do not stay in memory', async () => {
    const { code } = await aForm()
    const { seasons } = app.services
    const titleIn = async (db = app.db) => (await seasons.of(db, code))?.title
    const before = await titleIn()
    const rolledBack = app.db.transaction().execute(async (tx) => {
      await tx.updateTable('competitions').set({ title: 'Черновое' }).where('code', '=', code).execute()
      expect((await seasons.renewed(tx, code))?.title).toBe('Черновое')
      throw new Error('no')
    })
    await expect(rolledBack).rejects.toThrow('no')
    expect(await titleIn()).toBe(before)
  })

  test('R-17 a session that another process ended is refused once the notification arrives', async () => {
    const { person, tree } = await aForm()
    await vi.waitFor(async () => expect(await countQueries(tree)).toBe(1), patience)
    await app.db.updateTable('sessions').set({ revoked_at: start }).where('account_id', '=', person.id).execute()
    await vi.waitFor(async () => expect((await tree()).status).toBe(401), patience)
  })

  test('R-17 the first call after a logout is refused', async () => {
    const { person, tree } = await aForm()
    await vi.waitFor(async () => expect(await countQueries(tree)).toBe(1), patience)
    expect((await app.call('POST /auth/revoke-sessions', { token: person.token })).status).toBeLessThan(300)
    expect((await tree()).status).toBe(401)
  })
})

describe('two processes and a lost listener', () => {
  let database: TestDatabase
  let proxy: DatabaseProxy
  beforeAll(async () => {
    database = await createTestDatabase()
    proxy = await databaseProxy(database.connection)
  })
  afterAll(async () => {
    await proxy?.close()
    await database?.drop()
  })

  test('a process whose listener is disconnected queries the database until it is connected again', async () => {
    const { code } = await aCompetition(database.db, { rules: { type: 'rules' } })
    const hearing = startHearing({ connectionString: proxy.url }, heardChannels)
    // Only the listening connection is cut; queries still work.
    const { db, close } = openDatabase<Database>(database.connection)
    const { seasons } = makeServices({ ...app.services, db }, hearing)
    const title = async () => (await seasons.of(db, code))?.stages[0]?.title
    const rename = (to: string) => database.db.updateTable('stages').set({ title: to }).execute()
    try {
      await vi.waitFor(() => expect(hearing.trusted()).toBe(true), patience)
      await title()
      expect(await countQueries(title)).toBe(0)
      await rename('Второе')
      await vi.waitFor(async () => expect(await title()).toBe('Второе'), patience)

      proxy.darken('portal-listen')
      await vi.waitFor(() => expect(hearing.trusted()).toBe(false), { timeout: 60_000 })
      await title()
      await rename('Третье')
      expect(await title()).toBe('Третье')
      expect(await countQueries(title)).toBe(1)

      proxy.darken(null)
      await vi.waitFor(() => expect(hearing.trusted()).toBe(true), { timeout: 60_000 })
      await title()
      expect(await countQueries(title)).toBe(0)
    } finally {
      await hearing.stop()
      await close()
    }
  })
})
