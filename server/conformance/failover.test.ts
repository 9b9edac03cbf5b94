import { spawnSync } from 'node:child_process'
import { chmodSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { expect, test, vi } from 'vitest'
import { openDatabase } from '#server/platform/db/database.ts'
import { prepareCluster } from '#server/platform/db/embedded/cluster.ts'
import { ownDir } from '#server/platform/db/embedded/place.ts'
import { preparePrograms } from '#server/platform/db/embedded/programs.ts'
import { serverUser } from '#server/platform/db/embedded/server-user.ts'
import { type Supervised, supervise } from '#server/platform/db/embedded/supervise.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import type { Database } from '#server/tables.ts'
import { aCompetition, takesPart } from '#server/testing/a-competition.ts'
import { anAccount, rightPassword } from '#server/testing/an-account.ts'
import { freePort, type PortalProcess, startPortal } from '#server/testing/portal-process.ts'
import { quickFolder } from '#server/testing/quick-folder.ts'

const patient = { timeout: 60_000, interval: 20 }
/** The promise is 3 s besides the promotion itself; a busy machine may take longer for everything. */
const maxDarkMs = 30_000

/** Two PostgreSQL servers: the second follows the first, which waits for it at every commit. */
async function aPair() {
  const folder = quickFolder('portal-pair-')
  chmodSync(folder, 0o755)
  const place = join(folder, 'pair')
  const user = serverUser()
  const sockets = { one: join(place, 'run-one'), two: join(place, 'run-two') }
  for (const own of [place, ...Object.values(sockets)]) ownDir(own, user)
  const { initdb, postgres } = preparePrograms(place, user)
  const clusters = { one: await prepareCluster(place, initdb, user), two: join(place, 'two') }
  spawnSync('cp', ['-a', clusters.one, clusters.two], { cwd: '/', ...user })
  spawnSync('touch', [join(clusters.two, 'standby.signal')], { cwd: '/', ...user })

  const query = async (host: 'one' | 'two', text: string, database = 'portal') => {
    const client = new pg.Client({ host: sockets[host], user: 'portal', database })
    client.on('error', () => {})
    try {
      await client.connect()
      return (await client.query(text)).rows
    } finally {
      await client.end()
    }
  }
  const running: Supervised[] = []
  const start = async (name: 'one' | 'two', own: Record<string, string>) => {
    const settings = Object.entries({ listen_addresses: '', fsync: 'off', wal_keep_size: '500MB', ...own })
    const parameters = settings.flatMap(([key, value]) => ['-c', `${key}=${value}`])
    const command = [postgres, '-D', clusters[name], '-k', sockets[name], ...parameters]
    running.push(supervise(command, join(place, `${name}.log`), user))
    await vi.waitFor(() => query(name, 'select 1', 'postgres'), patient)
  }
  await start('one', { synchronous_standby_names: '*' })
  await start('two', { primary_conninfo: `host=${sockets.one} user=portal` })
  await query('one', 'create database portal', 'postgres')
  await vi.waitFor(() => query('two', 'select 1'), patient)

  const [one, two] = [sockets.one, sockets.two].map(encodeURIComponent)
  return {
    url: `postgres://portal@/portal?host=${one},${two}&target_session_attrs=read-write`,
    standby: `postgres://portal@${two}/portal`,
    sockets,
    killPrimary: () =>
      process.kill(Number.parseInt(readFileSync(join(clusters.one, 'postmaster.pid'), 'utf8'), 10), 'SIGKILL'),
    promote: () => query('two', 'select pg_promote(true, 60)'),
    async stop() {
      for (const server of running) server.release()
      await Promise.all(running.map(({ exited }) => exited))
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** A person who saves a draft again and again through one portal, each time with the next number. */
async function aWriter(portal: PortalProcess, email: string, stage: number) {
  const call = async (method: string, path: string, body?: unknown) => {
    const answer = await fetch(`${portal.url}/api/v3${path}`, {
      method,
      headers: { 'Content-Type': 'application/json', 'X-Token': token },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    return { status: answer.status, body: await answer.json(), retryAfter: answer.headers.get('retry-after') }
  }
  let token = ''
  token = (await call('POST', '/auth/login', { username: email, password: rightPassword })).body.access_token
  let [acknowledged, savedAt, going] = [0, 0, true]
  const draft = `/user/stages/${stage}/draft`
  const saving = (async () => {
    while (going) {
      const { status, body, retryAfter } = await call('PUT', draft, { data: { text: String(acknowledged + 1) } })
      if (status === 200) [acknowledged, savedAt] = [acknowledged + 1, performance.now()]
      // Nothing else than «come back in a moment».
      else expect({ status, retryAfter, code: body.code }).toEqual({ status: 503, retryAfter: '3', code: 'overloaded' })
      await delay(5)
    }
  })()
  return {
    acknowledged: () => acknowledged,
    savedAt: () => savedAt,
    kept: async () => Number((await call('GET', draft)).body.draft.text),
    async stop() {
      going = false
      await saving
    },
  }
}

test('R-71: with two servers in DATABASE_URL, portals write to the primary; when it is killed and the other promoted, they go on within seconds, and nothing acknowledged is lost', async () => {
  const pair = await aPair()
  const portals: PortalProcess[] = []
  const { db, close } = openDatabase<Database>({ connectionString: pair.url })
  try {
    await expect(migrate({ connectionString: pair.standby }, 'server/migrations')).rejects.toThrow(
      `База данных portal не принимает запись ни на одном из серверов — ${pair.sockets.two}:5432 (открыта только для чтения): проверьте DATABASE_URL`,
    )
    for (let number = 0; number < 2; number += 1)
      portals.push(
        await startPortal({
          PORT: String(await freePort()),
          DATABASE_URL: pair.url,
          DATA_DIR: join(pair.sockets.one, '..', `data-${number}`),
          DEMO: '0',
        }),
      )
    const now = new Date()
    const settings = { task: 'Расскажите', min_words: 1, max_words: 9 }
    const { code, stageIds } = await aCompetition(db, { essay: { type: 'essay', settings } })
    const people = []
    for (let number = 0; number < 6; number += 1) {
      const person = await anAccount({ db, clock: { now: () => now } } as never)
      await takesPart(db, person.id, code, 'main', now)
      people.push(person)
    }
    const writers = await Promise.all(
      people.map(({ email }, at) => aWriter(portals[at % 2] as PortalProcess, email, stageIds.essay)),
    )
    await vi.waitFor(() => {
      for (const writer of writers) expect(writer.acknowledged()).toBeGreaterThan(5)
    }, patient)

    const killedAt = performance.now()
    pair.killPrimary()
    await pair.promote()
    const promotedAt = performance.now()
    await vi.waitFor(() => {
      for (const writer of writers) expect(writer.savedAt()).toBeGreaterThan(promotedAt)
    }, patient)
    const dark = Math.max(...writers.map((writer) => writer.savedAt())) - promotedAt
    for (const writer of writers) {
      await writer.stop()
      // One save may be committed although its answer said 503.
      expect([0, 1]).toContain((await writer.kept()) - writer.acknowledged())
    }
    for (const { child, url } of portals) {
      expect([child.exitCode, child.signalCode]).toEqual([null, null])
      expect((await fetch(`${url}/ready`)).status).toBe(200)
    }
    const saved = writers.reduce((sum, writer) => sum + writer.acknowledged(), 0)
    console.log(
      `promoted in ${Math.round(promotedAt - killedAt)} ms, all write again at most ${Math.round(dark)} ms later; ${saved} saves acknowledged, all found`,
    )
    expect(dark).toBeLessThan(maxDarkMs)
  } finally {
    for (const portal of portals) await portal.kill('SIGTERM')
    await close()
    await pair.stop()
  }
}, 300_000)
