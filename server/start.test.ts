import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { nodeArgs } from '#bin/node-args.mjs'
import { databaseUrlOf } from '#server/testing/connection.ts'
import { createTestDatabase } from '#server/testing/database.ts'
import { freePort, spawnPortal, startPortal } from '#server/testing/portal-process.ts'

/** Milliseconds. A start takes two seconds of processor time, and may get a tenth of a processor on a busy machine. */
const stalled = 300_000

let dataDir: string
beforeAll(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'portal-start-'))
})
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))

/** Runs a start that must fail. Returns its exit code and its output. */
async function refusedStart(env: Record<string, string>) {
  const portal = spawnPortal({ PORT: String(await freePort()), ...env })
  const { code } = await portal.exited
  return { code, said: portal.output().trim() }
}

/** The pid of the database of this directory, null when it is not running. */
function databaseOf(directory: string): number | null {
  try {
    const pid = Number.parseInt(readFileSync(join(directory, 'postgres/cluster/postmaster.pid'), 'utf8'), 10)
    process.kill(pid, 0)
    return pid
  } catch {
    return null
  }
}

const databaseStops = (directory: string) =>
  expect.poll(() => databaseOf(directory), { timeout: stalled, interval: 100 }).toBeNull()

test(
  'the first start prints the address, the demo accounts and the outbox, and a second one keeps all data',
  async () => {
    const env = { DATA_DIR: join(dataDir, 'kept'), PORT: String(await freePort()) }
    const first = await startPortal(env)
    await expect.poll(() => first.output()).toContain(`:${env.PORT}/dev/outbox`)
    expect(first.output()).toContain('participant@demo.test')
    const competitions = async (url: string) => (await fetch(`${url}/api/v3/competitions`)).json()
    const before = await competitions(first.url)
    await first.kill('SIGTERM')
    const second = await startPortal(env)
    expect(await competitions(second.url)).toEqual(before)
    await second.kill('SIGTERM')
  },
  stalled,
)

test(
  'R-12 a start in production has no demo accounts and prints the link of the first administrator until there is one',
  async () => {
    const secret = 's'.repeat(32)
    const env = {
      DATA_DIR: join(dataDir, 'production'),
      PORT: String(await freePort()),
      NODE_ENV: 'production',
      MAIL: 'off',
      PUBLIC_URL: 'https://portal.example',
      TOKEN_SECRET: secret,
      DATA_KEY: Buffer.alloc(32, 7).toString('base64'),
      DATA_PEPPER: secret,
    }
    const link = /https:\/\/portal\.example\/admin\/first-administrator#([\w-]{43})/
    const first = await startPortal(env)
    await expect.poll(() => first.output()).toMatch(link)
    expect(first.output()).not.toContain('demo.test')
    expect(first.output()).toContain('Письма и СМС не уходят и ждут: не заданы SMTP_URL и SMS_URL')
    const password = 'Kedr-Volna-4817-Zima'
    const made = await fetch(`${first.url}/api/v3/auth/first-administrator`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({
        token: link.exec(first.output())?.[1],
        email: 'head@example.test',
        last_name: 'Орлова',
        first_name: 'Вера',
        password,
        password_confirmation: password,
      }),
    })
    expect(made.status).toBe(201)
    await first.kill('SIGTERM')
    const second = await startPortal(env)
    await expect.poll(() => second.output()).toContain('Портал открыт')
    expect(second.output()).not.toMatch(link)
    await second.kill('SIGTERM')
  },
  stalled,
)

test(
  'after a start every regular job waits in the queue, once',
  async () => {
    const database = await createTestDatabase()
    const env = { DATA_DIR: join(dataDir, 'jobs'), DATABASE_URL: databaseUrlOf(database.connection), DEMO: '0' }
    const portal = await startPortal({ ...env, PORT: String(await freePort()) })
    const queued = async () => {
      const { rows } = await sql<{ name: string }>`
        select task_identifier as name from graphile_worker.jobs order by name`.execute(database.db)
      return rows.map(({ name }) => name)
    }
    await expect
      .poll(queued, { timeout: stalled / 5 })
      .toEqual([
        ...[
          'compare_works',
          'finish_attempts',
          'forget_expired',
          'hand_in_drafts',
          'look_at_locked_teams',
          'make_test_papers',
          'publish_protocols',
          'remind_judges',
        ],
        ...['remind_of_ends', 'remind_of_openings', 'remind_peer_raters', 'remove_old_videos', 'renew_peer_pools'],
        'replace_lost_captains',
        ...['reseal_data', 'settle_bookings', 'settle_mentors', 'settle_tracks', 'shorten_versions', 'sweep_files'],
        'watch_meetings',
        'write_of_audit',
      ])
    await portal.kill('SIGTERM')
    await database.drop()
  },
  stalled,
)

test(
  'a second start on a directory in use is refused with a clear sentence; after a SIGKILL the database stops too, and the next start works',
  async () => {
    const env = { DATA_DIR: join(dataDir, 'used'), PORT: String(await freePort()), DEMO: '0' }
    const first = await startPortal(env)
    const second = await refusedStart({ DATA_DIR: env.DATA_DIR })
    expect(second.code).toBe(1)
    expect(second.said.split('\n')).toHaveLength(1)
    expect((await fetch(`${first.url}/ready`)).status).toBe(200)
    expect(databaseOf(env.DATA_DIR)).not.toBeNull()
    await first.kill('SIGKILL')
    await databaseStops(env.DATA_DIR)
    const third = await startPortal(env)
    expect((await fetch(`${third.url}/health`)).status).toBe(200)
    await third.kill('SIGTERM')
    await databaseStops(env.DATA_DIR)
  },
  stalled,
)

test(
  'a taken port, an unwritable directory, an unreachable database and a bad variable each end the start with one sentence and exit code 1',
  async () => {
    const port = String(await freePort())
    const taken = createServer().listen(Number(port), '127.0.0.1')
    const file = join(dataDir, 'a-file')
    writeFileSync(file, '')
    // Directories cannot be created there; the error says that the parent is missing.
    const nowhere = process.platform === 'linux' ? '/proc/portal/data' : join(file, 'elsewhere')
    const refused = await Promise.all([
      refusedStart({ DATA_DIR: join(dataDir, 'port'), PORT: port }),
      refusedStart({ DATA_DIR: join(file, 'inside') }),
      refusedStart({ DATA_DIR: nowhere }),
      refusedStart({ DATA_DIR: join(dataDir, 'remote'), DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' }),
      refusedStart({ DATA_DIR: join(dataDir, 'bad'), PORT: 'three thousand' }),
      refusedStart({ DATA_DIR: join(dataDir, 'pair'), DATABASE_URL: 'postgres://u:p4ss@127.0.0.1:1,127.0.0.1:2/none' }),
    ])
    taken.close()
    for (const { code, said } of refused) {
      expect([code, said]).toEqual([1, expect.stringMatching(/^[^\n]+\.$/)])
      expect(said).not.toMatch(/\bat .*:\d+/)
    }
    expect(refused[0]?.said).toContain(port)
    for (const place of [1, 2]) expect(refused[place]?.said).toMatch(/^Каталог данных .* недоступен для записи/)
    expect(refused[3]?.said).toContain('DATABASE_URL')
    expect(refused[4]?.said).toContain('PORT')
    // each server of an address is named with its answer, and the password is not.
    for (const place of ['127.0.0.1:1 (connect ECONNREFUSED', '127.0.0.1:2 (connect ECONNREFUSED', 'DATABASE_URL'])
      expect(refused[5]?.said).toContain(place)
    expect(refused[5]?.said).not.toContain('p4ss')
  },
  stalled,
)

test(
  'R-64 a misspelt NODE_ENV ends the start with one sentence instead of opening a demo',
  async () => {
    const refused = await refusedStart({ DATA_DIR: join(dataDir, 'misspelt'), NODE_ENV: 'Production' })
    expect(refused).toEqual({
      code: 1,
      said: 'NODE_ENV должна быть production, development или test, а задано «Production».',
    })
  },
  stalled,
)

test(
  'production does not start without its secrets and says which are missing',
  async () => {
    const refused = await refusedStart({ DATA_DIR: join(dataDir, 'production'), NODE_ENV: 'production' })
    expect(refused.code).toBe(1)
    for (const name of ['TOKEN_SECRET', 'DATA_KEY', 'DATA_PEPPER', 'PUBLIC_URL', 'SMTP_URL'])
      expect(refused.said).toContain(name)
  },
  stalled,
)

test('the programs of threads and of processes apart are built, and a fault in one has the lines of its source', () => {
  const named = readdirSync('server', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !/\.test\.ts$|^testing/.test(file))
    .flatMap((file) => [
      ...readFileSync(join('server', file), 'utf8').matchAll(/'\.\/([\w-]+)\.ts', import\.meta\.url/g),
    ])
    .map(([, program]) => program)
  expect(named.length).toBeGreaterThan(8)
  const built = readdirSync('dist/server')
  expect(named.filter((program) => !built.includes(`${program}.mjs`))).toEqual([])
  const ask = `const { default: scale } = await import('./dist/server/scale-image.mjs')
    await scale({ path: 'no such picture' }).catch(({ stack }) => console.log(stack))`
  const { stdout } = spawnSync(process.execPath, [...nodeArgs, '--input-type=module', '-e', ask], { encoding: 'utf8' })
  expect(stdout).toMatch(/at async scaleImage \(.*server\/forms\/files\/scale-image\.ts:\d+:\d+\)/)
})

/** As `npm start` does after installing and building. */
const byStarter = {
  program: ['--input-type=module', '-e', `import { runPortal } from './bin/portal-process.mjs'\nrunPortal()`],
}

/** The pid of the portal that this process has started. */
function portalOf(starter: number | undefined): number {
  const list =
    process.platform === 'linux'
      ? readFileSync(`/proc/${starter}/task/${starter}/children`, 'utf8')
      : spawnSync('pgrep', ['-P', String(starter)], { encoding: 'utf8' }).stdout
  return Number.parseInt(list, 10)
}

const runs = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

test(
  'R-70: a portal that was killed is started again by npm start, which says why, and later each time; told to end, both end at once',
  async () => {
    const env = { DATA_DIR: join(dataDir, 'again'), PORT: String(await freePort()), DEMO: '0' }
    const starter = await startPortal(env, byStarter)
    const pids = [portalOf(starter.child.pid)]
    for (const pause of [1, 2]) {
      process.kill(pids.at(-1) as number, 'SIGKILL')
      const line = `Портал завершился сам (сигнал SIGKILL). Запускаю его снова через ${pause} с.`
      await expect.poll(() => starter.output(), { timeout: stalled / 5 }).toContain(line)
      const answers = () => fetch(`${starter.url}/ready`).then(({ status }) => status, String)
      await expect.poll(answers, { timeout: stalled / 3, interval: 100 }).toBe(200)
      pids.push(portalOf(starter.child.pid))
    }
    expect(new Set(pids).size).toBe(3)
    await starter.kill('SIGTERM')
    expect(await starter.exited).toEqual({ code: 0, signal: null })
    expect(pids.map(runs)).toEqual([false, false, false])
  },
  stalled,
)

test(
  'R-70: between two processes npm start ends at once when told to, and a portal ends with a starter that was killed',
  async () => {
    const env = { DATA_DIR: join(dataDir, 'between'), PORT: String(await freePort()), DEMO: '0' }
    const starter = await startPortal(env, byStarter)
    process.kill(portalOf(starter.child.pid), 'SIGKILL')
    await expect.poll(() => starter.output()).toContain('Запускаю его снова')
    await starter.kill('SIGTERM')
    expect(await starter.exited).toEqual({ code: 0, signal: null })
    await databaseStops(env.DATA_DIR)
    const another = await startPortal(env, byStarter)
    const portal = portalOf(another.child.pid)
    await another.kill('SIGKILL')
    await expect.poll(() => runs(portal), { timeout: stalled / 3 }).toBe(false)
    await databaseStops(env.DATA_DIR)
  },
  stalled,
)

test(
  'R-70: npm start does not repeat a start that is refused',
  async () => {
    const portal = spawnPortal({ DATA_DIR: join(dataDir, 'wrong'), PORT: 'three' }, byStarter)
    expect(await portal.exited).toEqual({ code: 1, signal: null })
    expect(portal.output().trim()).toBe('PORT должна быть целым числом от 0 до 65535, а задано «three».')
  },
  stalled,
)
