import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadDictionaries } from '#server/forms/dictionaries/load-dictionaries.ts'
import { aCompetition, takesPart } from '#server/testing/a-competition.ts'
import { anAccount, sessionOf } from '#server/testing/an-account.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { formatWire } from '#shared/platform/time/moscow.ts'
import { sendBroadcast, sendPart } from './send-broadcast.ts'

let app: TestApp
let organiser: string
const start = new Date('2026-12-01T12:00:00+03:00')
const hours = (count: number) => new Date(start.getTime() + count * 3_600_000)

beforeAll(async () => {
  app = await testApp({ remembers: true })
  await loadDictionaries(app.db)
  app.clock.set(start)
  const account = await anAccount(app, {
    isDemo: true,
    flags: ['notifications'],
    firstName: 'Ольга',
    lastName: 'Пишущая',
  })
  organiser = (await sessionOf(app, account)).token
})
afterAll(() => app.close())

const message = { title: 'Осталась неделя', text: '{имя}, вы начали эссе и не сдали его.' }

async function aSeason() {
  const text = { task: 'О решении', min_words: 1, max_words: 500 }
  const { code, stageIds } = await aCompetition(app.db, { essay: { type: 'essay', title: 'Эссе', settings: text } })
  const params = { competition: code }
  return {
    ...{ code, params },
    async person(begun = true, given: Parameters<typeof anAccount>[1] = {}) {
      const account = await anAccount(app, given)
      await takesPart(app.db, account.id, code, 'main', app.clock.now())
      if (begun)
        await app.db
          .insertInto('stage_facts')
          .values({ account_id: account.id, stage_id: stageIds.essay, started_at: start })
          .execute()
      return account
    },
    ask: (body: Record<string, unknown> = {}) =>
      app.call('POST /admin/competitions/:competition/broadcasts', {
        token: organiser,
        params,
        body: { ...message, by_letter: true, starts_at: '', stage: 'essay', step: 'begun', ...body } as never,
      }),
    preview: async (body: Record<string, unknown> = {}) =>
      (
        await app.call('POST /admin/competitions/:competition/broadcasts/preview', {
          token: organiser,
          params,
          body: { ...message, stage: 'essay', step: 'begun', ...body } as never,
        })
      ).body,
    list: async () =>
      (await app.call('GET /admin/competitions/:competition/broadcasts', { token: organiser, params })).body.broadcasts,
    recipients: async (broadcast_id: number) =>
      (
        await app.call('GET /admin/competitions/:competition/broadcasts/:broadcast_id/recipients', {
          token: organiser,
          params: { ...params, broadcast_id },
        })
      ).body,
    cancel: (broadcast_id: number) =>
      app.call('POST /admin/competitions/:competition/broadcasts/:broadcast_id/cancellation', {
        token: organiser,
        params: { ...params, broadcast_id },
      }),
  }
}

const newsOf = (accountId: number) =>
  app.db
    .selectFrom('notifications')
    .select(['title', 'text'])
    .where('account_id', '=', accountId)
    .orderBy('id')
    .execute()
const lettersTo = async (email: string) =>
  (await app.db.selectFrom('outbox').select('text').where('recipient', '=', email).execute()).map(({ text }) => text)
const unsubscribe = (account_id: number, channel: 'portal' | 'email') =>
  app.db.insertInto('notification_choices').values({ account_id, kind: 'news', channel, wanted: false }).execute()

test('only people who have begun and not handed in are reminded, by name, on the portal and by letter', async () => {
  const season = await aSeason()
  const anna = await season.person(true, { firstName: 'Анна' })
  const silent = await season.person(true, { firstName: 'Пётр' })
  const done = await season.person(false)
  await unsubscribe(silent.id, 'email')
  expect(await season.preview()).toEqual({
    ...{ people: 2, letters: 1, silent: 0 },
    samples: [
      { test_id: anna.testId, name: expect.stringContaining('Анна'), text: 'Анна, вы начали эссе и не сдали его.' },
      { test_id: silent.testId, name: expect.stringContaining('Пётр'), text: 'Пётр, вы начали эссе и не сдали его.' },
    ],
  })
  expect((await season.ask()).status).toBe(200)
  await app.work('send_broadcast')
  const text = 'Анна, вы начали эссе и не сдали его.'
  expect(await newsOf(anna.id)).toEqual([{ title: message.title, text }])
  expect(await newsOf(silent.id)).toHaveLength(1)
  expect(await newsOf(done.id)).toEqual([])
  expect(await lettersTo(anna.email)).toEqual([expect.stringContaining(text)])
  expect(await lettersTo(silent.email)).toEqual([])
  const [sent] = await season.list()
  expect(sent).toMatchObject({
    ...{ state: 'sent', people: 2, sent: 2, letters: 1, by: 'Ольга Пишущая' },
    about: 'Все, «Эссе»: начали и не сдали',
  })
  const log = await season.recipients(sent?.id ?? 0)
  expect(log.recipients.map(({ test_id, on_portal, by_letter }) => [test_id, on_portal, by_letter])).toEqual([
    [silent.testId, true, false],
    [anna.testId, true, true],
  ])
})

test('a person who switched news off gets nothing, and the log shows it', async () => {
  const season = await aSeason()
  const person = await season.person()
  await unsubscribe(person.id, 'portal')
  await unsubscribe(person.id, 'email')
  expect(await season.preview()).toMatchObject({ people: 1, letters: 0, silent: 1 })
  await season.ask()
  await app.work('send_broadcast')
  expect(await newsOf(person.id)).toEqual([])
  expect(await lettersTo(person.email)).toEqual([])
  const [sent] = await season.list()
  expect((await season.recipients(sent?.id ?? 0)).recipients).toMatchObject([{ on_portal: false, by_letter: false }])
})

test('an interrupted job continues where it stopped: of 2,500 people each gets the message once, at most 1,000 in a transaction', async () => {
  const season = await aSeason()
  const first = await season.person(false)
  const numbers = Array.from({ length: 2_499 }, (_none, at) => first.id + 100_000 + at)
  await app.db
    .insertInto('accounts')
    .values(
      numbers.map((id) => ({
        ...{ email: `crowd${id}@example.test`, password_hash: 'x', first_name: 'Имя', last_name: 'Многих' },
        created_at: start,
      })),
    )
    .execute()
  const crowd = await app.db
    .selectFrom('accounts')
    .select('id')
    .where('last_name', '=', 'Многих')
    .where('created_at', '=', start)
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
  await season.ask({ stage: undefined, step: undefined, by_letter: false })
  const [{ id } = { id: 0 }] = await season.list()
  await onePart(id)
  expect((await season.list())[0]).toMatchObject({ state: 'sending', sent: 1000, people: 2500 })
  // Two workers at once: as when a process was taken for dead and its job was given to another.
  await Promise.all([1, 2].map(() => sendBroadcast(app.services, { broadcastId: id })))
  expect((await season.list())[0]).toMatchObject({ state: 'sent', sent: 2500, letters: 0 })
  const { rows } = {
    rows: await app.db
      .selectFrom('notifications')
      .select('account_id')
      .where('title', '=', message.title)
      .where('account_id', 'in', [first.id, ...crowd.map((of) => of.id)])
      .execute(),
  }
  expect(rows.length).toBe(2500)
  expect(new Set(rows.map(({ account_id }) => account_id)).size).toBe(2500)
})

test('a planned message can be cancelled until it has gone out; an empty one and one in the past are refused with the reason', async () => {
  const season = await aSeason()
  const person = await season.person()
  const at = (moment: Date) => formatWire(moment).slice(0, 16)
  expect((await season.ask({ starts_at: at(hours(24)) })).body.broadcasts[0]).toMatchObject({
    ...{ state: 'planned', starts_at: formatWire(hours(24)) },
  })
  const [{ id } = { id: 0 }] = await season.list()
  expect((await season.cancel(id)).body.broadcasts[0]).toMatchObject({ state: 'cancelled' })
  await app.work('send_broadcast')
  expect(await newsOf(person.id)).toEqual([])
  expect((await season.cancel(id)).body.code).toBe('broadcast_over')
  expect((await season.ask({ starts_at: at(hours(-2)) })).body).toMatchObject({ code: 'form_invalid' })
  expect((await season.ask({ starts_at: at(hours(24 * 100)) })).body).toMatchObject({ code: 'form_invalid' })
  expect((await season.ask({ starts_at: 'завтра' })).body.code).toBe('form_invalid')
  expect((await season.ask({ step: 'passed' })).body.code).toBe('nobody_to_write')
  expect((await season.ask({ stage: 'nowhere' })).body.code).toBe('stage_not_found')
  expect((await season.ask({ title: '' })).status).toBe(400)
  const other = await aSeason()
  expect((await other.cancel(id)).body.code).toBe('broadcast_not_found')
})

test('an organiser sends a test message to their own account; it is not in the list', async () => {
  const season = await aSeason()
  const account = await anAccount(app, { isDemo: true, flags: ['notifications'], firstName: 'Вера' })
  const { token } = await sessionOf(app, account)
  const sent = await app.call('POST /admin/competitions/:competition/broadcasts/test', {
    token,
    params: season.params,
    body: { ...message, by_letter: true },
  })
  expect(sent.status).toBe(204)
  expect((await newsOf(account.id)).at(-1)?.text).toBe('Вера, вы начали эссе и не сдали его.')
  expect(await season.list()).toEqual([])
})

/** The transaction of one part; with `killed` the process ends before it is committed. */
const onePart = (broadcastId: number, killed = false) =>
  app.db
    .transaction()
    .execute(async (tx) => {
      const more = await sendPart(tx, app.services, broadcastId)
      if (killed) throw new Error('killed')
      return more
    })
    .catch((fault: Error) => {
      if (fault.message !== 'killed') throw fault
    })

test('SZ-07 notices go out first and letters follow; a process that is killed in either leaves nothing of its part', async () => {
  const season = await aSeason()
  const [one, two] = [
    await season.person(true, { firstName: 'Анна' }),
    await season.person(true, { firstName: 'Пётр' }),
  ]
  await season.ask()
  const [{ id } = { id: 0 }] = await season.list()
  await onePart(id, true)
  expect((await season.list())[0]).toMatchObject({ state: 'planned', sent: 0 })
  expect(await newsOf(one.id)).toEqual([])
  expect(await onePart(id)).toBe(true)
  expect((await season.list())[0]).toMatchObject({ state: 'lettering', sent: 2, lettered: 0, letters: 0 })
  expect(await newsOf(two.id)).toEqual([{ title: message.title, text: 'Пётр, вы начали эссе и не сдали его.' }])
  expect(await lettersTo(two.email)).toEqual([])
  await onePart(id, true)
  expect(await lettersTo(two.email)).toEqual([])
  await app.work('send_broadcast')
  expect((await season.list())[0]).toMatchObject({ state: 'sent', sent: 2, lettered: 2, letters: 2 })
  for (const { id: of, email } of [one, two])
    expect([await newsOf(of), await lettersTo(email)].map(({ length }) => length)).toEqual([1, 1])
})

test('SZ-07 a message is stopped after its notices, before its letters; the log says who got what', async () => {
  const season = await aSeason()
  const person = await season.person()
  await season.ask()
  const [{ id } = { id: 0 }] = await season.list()
  await onePart(id)
  expect((await season.cancel(id)).body.broadcasts[0]).toMatchObject({ state: 'cancelled', sent: 1, letters: 0 })
  await app.work('send_broadcast')
  expect([await newsOf(person.id), await lettersTo(person.email)].map(({ length }) => length)).toEqual([1, 0])
  expect((await season.recipients(id)).recipients).toMatchObject([{ on_portal: true, by_letter: false }])
})

test('SZ-07 the time that is left follows from the pace', async () => {
  const season = await aSeason()
  await season.person()
  await season.ask()
  const [{ id } = { id: 0 }] = await season.list()
  const set = (row: object) => app.db.updateTable('broadcasts').set(row).where('id', '=', id).execute()
  await set({ state: 'lettering', people: 9, sent: 5000, lettered: 1000, pace: 50 })
  expect((await season.list())[0]).toMatchObject({ seconds_left: 80 })
  await set({ state: 'sending', people: 7000, sent: 5000, pace: 1000 })
  expect((await season.list())[0]).toMatchObject({ seconds_left: 2 })
})
