import { get, type IncomingMessage } from 'node:http'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { loadDictionaries } from '#server/forms/dictionaries/load-dictionaries.ts'
import { queryChannel } from '#server/platform/db/client.ts'
import { aCompetition, aPerson } from '#server/testing/a-competition.ts'
import { anAccount, sessionOf } from '#server/testing/an-account.ts'
import { countQueries } from '#server/testing/count-queries.ts'
import { patience } from '#server/testing/patience.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { maxLivePages } from '#shared/people/reports/limits.ts'
import type { ResponseOf } from '#shared/platform/api/route.ts'
import type { Routes } from '#shared/routes.ts'

type Report = ResponseOf<Routes['GET /admin/competitions/:competition/report/live']>
type StageReport = ResponseOf<Routes['GET /admin/competitions/:competition/report/stages/:code/live']>

let app: TestApp
beforeAll(async () => {
  app = await testApp({ remembers: true, reportInterval: 50 })
  await loadDictionaries(app.db)
})
afterAll(() => app.close())

const open = new Set<() => void>()
afterEach(() => {
  for (const leave of open) leave()
  open.clear()
})

async function anOrganiser(competitions?: string[]) {
  const account = await anAccount(app, { isDemo: true, flags: competitions ? [] : ['reports'] })
  for (const competition_code of competitions ?? [])
    await app.db
      .insertInto('admin_flags')
      .values({ account_id: account.id, flag: 'reports', competition_code })
      .execute()
  return { id: account.id, ...(await sessionOf(app, account)) }
}

async function aSeason() {
  const text = { task: 'О решении', min_words: 1, max_words: 500 }
  const { code, stageIds } = await aCompetition(app.db, { essay: { type: 'essay', title: 'Эссе', settings: text } })
  return {
    code,
    async handIn() {
      const { token } = await aPerson(app, code)
      const call = { token, params: { stage_id: stageIds.essay }, body: { data: { text: 'Построим мост' } } }
      expect((await app.call('PUT /user/stages/:stage_id/answer', call)).status).toBe(200)
    },
  }
}

/** A page that follows a report over a connection of its own. */
async function aPage<Of = Report>(token: string, path: string, from = app) {
  const answer = await new Promise<IncomingMessage>((resolve, reject) =>
    get(`${from.url}/api/v3/admin/competitions/${path}`, { headers: { 'X-Token': token }, agent: false }, resolve).on(
      'error',
      reject,
    ),
  )
  const page = { status: answer.statusCode, headers: answer.headers, reports: [] as Of[], beats: 0, ended: false }
  let text = ''
  answer.setEncoding('utf8')
  answer.on('data', (some: string) => {
    const events = (text + some).split('\n\n')
    text = events.pop() ?? ''
    for (const event of events)
      if (event.startsWith('data: ')) page.reports.push(JSON.parse(event.slice('data: '.length)) as Of)
      else page.beats += 1
  })
  answer.on('end', () => {
    page.ended = true
  })
  const leave = () => void answer.destroy()
  open.add(leave)
  return Object.assign(page, { leave })
}

const handedIn = ({ reports }: { reports: Report[] }) => reports.at(-1)?.stages[0]?.steps.handed_in
const soon = (expected: () => void) => vi.waitFor(expected, patience)

test('an open report is sent at once and again after a hand-in, with only signs of life in between', async () => {
  const season = await aSeason()
  const { token } = await anOrganiser()
  const page = await aPage(token, `${season.code}/report/live`)
  expect(page.status).toBe(200)
  expect(page.headers).toMatchObject({
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
  })
  await soon(() => expect(handedIn(page)).toBe(0))
  await soon(() => expect(page.beats).toBeGreaterThan(2))
  expect(page.reports).toHaveLength(1)
  await season.handIn()
  await soon(() => expect(handedIn(page)).toBe(1))
  const whole = await app.call('GET /admin/competitions/:competition/report', {
    token,
    params: { competition: season.code },
  })
  expect(page.reports.at(-1)).toEqual(whole.body)
})

test('the report of a stage and a narrowed report can be followed too, each with its own numbers', async () => {
  const season = await aSeason()
  const { token } = await anOrganiser()
  const [stage, other] = [
    await aPage<StageReport>(token, `${season.code}/report/stages/essay/live`),
    await aPage(token, `${season.code}/report/live?track=village`),
  ]
  await season.handIn()
  await soon(() => expect(stage.reports.at(-1)?.steps.handed_in).toBe(1))
  await season.handIn()
  await soon(() => expect(stage.reports.at(-1)?.waiting[0]?.people).toBe(2))
  expect(handedIn(other)).toBe(0)
  expect(other.reports).toHaveLength(1)
})

test('a change of a transaction that began before others and ends after them is seen', async () => {
  const season = await aSeason()
  const { token } = await anOrganiser()
  const page = await aPage(token, `${season.code}/report/live`)
  const late = await aPerson(app, season.code)
  await soon(() => expect(page.reports.at(-1)?.people).toBe(1))
  const written = Promise.withResolvers<void>()
  const seen = Promise.withResolvers<void>()
  const slow = app.db.transaction().execute(async (tx) => {
    await tx
      .updateTable('participations')
      .set({ finalist_at: app.clock.now() })
      .where('account_id', '=', late.id)
      .execute()
    written.resolve()
    await seen.promise
  })
  await written.promise
  await season.handIn()
  await soon(() => expect(handedIn(page)).toBe(1))
  const before = page.beats
  await soon(() => expect(page.beats).toBeGreaterThan(before + 2))
  expect(page.reports.at(-1)?.finalists).toBe(0)
  seen.resolve()
  await slow
  await soon(() => expect(page.reports.at(-1)?.finalists).toBe(1))
})

test('while nothing changes a check costs one statement and one more for the right, with two pages as with one', async () => {
  const season = await aSeason()
  const { token } = await anOrganiser()
  const first = await aPage(token, `${season.code}/report/live`)
  /** The statements of at least ten checks, and how many checks these were: each sends a sign of life. */
  const looks = async () => {
    const begun = first.beats
    const statements = await countQueries(() => soon(() => expect(first.beats).toBeGreaterThanOrEqual(begun + 10)))
    return { statements, checks: first.beats - begun }
  }
  await soon(() => expect(first.beats).toBeGreaterThan(3))
  // Transactions of other tests in this database server may have it read once more.
  const cheap = () =>
    vi.waitFor(async () => {
      const { statements, checks } = await looks()
      // Two more checks may be under way.
      expect(statements).toBeLessThanOrEqual(2 * (checks + 2))
    }, patience)
  await cheap()
  const second = await aPage(token, `${season.code}/report/live`)
  await soon(() => expect(handedIn(second)).toBe(0))
  await cheap()
})

test('after a change the report is read once for all open pages', async () => {
  const season = await aSeason()
  const person = await aPerson(app, season.code)
  const { token } = await anOrganiser()
  const pages = await Promise.all(
    Array.from({ length: maxLivePages }, () => aPage(token, `${season.code}/report/live`)),
  )
  await soon(() => expect(pages.map(({ reports }) => reports.length)).toEqual(pages.map(() => 1)))
  let readings = 0
  const count = (text: unknown) => {
    if (String(text).includes('as supporters')) readings += 1
  }
  queryChannel.subscribe(count)
  const finalist = { finalist_at: app.clock.now() }
  await app.db.updateTable('participations').set(finalist).where('account_id', '=', person.id).execute()
  await soon(() => expect(pages.map(({ reports }) => reports.at(-1)?.finalists)).toEqual(pages.map(() => 1)))
  queryChannel.unsubscribe(count)
  // It is read a second time when another transaction was open at that moment.
  expect(readings).toBeGreaterThan(0)
  expect(readings).toBeLessThanOrEqual(2)
})

test('following a report needs the right to reports of this competition, and an existing stage', async () => {
  const [season, other] = [await aSeason(), await aSeason()]
  const stranger = await sessionOf(app, await anAccount(app, { isDemo: true, flags: ['participants'] }))
  const narrowed = await anOrganiser([season.code])
  const statusOf = async (token: string, path: string) => (await aPage(token, path)).status
  expect(await statusOf(stranger.token, `${season.code}/report/live`)).toBe(403)
  expect(await statusOf(narrowed.token, `${season.code}/report/live`)).toBe(200)
  expect(await statusOf(narrowed.token, `${other.code}/report/live`)).toBe(403)
  expect(await statusOf(narrowed.token, `${season.code}/report/stages/none/live`)).toBe(404)
  expect(await statusOf((await anOrganiser()).token, 'none/report/live')).toBe(404)
})

test('an open report ends when the right is taken away, and when its reader logs out', async () => {
  const season = await aSeason()
  const [loses, leaves, stays] = [await anOrganiser(), await anOrganiser(), await anOrganiser()]
  const pages = await Promise.all([loses, leaves, stays].map(({ token }) => aPage(token, `${season.code}/report/live`)))
  await soon(() => expect(pages.map(({ reports }) => reports.length)).toEqual([1, 1, 1]))
  await app.db.deleteFrom('admin_flags').where('account_id', '=', loses.id).execute()
  await soon(() => expect(pages.map(({ ended }) => ended)).toEqual([true, false, false]))
  await app.call('POST /auth/logout', { token: leaves.token, cookies: leaves.cookies })
  await soon(() => expect(pages.map(({ ended }) => ended)).toEqual([true, true, false]))
  await season.handIn()
  await soon(() => expect(handedIn(pages[2] as (typeof pages)[number])).toBe(1))
  expect(pages.map(handedIn)).toEqual([0, 0, 1])
})

test('a person can follow a few reports at a time, and another one after closing one', async () => {
  const season = await aSeason()
  const { token } = await anOrganiser()
  const pages = []
  for (let page = 0; page < maxLivePages; page += 1) pages.push(await aPage(token, `${season.code}/report/live`))
  expect(pages.map(({ status }) => status)).toEqual(pages.map(() => 200))
  const more = () =>
    app.call('GET /admin/competitions/:competition/report/live', { token, params: { competition: season.code } })
  expect(await more()).toMatchObject({ status: 429, body: { code: 'report_pages_open' } })
  pages[0]?.leave()
  await vi.waitFor(async () => expect((await aPage(token, `${season.code}/report/live`)).status).toBe(200), patience)
})

test('a portal that shuts down ends open reports and does not wait for them', async () => {
  const own = await testApp()
  try {
    const { code } = await aCompetition(own.db, {})
    const { token } = await sessionOf(own, await anAccount(own, { isDemo: true, flags: ['reports'] }))
    const page = await aPage(token, `${code}/report/live`, own)
    await soon(() => expect(page.reports).toHaveLength(1))
    const began = performance.now()
    await own.close()
    // An open report would last for ten minutes.
    expect(performance.now() - began).toBeLessThan(4 * patience)
    await soon(() => expect(page.ended).toBe(true))
  } catch (fault) {
    await own.close()
    throw fault
  }
})
