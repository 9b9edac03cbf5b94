import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { databaseNow } from '#server/platform/clock/database-now.ts'
import { aCompetition, takesPart } from '#server/testing/a-competition.ts'
import { anAccount, rightPassword } from '#server/testing/an-account.ts'
import { databaseUrlOf } from '#server/testing/connection.ts'
import { createTestDatabase, type TestDatabase } from '#server/testing/database.ts'
import { lyingClock } from '#server/testing/lying-clock.ts'
import { patience } from '#server/testing/patience.ts'
import { freePort, type PortalProcess, startPortal } from '#server/testing/portal-process.ts'

const hour = 3_600_000
const day = 24 * hour
const directory = mkdtempSync(join(tmpdir(), 'portal-clock-'))
let database: TestDatabase
let portals: Record<'slow' | 'fast' | 'jumping', PortalProcess>

beforeAll(async () => {
  database = await createTestDatabase()
  const start = async (clock: Parameters<typeof lyingClock>[0], until = 'ok') =>
    startPortal(
      {
        DATA_DIR: join(directory, 'data'),
        DATABASE_URL: databaseUrlOf(database.connection),
        PORT: String(await freePort()),
        PUBLIC_URL: 'http://portal.test',
        DEMO: '0',
        ...lyingClock(clock),
      },
      { until },
    )
  portals = {
    slow: await start({ off: -3 * day }, 'clock off'),
    fast: await start({ off: 3 * day }, 'clock off'),
    jumping: await start({ jump: -3 * day }),
  }
})
afterAll(async () => {
  await Promise.all(Object.values(portals ?? {}).map((portal) => portal.kill('SIGTERM')))
  await database?.drop()
  rmSync(directory, { recursive: true, force: true })
})

async function call(portal: PortalProcess, method: string, path: string, token: string, body?: unknown) {
  const answer = await fetch(`${portal.url}/api/v3${path}`, {
    method,
    headers: { 'Content-Type': 'application/json', 'X-Token': token },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> }
}

/** A person logged in at this process, in a competition with a past, an open and a future stage. */
async function aPersonAt(portal: PortalProcess) {
  const now = await databaseNow(database.db)
  const from = (hours: number) => new Date(now.getTime() + hours * hour)
  const essay = { type: 'essay', settings: { task: 'Расскажите', min_words: 1, max_words: 9 } }
  const { code, stageIds } = await aCompetition(database.db, {
    over: { ...essay, opens_at: from(-2), closes_at: from(-1) },
    open: { ...essay, opens_at: from(-1), closes_at: from(1) },
    ahead: { ...essay, opens_at: from(1), closes_at: from(2) },
  })
  const account = await anAccount({ db: database.db, clock: { now: () => now, set() {}, advance() {} } })
  await takesPart(database.db, account.id, code, 'main', now)
  const login = await call(portal, 'POST', '/auth/login', '', { username: account.email, password: rightPassword })
  const token = String(login.body.access_token)
  const text = { data: { text: 'Моё решение' } }
  return {
    id: account.id,
    token,
    draft: (stage: keyof typeof stageIds, at = portal) =>
      call(at, 'PUT', `/user/stages/${stageIds[stage]}/draft`, token, text),
    handIn: (stage: keyof typeof stageIds, at = portal) =>
      call(at, 'PUT', `/user/stages/${stageIds[stage]}/answer`, token, text),
  }
}

const refused = { status: 409, body: { code: 'stage_closed' } }

/** All moments that the portal stored for the person, each within the test by the database's time. */
async function expectRightMoments(accountId: number, since: Date) {
  const until = await databaseNow(database.db)
  const { db } = database
  const draft = await db
    .selectFrom('stage_drafts')
    .select('saved_at')
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
  const handIn = await db
    .selectFrom('hand_ins')
    .select('arrived_at')
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
  const session = await db
    .selectFrom('sessions')
    .select('created_at')
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
  const facts = await db
    .selectFrom('stage_facts')
    .select(['started_at', 'submitted_at'])
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
  for (const moment of [draft.saved_at, handIn.arrived_at, session.created_at, facts.started_at, facts.submitted_at]) {
    // Off by up to half of a round trip to the database, which takes longer on a busy machine.
    expect(Number(moment)).toBeGreaterThan(since.getTime() - 1000)
    expect(Number(moment)).toBeLessThan(until.getTime() + 1000)
  }
}

describe.each(['slow', 'fast'] as const)('a process whose clock is three days %s', (name) => {
  test('R-68 reports that it is not ready; the other process is ready', async () => {
    const ready = await fetch(`${portals[name].url}/ready`)
    expect([ready.status, await ready.json()]).toEqual([503, { status: 'clock off' }])
    expect(portals[name].output()).toMatch(/the clock of this machine is -?259\d{3} s off .+: not ready until/)
    expect((await fetch(`${portals.jumping.url}/ready`)).status).toBe(200)
  })

  test('R-68 accepts work only at an open stage, if a call reaches it at all, and stores the right times', async () => {
    const since = await databaseNow(database.db)
    const { id, draft, handIn } = await aPersonAt(portals[name])
    expect(await draft('over')).toMatchObject(refused)
    expect(await handIn('over')).toMatchObject(refused)
    expect(await draft('ahead')).toMatchObject(refused)
    expect(await handIn('ahead')).toMatchObject(refused)
    expect((await draft('open')).status).toBe(200)
    expect((await handIn('open')).status).toBe(200)
    await expectRightMoments(id, since)
  })

  test('issues tokens that every other process accepts as long as its own', async () => {
    const { draft } = await aPersonAt(portals[name])
    for (const portal of Object.values(portals)) expect((await draft('open', portal)).status).toBe(200)
  })
})

test('R-68 a process whose clock jumps reports it, decides by the right time, and is ready again once its clock is right', async () => {
  const { jumping } = portals
  const { draft } = await aPersonAt(jumping)
  const ready = async () => ((await (await fetch(`${jumping.url}/ready`)).json()) as { status: string }).status
  jumping.child.kill('SIGWINCH')
  const said = 'the clock of this machine jumped by -259200 s: not ready until it is measured again'
  await vi.waitFor(() => expect(jumping.output()).toContain(said), { timeout: patience, interval: 50 })
  expect(await draft('over')).toMatchObject(refused)
  expect((await draft('open')).status).toBe(200)
  await vi.waitFor(async () => expect(await ready()).toBe('clock off'), patience)
  jumping.child.kill('SIGWINCH')
  await vi.waitFor(async () => expect(await ready()).toBe('ok'), patience)
})
