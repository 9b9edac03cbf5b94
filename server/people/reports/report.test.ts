import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { loadDictionaries } from '#server/forms/dictionaries/load-dictionaries.ts'
import { enrol } from '#server/seasons/competitions/enrol.ts'
import { aCompetition, takesPart } from '#server/testing/a-competition.ts'
import { anAccount, sessionOf } from '#server/testing/an-account.ts'
import { countQueries } from '#server/testing/count-queries.ts'
import { patience } from '#server/testing/patience.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { stageSteps } from '#shared/people/participants/audience.ts'
import { formatWire } from '#shared/platform/time/moscow.ts'

let app: TestApp
let organiser: string
const start = new Date('2026-12-01T12:00:00+03:00')
const hours = (count: number) => new Date(start.getTime() + count * 3_600_000)
const [moscow, kamchatka] = ['7700000000000', '4100000000000']

beforeAll(async () => {
  app = await testApp({ remembers: true })
  await loadDictionaries(app.db)
  app.clock.set(start)
  const flags = ['participants', 'reports'] as const
  organiser = (await sessionOf(app, await anAccount(app, { isDemo: true, flags: [...flags] }))).token
})
afterAll(() => app.close())

interface Came {
  track?: string
  region?: string
  /** The moments of the person's facts at the essay; without it there are no facts. */
  essay?: Record<string, Date>
}

const closing = () => new Date(app.clock.now().getTime() + 86_400_000)

/** A season of two tracks; only the first of them has the essay. */
async function aSeason(people: readonly Came[]) {
  const text = { task: 'О решении', min_words: 1, max_words: 500 }
  const { code, stageIds } = await aCompetition(
    app.db,
    {
      rules: { type: 'rules', title: 'Правила' },
      essay: { type: 'essay', title: 'Эссе', tracks: ['city'], settings: text, closes_at: closing() },
      block: { type: 'group', title: 'Блок' },
    },
    { tracks: ['city', 'village'] },
  )
  for (const { track = 'city', region, essay } of people) {
    const { id } = await anAccount(app)
    await takesPart(app.db, id, code, track, app.clock.now())
    if (region) await app.db.updateTable('participations').set({ region }).where('account_id', '=', id).execute()
    if (essay)
      await app.db
        .insertInto('stage_facts')
        .values({ account_id: id, stage_id: stageIds.essay, ...essay })
        .execute()
  }
  const params = { competition: code }
  return {
    code,
    report: async (query: { track?: string; region?: string } = {}) =>
      (await app.call('GET /admin/competitions/:competition/report', { token: organiser, params, query })).body,
    stage: (stage: string) =>
      app.call('GET /admin/competitions/:competition/report/stages/:code', {
        token: organiser,
        params: { ...params, code: stage },
      }),
    counted: async (query: Record<string, string>) =>
      (await app.call('GET /admin/competitions/:competition/participants', { token: organiser, params, query })).body
        .count,
  }
}

const everybody: Came[] = [
  { region: moscow },
  { region: moscow, essay: { started_at: hours(-30) } },
  { region: kamchatka, essay: { started_at: hours(-30), submitted_at: hours(-29) } },
  { region: kamchatka, essay: { started_at: hours(-30), submitted_at: hours(-29), returned_at: hours(-28) } },
  { essay: { started_at: hours(-30), submitted_at: hours(-27), passed_at: hours(-26) } },
  { essay: { failed_at: hours(-26) } },
  { track: 'village', region: moscow },
  // Wrote the essay before changing to the other track: the facts are kept but not counted.
  { track: 'village', essay: { started_at: hours(-30), submitted_at: hours(-29) } },
]

test('the funnel counts everybody at exactly one step of each stage, and the list behind each number has as many people', async () => {
  const season = await aSeason(everybody)
  const supporter = await anAccount(app)
  await app.db.transaction().execute((tx) =>
    enrol(tx, {
      accountId: supporter.id,
      competitionCode: season.code,
      door: 'supporter',
      trackCode: null,
      now: start,
    }),
  )
  const report = await season.report()
  expect(report).toMatchObject({ people: 8, supporters: 1, finalists: 0, disqualified: 0 })
  expect(report.stages.map(({ code, people }) => [code, people])).toEqual([
    ['rules', 8],
    ['essay', 6],
  ])
  const essay = { not_begun: 1, begun: 1, handed_in: 1, returned: 1, passed: 1, failed: 1 }
  expect(report.stages[1]?.steps).toEqual(essay)
  expect(report.stages[0]?.steps).toMatchObject({ not_begun: 8 })
  for (const { code, steps } of report.stages)
    for (const step of stageSteps)
      expect([code, step, await season.counted({ group: 'participants', stage: code, step })]).toEqual([
        ...[code, step, steps[step]],
      ])
})

test('the report is narrowed by track and region, and counts arrivals by Moscow days and people by region', async () => {
  const season = await aSeason([...everybody, { region: 'unknown' }])
  const inMoscow = await season.report({ region: moscow })
  expect(inMoscow.people).toBe(3)
  expect(inMoscow.stages[1]).toMatchObject({ people: 2, steps: { not_begun: 1, begun: 1, handed_in: 0 } })
  expect((await season.report({ region: moscow, track: 'village' })).people).toBe(1)
  const whole = await season.report()
  expect(whole.days).toEqual([{ day: '2026-12-01', people: 9 }])
  const regions = whole.districts.flatMap(({ regions: of }) => of)
  expect(
    regions
      .filter(({ people }) => people > 0)
      .map(({ id, people }) => [id, people])
      .toSorted(),
  ).toEqual([
    [kamchatka, 2],
    [moscow, 3],
  ])
  expect(whole.elsewhere).toBe(4)
  expect(whole.districts.length).toBeGreaterThanOrEqual(8)
})

test('a stage is shown by track and region, with the minutes that people needed and the ages of waiting works', async () => {
  const season = await aSeason(everybody)
  const { body } = await season.stage('essay')
  expect(body).toMatchObject({ title: 'Эссе', people: 6, steps: { handed_in: 1, passed: 1 } })
  expect(body).toMatchObject({ published: true, opens_at: null, closes_at: formatWire(closing()) })
  expect(body.tracks.map(({ id, people }) => [id, people])).toEqual([['city', 6]])
  expect(body.regions.map(({ title, people, steps }) => [title, people, steps.handed_in])).toContainEqual([
    ...['Камчатский край', 2, 1],
  ])
  // 60, 60 and 180 minutes.
  expect(body.minutes).toEqual({ people: 3, half: 60, most: 156 })
  expect(body.waiting.map(({ people }) => people)).toEqual([0, 1, 0, 0])
  // The list behind each number has as many people.
  for (const { id, people } of body.waiting)
    expect([id, await season.counted({ group: 'participants', stage: 'essay', step: 'handed_in', waits: id })]).toEqual(
      [id, people],
    )
  expect((await season.stage('rules')).body.minutes).toBeNull()
  expect((await season.stage('no_such_stage')).body.code).toBe('stage_not_found')
})

test('a work that waits exactly one, three or seven days has the longer age, in the report and in the list', async () => {
  const after = (count: number) => ({ started_at: hours(-24 * 30), submitted_at: hours(-24 * count) })
  const came = [0.9, 1, 2.9, 3, 6.9, 7, 20].map((days): Came => ({ region: moscow, essay: after(days) }))
  const season = await aSeason(came)
  const { body } = await season.stage('essay')
  expect(body.waiting.map(({ id, people }) => [id, people])).toEqual([
    ['day', 1],
    ['three_days', 2],
    ['week', 2],
    ['longer', 2],
  ])
  for (const { id, people } of body.waiting)
    expect([id, await season.counted({ stage: 'essay', waits: id })]).toEqual([id, people])
  // Without a stage nobody waits.
  expect(await season.counted({ waits: 'longer' })).toBe(0)
})

test('SZ-09 the report costs four statements for any number of stages and four for its version, then one until something changes; it needs the right to reports', async () => {
  const season = await aSeason(everybody)
  await season.report()
  await takesPart(app.db, (await anAccount(app)).id, season.code, 'city', app.clock.now())
  const anew = await countQueries(() => season.report())
  expect(anew).toBeGreaterThan(4)
  expect(anew).toBeLessThanOrEqual(8)
  // Transactions of other tests in this database server may have it read once more.
  await vi.waitFor(async () => expect(await countQueries(() => season.report())).toBe(1), patience)
  const { token } = await sessionOf(app, await anAccount(app, { isDemo: true, flags: ['participants'] }))
  const refused = await app.call('GET /admin/competitions/:competition/report', {
    token,
    params: { competition: season.code },
  })
  expect(refused.status).toBe(403)
})
