import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { erasePerson } from '#server/accounts/profile/erase-person.ts'
import { erasureHooks } from '#server/personal-data-hooks.ts'
import { aCompetition, aPerson, takesPart } from '#server/testing/a-competition.ts'
import { anAccount, sessionOf } from '#server/testing/an-account.ts'
import { countQueries } from '#server/testing/count-queries.ts'
import { runQueued } from '#server/testing/run-queued.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { untilWaiting } from '#server/testing/waiting-for-locks.ts'
import { similarityJobs } from './jobs.ts'
import { prepareHandIn, prepareTogether, prepareWorks } from './prepare-works.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp({ remembers: true })
})
afterAll(() => app.close())

const start = new Date('2026-11-21T12:00:00+03:00')
const words = (from: number, count: number) =>
  Array.from({ length: count }, (_none, at) => `слово${from + at}`).join(' ')

async function aStage(settings: Record<string, unknown> = {}) {
  app.clock.set(start)
  const { code, stageIds } = await aCompetition(app.db, {
    essay: { type: 'essay', settings: { task: 'О решении', max_words: 2000, max_characters: 50_000, ...settings } },
  })
  const organiser = await anAccount(app, { isDemo: true })
  await app.db
    .insertInto('admin_flags')
    .values({ account_id: organiser.id, flag: 'assessment', competition_code: code })
    .execute()
  const { token } = await sessionOf(app, organiser)
  const params = { competition: code, code: 'essay' }
  const prefix = '/admin/competitions/:competition/stages/:code/similarity' as const
  return {
    code,
    stageId: stageIds.essay,
    list: () => app.call(`GET ${prefix}`, { token, params }),
    pair: (pair_id: number) => app.call(`GET ${prefix}/:pair_id`, { token, params: { ...params, pair_id } }),
  }
}
type Stage = Awaited<ReturnType<typeof aStage>>

async function anAuthor(stage: Stage, text: string, who: Parameters<typeof anAccount>[1] = {}) {
  const account = await anAccount(app, who)
  const { token } = await sessionOf(app, account)
  await takesPart(app.db, account.id, stage.code, 'main', start)
  const params = { stage_id: stage.stageId }
  const { status } = await app.call('PUT /user/stages/:stage_id/answer', { token, params, body: { data: { text } } })
  expect(status).toBe(200)
  const page = async () => (await app.call('GET /user/stages/:stage_id', { token, params })).body
  return { ...account, token, page }
}

const pairsOf = async (stage: Stage) => (await stage.list()).body.pairs

test('KE-05 two similar essays are shown as a pair side by side, with the common passages marked', async () => {
  const stage = await aStage()
  const shared = words(0, 60)
  await anAuthor(stage, `${shared} ${words(100, 20)}`, { lastName: 'Белова' })
  await anAuthor(stage, `${words(200, 20)} ${shared}`, { lastName: 'Ветров' })
  await anAuthor(stage, words(300, 80), { lastName: 'Громов' })
  await prepareWorks(app.services)
  const { body } = await stage.list()
  expect([body.threshold, body.works, body.compared, body.count]).toEqual([50, 3, 3, 1])
  const [pair] = body.pairs
  expect(pair?.sides.map(({ name }) => name.split(' ')[0])).toEqual(['Белова', 'Ветров'])
  expect(pair?.percent).toBeGreaterThan(65)
  const { sides } = (await stage.pair(pair?.pair_id ?? 0)).body
  for (const { passages } of sides) {
    const marked = passages[0]?.pieces.filter((piece) => piece.shared).map(({ text }) => text.trim())
    expect(marked).toEqual([shared])
  }
})

test('KE-05 KO-05 similarity is worked out by a job, only flags works, and decides nothing', async () => {
  const stage = await aStage()
  const one = await anAuthor(stage, words(0, 50))
  const other = await anAuthor(stage, words(0, 50))
  expect(await pairsOf(stage)).toEqual([])
  await prepareWorks(app.services)
  expect(await pairsOf(stage)).toMatchObject([{ percent: 100 }])
  for (const author of [one, other]) expect(await author.page()).toMatchObject({ status: 'wait', decision: null })
  expect(JSON.stringify(await one.page())).not.toContain('similar')
})

test('the threshold of the stage sets which pairs are flagged, and 0 flags nothing', async () => {
  const stage = await aStage({ similarity: 80 })
  await anAuthor(stage, `${words(0, 30)} ${words(100, 30)}`)
  await anAuthor(stage, `${words(0, 30)} ${words(200, 30)}`)
  await prepareWorks(app.services)
  expect((await stage.list()).body).toMatchObject({ count: 0, compared: 2 })
  const none = await aStage({ similarity: 0 })
  await anAuthor(none, words(0, 30))
  await anAuthor(none, words(0, 30))
  await prepareWorks(app.services)
  expect((await none.list()).body).toMatchObject({ threshold: 0, compared: 0, pairs: [] })
})

test('works are compared within their stage only, and a later version replaces the pairs that were found', async () => {
  const stage = await aStage()
  const elsewhere = await aStage()
  const author = await anAuthor(stage, words(0, 40))
  await anAuthor(elsewhere, words(0, 40))
  await anAuthor(stage, words(0, 40))
  await prepareWorks(app.services)
  expect(await pairsOf(elsewhere)).toEqual([])
  expect(await pairsOf(stage)).toHaveLength(1)
  const work = { stage_id: stage.stageId, account_id: author.id }
  const { id } = await app.db
    .insertInto('hand_ins')
    .values({
      ...work,
      sent_by: author.id,
      revision: 2,
      arrived_at: start,
      form_version: 1,
      receipt_number: `2026-${author.id}`,
      data: JSON.stringify({ text: words(500, 40) }),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  expect(id).toBeGreaterThan(0)
  await prepareWorks(app.services)
  expect(await pairsOf(stage)).toEqual([])
})

test('two works that are compared at the same time still find each other', async () => {
  const stage = await aStage()
  await anAuthor(stage, words(0, 40))
  await anAuthor(stage, words(0, 40))
  await Promise.all([prepareWorks(app.services), prepareWorks(app.services)])
  expect(await pairsOf(stage)).toMatchObject([{ percent: 100 }])
})

test('erasing a person removes the shingles and the pairs', async () => {
  const stage = await aStage()
  const author = await anAuthor(stage, words(0, 40))
  await anAuthor(stage, words(0, 40))
  await prepareWorks(app.services)
  const rows = () =>
    app.db
      .selectFrom('work_shingles as h')
      .innerJoin('works as w', 'w.id', 'h.work_id')
      .select('h.hash')
      .where('w.account_id', '=', author.id)
      .execute()
  expect((await rows()).length).toBeGreaterThan(0)
  const before = await app.db.selectFrom('work_shingles').select('hash').execute()
  const own = (await rows()).length
  await app.db.deleteFrom('accounts').where('id', '=', author.id).execute()
  expect(await app.db.selectFrom('work_shingles').select('hash').execute()).toHaveLength(before.length - own)
  expect(await pairsOf(stage)).toEqual([])
})

test('only organisers of the assessment see pairs: judges, checkers and authors do not', async () => {
  const stage = await aStage()
  const author = await anAuthor(stage, words(0, 40))
  await anAuthor(stage, words(0, 40))
  await prepareWorks(app.services)
  const [pair] = await pairsOf(stage)
  const staff = await anAccount(app, { roles: ['assessor'] })
  await app.db
    .insertInto('stage_staff')
    .values(
      (['check', 'judge'] as const).map((duty) => ({
        stage_id: stage.stageId,
        account_id: staff.id,
        duty,
        added_at: start,
      })),
    )
    .execute()
  const params = { competition: stage.code, code: 'essay' }
  for (const { token } of [author, await sessionOf(app, staff)]) {
    expect(
      (await app.call('GET /admin/competitions/:competition/stages/:code/similarity', { token, params })).status,
    ).toBe(403)
    const of = { token, params: { ...params, pair_id: pair?.pair_id ?? 0 } }
    expect((await app.call('GET /admin/competitions/:competition/stages/:code/similarity/:pair_id', of)).status).toBe(
      403,
    )
  }
  const stranger = await aStage()
  expect((await stranger.pair(pair?.pair_id ?? 0)).status).toBe(404)
})

test('a phrase that everybody uses is not counted as similarity, and does not hide copies', async () => {
  const stage = await aStage()
  const common = words(9000, 30)
  const people = await Promise.all(Array.from({ length: 4 }, () => aPerson(app)))
  for (const [at, { id, token }] of people.entries()) {
    await takesPart(app.db, id, stage.code, 'main', start)
    const text = `${common} ${words(at < 2 ? 0 : at * 1000, 60)}`
    await app.call('PUT /user/stages/:stage_id/answer', {
      token,
      params: { stage_id: stage.stageId },
      body: { data: { text } },
    })
  }
  await prepareWorks(app.services)
  expect((await pairsOf(stage)).map(({ percent }) => percent)).toEqual([100])
})

test('SK-05 a work that cannot be prepared is shown as interrupted to the author and the organiser, and recovers by itself', async () => {
  const stage = await aStage()
  const author = await anAuthor(stage, words(0, 40))
  const { hand_in_id: handInId } = await app.db
    .selectFrom('works')
    .select('hand_in_id')
    .where('account_id', '=', author.id)
    .executeTakeFirstOrThrow()
  const prepares = (attempt: number) =>
    similarityJobs(app.services).prepare_hand_in?.({ handInId } as never, {
      id: '1',
      attempt,
      lastAttempt: false,
    })
  await sql`create function refuse_all() returns trigger language plpgsql as 'begin raise exception ''full''; end'`.execute(
    app.db,
  )
  await sql`create trigger refuse before insert on prepared_works execute function refuse_all()`.execute(app.db)
  await expect(prepares(2)).rejects.toThrow('full')
  expect((await author.page()).status).toBe('processing')
  await expect(prepares(3)).rejects.toThrow('full')
  await app.heard()
  expect(await author.page()).toMatchObject({
    status: 'interrupted',
    reason: 'Проверка прервалась. Мы повторим её сами, сдавать ещё раз не нужно',
  })
  expect((await stage.list()).body).toMatchObject({ works: 1, interrupted: 1 })
  expect((await prepareWorks(app.services)).failures).toHaveLength(1)
  await sql`drop function refuse_all cascade`.execute(app.db)
  await prepareWorks(app.services)
  await app.heard()
  expect((await author.page()).status).toBe('wait')
  expect((await stage.list()).body).toMatchObject({ works: 1, compared: 1, interrupted: 0 })
})

test('works that fail again and again do not hold up later ones', async () => {
  const stage = await aStage()
  const authors = [await anAuthor(stage, words(0, 40)), await anAuthor(stage, words(50, 90))]
  const [failing, later] = await app.db
    .selectFrom('works')
    .select('id')
    .where(
      'account_id',
      'in',
      authors.map(({ id }) => id),
    )
    .orderBy('id')
    .execute()
  await sql`create function refuse_one() returns trigger language plpgsql
    as 'begin if new.work_id = ${sql.raw(String(failing?.id))} then raise exception ''full''; end if; return new; end'`.execute(
    app.db,
  )
  await sql`create trigger refuse before insert on prepared_works for each row execute function refuse_one()`.execute(
    app.db,
  )
  const first = await prepareWorks(app.services, { atOnce: 1, after: (failing?.id ?? 0) - 1 })
  expect(first).toMatchObject({ failures: [expect.anything()], next: failing?.id })
  const second = await prepareWorks(app.services, { atOnce: 1, after: first.next ?? 0 })
  expect(second).toEqual({ failures: [], next: later?.id })
  const prepared = await app.db
    .selectFrom('prepared_works')
    .select('work_id')
    .where('work_id', 'in', [failing?.id ?? 0, later?.id ?? 0])
    .execute()
  expect(prepared).toEqual([{ work_id: later?.id }])
  await sql`drop function refuse_one cascade`.execute(app.db)
})

test('when one of several works that arrived together fails, it is tried again alone, and the others are prepared', async () => {
  const stage = await aStage()
  const authors = [
    await anAuthor(stage, words(0, 40)),
    await anAuthor(stage, words(100, 40)),
    await anAuthor(stage, words(200, 40)),
  ]
  const works = await app.db
    .selectFrom('works')
    .select(['id', 'hand_in_id'])
    .where('stage_id', '=', stage.stageId)
    .orderBy('id')
    .execute()
  const handInIds = works.map((work) => work.hand_in_id)
  await sql`create function refuse_one() returns trigger language plpgsql as $$
    begin if new.work_id = ${sql.raw(String(works[1]?.id ?? 0))} then raise exception 'full'; end if; return new; end $$`.execute(
    app.db,
  )
  await sql`create trigger refuse before insert on prepared_works for each row execute function refuse_one()`.execute(
    app.db,
  )
  const job = { id: '1', attempt: 1, lastAttempt: false }
  await similarityJobs(app.services).prepare_hand_in?.({ handInIds } as never, job)
  await sql`drop function refuse_one cascade`.execute(app.db)
  await app.heard()
  const statuses = async () => Promise.all(authors.map(async ({ page }) => (await page()).status))
  expect(await statuses()).toEqual(['wait', 'processing', 'wait'])
  const { rows } = await sql<{ id: number }>`
    select (payload ->> 'handInId')::int as id from graphile_worker._private_jobs
    where payload ->> 'handInId' = any(${handInIds.map(String)})`.execute(app.db)
  expect(rows).toEqual([{ id: handInIds[1] }])
  await runQueued(app.db, 'prepare_hand_in', similarityJobs(app.services))
  await app.heard()
  expect(await statuses()).toEqual(['wait', 'wait', 'wait'])
})

test('a hand-in whose job died with its process is prepared in the next regular run, also where nothing is compared', async () => {
  const stage = await aStage({ similarity: 0 })
  const author = await anAuthor(stage, `Пишет Заречнов. ${words(0, 20)}`, { lastName: 'Заречнов' })
  expect((await author.page()).status).toBe('processing')
  await prepareWorks(app.services)
  await app.heard()
  expect((await author.page()).status).toBe('wait')
  expect((await stage.list()).body).toMatchObject({ works: 1, compared: 0, named: 1 })
})

/** The works of these people, in the same order, with what comparison and preparation have stored for each. */
async function keptOf(people: { id: number }[]) {
  const rows = await app.db
    .selectFrom('works as w')
    .leftJoin('compared_works as c', (join) =>
      join.onRef('c.work_id', '=', 'w.id').onRef('c.hand_in_id', '=', 'w.hand_in_id'),
    )
    .leftJoin('prepared_works as p', (join) =>
      join.onRef('p.work_id', '=', 'w.id').onRef('p.hand_in_id', '=', 'w.hand_in_id'),
    )
    .select(['w.id', 'w.account_id', 'w.hand_in_id', 'c.compared_at', 'p.telling'])
    .execute()
  return people.map(({ id }) => {
    const row = rows.find(({ account_id }) => account_id === id)
    if (!row) throw new Error('no work')
    return row
  })
}
const inTurn = async <T>(count: number, make: (at: number) => Promise<T>) => {
  const made: T[] = []
  for (let at = 0; at < count; at += 1) made.push(await make(at))
  return made
}

test('hand-ins that arrived together are prepared in as many statements as one, each with its own words and pairs', async () => {
  const statementsOf = async (count: number) => {
    const stage = await aStage()
    const older = await anAuthor(stage, words(1000, 40))
    await prepareHandIn(app.services, (await keptOf([older]))[0]?.hand_in_id ?? 0)
    const authors = await inTurn(count, (at) =>
      anAuthor(stage, `Пишет Кедров${'аеиоу'[at]}. ${words(1000 + (at % 2) * 500, 40)}`, {
        lastName: `Кедров${'аеиоу'[at]}`,
      }),
    )
    const handInIds = (await keptOf(authors)).map((work) => work.hand_in_id)
    const statements = await countQueries(async () => {
      expect(await prepareTogether(app.services, handInIds)).toEqual([])
    })
    const kept = await keptOf(authors)
    expect(kept.map(({ telling }) => telling)).toEqual(authors.map((_, at) => [`Кедров${'аеиоу'[at]}`]))
    await app.heard()
    for (const author of authors) expect((await author.page()).status).toBe('wait')
    return { statements, pairs: (await pairsOf(stage)).length }
  }
  const one = await statementsOf(1)
  expect(one).toEqual({ statements: 12, pairs: 1 })
  // The works with even numbers are similar to each other and to the older one; the two with odd numbers to each other.
  expect(await statementsOf(5)).toEqual({ statements: 12, pairs: 7 })
})

test('works and people whose rows are locked are passed over without waiting, and the others are prepared', async () => {
  const stage = await aStage()
  const authors = await inTurn(4, (at) => anAuthor(stage, words(at * 100, 40)))
  const works = await keptOf(authors)
  const handInIds = works.map((work) => work.hand_in_id)
  await app.db.transaction().execute(async (tx) => {
    await sql`select from works where id = ${works[1]?.id} for no key update`.execute(tx)
    await sql`select from stage_facts where account_id = ${authors[2]?.id} for no key update`.execute(tx)
    expect(await prepareTogether(app.services, handInIds)).toEqual([handInIds[1], handInIds[2]])
  })
  const prepared = async () => (await keptOf(authors)).map(({ telling }) => telling !== null)
  expect(await prepared()).toEqual([true, false, false, true])
  expect(await prepareTogether(app.services, handInIds)).toEqual([])
  expect(await prepared()).toEqual([true, true, true, true])
})

test('a locked pair is not waited for, and the pairs of an earlier version are removed', async () => {
  const stage = await aStage()
  const [one, other] = [await anAuthor(stage, words(0, 40)), await anAuthor(stage, words(0, 40))]
  await prepareWorks(app.services)
  expect(await pairsOf(stage)).toHaveLength(1)
  const ids = (await keptOf([one, other])).map((work) => work.hand_in_id)
  await sql`delete from compared_works`.execute(app.db)
  await sql`update hand_ins set data = ${JSON.stringify({ text: words(900, 40) })} where id = ${ids[0]}`.execute(app.db)
  await app.db.transaction().execute(async (tx) => {
    await sql`select from similar_works for update`.execute(tx)
    expect(await prepareTogether(app.services, ids)).toEqual(ids)
  })
  expect(await prepareTogether(app.services, ids)).toEqual([])
  expect(await pairsOf(stage)).toEqual([])
})

test('a repeated job compares nothing again, and skips works that were withdrawn or handed in again', async () => {
  const stage = await aStage()
  const authors = await inTurn(3, (at) => anAuthor(stage, words(at * 100, 40)))
  const handInIds = (await keptOf(authors)).map((work) => work.hand_in_id)
  expect(await prepareTogether(app.services, handInIds)).toEqual([])
  const compared = async () => (await keptOf(authors)).map(({ compared_at }) => compared_at?.getTime() ?? null)
  app.clock.advance(60_000)
  const [withdrawn, anew] = authors
  await sql`update works set waits_since = null where account_id = ${withdrawn?.id}`.execute(app.db)
  const { id } = await app.db
    .insertInto('hand_ins')
    .values({
      ...{ stage_id: stage.stageId, account_id: anew?.id, sent_by: anew?.id ?? 0, revision: 2, arrived_at: start },
      ...{ form_version: 1, receipt_number: `again-${anew?.id}`, data: JSON.stringify({ text: words(700, 40) }) },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await prepareTogether(app.services, handInIds)
  expect(await compared()).toEqual([start.getTime(), null, start.getTime()])
  await prepareTogether(app.services, [id])
  expect(await compared()).toEqual([start.getTime(), start.getTime() + 60_000, start.getTime()])
})

test('a run that ends halfway, after another one has compared the same work, does not lose the pairs', async () => {
  const stage = await aStage()
  await anAuthor(stage, words(0, 40))
  const author = await anAuthor(stage, words(0, 40))
  const [work] = await keptOf([author])
  await prepareWorks(app.services)
  await sql`delete from compared_works where work_id = ${work?.id}`.execute(app.db)
  let reads = 0
  const known: typeof app.services.seasons.known = async (...args) => {
    reads += 1
    if (reads === 1) await prepareHandIn(app.services, work?.hand_in_id ?? 0)
    else throw new Error('killed')
    return app.services.seasons.known(...args)
  }
  const seasons = Object.assign(Object.create(app.services.seasons), { known })
  await prepareHandIn({ ...app.services, seasons }, work?.hand_in_id ?? 0).catch(() => {})
  await prepareWorks(app.services)
  expect(await pairsOf(stage)).toHaveLength(1)
})

test('a work whose lock is free only after the samples were stored does not count as compared, and its pairs are found later', async () => {
  const stage = await aStage()
  const older = await anAuthor(stage, words(0, 40))
  await prepareHandIn(app.services, (await keptOf([older]))[0]?.hand_in_id ?? 0)
  const authors = await inTurn(2, () => anAuthor(stage, words(0, 40)))
  const works = await keptOf(authors)
  const handInIds = works.map((work) => work.hand_in_id)
  const [ready, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const locked = app.db.transaction().execute(async (tx) => {
    await sql`select from works where id = ${works[1]?.id} for no key update`.execute(tx)
    ready.resolve()
    await release.promise
  })
  await ready.promise
  // The season is read once for each of the two works, and again when similar works are looked for.
  let reads = 0
  const known: typeof app.services.seasons.known = async (...args) => {
    reads += 1
    if (reads === 3) {
      release.resolve()
      await locked
    }
    return app.services.seasons.known(...args)
  }
  const seasons = Object.assign(Object.create(app.services.seasons), { known })
  expect(await prepareTogether({ ...app.services, seasons }, handInIds)).toEqual([handInIds[1]])
  expect(reads).toBeGreaterThanOrEqual(3)
  await prepareHandIn(app.services, handInIds[1] ?? 0)
  expect(await pairsOf(stage)).toHaveLength(3)
})

/** Each insert into the table waits until the returned function is called. */
async function insertsHeld(table: string) {
  const [held, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  await sql`create function hold() returns trigger language plpgsql as
    'begin perform pg_advisory_xact_lock(1); return new; end'`.execute(app.db)
  await sql`create trigger hold before insert on ${sql.table(table)} for each row execute function hold()`.execute(
    app.db,
  )
  const holding = app.db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(1)`.execute(tx)
    held.resolve()
    await release.promise
  })
  await held.promise
  return async () => {
    release.resolve()
    await holding
  }
}

test.each([
  'compared_works',
  'prepared_works',
])('an erasure waits for a work that is being prepared before it locks anything of the person: %s', async (table) => {
  const stage = await aStage()
  const author = await anAuthor(stage, words(0, 40))
  const [work] = await keptOf([author])
  const due = { asked_at: app.clock.now(), due_at: app.clock.now() }
  await app.db
    .insertInto('erasure_requests')
    .values({ account_id: author.id, ...due })
    .execute()
  const release = await insertsHeld(table)
  const done = [prepareHandIn(app.services, work?.hand_in_id ?? 0)]
  try {
    await untilWaiting(app.db, 1)
    done.push(erasePerson(app.services, erasureHooks, { accountId: author.id }))
    await untilWaiting(app.db, 2)
  } finally {
    await release()
  }
  const ended = await Promise.allSettled(done)
  await sql`drop function hold cascade`.execute(app.db)
  expect(ended.map((each) => each.status === 'rejected' && String(each.reason))).toEqual([false, false])
  expect(
    await app.db
      .selectFrom('works')
      .select('id')
      .where('id', '=', work?.id ?? 0)
      .execute(),
  ).toEqual([])
})
