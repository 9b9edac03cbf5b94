import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { seedSeason } from '#demo/seed-season.ts'
import { loadDictionaries } from '#server/forms/dictionaries/load-dictionaries.ts'
import { anAccount, sessionOf } from '#server/testing/an-account.ts'
import { expertOf, seasonCalls } from '#server/testing/season-calls.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { adminFlags } from '#shared/platform/api/route.ts'
import { wholeText } from './whole-call.ts'

let app: TestApp
let organiser: { email: string }
beforeAll(async () => {
  // Figures are worked out once for all who look at them, and given for a while.
  app = await testApp({ pace: { slow: 0, share: 0 } })
  await loadDictionaries(app.db)
  organiser = await anAccount(app, { isDemo: true, flags: [...adminFlags] })
})
afterAll(() => app.close())

/** Calls whose statements read more rows in a larger season, by the reason. */
const grows: Record<string, string[]> = {
  'counts people or works of the whole season anew at each call': [
    'GET /admin/competitions/:competition/stages/:code/peer',
    'GET /desk/doors',
  ],
  'sorts the whole list, or counts its rows, for each page of it': [
    'GET /admin/competitions/:competition/bulk-acts/:bulk_act_id/skipped',
    'GET /admin/competitions/:competition/stages/:code/test/results',
    'GET /admin/competitions/:competition/stages/:code/video',
    'GET /admin/competitions/:competition/stages/:code/proposals',
    'GET /admin/competitions/:competition/stages/:code/peer/works',
    'GET /admin/competitions/:competition/stages/:code/judging/readings',
    'GET /admin/competitions/:competition/stages/:code/mentors/list',
    'GET /admin/competitions/:competition/stages/:code/meetings',
    'GET /admin/competitions/:competition/stages/:code/meetings/people',
    'GET /admin/competitions/:competition/stages/:code/meetings/no-shows',
    'GET /desk/doors/:stage_id',
    'GET /admin/feedback',
  ],
  'reads what the expert has to read or may not see: the season of the test gives one expert more in a larger one': [
    'GET /desk/appeals',
    'GET /desk/stages/:stage_id/works',
    'GET /desk/works/:work_id',
    'GET /desk/works/:work_id/appeal',
    'GET /desk/works/:work_id/lesson',
    'GET /desk/judging',
    'GET /desk/judging/:stage_id',
    'GET /desk/readings/:reading_id',
  ],
  'reads a protocol of everybody': ['GET /admin/competitions/:competition/protocols/:number/people'],
  'gives everything at once: a table, a document, an archive, a plan of seats': [
    'GET /admin/competitions/:competition/audit/csv',
    'GET /admin/competitions/:competition/stages/:code/questionnaire/profiles/csv',
    'GET /admin/competitions/:competition/stages/:code/solutions/zip',
    'GET /admin/competitions/:competition/stages/:code/lesson/certificates',
    'GET /admin/competitions/:competition/stages/:code/event/seating',
  ],
  'is about one thing, and why it reads more is not known yet': [
    'GET /admin/competitions/:competition/season/file',
    'GET /admin/competitions/:competition/duplicates/:test_id/:other_id',
    'GET /admin/competitions/:competition/stages/:code/tracks/people/:test_id',
    'GET /admin/competitions/:competition/stages/:code/playoff',
  ],
}

/** As many connections as the pool of a test has. */
const connections = 10

/** Runs a statement on every connection of the portal: they are all taken before the first runs it. */
async function everywhere(statement: ReturnType<typeof sql>): Promise<void> {
  let taken = 0
  let all: () => void = () => {}
  const everyOne = new Promise<void>((resolve) => {
    all = resolve
  })
  await Promise.all(
    Array.from({ length: connections }, () =>
      app.db.connection().execute(async (connection) => {
        taken += 1
        if (taken === connections) all()
        await everyOne
        await statement.execute(connection)
      }),
    ),
  )
}

/** All rows that the database has read so far, in tables and in indexes. */
async function rowsRead(): Promise<number> {
  await everywhere(sql`select pg_stat_force_next_flush()`)
  const { rows } = await sql<{ read: number }>`
    select (select sum(seq_tup_read) from pg_stat_user_tables)::float
      + (select sum(idx_tup_read) from pg_stat_user_indexes)::float as read`.execute(app.db)
  return rows[0]?.read ?? 0
}

const named = new Set(Object.values(grows).flat())

/** So few rows are never many in a larger season. */
const few = 100

/** The rows that each call reads in a new season of this many people, once its statements are prepared. */
async function readsOf(people: number): Promise<Map<string, number>> {
  const code = await seedSeason(app.db, { people, now: app.clock.now() })
  await sql`analyze`.execute(app.db)
  // Tables of a test are so small that the planner would read them whole.
  await everywhere(sql`set enable_seqscan = off`)
  const expert = await app.db
    .selectFrom('accounts')
    .select('email')
    .where('id', '=', await expertOf(app.db, code))
    .executeTakeFirstOrThrow()
  const tokens = { organiser: (await sessionOf(app, organiser)).token, expert: (await sessionOf(app, expert)).token }
  const reads = new Map<string, number>()
  for (const { key, url, caller } of await seasonCalls(app.db, code)) {
    const call = async () => {
      const answer = await app.fetch(url, { headers: { 'X-Token': tokens[caller] } })
      expect(answer.status, url).toBe(200)
      await wholeText(answer)
    }
    await call()
    // Much is read once for a version of the data, and a transaction that was open may have it read once more: the least of
    // some calls counts.
    let least = Number.POSITIVE_INFINITY
    for (let made = 0; made < (named.has(key) ? 1 : 8) && least > few; made += 1) {
      const before = await rowsRead()
      await call()
      least = Math.min(least, (await rowsRead()) - before)
    }
    reads.set(key, least)
  }
  return reads
}

test('SZ-11 a look of organisers or judges reads no more rows in a larger season, unless a reason is named', async () => {
  const [small, large] = [await readsOf(300), await readsOf(900)]
  const wrong = [...small].flatMap(([key, rows]) => {
    const later = large.get(key) ?? 0
    return !named.has(key) && later > 1.5 * rows + few
      ? [`${key}: ${rows} rows with 300 people, ${later} with 900: name the reason, or read no more`]
      : []
  })
  expect(wrong).toEqual([])
  expect([...named].filter((key) => !small.has(key))).toEqual([])
}, 600_000)
