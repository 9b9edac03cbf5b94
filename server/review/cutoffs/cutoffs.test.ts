import { strFromU8, unzipSync } from 'fflate'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { listAudit } from '#server/editing/stages/list-audit.ts'
import { loadDictionaries } from '#server/forms/dictionaries/load-dictionaries.ts'
import { settleAndTell } from '#server/stages/settle.ts'
import { aCompetition } from '#server/testing/a-competition.ts'
import { aStoppedWork } from '#server/testing/a-stopped-work.ts'
import { anAccount, sessionOf } from '#server/testing/an-account.ts'
import { countQueries } from '#server/testing/count-queries.ts'
import { meetInOrder } from '#server/testing/forced-order.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { usualLetters } from '#shared/review/cutoffs/letters.ts'
import { documentRows } from '#shared/review/cutoffs/limits.ts'
import { newRule, type Rule } from '#shared/review/cutoffs/rule.ts'
import { freezeProtocol } from './freeze.ts'
import { hashOfRows } from './hash-of-rows.ts'
import { publishSome } from './publish.ts'
import { rowsAtOnce } from './write-rows.ts'

let app: TestApp
let [one, other] = ['', '']
const start = new Date('2026-12-01T12:00:00+03:00')
const noon = '2026-12-02 12:00'

beforeAll(async () => {
  app = await testApp({ remembers: true })
  await loadDictionaries(app.db)
})
afterAll(() => app.close())
beforeEach(async () => {
  app.clock.set(start)
  const organiser = async () =>
    (await sessionOf(app, await anAccount(app, { isDemo: true, flags: ['assessment'] }))).token
  one = await organiser()
  other = await organiser()
})

const essay = { type: 'essay', settings: { task: 'О решении', min_words: 1, max_words: 500 } }
let made = 0

/** A competition with people who have scores, the highest first. Regions come in turn, one of each district first. */
async function aSeason(people: number, scoreOf: (at: number) => number | null = (at) => people - at, regions = 8) {
  const { code, stageIds } = await aCompetition(
    app.db,
    { essay, video: { ...essay, title: 'Видео' } },
    { tracks: ['main', 'side'] },
  )
  made += 1
  const prefix = `cut${made}_`
  const { rows } = await sql<{ id: number }>`
    insert into accounts (email, email_verified_at, password_hash, first_name, last_name, middle_name, created_at)
    select ${prefix} || at || '@example.test', ${start}, '-', 'Имя', 'Фамилия' || lpad(at::text, 5, '0'), '', ${start}
    from generate_series(0, ${people - 1}) as at returning id`.execute(app.db)
  const ids = rows.map(({ id }) => id)
  const ofDistricts = await sql<{ id: string }>`
    select distinct on (fo) id from dictionary_items where dict = 'regions' and fo is not null order by fo, id`.execute(
    app.db,
  )
  const kladr = ofDistricts.rows.map(({ id }) => id).slice(0, regions)
  const list = ids.map((id, at) => ({
    id,
    score: scoreOf(at),
    region: kladr[at % kladr.length],
    track: at % 2 ? 'side' : 'main',
  }))
  // A thousand people in each statement: on a busy machine a single statement for all exceeds the time limit.
  for (let from = 0; from < list.length; from += 1000) {
    const some = list.slice(from, from + 1000)
    await sql`
      with people as (
        select * from jsonb_to_recordset(${JSON.stringify(some)}::jsonb) as p (id integer, score numeric, region text, track text)
      ), joined as (
        insert into participations (account_id, competition_code, door, track_code, region, joined_at)
        select id, ${code}, 'participant', track, region, ${start} from people
      ), scored as (
        insert into stage_results (account_id, stage_id, score, computed_at)
        select id, ${stageIds.essay}, score, ${start} from people where score is not null
      )
      insert into stage_facts (account_id, stage_id, started_at, submitted_at)
      select id, ${stageIds.essay}, ${start}, ${start} from people`.execute(app.db)
  }
  await app.heard()
  const at = { competition: code }
  return {
    code,
    ids,
    stageIds,
    async cutoff(more: Partial<Rule> = {}, token = one) {
      const { body } = await app.call('POST /admin/competitions/:competition/cutoffs', {
        ...{ token, params: at, body: { stage: 'essay', title: 'Вариант' } },
      })
      const place = { ...at, cutoff_id: body.id }
      const save = (rule: Partial<Rule>, revision: number, by = token, letters = usualLetters) =>
        app.call('PUT /admin/competitions/:competition/cutoffs/:cutoff_id', {
          ...{ token: by, params: place },
          body: { revision, title: 'Вариант', letters, rule: { ...newRule('essay'), ...rule } },
        })
      const saved = await save(more, 1)
      return {
        id: body.id,
        save,
        saved,
        read: async () =>
          (await app.call('GET /admin/competitions/:competition/cutoffs/:cutoff_id', { token, params: place })).body,
        people: async (list: 'passed' | 'quota' | 'waiting' | 'none' | 'ties' | 'changes', offset = 0) =>
          (
            await app.call('GET /admin/competitions/:competition/cutoffs/:cutoff_id/people', {
              ...{ token, params: place, query: { list, offset } },
            })
          ).body,
        freeze: (reason = '', revision = 2) =>
          app.call('POST /admin/competitions/:competition/cutoffs/:cutoff_id/protocol', {
            ...{ token, params: place, body: { revision, reason } },
          }),
      }
    },
    protocol(number: number) {
      const params = { ...at, number }
      return {
        read: async (token = one) =>
          (await app.call('GET /admin/competitions/:competition/protocols/:number', { token, params })).body,
        confirm: (token = other, publish_at = noon) =>
          app.call('POST /admin/competitions/:competition/protocols/:number/confirmation', {
            ...{ token, params, body: { publish_at } },
          }),
        withdraw: (token = one) =>
          app.call('POST /admin/competitions/:competition/protocols/:number/withdrawal', {
            ...{ token, params, body: { reason: 'Ошибка в весах' } },
          }),
        async file(format: 'docx' | 'csv' | 'xlsx') {
          const { body } = await app.call('POST /admin/competitions/:competition/protocols/:number/files', {
            ...{ token: one, params, body: { format } },
          })
          await app.work('write_export')
          const path = `/api/v3/admin/competitions/${code}/protocols/${number}/files/${body.id}`
          const answer = await app.fetch(`${path}/file`, { headers: { 'X-Token': one } })
          expect(answer.headers.get('content-disposition')).toContain(`protocol-${number}.${format}`)
          return new Uint8Array(await answer.arrayBuffer())
        },
        async word() {
          return strFromU8(unzipSync(await this.file('docx'))['word/document.xml'] ?? new Uint8Array())
        },
        rows: () =>
          app.db
            .selectFrom('protocol_rows as r')
            .innerJoin('protocols as p', 'p.id', 'r.protocol_id')
            .selectAll('r')
            .where('p.competition_code', '=', code)
            .where('p.number', '=', number)
            .orderBy('r.account_id')
            .execute(),
      }
    },
    notices: async () =>
      app.db
        .selectFrom('notifications')
        .select(['account_id', 'title', 'text'])
        .where('account_id', 'in', ids)
        .orderBy('account_id')
        .execute(),
    facts: async () => {
      const rows = await app.db
        .selectFrom('stage_facts')
        .select(['account_id', 'passed_at', 'failed_at', 'reasons'])
        .where('stage_id', '=', stageIds.essay)
        .execute()
      return new Map(rows.map((row) => [row.account_id, row]))
    },
    outcomes: async () => {
      const facts = await app.db
        .selectFrom('stage_facts')
        .select(['account_id', 'passed_at', 'failed_at'])
        .where('stage_id', '=', stageIds.essay)
        .orderBy('account_id')
        .execute()
      return facts.map(({ passed_at, failed_at }) => (passed_at ? 'passed' : failed_at ? 'failed' : null))
    },
  }
}

const codeOf = (answer: { body: { code?: string } }) => answer.body.code
const byDistrict = (least: number) => [{ by: 'district' as const, of: '', least, most: 0 }]

test('the best 300 with at least 3 of each federal district and a waiting list of 50 are drawn, frozen by one, confirmed by another and published', async () => {
  // All people of the last district are below the line.
  const season = await aSeason(1200, (at) => (at % 8 === 7 ? 1 : 5000) - at / 10)
  const cutoff = await season.cutoff({ places: 300, quotas: byDistrict(3), waiting: 50 })
  const { result } = await cutoff.read()
  expect(result).toMatchObject({ people: 1200, passed: 300, waiting: 50, failed: 850, none: 0, by_quota: 3, ties: [] })
  expect(result.quotas).toHaveLength(8)
  expect(result.quotas.every(({ state }) => state === 'met')).toBe(true)
  expect(result.quotas.filter(({ taken }) => taken === 3)).toHaveLength(1)
  expect(result.bars.reduce((sum, { count }) => sum + count, 0)).toBe(1200)
  expect(result.bars.reduce((sum, { passed }) => sum + passed, 0)).toBe(300)
  expect((await cutoff.people('quota')).count).toBe(3)
  expect((await cutoff.people('waiting')).people[0]).toMatchObject({ waiting: 1 })

  expect((await cutoff.freeze()).body).toEqual({ number: 1 })
  const protocol = season.protocol(1)
  expect(codeOf(await protocol.confirm(one))).toBe('protocol_own')
  const before = await protocol.read(other)
  expect(before).toMatchObject({ state: 'frozen', own: false, passed: 300, waiting: 50, failed: 850 })
  expect(before.previews).toHaveLength(5)
  expect(before.previews.map(({ outcome }) => outcome).toSorted()).toEqual([
    'failed',
    'passed',
    'passed',
    'passed',
    'waiting',
  ])
  expect((await protocol.confirm(other)).body).toMatchObject({ state: 'scheduled', publish_at: '2026-12-02 12:00:00' })
  expect(codeOf(await protocol.confirm(other))).toBe('protocol_settled')

  await app.work('publish_protocols')
  expect(await season.notices()).toEqual([])
  app.clock.set(new Date('2026-12-02T12:00:00+03:00'))
  await app.work('publish_protocols')
  one = (await sessionOf(app, await anAccount(app, { isDemo: true, flags: ['assessment'] }))).token
  expect(await protocol.read()).toMatchObject({ state: 'published', told: 1200, same: 0, previews: [] })
  const outcomes = await season.outcomes()
  expect(outcomes.filter((of) => of === 'passed')).toHaveLength(300)
  expect(outcomes.filter((of) => of === 'failed')).toHaveLength(850)
  expect(outcomes.filter((of) => of === null)).toHaveLength(50)
  const notices = await season.notices()
  expect(notices).toHaveLength(1200)
  expect(new Set(notices.map(({ account_id }) => account_id)).size).toBe(1200)
  await app.work('send_message')
  // The letters in the preview are the letters that were sent.
  for (const { email, subject, text } of before.previews) {
    const sent = await app.db.selectFrom('outbox').selectAll().where('recipient', '=', email).execute()
    expect(sent.map((letter) => [letter.subject, letter.text])).toEqual([[subject, text]])
  }
  const { rows: decided } = await sql<{ count: number }>`
    select count(*)::int as count from stage_decisions where stage_id = ${season.stageIds.essay} and decided_by is not null
      and published_at = '2026-12-02T12:00:00+03:00'`.execute(app.db)
  expect(decided[0]?.count).toBe(1150)
  const audit = await app.db
    .selectFrom('audit')
    .select(['action', 'detail'])
    .where('subject', '=', `stage:${season.code}/essay`)
    .orderBy('id')
    .execute()
  expect(audit.map(({ action }) => action)).toEqual(['protocol_frozen', 'protocol_confirmed', 'protocol_published'])
  // The audit names no people; its hash is that of the rows in the table.
  expect(JSON.stringify(audit)).not.toContain('Фамилия')
  const hash = hashOfRows(await protocol.rows())
  expect(audit.every(({ detail }) => (detail as { hash: string }).hash === hash)).toBe(true)
})

test('10,000 people are worked out in as many statements as three', async () => {
  const small = await (await aSeason(3)).cutoff({ places: 1, quotas: byDistrict(1), waiting: 1 })
  const large = await (await aSeason(10_000)).cutoff({ places: 300, quotas: byDistrict(3), waiting: 50 })
  await small.read()
  await large.read()
  const few = await countQueries(() => small.read())
  let text = ''
  const many = await countQueries(async () => {
    text = JSON.stringify(await large.read())
  })
  expect(many).toBe(few)
  expect(many).toBeLessThanOrEqual(20)
  expect(text.length).toBeLessThan(60_000)
  expect(JSON.parse(text).result).toMatchObject({ people: 10_000, passed: 300, waiting: 50 })
})

test('a sum over stages has weights, people without a result are named, and disqualified people are not compared', async () => {
  const season = await aSeason(5, (at) => [10, 20, 30, 40, 50][at] ?? null)
  const [first, second, third, fourth] = season.ids as [number, number, number, number]
  await app.db
    .insertInto('stage_results')
    .values(
      [first, second, third].map((account_id, at) => ({
        account_id,
        stage_id: season.stageIds.video,
        score: [100, 0, 10][at] ?? 0,
        computed_at: start,
      })),
    )
    .execute()
  await app.db.updateTable('participations').set({ disqualified_at: start }).where('account_id', '=', fourth).execute()
  const scores = [
    { stage: 'essay', weight: 1 },
    { stage: 'video', weight: 0.5 },
  ]
  const cutoff = await season.cutoff({ scores, places: 2 })
  expect(cutoff.saved.body.result).toMatchObject({ people: 4, passed: 2, none: 1, disqualified: 1, line: 35 })
  expect((await cutoff.people('passed')).people.map(({ score }) => score)).toEqual([60, 35])
  expect((await cutoff.people('none')).people.map(({ name }) => name)).toEqual(['Фамилия00004 Имя'])
  const zero = await cutoff.save({ scores, places: 2, missing: 'zero' }, 2)
  expect(zero.body.result).toMatchObject({ none: 0, line: 50 })
})

test('a tie at the line is named and must be settled; a quota that cannot be filled is named and blocks nobody', async () => {
  const season = await aSeason(6, (at) => [9, 8, 8, 8, 7, 6][at] ?? null, 2)
  const cutoff = await season.cutoff({ places: 3, quotas: byDistrict(1) })
  const { result } = cutoff.saved.body
  expect(result.ties).toMatchObject([{ where: 'line', score: 8, count: 3 }])
  expect(result.ties[0]?.people).toHaveLength(3)
  expect(result.quotas.filter(({ state }) => state === 'short')).toHaveLength(6)
  expect(codeOf(await cutoff.freeze())).toBe('cutoff_tie_open')
  expect((await cutoff.save({ places: 3, ties: 'in' }, 2)).body.result).toMatchObject({ passed: 4 })
  expect((await cutoff.freeze('', 3)).status).toBe(201)
})

test('when two organisers edit one variant, the later one learns of the first, and names that the competition lacks are refused', async () => {
  const season = await aSeason(3)
  const cutoff = await season.cutoff({ places: 1 })
  const answers = await Promise.all([cutoff.save({ places: 2 }, 2), cutoff.save({ places: 3 }, 2, other)])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect(answers.map(codeOf)).toContain('cutoff_conflict')
  expect((await cutoff.read()).revision).toBe(3)
  expect(codeOf(await cutoff.freeze('', 2))).toBe('cutoff_conflict')
  for (const rule of [
    { scores: [{ stage: 'nowhere', weight: 1 }] },
    { scores: [] },
    {
      scores: [
        { stage: 'essay', weight: 1 },
        { stage: 'essay', weight: 2 },
      ],
    },
    { tie_stage: 'nowhere' },
    { tracks: ['nowhere'] },
    { quotas: [{ by: 'district' as const, of: 'Лунный', least: 1, most: 0 }] },
    { quotas: [{ by: 'district' as const, of: '', least: 3, most: 2 }] },
    { second: { scores: [], places: 1 } },
  ])
    expect(codeOf(await cutoff.save(rule, 3)), JSON.stringify(rule)).toBe('cutoff_faulty')
  expect(codeOf(await cutoff.save({}, 3, one, { ...usualLetters, passed: 'Здравствуйте, {имя}' }))).toBe(
    'letter_faulty',
  )
  expect(codeOf(await cutoff.save({ places: 0 }, 3).then(() => cutoff.freeze('', 4)))).toBe('cutoff_empty')
  const elsewhere = await aSeason(1)
  const { status } = await app.call('GET /admin/competitions/:competition/cutoffs/:cutoff_id', {
    ...{ token: one, params: { competition: elsewhere.code, cutoff_id: cutoff.id } },
  })
  expect(status).toBe(404)
})

test('when two organisers freeze at once, one protocol is made; numbers have no gaps, and a withdrawn protocol is never published', async () => {
  const season = await aSeason(4)
  const [first, second] = [await season.cutoff({ places: 1 }), await season.cutoff({ places: 2 }, other)]
  const answers = await Promise.all([first.freeze(), second.freeze()])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409])
  expect(answers.map(codeOf)).toContain('protocol_open')
  const protocol = season.protocol(1)
  const frozenByOne = (await protocol.read()).own
  const confirmer = frozenByOne ? other : one
  for (const moment of ['2026-12-01 11:58', '2027-12-01 12:00', 'завтра'])
    expect(codeOf(await protocol.confirm(confirmer, moment)), moment).toBe('publish_at_unfit')
  const confirmed = await Promise.all([protocol.confirm(confirmer), protocol.confirm(confirmer)])
  expect(confirmed.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect((await protocol.withdraw()).body).toMatchObject({ state: 'withdrawn', withdrawn_why: 'Ошибка в весах' })
  expect(codeOf(await protocol.withdraw())).toBe('protocol_settled')
  expect(codeOf(await protocol.confirm(confirmer))).toBe('protocol_settled')
  app.clock.set(new Date('2026-12-02T12:00:00+03:00'))
  await app.work('publish_protocols')
  expect(await season.notices()).toEqual([])
  app.clock.set(start)
  expect((await second.freeze()).body).toEqual({ number: 2 })
})

test('an interrupted publication continues where it stopped, also with two workers at once, and nobody is notified twice', async () => {
  const season = await aSeason(450)
  await (await season.cutoff({ places: 100, waiting: 10 })).freeze()
  await season.protocol(1).confirm()
  const { id } = await app.db
    .selectFrom('protocols')
    .select('id')
    .where('competition_code', '=', season.code)
    .executeTakeFirstOrThrow()
  app.clock.set(new Date('2026-12-02T12:00:00+03:00'))
  expect(await publishSome(app.services, id)).toBe(false)
  expect(await season.notices()).toHaveLength(100)
  // A transaction of a killed process is rolled back with its connection.
  await app.db
    .transaction()
    .execute(async (tx) => {
      await publishSome(
        {
          ...app.services,
          db: { transaction: () => ({ execute: (work: (of: typeof tx) => unknown) => work(tx) }) } as never,
        },
        id,
      )
      throw new Error('killed')
    })
    .catch(() => {})
  expect(await season.notices()).toHaveLength(100)
  await app.work('publish_protocols')
  await Promise.all([publishSome(app.services, id), publishSome(app.services, id)])
  const notices = await season.notices()
  expect(notices).toHaveLength(450)
  expect(new Set(notices.map(({ account_id }) => account_id)).size).toBe(450)
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from stage_decisions where stage_id = ${season.stageIds.essay}`.execute(app.db)
  expect(rows[0]?.count).toBe(440)
})

test('a person who is disqualified after the freeze is named and not notified, and a changed score is named', async () => {
  const season = await aSeason(6)
  const [first, second] = season.ids as [number, number]
  await (await season.cutoff({ places: 3 })).freeze()
  await app.db.updateTable('participations').set({ disqualified_at: start }).where('account_id', '=', first).execute()
  await app.db.updateTable('stage_results').set({ score: 0.5 }).where('account_id', '=', second).execute()
  const protocol = season.protocol(1)
  expect((await protocol.read()).since).toMatchObject({
    disqualified: [{ name: 'Фамилия00000 Имя' }],
    scores: [{ name: 'Фамилия00001 Имя' }],
    scores_count: 1,
  })
  await protocol.confirm()
  app.clock.set(new Date('2026-12-02T12:00:00+03:00'))
  await app.work('publish_protocols')
  expect(await season.outcomes()).toEqual([null, 'passed', 'passed', 'failed', 'failed', 'failed'])
  expect((await season.notices()).map(({ account_id }) => account_id)).toEqual(season.ids.slice(1))
})

test('a correction is another protocol with a reason: only people whose decision changes are notified, with the reason', async () => {
  const season = await aSeason(4)
  const publish = async (number: number) => {
    expect((await season.protocol(number).confirm()).status).toBe(200)
    app.clock.set(new Date('2026-12-02T12:00:00+03:00'))
    await app.work('publish_protocols')
    app.clock.set(start)
  }
  const cutoff = await season.cutoff({ places: 2, waiting: 1 })
  await cutoff.freeze()
  await publish(1)
  expect(await season.outcomes()).toEqual(['passed', 'passed', null, 'failed'])
  // A person from the waiting list needs no reason; a person with a decision does.
  expect((await cutoff.save({ line: 'score', score: 1 }, 2)).body.result).toMatchObject({ passed: 4, changes: 1 })
  expect((await cutoff.people('changes')).people.map(({ name }) => name)).toEqual(['Фамилия00003 Имя'])
  expect(codeOf(await cutoff.freeze('', 3))).toBe('correction_without_reason')
  expect((await cutoff.freeze('Баллы пересчитаны после апелляции', 3)).body).toEqual({ number: 2 })
  const { previews } = await season.protocol(2).read()
  expect(previews.at(-1)?.text).toContain(
    'Решение изменено. Баллы пересчитаны после апелляции. Ваш итог — 1, место 4 из 4.',
  )
  await publish(2)
  expect(await season.outcomes()).toEqual(['passed', 'passed', 'passed', 'passed'])
  expect(await season.protocol(2).read()).toMatchObject({ told: 2, same: 2 })
  const last = (await season.notices()).filter(({ account_id }) => account_id === season.ids[3])
  expect(last.map(({ title }) => title)).toEqual(['Этап «Этап essay» не пройден', 'Этап «Этап essay» пройден'])
  expect(last[1]?.text).toMatch(/^Решение изменено\. Баллы пересчитаны/)
  const kept = await app.db
    .selectFrom('stage_decisions')
    .select('outcome')
    .where('account_id', '=', season.ids[3] ?? 0)
    .orderBy('id')
    .execute()
  expect(kept).toEqual([{ outcome: 'failed' }, { outcome: 'passed' }])
})

test('marks of judges count before they are published, a stage that is still judged cannot be frozen, and the comments of judges come with the decision', async () => {
  const season = await aSeason(3, () => null)
  const judge = await anAccount(app)
  const stage_id = season.stageIds.essay
  await app.db.insertInto('judgings').values({ stage_id, state: 'reading' }).execute()
  const { id: rubric_id } = await app.db
    .insertInto('rubrics')
    .values({ stage_id, version: 1, criteria: '[]', created_at: start, created_by: null })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (const [at, account_id] of season.ids.entries()) {
    const { id: hand_in_id } = await app.db
      .insertInto('hand_ins')
      .values({ account_id, stage_id, revision: 1, arrived_at: start, receipt_number: `cut-${account_id}`, data: '{}' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const { id: work_id } = await app.db
      .selectFrom('works')
      .select('id')
      .where('hand_in_id', '=', hand_in_id)
      .executeTakeFirstOrThrow()
    const marked = { marks: '{}', comment: `Слова ${at}`, total: 90 - at * 10, done_at: start, spent: 1 }
    await app.db
      .insertInto('readings')
      .values({ work_id, judge_id: judge.id, assigned_at: start, hand_in_id, rubric_id, ...marked })
      .execute()
  }
  const cutoff = await season.cutoff({ places: 1 })
  expect(cutoff.saved.body.result).toMatchObject({ people: 3, none: 0, line: 90, judging: ['Этап essay'] })
  expect(codeOf(await cutoff.freeze())).toBe('judging_not_closed')
  await app.db.updateTable('judgings').set({ state: 'closed' }).where('stage_id', '=', stage_id).execute()
  await cutoff.freeze()
  await season.protocol(1).confirm()
  app.clock.set(new Date('2026-12-02T12:00:00+03:00'))
  await app.work('publish_protocols')
  expect(await season.outcomes()).toEqual(['passed', 'failed', 'failed'])
  const decided = await app.db
    .selectFrom('stage_decisions')
    .select('comments')
    .where('stage_id', '=', stage_id)
    .orderBy('account_id')
    .execute()
  expect(decided.map(({ comments }) => comments)).toEqual([['Слова 0'], ['Слова 1'], ['Слова 2']])
  const results = await app.db
    .selectFrom('stage_results')
    .select('score')
    .where('stage_id', '=', stage_id)
    .orderBy('account_id')
    .execute()
  expect(results.map(({ score }) => Number(score))).toEqual([90, 80, 70])
  const waiting = await app.db
    .selectFrom('works')
    .select('id')
    .where('stage_id', '=', stage_id)
    .where('waits_since', 'is not', null)
    .execute()
  expect(waiting).toEqual([])
})

test('variants are shown side by side, and the protocol is a Word document with the rule and the names', async () => {
  const season = await aSeason(6)
  const [first, second] = [await season.cutoff({ places: 2 }), await season.cutoff({ places: 3 })]
  const params = { competition: season.code }
  const { body } = await app.call('GET /admin/competitions/:competition/cutoffs/comparison', {
    ...{ token: one, params, query: { ids: `${first.id},${second.id}` } },
  })
  expect(body.common).toBe(2)
  expect(body.variants.map(({ passed, only_count }) => [passed, only_count])).toEqual([
    [2, 0],
    [3, 1],
  ])
  expect(body.variants[1]?.only.map(({ name }) => name)).toEqual(['Фамилия00002 Имя'])
  await first.freeze()
  const list = await app.call('GET /admin/competitions/:competition/cutoffs', { token: one, params })
  expect(list.body).toMatchObject({ protocols: [{ number: 1, state: 'frozen', passed: 2 }], cutoffs: [{}, {}] })
  const words = await season.protocol(1).word()
  for (const said of ['Протокол № 1', 'Фамилия00000 Имя', 'Мест: 2', 'не подтверждён']) expect(words).toContain(said)
})

test('a reported work passes by no protocol, and a work that was found to be plagiarism may fail', async () => {
  const season = await aSeason(5)
  const stageId = season.stageIds.essay
  const [reported, taken, , , last] = season.ids as [number, number, number, number, number]
  await aStoppedWork(app, { stageId, accountId: reported, plagiarism: false })
  for (const accountId of [taken, last]) await aStoppedWork(app, { stageId, accountId, plagiarism: true })
  await (await season.cutoff({ places: 2 })).freeze()
  const protocol = season.protocol(1)
  await protocol.confirm()
  app.clock.set(new Date('2026-12-02T12:00:00+03:00'))
  await app.work('publish_protocols')
  expect(await season.outcomes()).toEqual([null, null, 'failed', 'failed', 'failed'])
  const rows = await app.db
    .selectFrom('protocol_rows as r')
    .innerJoin('protocols as p', 'p.id', 'r.protocol_id')
    .select('r.done')
    .where('p.stage_id', '=', stageId)
    .orderBy('r.account_id')
    .execute()
  expect(rows.map(({ done }) => done)).toEqual(['stopped', 'stopped', 'told', 'told', 'told'])
  expect((await season.notices()).map(({ account_id }) => account_id)).toEqual(season.ids.slice(2))
})

const decides = (accountId: number, stageId: number, outcome: 'passed' | 'failed', decidedBy: number | null) =>
  app.db.transaction().execute(async (tx) => {
    const decision = { accountIds: [accountId], stageId, outcome, reason: 'Решение организатора', decidedBy }
    await settleAndTell(tx, app.services, decision)
  })

test('TW-06 a decision about a person of an open protocol is refused, and is made once the protocol is withdrawn', async () => {
  const season = await aSeason(4)
  const stageId = season.stageIds.essay
  const last = season.ids[3] ?? 0
  const { id: by } = await anAccount(app)
  await (await season.cutoff({ places: 2 })).freeze()
  await season.protocol(1).confirm()
  const refusal = await decides(last, stageId, 'passed', by).catch((error: unknown) => error)
  expect(refusal).toMatchObject({ code: 'protocol_decides', values: { number: 1 } })
  await season.protocol(1).withdraw()
  await decides(last, stageId, 'passed', by)
  expect(await season.outcomes()).toEqual([null, null, null, 'passed'])
})

test('TW-06 of a publication and a decision the one that takes effect last holds', async () => {
  const season = await aSeason(3)
  const stageId = season.stageIds.essay
  const [first = 0] = season.ids
  await (await season.cutoff({ places: 1 })).freeze()
  await season.protocol(1).confirm()
  const { id } = await app.db
    .selectFrom('protocols')
    .select('id')
    .where('stage_id', '=', stageId)
    .executeTakeFirstOrThrow()
  app.clock.set(new Date('2026-12-02T12:00:00+03:00'))
  await meetInOrder(app.db, {
    lock: (tx) => sql`select from stage_facts where account_id = ${first} for update`.execute(tx),
    call: () => publishSome(app.services, id),
    meanwhile: async (tx) => {
      app.clock.advance(1000)
      const decision = { accountIds: [first], stageId, outcome: 'failed' as const, reason: 'По правилам этапа' }
      await settleAndTell(tx, app.services, decision)
    },
  })
  const decisions = await app.db
    .selectFrom('stage_decisions')
    .select('outcome')
    .where('account_id', '=', first)
    .orderBy('published_at')
    .execute()
  expect(decisions.map(({ outcome }) => outcome)).toEqual(['failed', 'passed'])
  expect((await season.outcomes())[0]).toBe('passed')
})

test('TW-06 a protocol is not frozen over a decision that is made meanwhile', async () => {
  const season = await aSeason(3)
  const stageId = season.stageIds.essay
  const last = season.ids[2] ?? 0
  const { id: by } = await anAccount(app)
  const cutoff = await season.cutoff({ places: 1 })
  const answer = await meetInOrder(app.db, {
    lock: (tx) => sql`lock table protocol_rows in share mode`.execute(tx),
    call: () => cutoff.freeze(),
    meanwhile: () => decides(last, stageId, 'passed', by),
  })
  expect(codeOf(answer)).toBe('changed_meanwhile')
  expect((await cutoff.freeze('Одного человека приняли отдельно')).body).toMatchObject({ number: 1 })
})

test('R-88 a variant that is made, changed and deleted leaves the rule before and after; the words of its letters do not stand there', async () => {
  const season = await aSeason(3)
  const cutoff = await season.cutoff({ places: 3 })
  const letters = { ...usualLetters, passed: `${usualLetters.passed} Тайные слова` }
  const scores = [{ stage: 'video', weight: 2 }]
  const changed = { places: 5, scores, missing: 'zero' as const, tracks: ['side'], quotas: byDistrict(3) }
  const further = { tie_stage: 'essay', second: { scores, places: 1 } }
  expect((await cutoff.save({ ...changed, ...further }, 2, undefined, letters)).status).toBe(200)
  const params = { competition: season.code, cutoff_id: cutoff.id }
  const token = (await sessionOf(app, await anAccount(app, { isDemo: true, flags: ['assessment'] }))).token
  const gone = await app.call('DELETE /admin/competitions/:competition/cutoffs/:cutoff_id', { token, params })
  expect(gone.status).toBe(204)
  const rows = await app.db
    .selectFrom('audit')
    .select(['action', 'detail'])
    .where('subject', '=', `cutoff:${cutoff.id}`)
    .where('action', '!=', 'looked')
    .orderBy('id')
    .execute()
  expect(rows).toMatchObject([
    { action: 'cutoff_added', detail: { competition: season.code, stage: 'essay' } },
    { action: 'cutoff_changed', detail: { before: { places: 0 }, after: { places: 3 }, letters_changed: false } },
    { action: 'cutoff_changed', detail: { before: { places: 3 }, after: { places: 5 }, letters_changed: true } },
    { action: 'cutoff_dropped', detail: { before: { places: 5 } } },
  ])
  expect(JSON.stringify(rows)).not.toContain('Тайные')
  const { acts } = await listAudit(app.services, season.code, { looks: false, limit: 10, offset: 0 })
  expect(acts[1]?.changes.slice(1).map(({ title, before, after }) => `${title}: ${before} → ${after}`)).toEqual([
    'Мест: 3 → 5',
    'Квоты: нет → каждый федеральный округ: не меньше 3',
    'Сумма баллов: «Этап essay» → «Видео» × 2',
    'Второй список: нет → 1 человек, балл: «Видео» × 2',
    'Треки: нет → Трек side',
    'Без балла: без итога → считается 0',
    'Равных разводит этап: нет → «Этап essay»',
    'Тексты писем изменены: undefined → да',
  ])
})

test('SZ-05 a protocol of more people than a call writes is frozen by a job, shows how far it is, and decides about everybody meanwhile', async () => {
  const season = await aSeason(rowsAtOnce + 500)
  const stageId = season.stageIds.essay
  const cutoff = await season.cutoff({ places: 300, quotas: byDistrict(3), waiting: 50 })
  expect((await cutoff.freeze()).body).toEqual({ number: 1 })
  const protocol = season.protocol(1)
  expect(await protocol.read()).toMatchObject({ state: 'freezing', freezing: 0, people: rowsAtOnce + 500, passed: 300 })
  expect(codeOf(await protocol.confirm())).toBe('protocol_freezing')
  const { id: by } = await anAccount(app)
  const refusal = await decides(season.ids[0] ?? 0, stageId, 'failed', by).catch((error: unknown) => error)
  expect(refusal).toMatchObject({ code: 'protocol_decides', values: { number: 1 } })

  await app.work('freeze_protocol')
  const frozen = await protocol.read()
  expect(frozen).toMatchObject({ state: 'frozen', freezing: null, passed: 300, waiting: 50, by_quota: 0 })
  const rows = await protocol.rows()
  expect(rows).toHaveLength(rowsAtOnce + 500)
  expect(frozen.hash).toBe(hashOfRows(rows))
  const audit = await app.db
    .selectFrom('audit')
    .select(['action', 'detail'])
    .where('subject', '=', `stage:${season.code}/essay`)
    .orderBy('id')
    .execute()
  expect(audit.map(({ action }) => action)).toEqual(['protocol_begun', 'protocol_frozen'])
  expect(audit[1]?.detail).toMatchObject({ hash: frozen.hash })
  expect((await protocol.confirm()).status).toBe(200)
})

test('SZ-05 a freeze that was interrupted begins anew, and one that two processes do at once is done once', async () => {
  const season = await aSeason(rowsAtOnce + 500)
  await (await season.cutoff({ places: 300 })).freeze()
  const { id } = await app.db
    .selectFrom('protocols')
    .select('id')
    .where('competition_code', '=', season.code)
    .executeTakeFirstOrThrow()
  const job = () => freezeProtocol(app.services, { protocolId: id }, { lastAttempt: false })
  // The last row cannot be written: the whole job fails, and leaves nothing.
  const last = season.ids.at(-1) ?? 0
  await app.db
    .insertInto('protocol_rows')
    .values({ protocol_id: id, account_id: last, outcome: 'none', parts: '{}' })
    .execute()
  await expect(job()).rejects.toThrow(/protocol_rows_pkey/)
  expect(await season.protocol(1).rows()).toHaveLength(1)
  await app.db.deleteFrom('protocol_rows').where('protocol_id', '=', id).execute()

  await Promise.all([job(), job()])
  const rows = await season.protocol(1).rows()
  expect(rows).toHaveLength(rowsAtOnce + 500)
  expect(await season.protocol(1).read()).toMatchObject({ state: 'frozen', hash: hashOfRows(rows) })
  const audit = await app.db
    .selectFrom('audit')
    .select('id')
    .where('subject', '=', `stage:${season.code}/essay`)
    .where('action', '=', 'protocol_frozen')
    .execute()
  expect(audit).toHaveLength(1)
})

test('SZ-05 a protocol that is withdrawn while it is being frozen stays empty, and one that cannot be frozen any more says why', async () => {
  const season = await aSeason(rowsAtOnce + 500)
  const cutoff = await season.cutoff({ places: 300 })
  await cutoff.freeze()
  expect((await season.protocol(1).withdraw()).body).toMatchObject({ state: 'withdrawn' })
  await app.work('freeze_protocol')
  expect(await season.protocol(1).rows()).toEqual([])

  expect((await cutoff.freeze()).body).toEqual({ number: 2 })
  // The first person below the line has the score of the last one above it.
  await app.db
    .updateTable('stage_results')
    .set({ score: rowsAtOnce + 500 - 299 })
    .where('account_id', '=', season.ids[300] ?? 0)
    .execute()
  await app.work('freeze_protocol')
  const { state, withdrawn_why } = await season.protocol(2).read()
  expect({ state, withdrawn_why }).toEqual({
    state: 'withdrawn',
    withdrawn_why: expect.stringContaining('Заморозить не получилось'),
  })
  expect(await season.protocol(2).rows()).toEqual([])
})

test('SZ-05 a protocol leaves as a table of everybody; a document holds the first people of each list and names the table', async () => {
  const season = await aSeason(documentRows + 60, (at) => (at === documentRows + 59 ? null : 100_000 - at))
  await (await season.cutoff({ places: documentRows + 10, waiting: 5 })).freeze()
  await app.work('freeze_protocol')
  const protocol = season.protocol(1)
  const words = await protocol.word()
  expect(words).toContain(`Проходят: ${documentRows + 10}`)
  expect(words).toContain(`Здесь первые ${documentRows} из ${documentRows + 10}`)
  expect(words).toContain('protocol-1.xlsx')
  expect(words).toContain(`Фамилия${String(documentRows - 1).padStart(5, '0')} Имя`)
  expect(words).not.toContain(`Фамилия${String(documentRows).padStart(5, '0')} Имя`)

  const lines = strFromU8(await protocol.file('csv'))
    .trim()
    .split('\r\n')
  expect(lines).toHaveLength(1 + documentRows + 60)
  expect(lines[1]).toMatch(/^"Проходят";"1";"";"\d+";"Фамилия00000";"Имя"/)
  expect(lines[documentRows + 11]).toMatch(/^"Список ожидания";"\d+";"1"/)
  expect(lines.at(-1)).toMatch(/^"Без итога";"";""/)
  const sheet = strFromU8(unzipSync(await protocol.file('xlsx'))['xl/worksheets/sheet1.xml'] ?? new Uint8Array())
  expect(sheet.match(/<row>/g)).toHaveLength(1 + documentRows + 60)
  const { status } = await app.call('GET /admin/competitions/:competition/exports/:export_id/file', {
    token: (await sessionOf(app, await anAccount(app, { isDemo: true, flags: ['reports'] }))).token,
    params: { competition: season.code, export_id: await lastExport() },
  })
  expect(status).toBe(404)
})

const lastExport = async () =>
  (await app.db.selectFrom('exports').select('id').orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow()).id

test('SZ-04 a season of many people is read once for all who look, and again for a freeze', async () => {
  const season = await aSeason(20_100)
  const cutoff = await season.cutoff({ places: 3 })
  expect(cutoff.saved.body.result).toMatchObject({ people: 20_100, passed: 3, line: 20_098 })
  await app.db
    .updateTable('stage_results')
    .set({ score: 90_000 })
    .where('account_id', '=', season.ids.at(-1) ?? 0)
    .execute()
  expect((await cutoff.read()).result).toMatchObject({ line: 20_098 })
  expect((await cutoff.freeze()).status).toBe(201)
  await app.work('freeze_protocol')
  expect(await season.protocol(1).read()).toMatchObject({ state: 'frozen', line: 20_099 })
  expect((await cutoff.read()).result).toMatchObject({ line: 20_099 })
})
