import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Tx } from '#server/db.ts'
import { loadDictionaries } from '#server/forms/dictionaries/load-dictionaries.ts'
import { settleAndTell } from '#server/stages/settle.ts'
import { aCompetition, takesPart } from '#server/testing/a-competition.ts'
import { aStoppedWork } from '#server/testing/a-stopped-work.ts'
import { anAccount, sessionOf } from '#server/testing/an-account.ts'
import { meetInOrder } from '#server/testing/forced-order.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { runBulkAct, runPart } from './run-bulk-act.ts'

let app: TestApp
let organiser: string
const start = new Date('2026-12-01T12:00:00+03:00')
const days = (count: number) => new Date(start.getTime() + count * 24 * 3_600_000)

beforeAll(async () => {
  app = await testApp({ remembers: true })
  await loadDictionaries(app.db)
  app.clock.set(start)
  const account = await anAccount(app, {
    isDemo: true,
    flags: ['participants'],
    firstName: 'Ольга',
    lastName: 'Правая',
  })
  organiser = (await sessionOf(app, account)).token
})
afterAll(() => app.close())

async function aSeason() {
  const settings = { task: 'О решении', min_words: 1, max_words: 500 }
  const dates = { opens_at: days(-5), closes_at: days(1) }
  const { code, stageIds } = await aCompetition(app.db, {
    essay: { type: 'essay', title: 'Эссе', settings, ...dates },
    endless: { type: 'essay', title: 'Без срока', settings },
  })
  const call = (method: string, path: string, body?: unknown) =>
    app.fetch(`/api/v3/admin/competitions/${code}/${path}`, {
      method,
      headers: { 'X-Token': organiser, ...(body !== undefined && { 'Content-Type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
  const json = async (method: string, path: string, body?: unknown) => (await call(method, path, body)).json() as never
  return {
    ...{ code, stageIds, call },
    async person(given: Parameters<typeof anAccount>[1] = {}) {
      const account = await anAccount(app, given)
      await takesPart(app.db, account.id, code, 'main', start)
      return account
    },
    async handsIn(account_id: number) {
      const facts = { account_id, stage_id: stageIds.essay, started_at: start, submitted_at: start }
      await app.db.insertInto('stage_facts').values(facts).execute()
    },
    preview: (act: unknown, audience = {}): Promise<Preview> => json('POST', 'bulk-acts/preview', { ...audience, act }),
    ask: (act: unknown, audience = {}): Promise<List> =>
      json('POST', 'bulk-acts', { ...audience, act, reason: 'Так решил оргкомитет' }),
    list: (): Promise<List> => json('GET', 'bulk-acts'),
    undo: (id: number): Promise<List> => json('POST', `bulk-acts/${id}/undo`, {}),
    skipped: (id: number): Promise<{ count: number; people: { test_id: number; why: string }[] }> =>
      json('GET', `bulk-acts/${id}/skipped`),
    ends: (accountId: number) =>
      app.db
        .selectFrom('stage_extensions')
        .select(['closes_at', 'reason'])
        .where('account_id', '=', accountId)
        .where('stage_id', '=', stageIds.essay)
        .execute(),
    part: (accountId: number) =>
      app.db
        .selectFrom('participations')
        .select(['tags', 'disqualified_at', 'infoblock_title'])
        .where('account_id', '=', accountId)
        .where('competition_code', '=', code)
        .executeTakeFirstOrThrow(),
  }
}
interface Act {
  id: number
  state: string
  people: number
  done: number
  skipped: number
  undone: number
}
interface List {
  code?: string
  acts: (Act & Record<string, unknown>)[]
  choices: { tags: string[] }
}
interface Preview {
  code?: string
  people: number
  will: number
  skipped: { why: string; people: number }[]
  samples: { test_id: number }[]
}

const told = async (accountId: number) =>
  (
    await app.db.selectFrom('notifications').select('title').where('account_id', '=', accountId).orderBy('id').execute()
  ).map(({ title }) => title)
const longer = { kind: 'extend', stage: 'essay', closes_at: '2026-12-05 20:00' }
const tag = (words: string) => ({ kind: 'tag', tag: words })

test('after a preview everybody of an audience gets a tag; the audience with this tag is then the same people', async () => {
  const season = await aSeason()
  const [one, two, three] = [await season.person(), await season.person(), await season.person()]
  await season.handsIn(three.id)
  const begun = { group: 'participants', stage: 'essay', step: 'not_begun' }
  expect(await season.preview(tag('резерв'), begun)).toMatchObject({ people: 2, will: 2, skipped: [] })
  expect((await season.list()).acts).toEqual([])
  const asked = await season.ask(tag('резерв'), begun)
  expect(asked.acts[0]).toMatchObject({
    ...{ what: 'Поставить метку «резерв»', about: 'Участники, «Эссе»: не начали', by: 'Ольга Правая' },
    ...{ state: 'gathering', people: 0, reason: 'Так решил оргкомитет' },
  })
  await app.work('run_bulk_act')
  expect((await season.list()).acts[0]).toMatchObject({ state: 'done', done: 2, skipped: 0 })
  for (const { id } of [one, two]) expect((await season.part(id)).tags).toEqual(['резерв'])
  expect((await season.part(three.id)).tags).toEqual([])
  expect((await season.list()).choices.tags).toEqual(['резерв'])
  expect(await season.preview({ kind: 'untag', tag: 'резерв' }, { tag: 'резерв' })).toMatchObject({
    people: 2,
    will: 2,
  })
  // Nobody is tagged twice, and an act that changes nobody is not begun.
  expect(await season.preview(tag('резерв'))).toMatchObject({
    ...{ people: 3, will: 1, skipped: [{ why: 'tagged', people: 2 }], samples: [{ test_id: three.testId }] },
  })
  expect((await season.ask(tag('резерв'), { tag: 'резерв' })).code).toBe('nobody_to_change')
  expect((await season.list()).acts).toHaveLength(1)
})

test('more time is given to those whom it helps; the others are listed with the reason, and people learn when it is taken back', async () => {
  const season = await aSeason()
  const [late, done, out, long] = [
    await season.person(),
    await season.person(),
    await season.person(),
    await season.person(),
  ]
  await season.handsIn(done.id)
  await app.db.updateTable('participations').set({ disqualified_at: start }).where('account_id', '=', out.id).execute()
  const own = { stage_id: season.stageIds.essay, account_id: long.id, closes_at: days(30) }
  await app.db
    .insertInto('stage_extensions')
    .values({ ...own, reason: 'Больница', granted_at: start })
    .execute()
  expect(await season.preview(longer)).toMatchObject({
    ...{ people: 4, will: 1, samples: [{ test_id: late.testId }] },
    skipped: [
      { why: 'handed_in', people: 1 },
      { why: 'longer', people: 1 },
      { why: 'shut_out', people: 1 },
    ],
  })
  const [act] = (await season.ask(longer)).acts
  await app.work('run_bulk_act')
  expect(await season.ends(late.id)).toEqual([
    { closes_at: new Date('2026-12-05T20:00:00+03:00'), reason: 'Так решил оргкомитет' },
  ])
  expect(await told(late.id)).toEqual(['Вам продлили срок этапа «Эссе»'])
  expect(await told(done.id)).toEqual([])
  const { people } = await season.skipped(act?.id ?? 0)
  expect(people.map(({ test_id, why }) => [test_id, why])).toEqual([
    [done.testId, 'handed_in'],
    [out.testId, 'shut_out'],
    [long.testId, 'longer'],
  ])
  expect((await season.undo(act?.id ?? 0)).acts[0]).toMatchObject({ state: 'undoing' })
  await app.work('run_bulk_act')
  expect((await season.list()).acts[0]).toMatchObject({ state: 'undone', done: 1, undone: 1 })
  expect(await season.ends(late.id)).toEqual([])
  expect(await season.ends(long.id)).toHaveLength(1)
  expect(await told(late.id)).toEqual(['Вам продлили срок этапа «Эссе»', 'Срок этапа «Эссе» снова прежний'])
  expect((await season.undo(act?.id ?? 0)).code).toBe('bulk_act_over')
})

test('many are disqualified with one text; taking it back restores only those who were not disqualified again since', async () => {
  const season = await aSeason()
  const [one, two] = [await season.person(), await season.person()]
  const shut = { kind: 'disqualify', title: 'Вы отстранены', text: 'Работы совпали. Ответить можно до 5 декабря.' }
  const [act] = (await season.ask(shut)).acts
  await app.work('run_bulk_act')
  expect(await season.part(one.id)).toMatchObject({ disqualified_at: start, infoblock_title: 'Вы отстранены' })
  expect(await told(two.id)).toEqual(['Вы отстранены'])
  const anew = days(0.5)
  await app.db.updateTable('participations').set({ disqualified_at: anew }).where('account_id', '=', two.id).execute()
  await season.undo(act?.id ?? 0)
  await app.work('run_bulk_act')
  expect(await season.part(one.id)).toMatchObject({ disqualified_at: null, infoblock_title: '' })
  expect(await season.part(two.id)).toMatchObject({ disqualified_at: anew, infoblock_title: 'Вы отстранены' })
  expect(await told(two.id)).toEqual(['Вы отстранены'])
  const { body } = await app.call('GET /admin/competitions/:competition/participants/:test_id', {
    token: organiser,
    params: { competition: season.code, test_id: one.testId },
  })
  expect(body.history.slice(0, 2)).toMatchObject([
    { text: 'Возвращён в конкурс', by: 'Ольга Правая' },
    { text: 'Отстранён от конкурса', note: 'Так решил оргкомитет' },
  ])
})

test('an interrupted job continues where it stopped: of 2,100 people each is tagged and noted once, also by two workers at once', async () => {
  const season = await aSeason()
  const crowd = await app.db
    .insertInto('accounts')
    .values(
      Array.from({ length: 2_100 }, (_none, at) => ({
        ...{
          email: `many${at}@bulk.test`,
          password_hash: 'x',
          first_name: 'Имя',
          last_name: 'Толпы',
          created_at: start,
        },
      })),
    )
    .returning('id')
    .execute()
  await app.db
    .insertInto('participations')
    .values(
      crowd.map(({ id }) => ({
        ...{ account_id: id, competition_code: season.code, door: 'participant' as const, track_code: 'main' },
        joined_at: start,
      })),
    )
    .execute()
  const [act] = (await season.ask(tag('волна'))).acts
  const bulkActId = act?.id ?? 0
  await onePart(bulkActId)
  expect((await season.list()).acts[0]).toMatchObject({ state: 'running', people: 2_100, done: 0 })
  await onePart(bulkActId)
  expect((await season.list()).acts[0]).toMatchObject({ state: 'running', people: 2_100, done: 1000 })
  // A person who joins later is not part of the act, and a person who has left meanwhile is skipped.
  const later = await season.person()
  const last = crowd.at(-1)?.id ?? 0
  await app.db.deleteFrom('participations').where('account_id', '=', last).execute()
  await Promise.all([1, 2].map(() => runBulkAct(app.services, { bulkActId })))
  expect((await season.list()).acts[0]).toMatchObject({ state: 'done', done: 2_099, skipped: 1 })
  expect((await season.part(later.id)).tags).toEqual([])
  const ids = crowd.map(({ id }) => id)
  const acts = await app.db
    .selectFrom('participant_acts')
    .select('account_id')
    .where('act', '=', 'tagged')
    .where('account_id', 'in', ids)
    .execute()
  expect([acts.length, new Set(acts.map(({ account_id }) => account_id)).size]).toEqual([2_099, 2_099])
  expect((await season.skipped(bulkActId)).people).toMatchObject([{ why: 'gone' }])
})

test('an act that is taken back half-way stops and is undone for the people it has reached', async () => {
  const season = await aSeason()
  const people = [await season.person(), await season.person()]
  const [act] = (await season.ask(tag('ошибка'))).acts
  const id = act?.id ?? 0
  await onePart(id)
  // The first of them was reached before the process ended.
  const first = people[0]?.id ?? 0
  await app.db.updateTable('bulk_acts').set({ until: first, done: 1 }).where('id', '=', id).execute()
  await app.db.updateTable('bulk_act_people').set({ outcome: 'done' }).where('account_id', '=', first).execute()
  await app.db
    .updateTable('participations')
    .set({ tags: ['ошибка', 'своя'] })
    .where('account_id', '=', first)
    .execute()
  await season.undo(id)
  await app.work('run_bulk_act')
  expect((await season.list()).acts[0]).toMatchObject({ state: 'undone', done: 1, undone: 1 })
  expect((await season.part(first)).tags).toEqual(['своя'])
  expect((await season.part(people[1]?.id ?? 0)).tags).toEqual([])
})

test('an act that makes no sense is refused with the reason and changes nothing', async () => {
  const season = await aSeason()
  await season.person()
  expect((await season.preview({ ...longer, stage: 'nowhere' })).code).toBe('stage_not_found')
  expect((await season.preview({ ...longer, stage: 'endless' })).code).toBe('extension_useless')
  expect((await season.ask({ ...longer, closes_at: '2026-12-01 20:00' })).code).toBe('extension_too_short')
  expect((await season.ask({ ...longer, closes_at: 'завтра' })).code).toBe('extension_too_short')
  expect((await season.ask(tag('кто'), { stage: 'nowhere', step: 'begun' })).code).toBe('stage_not_found')
  expect((await season.ask(tag('кто'), { group: 'finalists' })).code).toBe('nobody_to_change')
  expect((await season.call('POST', 'bulk-acts', { act: tag(''), reason: 'Так' })).status).toBe(400)
  expect((await season.call('POST', 'bulk-acts', { act: { kind: 'erase' }, reason: 'Так' })).status).toBe(400)
  expect((await season.undo(999_999)).code).toBe('bulk_act_not_found')
  expect((await season.list()).acts).toEqual([])
})

/** Two organisers with the flag `assessment`, and one without it. */
async function twoWhoDecide() {
  const who = await Promise.all(
    [1, 2].map(() => anAccount(app, { isDemo: true, flags: ['participants', 'assessment'] })),
  )
  const tokens: string[] = []
  for (const each of who) tokens.push((await sessionOf(app, each)).token)
  return tokens as [string, string]
}

async function asOrganiser<Body>(token: string, code: string, path: string, body: unknown = {}) {
  const answer = await app.fetch(`/api/v3/admin/competitions/${code}/bulk-acts${path}`, {
    method: 'POST',
    headers: { 'X-Token': token, 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })
  return (await answer.json()) as Body & { code?: string }
}

test('a result for many waits until another organiser of the assessment confirms it; then it is published and stays', async () => {
  const season = await aSeason()
  const [passed, same, other] = [await season.person(), await season.person(), await season.person()]
  for (const { id } of [passed, same]) await season.handsIn(id)
  await app.db.updateTable('stage_facts').set({ passed_at: start }).where('account_id', '=', same.id).execute()
  const [first, second] = await twoWhoDecide()
  const body = {
    ...{
      act: { kind: 'result', stage: 'essay', outcome: 'passed' },
      reason: 'Призёр олимпиады',
      group: 'participants',
    },
  }
  expect((await asOrganiser(organiser, season.code, '', body)).code).toBe('deciding_right_needed')
  const asked = await asOrganiser<List>(first, season.code, '', body)
  await app.work('run_bulk_act')
  expect((await season.list()).acts[0]).toMatchObject({
    ...{ what: 'Назначить результат: «Эссе» пройден', state: 'waiting', people: 3, may_confirm: false, final: false },
  })
  expect(await told(passed.id)).toEqual([])
  const id = asked.acts[0]?.id
  expect((await asOrganiser(first, season.code, `/${id}/confirmation`)).code).toBe('bulk_act_own')
  expect((await asOrganiser(organiser, season.code, `/${id}/confirmation`)).code).toBe('deciding_right_needed')
  const confirmed = await asOrganiser<List>(second, season.code, `/${id}/confirmation`)
  expect(confirmed.acts[0]).toMatchObject({ state: 'running', final: true })
  expect((await asOrganiser(second, season.code, `/${id}/confirmation`)).code).toBe('bulk_act_over')
  await app.work('run_bulk_act')
  expect((await season.list()).acts[0]).toMatchObject({ state: 'done', done: 2, skipped: 1 })
  for (const person of [passed, other]) expect(await told(person.id)).toEqual(['Этап «Эссе» пройден'])
  expect(await told(same.id)).toEqual([])
  expect((await asOrganiser(first, season.code, `/${id}/undo`)).code).toBe('bulk_act_final')
  const decisions = await app.db
    .selectFrom('stage_decisions')
    .select(['outcome', 'reason'])
    .where('account_id', '=', other.id)
    .execute()
  expect(decisions).toEqual([{ outcome: 'passed', reason: 'Призёр олимпиады' }])

  // The first organiser takes an act back before it is confirmed, and nothing has happened.
  const annulled = { act: { kind: 'annul', stage: 'essay' }, reason: 'Ошибка в подсчёте', group: 'participants' }
  const again = await asOrganiser<List>(first, season.code, '', annulled)
  const taken = await asOrganiser<List>(first, season.code, `/${again.acts[0]?.id}/undo`)
  expect(taken.acts[0]).toMatchObject({ state: 'undone', done: 0 })
  expect((await asOrganiser(second, season.code, `/${again.acts[0]?.id}/confirmation`)).code).toBe('bulk_act_over')
})

test('a result for many leaves out people whose work was reported as plagiarism', async () => {
  const season = await aSeason()
  const [fine, reported, taken] = [await season.person(), await season.person(), await season.person()]
  await season.handsIn(fine.id)
  const stageId = season.stageIds.essay
  await aStoppedWork(app, { stageId, accountId: reported.id, plagiarism: false })
  await aStoppedWork(app, { stageId, accountId: taken.id, plagiarism: true })
  const preview = async (outcome: string) => {
    const { will, skipped } = await season.preview(
      { kind: 'result', stage: 'essay', outcome },
      { group: 'participants' },
    )
    return { will, skipped }
  }
  expect(await preview('passed')).toEqual({ will: 1, skipped: [{ why: 'work_stopped', people: 2 }] })
  // A work decided to be plagiarism may fail.
  expect(await preview('failed')).toEqual({ will: 2, skipped: [{ why: 'work_stopped', people: 1 }] })
})

test('a result is annulled and the work waits again, or work is opened again, for one person as for many', async () => {
  const season = await aSeason()
  const [one, nobody] = [await season.person(), await season.person()]
  await season.handsIn(one.id)
  const [first, second] = await twoWhoDecide()
  const did = async (act: unknown, person: number) => {
    const asked = await asOrganiser<List>(first, season.code, '', { act, reason: 'Так решил оргкомитет', person })
    if (asked.code) return asked.code
    await app.work('run_bulk_act')
    expect((await season.list()).acts[0]).toMatchObject({ about: `Участник ID ${person}`, people: 1 })
    await asOrganiser(second, season.code, `/${asked.acts[0]?.id}/confirmation`)
    await app.work('run_bulk_act')
    return (await season.list()).acts[0]?.state
  }
  const facts = () =>
    app.db
      .selectFrom('stage_facts')
      .select(['submitted_at', 'passed_at', 'failed_at', 'returned_at', 'reasons'])
      .where('account_id', '=', one.id)
      .where('stage_id', '=', season.stageIds.essay)
      .executeTakeFirstOrThrow()
  const on = (kind: string, more = {}) => ({ kind, stage: 'essay', ...more })
  expect(await did(on('annul'), one.testId)).toBe('nobody_to_change')
  expect(await did(on('result', { outcome: 'failed' }), one.testId)).toBe('done')
  expect(await facts()).toMatchObject({ failed_at: start, reasons: ['Так решил оргкомитет'] })
  expect(await did(on('annul'), one.testId)).toBe('done')
  expect(await facts()).toMatchObject({ submitted_at: start, failed_at: null, reasons: [] })
  expect(await did(on('return'), one.testId)).toBe('done')
  expect(await facts()).toMatchObject({ submitted_at: null, returned_at: start })
  expect(await did(on('return'), nobody.testId)).toBe('nobody_to_change')
  expect(await told(one.id)).toEqual([
    'Этап «Эссе» не пройден',
    'Результат этапа «Эссе» аннулирован',
    'Этап «Эссе» возвращён на доработку',
  ])
  expect(await told(nobody.id)).toEqual([])
})

test('an audience is narrowed by the points of a stage, both bounds included', async () => {
  const season = await aSeason()
  const people = [await season.person(), await season.person(), await season.person()]
  for (const [at, { id }] of people.entries())
    await app.db
      .insertInto('stage_results')
      .values({ account_id: id, stage_id: season.stageIds.essay, score: 10 + at / 2, computed_at: start })
      .execute()
  const count = async (query: string) =>
    ((await (await season.call('GET', `participants?${query}`)).json()) as { count: number }).count
  expect([
    await count('stage=essay&score_from=10.5'),
    await count('stage=essay&score_from=10.5&score_to=10.5'),
    await count('stage=essay&step=begun&score_to=100'),
    await count('score_from=1'),
    await count(`person=${people[0]?.testId}`),
  ]).toEqual([2, 1, 0, 0, 1])
  await season.ask(tag('сильные'), { stage: 'essay', score_from: 10.5 })
  await app.work('run_bulk_act')
  expect((await season.list()).acts[0]).toMatchObject({ about: 'Все, «Эссе»: от 10.5 баллов', people: 2 })
})

test('many are moved to a track once another organiser confirms it: the preview shows what they lose, no quota is exceeded', async () => {
  const track = { letter: false, gate: null }
  const tracks = [
    { ...track, code: 'main', limit: 0 },
    { ...track, code: 'other', limit: 3 },
  ]
  const { code, stageIds } = await aCompetition(
    app.db,
    {
      choice: { type: 'choose_tracks', title: 'Выбор трека', settings: { tracks, max: 1 } },
      plan: { type: 'essay', title: 'План', tracks: ['main'], settings: { task: 'План', min_words: 1, max_words: 9 } },
    },
    { tracks: ['main', 'other'] },
  )
  const person = async (at: string) => {
    const account = await anAccount(app)
    await takesPart(app.db, account.id, code, at, start)
    return account
  }
  const there = await person('other')
  const place = { stage_id: stageIds.choice, track_code: 'other', way: 'choice' as const, since: start }
  await app.db
    .insertInto('track_places')
    .values({ ...place, account_id: there.id })
    .execute()
  const people = [await person('main'), await person('main'), await person('main')] as const
  const begun = { stage_id: stageIds.plan, started_at: start }
  await app.db
    .insertInto('stage_facts')
    .values([
      { ...begun, account_id: people[0].id, submitted_at: start },
      { ...begun, account_id: people[1].id },
    ])
    .execute()
  const [first, second] = await twoWhoDecide()
  const act = { kind: 'move', stage: 'choice', track: 'other' }
  const body = { act, reason: 'Трек закрывается', group: 'participants' }
  const refused = (given: object) => asOrganiser<{ code: string }>(first, code, '', { ...body, act: given })
  expect((await refused({ ...act, track: 'third' })).code).toBe('unknown_track')
  expect((await refused({ ...act, stage: 'plan' })).code).toBe('act_unfit')
  const preview = await asOrganiser<Preview & { loses: unknown[] }>(first, code, '/preview', {
    act,
    group: 'participants',
  })
  expect(preview).toMatchObject({
    ...{ people: 4, will: 2, loses: [{ title: 'План', people: 2, handed_in: 1 }] },
    skipped: [
      { why: 'same_track', people: 1 },
      { why: 'track_full', people: 1 },
    ],
  })
  const asked = await asOrganiser<List>(first, code, '', body)
  expect(asked.acts[0]).toMatchObject({ what: 'Перевести в трек «Трек other»', state: 'gathering' })
  await app.work('run_bulk_act')
  await asOrganiser(second, code, `/${asked.acts[0]?.id}/confirmation`)
  await app.work('run_bulk_act')
  const call = { token: first, params: { competition: code } }
  const { body: list } = await app.call('GET /admin/competitions/:competition/bulk-acts', call)
  expect(list.moves).toEqual([
    {
      ...{ id: 'choice', value: 'Выбор трека' },
      tracks: [
        { id: 'main', value: 'Трек main' },
        { id: 'other', value: 'Трек other' },
      ],
    },
  ])
  expect(list.acts[0]).toMatchObject({ state: 'done', done: 2, skipped: 2, final: true })
  const placed = await app.db
    .selectFrom('participations')
    .select(['account_id', 'track_code'])
    .where('competition_code', '=', code)
    .orderBy('account_id')
    .execute()
  expect(placed.map(({ track_code }) => track_code)).toEqual(['other', 'other', 'other', 'main'])
  expect(await told(people[1].id)).toEqual(['Вас перевели в трек «Трек other»'])
  expect(await told(people[2].id)).toEqual([])
  const kept = app.db.selectFrom('participant_acts').select(['act', 'about', 'reason'])
  expect(await kept.where('account_id', '=', people[0].id).execute()).toEqual([
    { act: 'moved', about: 'Трек other', reason: 'Трек закрывается' },
  ])
  const facts = app.db.selectFrom('stage_facts').select('passed_at').where('stage_id', '=', stageIds.choice)
  expect((await facts.where('account_id', '=', people[0].id).executeTakeFirst())?.passed_at).not.toBeNull()
})

/** A result for one person that waits for its confirmation. */
async function aWaitingResult() {
  const season = await aSeason()
  const { id } = await season.person()
  await season.handsIn(id)
  const [first, second] = await twoWhoDecide()
  const act = { kind: 'result', stage: 'essay', outcome: 'passed' }
  const asked = await asOrganiser<List>(first, season.code, '', { act, reason: 'Призёр', group: 'participants' })
  const bulkActId = asked.acts[0]?.id ?? 0
  await app.work('run_bulk_act')
  const lock = (tx: Tx) => sql`select from bulk_acts where id = ${bulkActId} for update`.execute(tx)
  const confirm = () => asOrganiser<List>(second, season.code, `/${bulkActId}/confirmation`)
  const stop = () => asOrganiser<List>(second, season.code, `/${bulkActId}/undo`)
  return { season, id, bulkActId, lock, confirm, stop }
}

test('TW-14 an act that is confirmed twice at once, or stopped at the same moment, is run once or not at all', async () => {
  const twice = await aWaitingResult()
  const answers = await meetInOrder(app.db, {
    lock: twice.lock,
    call: () => Promise.all([twice.confirm(), twice.confirm()]),
    meanwhile: async () => {},
    waiting: 2,
  })
  expect(answers.map(({ code }) => code ?? 'confirmed').sort()).toEqual(['bulk_act_over', 'confirmed'])
  const stopped = await aWaitingResult()
  const both = await meetInOrder(app.db, {
    lock: stopped.lock,
    call: () => Promise.all([stopped.confirm(), stopped.stop()]),
    meanwhile: async () => {},
    waiting: 2,
  })
  const codes = both.map(({ code }) => code ?? 'done')
  expect(codes).toContain('done')
  // Whoever is first decides: a confirmed act is final, and a stopped one is over.
  expect(['bulk_act_over', 'bulk_act_final']).toContain(codes.find((code) => code !== 'done'))
})

test('TW-14 a person who is passed by someone else while an act runs gets no second decision', async () => {
  const { season, id, bulkActId, confirm } = await aWaitingResult()
  await confirm()
  await meetInOrder(app.db, {
    lock: (tx) => sql`select from stage_facts where account_id = ${id} for update`.execute(tx),
    call: () => runBulkAct(app.services, { bulkActId }),
    meanwhile: async (tx) => {
      const decision = { accountIds: [id], stageId: season.stageIds.essay, outcome: 'passed' as const }
      await settleAndTell(tx, app.services, decision)
    },
  })
  const decisions = await app.db.selectFrom('stage_decisions').select('outcome').where('account_id', '=', id).execute()
  expect(decisions).toEqual([{ outcome: 'passed' }])
  expect((await season.list()).acts[0]).toMatchObject({ done: 0, skipped: 1 })
})

test('TW-08 TW-12 an act on many that is asked twice at once with one key is one act, and both are told the same', async () => {
  const season = await aSeason()
  const { id } = await season.person()
  const ask = () =>
    app.call('POST /admin/competitions/:competition/bulk-acts', {
      ...{ token: organiser, params: { competition: season.code }, headers: { 'idempotency-key': 'tag at once' } },
      body: { act: { kind: 'tag', tag: 'резерв' }, reason: 'Так решил оргкомитет', group: 'participants' },
    })
  let second: ReturnType<typeof ask> | undefined
  const first = await meetInOrder(app.db, {
    lock: (tx) => sql`lock table bulk_acts in share mode`.execute(tx),
    call: ask,
    meanwhile: async () => {
      second = ask()
    },
  })
  expect([first.status, (await second)?.text]).toEqual([200, first.text])
  await app.work('run_bulk_act')
  expect((await ask()).text, 'a repeat after the end').toBe(first.text)
  expect((await season.list()).acts).toMatchObject([{ state: 'done', done: 1 }])
  const noted = await app.db.selectFrom('participant_acts').select('act').where('account_id', '=', id).execute()
  expect([(await season.part(id)).tags, noted]).toEqual([['резерв'], [{ act: 'tagged' }]])
})

/** The transaction of one part; with `killed` the process ends before it is committed. */
const onePart = (bulkActId: number, killed = false) =>
  app.db
    .transaction()
    .execute(async (tx) => {
      await runPart(tx, app.services, bulkActId)
      if (killed) throw new Error('killed')
    })
    .catch((fault: Error) => {
      if (fault.message !== 'killed') throw fault
    })

test('SZ-06 an act is about those who had joined when it was asked and are in the audience when they are gathered', async () => {
  const season = await aSeason()
  const [stays, leaves, comes] = [await season.person(), await season.person(), await season.person()]
  await season.handsIn(comes.id)
  const [act] = (await season.ask(tag('начало'), { stage: 'essay', step: 'not_begun' })).acts
  // Between the request and the gathering one begins, one is made to begin anew, and one joins.
  await season.handsIn(leaves.id)
  await app.db.deleteFrom('stage_facts').where('account_id', '=', comes.id).execute()
  app.clock.set(new Date(start.getTime() + 1000))
  const later = await anAccount(app)
  await takesPart(app.db, later.id, season.code, 'main', app.clock.now())
  app.clock.set(start)
  await onePart(act?.id ?? 0)
  expect((await season.list()).acts[0]).toMatchObject({ state: 'running', people: 2 })
  // Once gathered, people stay in the act whatever happens to them.
  await season.handsIn(stays.id)
  await app.work('run_bulk_act')
  expect((await season.list()).acts[0]).toMatchObject({ state: 'done', people: 2, done: 2 })
  const tagged = [stays, leaves, comes, later].map(async ({ id }) => (await season.part(id)).tags.length)
  expect(await Promise.all(tagged)).toEqual([1, 0, 1, 0])
})

test('SZ-06 a process that is killed within a part leaves nothing of it; the next one reaches each person once', async () => {
  const season = await aSeason()
  const people = [await season.person(), await season.person()]
  const longerOne = (await season.ask(longer)).acts[0]?.id ?? 0
  await onePart(longerOne, true)
  expect((await season.list()).acts[0]).toMatchObject({ state: 'gathering', people: 0 })
  await onePart(longerOne)
  await onePart(longerOne, true)
  expect((await season.list()).acts[0]).toMatchObject({ state: 'running', people: 2, done: 0 })
  for (const { id } of people) expect(await told(id)).toEqual([])
  await app.work('run_bulk_act')
  await season.undo(longerOne)
  await onePart(longerOne, true)
  await app.work('run_bulk_act')
  expect((await season.list()).acts[0]).toMatchObject({ state: 'undone', done: 2, undone: 2 })
  for (const { id } of people) expect(await told(id)).toHaveLength(2)
})

test('SZ-06 an act is stopped while its people are gathered, and confirmed only when all are', async () => {
  const season = await aSeason()
  const { id } = await season.person()
  await season.handsIn(id)
  const [first, second] = await twoWhoDecide()
  const act = { kind: 'result', stage: 'essay', outcome: 'passed' }
  const ask = async () => (await asOrganiser<List>(first, season.code, '', { act, reason: 'Призёр' })).acts[0]?.id ?? 0
  const stopped = await ask()
  expect((await asOrganiser(second, season.code, `/${stopped}/confirmation`)).code).toBe('bulk_act_gathering')
  expect((await asOrganiser<List>(first, season.code, `/${stopped}/undo`)).acts[0]).toMatchObject({ state: 'undone' })
  const counted = await ask()
  await app.work('run_bulk_act')
  expect((await season.list()).acts).toMatchObject([
    { state: 'waiting', people: 1, seconds_left: null },
    { state: 'undone', people: 0, done: 0 },
  ])
  // Who joins after the count is confirmed as little as acted on.
  const other = await season.person()
  await asOrganiser(second, season.code, `/${counted}/confirmation`)
  await app.work('run_bulk_act')
  expect((await season.list()).acts[0]).toMatchObject({ state: 'done', people: 1, done: 1, skipped: 0 })
  expect(await told(other.id)).toEqual([])
})

test('SZ-06 the time that is left follows from the pace of the last parts', async () => {
  const season = await aSeason()
  await season.person()
  const id = (await season.ask(tag('темп'))).acts[0]?.id ?? 0
  await app.db
    .updateTable('bulk_acts')
    .set({ state: 'running', people: 60_000, done: 20_000, skipped: 10_000, pace: 500 })
    .where('id', '=', id)
    .execute()
  expect((await season.list()).acts[0]).toMatchObject({ seconds_left: 60 })
})
