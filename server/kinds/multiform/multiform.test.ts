import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { jobTasks } from '#server/jobs.ts'
import { publishForm } from '#server/stages/forms/store.ts'
import { handInDraftsAtEnd } from '#server/stages/hand-in-drafts.ts'
import { remindOfEnds } from '#server/stages/remind-of-ends.ts'
import { settleAndTell } from '#server/stages/settle.ts'
import { aCompetition, aPerson, takesPart } from '#server/testing/a-competition.ts'
import { anAccount, sessionOf, withNewSession } from '#server/testing/an-account.ts'
import { runQueued } from '#server/testing/run-queued.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import type { FormSchema } from '#shared/forms/fields/field.ts'
import type { StageOutcome } from '#shared/stages/outcome.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp({ remembers: true })
})
afterAll(() => app.close())

const start = new Date('2026-11-21T12:00:00+03:00')
const hours = (count: number) => new Date(start.getTime() + count * 3_600_000)

const asking = (label: string): FormSchema => ({
  version: 1,
  sections: [
    {
      code: 'main',
      title: 'Главное',
      fields: [
        { name: 'words', label, view: 'text', validation_rules: { required: true } },
        { name: 'more', label: 'Подробности', view: 'text' },
      ],
    },
  ],
})

type Part = { tracks?: string[]; closes_at?: Date; published?: boolean; settings?: Record<string, unknown> }
interface Made {
  settings?: Record<string, unknown>
  parts?: Record<string, Part>
  whole?: Record<string, unknown>
  tracks?: string[]
}

/** A stage with parts, open for ten hours. */
async function aSet({ settings = {}, parts = { first: {}, second: {} }, whole = {}, tracks = ['main'] }: Made = {}) {
  app.clock.set(start)
  const { code, stageIds } = await aCompetition(
    app.db,
    { set: { type: 'multiform', title: 'Набор', closes_at: hours(10), settings, ...whole } },
    { tracks },
  )
  const ids: Record<string, number> = { set: stageIds.set }
  for (const [name, part] of Object.entries(parts)) {
    const { id } = await app.db
      .insertInto('stages')
      .values({
        ...{ competition_code: code, parent_id: stageIds.set, type: 'form', code: name, title: `Часть ${name}` },
        ...{ sort: Object.keys(ids).length, ...part, settings: JSON.stringify(part.settings ?? {}) },
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await publishForm(app.db, id, asking(`Вопрос ${name}`), start)
    ids[name] = id
  }
  return { code, id: (name: string) => ids[name] ?? 0 }
}
interface Node {
  code: string
  type: string
  status: string
  end_date: string
  extra_data: { reason: string }
  childs: Node[]
}
type Set = Awaited<ReturnType<typeof aSet>>

async function aParticipant({ code, id }: Set, track = 'main') {
  const person = await aPerson(app)
  await takesPart(app.db, person.id, code, track, app.clock.now())
  let { token } = person
  const params = (name: string) => ({ stage_id: id(name) })
  const page = async (name = 'set') =>
    (await app.call('GET /user/stages/:stage_id', { token, params: params(name) })).body
  return {
    ...person,
    page,
    again: async () => {
      token = (await withNewSession(app, person)).token
    },
    state: async (name = 'set') => {
      const { status, reason } = await page(name)
      return { status, reason }
    },
    /** The set and what comes after it. */
    tree: async () => {
      const { body } = await app.call('GET /user/user-stages', { token, query: { competition_code: code, track } })
      return body.stages as [Node, ...Node[]]
    },
    save: (name: string, words: string) =>
      app.call('PUT /user/stages/:stage_id/draft', { token, params: params(name), body: { data: { words } } }),
    handIn: (name: string, words = 'Готово') =>
      app.call('PUT /user/stages/:stage_id/answer', { token, params: params(name), body: { data: { words } } }),
    handInAll: (idempotencyKey?: string) =>
      app.call('POST /user/stages/:stage_id/multiform/hand-in', {
        token,
        params: params('set'),
        headers: idempotencyKey ? { 'Idempotency-Key': idempotencyKey } : {},
      }),
  }
}

const decided = (stageId: number, accountId: number, outcome: StageOutcome, reason = '') =>
  app.db
    .transaction()
    .execute((tx) => settleAndTell(tx, app.services, { accountIds: [accountId], stageId, outcome, reason }))

async function anOrganiser() {
  const account = await anAccount(app, { isDemo: true, flags: ['competitions', 'assessment'] })
  return { ...account, token: (await sessionOf(app, account)).token }
}

const stageAt = ({ code }: Set, name = 'set') => ({ competition: code, code: name })
const question = { label: 'Кто вас рекомендует', view: 'text', required: true }
const newPart = (added_for: string, more: Record<string, unknown> = {}) => ({
  answer: { title: 'Рекомендации', questions: [question], added_for, ...more },
})

describe('the parts of a stage', () => {
  test('each has a state and a deadline of its own, and the whole follows from them', async () => {
    const set = await aSet({ parts: { first: {}, second: { closes_at: hours(5) }, third: {} } })
    const person = await aParticipant(set)
    expect((await person.state()).status).toBe('available')
    await person.save('first', 'Начало')
    expect((await person.handIn('second')).body.status).toBe('wait')
    const [{ childs, ...whole }] = await person.tree()
    expect(whole).toMatchObject({ type: 'multiform', status: 'in_progress' })
    expect(whole.extra_data.reason).toMatch(/^Сдано 1 из 3\. Ближайший срок — 21\.11\.2026 22:00/)
    expect(childs.map(({ code, status, end_date }) => [code, status, end_date])).toEqual([
      ['first', 'in_progress', '2026-11-21 22:00:00'],
      ['second', 'wait', '2026-11-21 17:00:00'],
      ['third', 'available', '2026-11-21 22:00:00'],
    ])
    app.clock.set(hours(6))
    await person.again()
    expect((await person.handIn('second')).body.code).toBe('stage_closed')
    expect((await person.handIn('first')).status).toBe(200)
  })

  test('the whole is passed when every required part is accepted, by people or automatically', async () => {
    const optional = { parts: [{ code: 'third', required: false, weight: 1 }] }
    const auto = { settings: { check: 'auto' } }
    const set = await aSet({ parts: { first: {}, second: auto, third: {} }, settings: optional })
    const person = await aParticipant(set)
    await person.handIn('first')
    await person.handIn('second')
    await runQueued(app.db, 'accept_hand_in', jobTasks(app.services))
    expect(await person.state()).toEqual({ status: 'wait', reason: 'Все части сданы. Решение появится здесь' })
    await decided(set.id('first'), person.id, 'passed')
    expect(await person.state()).toEqual({ status: 'success', reason: 'Все обязательные части приняты' })
    // An optional part can still be done.
    expect((await person.handIn('third')).status).toBe(200)
  })

  test('SK-04 a returned part opens alone, with its own days, and the others stay locked', async () => {
    const set = await aSet()
    const person = await aParticipant(set)
    await person.handIn('first')
    await person.handIn('second')
    app.clock.set(hours(12))
    await app.db
      .insertInto('stage_extensions')
      .values({
        stage_id: set.id('first'),
        account_id: person.id,
        closes_at: hours(50),
        reason: '-',
        granted_at: hours(12),
      })
      .execute()
    await decided(set.id('first'), person.id, 'returned', 'Не хватает слов')
    await person.again()
    expect(await person.state()).toEqual({
      status: 'in_progress',
      reason: 'Часть «Часть first» возвращена на доработку. Сдайте до 23.11.2026 14:00',
    })
    expect((await person.handIn('second', 'Ещё раз')).body.code).toBe('stage_closed')
    expect((await person.handIn('first', 'Больше слов')).status).toBe(200)
    expect((await person.state()).status).toBe('wait')
  })

  test('a refused part ends the whole', async () => {
    const set = await aSet()
    const person = await aParticipant(set)
    await person.handIn('first')
    await decided(set.id('first'), person.id, 'failed', 'Не по заданию')
    expect(await person.state()).toEqual({ status: 'not_allowed', reason: 'Часть «Часть first» не принята' })
  })

  test('KP-04 in strict order a part opens when the required ones before it are handed in', async () => {
    const parts = { first: {}, extra: {}, last: {} }
    const settings = { order: 'strict', parts: [{ code: 'extra', required: false, weight: 1 }] }
    const set = await aSet({ parts, settings })
    const person = await aParticipant(set)
    expect((await person.state('last')).status).toBe('wait')
    expect((await person.save('last', 'Рано')).body.code).toBe('stage_closed')
    const { body } = await person.handIn('first')
    expect(body.next).toMatchObject({ code: 'extra', status: 'available' })
    expect((await person.handIn('last')).body.next).toMatchObject({ code: 'extra' })
  })

  test('a part takes window, gate and visibility from the whole, unless it has its own', async () => {
    const set = await aSet({ whole: { opens_at: hours(1), viewable: true } })
    const person = await aParticipant(set)
    expect((await person.page('first')).start_date).toBe('2026-11-21 13:00:00')
    expect((await person.save('first', 'Рано')).body.code).toBe('stage_closed')
    await app.db.updateTable('stages').set({ opens_at: null }).where('id', '=', set.id('set')).execute()
    await app.db
      .updateTable('stages')
      .set({ gate: JSON.stringify({ tag: 'chosen', title: 'Отобран' }) })
      .where('id', '=', set.id('set'))
      .execute()
    await app.heard()
    expect(await person.state('first')).toMatchObject({ status: 'wait' })
    await app.db.updateTable('stages').set({ published: false }).where('id', '=', set.id('set')).execute()
    await app.heard()
    expect((await person.page('first')).code).toBe('stage_not_found')
  })

  test('an organiser edits a part’s own settings, not those inherited from the whole', async () => {
    const set = await aSet()
    const { token } = await anOrganiser()
    const stages = '/admin/competitions/:competition/stages'
    const { body } = await app.call(`GET ${stages}/:code`, { token, params: stageAt(set, 'first') })
    expect(body.answer).toMatchObject({ stage_closes_at: '', stage_title: 'Часть first' })
    const listed = (await app.call(`GET ${stages}`, { token, params: { competition: set.code } })).body.stages
    expect(listed.map(({ code, parent, closes_at }) => [code, parent, closes_at])).toEqual([
      ['set', null, '2026-11-21 22:00:00'],
      ['first', 'set', null],
      ['second', 'set', null],
    ])
  })

  test('an extension of the whole for one person extends each part', async () => {
    const set = await aSet()
    const person = await aParticipant(set)
    await app.db
      .insertInto('stage_extensions')
      .values({ stage_id: set.id('set'), account_id: person.id, closes_at: hours(20), reason: '-', granted_at: start })
      .execute()
    app.clock.set(hours(15))
    await person.again()
    expect((await person.page('first')).end_is_personal).toBe(true)
    expect((await person.handIn('first')).status).toBe(200)
  })

  test('drafts of parts are handed in at the end, also when the end of the whole is moved', async () => {
    const set = await aSet({ whole: { submit_draft_at_end: true } })
    const person = await aParticipant(set)
    await person.save('first', 'Успел')
    app.clock.set(hours(3))
    expect(await handInDraftsAtEnd(app.services)).toBe(0)
    await app.db
      .updateTable('stages')
      .set({ closes_at: hours(2) })
      .where('id', '=', set.id('set'))
      .execute()
    await app.heard()
    expect(await handInDraftsAtEnd(app.services)).toBe(1)
    await person.again()
    expect((await person.page('first')).receipt).toMatchObject({ by_system: true })
  })

  test('people are reminded of the end of the whole once, and of a part only where it has its own end', async () => {
    const set = await aSet({ parts: { first: {}, second: {}, third: { closes_at: hours(5) } } })
    const person = await aParticipant(set)
    await remindOfEnds(app.services)
    await remindOfEnds(app.services)
    const told = await app.db
      .selectFrom('notifications')
      .select('title')
      .where('account_id', '=', person.id)
      .orderBy('title')
      .execute()
    expect(told.map(({ title }) => title)).toEqual([
      'Этап «Набор» закроется 21.11.2026 22:00 по Москве',
      'Этап «Часть third» закроется 21.11.2026 17:00 по Москве',
    ])
  })

  test('the calendar of deadlines names the whole, and a part only where it has its own end', async () => {
    const set = await aSet({ parts: { first: {}, second: { closes_at: hours(5) } } })
    const person = await aParticipant(set)
    const { token } = await sessionOf(app, person)
    const { url } = (await app.call('POST /user/calendar-address', { token })).body
    const calendar = await (await app.fetch(new URL(url).pathname)).text()
    expect(calendar.match(/SUMMARY:.*«.*»/g)).toEqual([
      'SUMMARY:Последний срок: «Набор»',
      'SUMMARY:Последний срок: «Часть second»',
    ])
  })

  test('a part can be reopened alone, and reopening the whole reopens its parts', async () => {
    const set = await aSet()
    const person = await aParticipant(set)
    await person.handIn('first')
    await person.handIn('second')
    app.clock.set(hours(0.05))
    await app.db
      .insertInto('stage_reopenings')
      .values({ stage_id: set.id('second'), at: hours(0.05), reason: 'Вопрос изменился' })
      .execute()
    expect(await person.state('second')).toMatchObject({ status: 'available' })
    expect((await person.state('first')).status).toBe('wait')
    expect((await person.state()).reason).toMatch(/^Сдано 1 из 2/)
    await app.db
      .insertInto('stage_reopenings')
      .values({ stage_id: set.id('set'), at: hours(0.05) })
      .execute()
    expect((await person.state('first')).status).toBe('available')
  })

  test('a whole cannot be hidden while people work at its parts', async () => {
    const set = await aSet()
    const person = await aParticipant(set)
    await person.save('first', 'Начато')
    const { token } = await anOrganiser()
    const stage = '/admin/competitions/:competition/stages/:code' as const
    const at = { token, params: stageAt(set) }
    const { answer, gate, revision } = (await app.call(`GET ${stage}`, at)).body
    const body = { revision, gate, answer: { ...answer, stage_published: false } }
    const saved = (await app.call(`PUT ${stage}`, { ...at, body })).body
    const refused = await app.call(`POST ${stage}/publish`, { ...at, body: { revision: saved.revision } })
    expect(refused.body).toMatchObject({ code: 'stage_in_use', message: expect.stringContaining('1 человек') })
  })

  test('they do not count as stages of a track, and another stage may wait for the whole', async () => {
    const set = await aSet()
    await app.db
      .insertInto('stages')
      .values({ competition_code: set.code, type: 'rules', code: 'later', title: 'Потом', requires: ['set'], sort: 9 })
      .execute()
    await app.heard()
    const person = await aParticipant(set)
    const later = async () => (await person.tree()).at(-1)
    expect(await later()).toMatchObject({ code: 'later', status: 'wait' })
    for (const name of ['first', 'second']) {
      await person.handIn(name)
      await decided(set.id(name), person.id, 'passed')
    }
    expect(await later()).toMatchObject({ code: 'later', status: 'available' })
    const { token } = await sessionOf(app, person)
    const query = { competition_code: set.code }
    const { body } = await app.call('GET /user/tracks', { token, query })
    expect(body.tracks[0]).toMatchObject({ all_stages: 2, done_stages: 1 })
  })
})

describe('handing in everything', () => {
  test('hands every part in at once, each with a receipt of its own; a repeat gets the same answer', async () => {
    const set = await aSet()
    const person = await aParticipant(set)
    await person.save('first', 'Одно')
    await person.save('second', 'Другое')
    const key = 'b7e3c1f2-5a1e-4a57-9d55-0c4f7c3c2a11'
    const { status, body } = await person.handInAll(key)
    expect([status, body.status, body.left]).toEqual([200, 'wait', []])
    expect(body.handed_in.map(({ code }) => code)).toEqual(['first', 'second'])
    expect(new Set(body.handed_in.map(({ receipt_number }) => receipt_number)).size).toBe(2)
    expect((await person.handInAll(key)).body).toEqual(body)
    expect((await person.handInAll()).body).toMatchObject({ handed_in: [], status: 'wait' })
  })

  test('KP-04 hands in nothing while a required part has a gap, and names every gap', async () => {
    const set = await aSet({ parts: { first: {}, second: {}, third: {}, late: { closes_at: hours(0.1) } } })
    const person = await aParticipant(set)
    await person.save('first', 'Одно')
    await person.save('second', '')
    app.clock.set(hours(0.15))
    const { status, body } = await person.handInAll()
    expect([status, body.code]).toEqual([422, 'multiform_gaps'])
    expect(body.fields).toEqual({
      second: { rule: 'faults', message: 'Заполните или исправьте 1 поле: «Вопрос second»' },
      third: { rule: 'empty', message: 'Ещё не заполнена' },
      late: { rule: 'closed', message: 'Срок закончился 21.11.2026 12:06' },
    })
    expect((await person.state('first')).status).toBe('in_progress')
    expect(await app.db.selectFrom('hand_ins').select('id').where('account_id', '=', person.id).execute()).toEqual([])
  })

  test('leaves an optional part with a gap as a draft and names it', async () => {
    const rule = { required: false, weight: 1 }
    const settings = {
      parts: [
        { code: 'second', ...rule },
        { code: 'third', ...rule },
      ],
    }
    const set = await aSet({ parts: { first: {}, second: {}, third: {} }, settings })
    const person = await aParticipant(set)
    await person.save('first', 'Одно')
    await person.save('second', '')
    const { body } = await person.handInAll()
    expect(body.handed_in.map(({ code }) => code)).toEqual(['first'])
    expect(body.left.map(({ code }) => code)).toEqual(['second'])
  })

  test('does not hand in a returned part unchanged, and hands it in once it is corrected', async () => {
    const set = await aSet({ parts: { first: {} } })
    const person = await aParticipant(set)
    await person.save('first', 'Одно')
    await person.handInAll()
    app.clock.set(hours(0.05))
    await decided(set.id('first'), person.id, 'returned', 'Мало')
    app.clock.set(hours(0.1))
    expect((await person.handInAll()).body.fields).toMatchObject({ first: { rule: 'returned' } })
    await person.save('first', 'Одно и ещё кое-что')
    expect((await person.handInAll()).body).toMatchObject({ status: 'wait', handed_in: [{ code: 'first' }] })
  })

  test('two requests at once hand every part in once', async () => {
    const set = await aSet()
    const person = await aParticipant(set)
    await person.save('first', 'Одно')
    await person.save('second', 'Другое')
    const answers = await Promise.all([person.handInAll(), person.handInAll(), person.handIn('first', 'Одно')])
    expect(answers.slice(0, 2).map(({ status }) => status)).toEqual([200, 200])
    const kept = await app.db.selectFrom('hand_ins').select('stage_id').where('account_id', '=', person.id).execute()
    expect(kept.map(({ stage_id }) => stage_id).toSorted()).toEqual([set.id('first'), set.id('second')].toSorted())
  })

  test('is refused at a stage without parts and to a stranger', async () => {
    const set = await aSet()
    const person = await aParticipant(set)
    const { token } = await sessionOf(app, person)
    const at = (stage_id: number) =>
      app.call('POST /user/stages/:stage_id/multiform/hand-in', { token, params: { stage_id } })
    expect((await at(set.id('first'))).body.code).toBe('stage_not_found')
    const hidden = await aSet({ whole: { published: false } })
    expect((await at(hidden.id('set'))).body.code).toBe('stage_not_found')
    const ahead = await aSet({ whole: { opens_at: hours(1) } })
    expect((await at(ahead.id('set'))).body).toMatchObject({
      code: 'stage_closed',
      message: expect.stringContaining('Откроется 21.11.2026 13:00'),
    })
  })
})

describe('KE-04 a part that is added or hidden', () => {
  const add = (set: Set, token: string, body: ReturnType<typeof newPart>) =>
    app.call('POST /admin/competitions/:competition/stages/:code/multiform/parts', {
      token,
      params: stageAt(set),
      body,
    })

  async function whoHasFinishedAndWhoNot(set: Set) {
    const [done, under] = [await aParticipant(set), await aParticipant(set)]
    await done.handIn('first')
    await done.handIn('second')
    await under.handIn('first')
    return { done, under }
  }

  test('KE-04 for people who have not finished: the others need not do it, even when a part is returned later', async () => {
    const set = await aSet()
    const { done, under } = await whoHasFinishedAndWhoNot(set)
    const { token } = await anOrganiser()
    const { status, body } = await add(set, token, newPart('unfinished'))
    expect([status, body.parts.map(({ code }) => code)]).toEqual([201, ['first', 'second', 'set_1']])
    const codes = async (person: typeof done) => (await person.tree())[0].childs.map(({ code }) => code)
    expect([await codes(done), await codes(under)]).toEqual([
      ['first', 'second'],
      ['first', 'second', 'set_1'],
    ])
    expect((await done.state()).status).toBe('wait')
    expect((await under.state()).reason).toMatch(/^Сдано 1 из 3/)
    await decided(set.id('first'), done.id, 'returned', 'Мало')
    expect(await codes(done)).toEqual(['first', 'second'])
    await runQueued(app.db, 'tell_of_part', jobTasks(app.services))
    expect(await toldOf(done.id)).not.toContain('В этап «Набор» добавлена часть «Рекомендации»')
  })

  test('KE-04 for all: the whole is open again, with a notice to those who had finished', async () => {
    const set = await aSet()
    const { done, under } = await whoHasFinishedAndWhoNot(set)
    const { token } = await anOrganiser()
    expect((await add(set, token, newPart('all', { closes_at: '2026-11-25 12:00' }))).status).toBe(201)
    await runQueued(app.db, 'tell_of_part', jobTasks(app.services))
    const title = 'В этап «Набор» добавлена часть «Рекомендации»'
    expect(await toldOf(done.id)).toContain(title)
    expect(await toldOf(under.id)).not.toContain(title)
    expect(await done.state()).toMatchObject({ status: 'in_progress', reason: expect.stringMatching(/^Сдано 2 из 3/) })
    const [{ childs }] = await done.tree()
    expect(childs.at(-1)).toMatchObject({ status: 'available', end_date: '2026-11-25 12:00:00' })
    expect((await done.state('first')).status).toBe('wait')
  })

  test('KE-04 a part that is hidden for a track is not required of its people, neither for the whole nor in the strict order', async () => {
    const parts = { first: { tracks: ['state'] }, second: {} }
    const set = await aSet({ parts, settings: { order: 'strict' }, tracks: ['state', 'business'] })
    const person = await aParticipant(set, 'business')
    expect((await person.page('first')).code).toBe('stage_not_found')
    await person.save('second', 'Готово')
    expect((await person.handInAll()).body).toMatchObject({ status: 'wait', handed_in: [{ code: 'second' }] })
    await decided(set.id('second'), person.id, 'passed')
    expect(await person.state()).toEqual({ status: 'success', reason: 'Все части приняты' })
    // A person who has done all parts of the track has finished.
    const { token } = await anOrganiser()
    await add(set, token, newPart('unfinished'))
    expect((await person.state()).status).toBe('success')
  })

  test('an invalid part is refused with every fault, and nothing is added', async () => {
    const set = await aSet()
    const { token } = await anOrganiser()
    const { status, body } = await add(set, token, {
      answer: { title: '', questions: [{ label: '' }], added_for: 'nobody', closes_at: '2026-11-20 10:00' },
    } as never)
    expect([status, body.code]).toEqual([422, 'form_invalid'])
    expect(Object.keys(body.fields ?? {}).toSorted()).toEqual([
      'added_for',
      'closes_at',
      'questions.0.label',
      'questions.0.view',
      'title',
    ])
    const at = { token, params: stageAt(set) }
    const { body: found } = await app.call('GET /admin/competitions/:competition/stages/:code/multiform/parts', at)
    expect(found.parts.length).toBe(2)
  })

  test('the person’s own data name the parts that need not be done', async () => {
    const set = await aSet({ parts: { first: {} } })
    const person = await aParticipant(set)
    await person.handIn('first')
    await add(set, (await anOrganiser()).token, newPart('unfinished'))
    const { ownSparedParts } = await import('./own-spared-parts.ts')
    const [record] = await ownSparedParts(app.db, person.id)
    expect(record?.lines).toEqual([['Заполнять не нужно', 'Рекомендации']])
  })
})

async function toldOf(accountId: number): Promise<string[]> {
  const rows = await app.db.selectFrom('notifications').select('title').where('account_id', '=', accountId).execute()
  return rows.map(({ title }) => title)
}

describe('KO-04 the organiser', () => {
  test('KO-04 sees people by parts, returns one part of several people at once, and names checkers part by part', async () => {
    const set = await aSet({ parts: { first: {}, second: { tracks: ['state'] } }, tracks: ['state', 'business'] })
    const people = [
      await aParticipant(set, 'state'),
      await aParticipant(set, 'business'),
      await aParticipant(set, 'state'),
    ]
    const [one, two, idle] = people as [(typeof people)[0], (typeof people)[0], (typeof people)[0]]
    await one.handIn('first')
    await one.save('second', 'Начато')
    await two.handIn('first')
    await decided(set.id('first'), two.id, 'passed')
    const { token } = await anOrganiser()
    const matrix = async () => {
      const at = { token, params: stageAt(set), query: { limit: 20, offset: 0 } }
      const { body } = await app.call('GET /admin/competitions/:competition/stages/:code/multiform/people', at)
      expect([body.count, body.parts.map(({ code }) => code)]).toEqual([2, ['first', 'second']])
      const marks = new Map(body.people.map((person) => [person.test_id, person.marks]))
      return [one, two].map(({ testId }) => marks.get(testId))
    }
    expect(await matrix()).toEqual([
      ['handed_in', 'begun'],
      ['accepted', 'other'],
    ])
    const sent = await app.call('POST /admin/competitions/:competition/stages/:code/return', {
      token,
      params: stageAt(set, 'first'),
      body: { people: [one.testId, two.testId, idle.testId], reason: 'Вопрос был с ошибкой' },
    })
    expect(sent.body).toEqual({ returned: 2, skipped: [], absent: 1 })
    expect(await matrix()).toEqual([
      ['returned', 'begun'],
      ['returned', 'other'],
    ])
    expect(await one.state()).toMatchObject({ status: 'in_progress' })
    expect((await one.page('first')).decision).toMatchObject({ outcome: 'returned', reason: 'Вопрос был с ошибкой' })

    const checker = await anAccount(app, { email: 'checker-of-one-part@demo.test' })
    await app.db.updateTable('accounts').set({ email_verified_at: start }).where('id', '=', checker.id).execute()
    await app.call('POST /admin/competitions/:competition/stages/:code/checkers', {
      token,
      params: stageAt(set, 'second'),
      body: { email: 'checker-of-one-part@demo.test' },
    })
    await one.handIn('second')
    const parts = await app.call('GET /admin/competitions/:competition/stages/:code/multiform/parts', {
      token,
      params: stageAt(set),
    })
    expect(parts.body.parts.map(({ code, checkers, waits }) => [code, checkers, waits])).toEqual([
      ['first', 0, 0],
      ['second', 1, 1],
    ])
    const desk = await sessionOf(app, checker)
    const { queues } = (await app.call('GET /desk', { token: desk.token })).body
    expect(queues).toMatchObject([{ stage_id: set.id('second'), title: 'Набор. Часть second', left: 1 }])
  })

  test('a work that another person is checking does not stop other returns, and is named', async () => {
    const set = await aSet({ parts: { first: {} } })
    const [one, two] = [await aParticipant(set), await aParticipant(set)]
    await one.handIn('first')
    await two.handIn('first')
    await app.db
      .updateTable('works')
      .set({ held_by: two.id, held_until: hours(1) })
      .where('account_id', '=', one.id)
      .execute()
    const { token } = await anOrganiser()
    const back = (reason: string, name = 'first') =>
      app.call('POST /admin/competitions/:competition/stages/:code/return', {
        token,
        params: stageAt(set, name),
        body: { people: [one.testId, two.testId], reason },
      })
    expect((await back(' ')).body.code).toBe('verdict_without_reason')
    expect((await back('Так', 'set')).body.code).toBe('stage_not_found')
    const { body } = await back('Ошибка в вопросе')
    expect(body).toMatchObject({ returned: 1, skipped: [{ test_id: one.testId }] })
    expect(body.skipped[0]?.why).toMatch(/^Работу сейчас проверяет другой человек/)
  })

  test('KO-04 a reopened part is not done in the matrix, whatever its earlier state', async () => {
    const set = await aSet({ parts: { first: {}, second: {} } })
    const person = await aParticipant(set)
    await person.handIn('first')
    await person.handIn('second')
    await decided(set.id('second'), person.id, 'passed')
    const { token } = await anOrganiser()
    const marks = async () => {
      const at = { token, params: stageAt(set), query: { limit: 20, offset: 0 } }
      const { body } = await app.call('GET /admin/competitions/:competition/stages/:code/multiform/people', at)
      return body.people[0]?.marks
    }
    expect(await marks()).toEqual(['handed_in', 'accepted'])
    const at = new Date(app.clock.now().getTime() + 60_000)
    await app.db
      .insertInto('stage_reopenings')
      .values(['first', 'second'].map((part) => ({ stage_id: set.id(part), at, reason: 'Вопросы изменились' })))
      .execute()
    await app.heard()
    expect(await marks()).toEqual(['handed_in', 'accepted'])
    app.clock.set(new Date(at.getTime() + 1))
    expect(await marks()).toEqual(['none', 'none'])
  })

  test('finds people by name or number, page by page', async () => {
    const set = await aSet({ parts: { first: {} } })
    const people = [await aParticipant(set), await aParticipant(set)]
    for (const { handIn } of people) await handIn('first')
    const { token } = await anOrganiser()
    const found = async (query: { limit: number; offset: number; search?: string }) => {
      const at = { token, params: stageAt(set), query }
      return (await app.call('GET /admin/competitions/:competition/stages/:code/multiform/people', at)).body.people
    }
    const wanted = people[1]?.testId ?? 0
    expect((await found({ limit: 20, offset: 0, search: String(wanted) })).map(({ test_id }) => test_id)).toEqual([
      wanted,
    ])
    expect(await found({ limit: 20, offset: 0, search: 'никого%' })).toEqual([])
    const pages = [...(await found({ limit: 1, offset: 0 })), ...(await found({ limit: 1, offset: 1 }))]
    expect(pages.map(({ test_id }) => test_id).toSorted()).toEqual(people.map(({ testId }) => testId).toSorted())
  })

  test('sees what is wrong with a stage with parts', async () => {
    const set = await aSet({
      parts: { first: { published: false } },
      settings: {
        parts: [
          { code: 'gone', required: true, weight: 1 },
          { code: 'first', required: false, weight: 1 },
        ],
      },
    })
    await app.db
      .insertInto('stages')
      .values({ competition_code: set.code, parent_id: set.id('set'), type: 'rules', code: 'odd', title: 'Правила' })
      .execute()
    await app.heard()
    const { token } = await anOrganiser()
    const hindrances = async (of: Set) =>
      (await app.call('GET /admin/competitions/:competition/stages/:code', { token, params: stageAt(of) })).body
        .checklist
    expect(await hindrances(set)).toEqual([
      { level: 'red', text: 'Этап «Правила» не может быть частью набора: в нём не заполняют анкету' },
      { level: 'yellow', text: 'Среди особых частей названа «gone», которой в наборе нет' },
      { level: 'yellow', text: 'Часть «Часть first» ещё не опубликована' },
    ])
    expect(await hindrances(await aSet({ parts: {} }))).toEqual([
      { level: 'red', text: 'В наборе нет частей: добавьте хотя бы одну' },
    ])
    const optional = { parts: [{ code: 'first', required: false, weight: 1 }] }
    expect(await hindrances(await aSet({ parts: { first: {} }, settings: optional }))).toEqual([
      { level: 'yellow', text: 'Ни одна часть не обязательна: примем набор, когда приняты все' },
    ])
  })
})
