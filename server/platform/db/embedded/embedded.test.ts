import { type ChildProcess, spawn } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { Client } from 'pg'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type EmbeddedServer, startEmbedded } from './embedded.ts'

let dir: string
const cleanUps: (() => Promise<unknown> | unknown)[] = []
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'embedded-'))
  chmodSync(dir, 0o755)
})
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp()
  rmSync(dir, { recursive: true, force: true })
})

async function start(dataDir = dir): Promise<EmbeddedServer> {
  const server = await startEmbedded({ dataDir })
  let stopped: Promise<void> | undefined
  const stop = () => {
    stopped ??= server.stop()
    return stopped
  }
  cleanUps.push(stop)
  return { ...server, stop }
}

async function query(server: Pick<EmbeddedServer, 'connection'>, text: string) {
  const client = new Client(server.connection)
  client.on('error', () => {})
  await client.connect()
  try {
    const results = [await client.query({ text, rowMode: 'array' })].flat()
    return results.flatMap(({ rows }) => rows.map((row) => row[0] as unknown))
  } finally {
    await client.end()
  }
}

/** A portal process reduced to its database. */
async function portalProcess(): Promise<{ child: ChildProcess; connection: EmbeddedServer['connection'] }> {
  const code = `
    import { startEmbedded } from './server/platform/db/embedded/embedded.ts'
    const server = await startEmbedded({ dataDir: ${JSON.stringify(dir)} })
    process.stdout.write(JSON.stringify(server.connection) + '\\n')
    setInterval(() => {}, 1000)`
  const child = spawn(process.execPath, ['--input-type=module-typescript', '-e', code], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  cleanUps.push(() => child.kill('SIGKILL'))
  const line = await new Promise<string>((resolve, reject) => {
    child.stdout?.once('data', (data) => resolve(String(data)))
    child.once('exit', (status) => reject(new Error(`ended with ${status}`)))
  })
  return { child, connection: JSON.parse(line) as EmbeddedServer['connection'] }
}

/** Processes of the server and its supervisor: their command lines contain the directory. */
function processesOf(text: string) {
  const found: { pid: number; command: string }[] = []
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    try {
      const command = readFileSync(`/proc/${name}/cmdline`, 'utf8')
      if (command.includes(text) && /^\S*(postgres|sh)\b/.test(command)) found.push({ pid: Number(name), command })
    } catch {
      // It ended while the list was read.
    }
  }
  return found
}

async function goneWithin(seconds: number) {
  for (let waited = 0; waited < seconds * 1000 && processesOf(dir).length > 0; waited += 50) await delay(50)
  return processesOf(dir)
}

test('the first start makes a database that sorts and searches Russian text', async () => {
  const server = await start()
  const sorted = await query(server, `select x from unnest(array['Яна', 'ёж', 'Ева', 'жук', 'Ёлка']) x order by x`)
  expect(sorted).toEqual(['Ева', 'ёж', 'Ёлка', 'жук', 'Яна'])
  await query(server, 'create extension pg_trgm')
  expect(await query(server, `select similarity('Иванова', 'Иванов') > 0.5`)).toEqual([true])
  expect(await query(server, 'show listen_addresses')).toEqual([''])
})

test('the second start finds the data of the first, and a stopped server leaves no process', async () => {
  const first = await start()
  await query(first, 'create table kept as select 7 as n')
  await first.stop()
  expect(processesOf(dir)).toEqual([])
  expect(await query(await start(), 'select n from kept')).toEqual([7])
})

test('a process that stops its database waits until it has ended, also with nothing else to do', async () => {
  const server = await start()
  const awaited = () => process.getActiveResourcesInfo().filter((name) => name === 'ProcessWrap').length
  const others = awaited()
  const stopped = server.stop()
  expect(awaited()).toBe(others + 1)
  await stopped
})

test('when a portal is killed its database stops too, and the next start finds every row', async () => {
  const portal = await portalProcess()
  await query(portal, 'create table kept as select 7 as n')
  portal.child.kill('SIGKILL')
  expect(await goneWithin(10)).toEqual([])
  expect(await query(await start(), 'select n from kept')).toEqual([7])
})

test('a portal may start while the database of a killed one is still stopping', async () => {
  const portal = await portalProcess()
  await query(portal, 'create table kept as select 7 as n')
  portal.child.kill('SIGKILL')
  expect(await query(await start(), 'select n from kept')).toEqual([7])
})

test('a database whose portal and supervisor were both killed is stopped before the next start', async () => {
  const portal = await portalProcess()
  await query(portal, 'create table kept as select 7 as n')
  const supervisors = processesOf(dir).filter(({ command }) => command.startsWith('/bin/sh'))
  expect(supervisors.length).toBeGreaterThan(0)
  for (const { pid } of supervisors) process.kill(pid, 'SIGKILL')
  portal.child.kill('SIGKILL')
  expect(await query(await start(), 'select n from kept')).toEqual([7])
})

const killDatabase = () =>
  process.kill(Number.parseInt(readFileSync(join(dir, 'postgres/cluster/postmaster.pid'), 'utf8'), 10), 'SIGKILL')

const answersAgain = (server: EmbeddedServer) =>
  vi.waitFor(async () => expect(await query(server, 'select 1')).toEqual([1]), { timeout: 30_000, interval: 50 })

test('R-69: a database that was killed is started again as often as it is killed, and still ends with its portal', async () => {
  const server = await start()
  for (let kill = 0; kill < 2; kill += 1) {
    killDatabase()
    await answersAgain(server)
  }
  await server.stop()
  expect(await goneWithin(10)).toEqual([])
})

test.runIf(process.platform === 'linux')(
  'R-69: a session that outlives its killed database is ended before the database is started again',
  async () => {
    const server = await start()
    // It looks neither at its connection nor at its server for as long as it counts.
    const counting = query(server, 'select count(*) from generate_series(1, 1000000000)').catch(() => 'ended')
    await vi.waitFor(async () => expect(await query(server, busy)).toEqual(['1']), { timeout: 10_000 })
    killDatabase()
    await answersAgain(server)
    expect(await counting).toBe('ended')
    expect(await query(server, busy)).toEqual(['0'])
  },
)
const busy = `select count(*) from pg_stat_activity where state = 'active' and query like '%generate_series(1%'
  and pid <> pg_backend_pid()`

test('a second portal on the same directory is refused, and the first keeps running', async () => {
  const first = await start()
  await expect(start()).rejects.toThrow(/^Каталог данных .* уже занят работающим порталом/)
  expect(await query(first, 'select 1')).toEqual([1])
})

test('when portals start together on a new directory, one gets it', async () => {
  const started = await Promise.allSettled([start(), start(), start()])
  expect(started.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected', 'rejected'])
})

test('the next start recovers from one that was interrupted while creating the database', async () => {
  const server = await start()
  await server.stop()
  rmSync(join(dir, 'postgres/cluster'), { recursive: true })
  mkdirSync(join(dir, 'postgres/cluster.new-1/base'), { recursive: true })
  expect(await query(await start(), 'select 1')).toEqual([1])
  expect(existsSync(join(dir, 'postgres/cluster.new-1'))).toBe(false)
})

test('a data directory with a path too long for a socket works', async () => {
  const long = join(dir, 'очень-длинное-имя-каталога'.repeat(3))
  expect(await query(await start(long), 'select 1')).toEqual([1])
})

test('a directory that cannot be written gives one sentence', async () => {
  writeFileSync(join(dir, 'file'), '')
  await expect(start(join(dir, 'file'))).rejects.toThrow(/^Каталог данных .* недоступен для записи/)
})

const refused = { code: '42501' }

test('the portal owns its database, and can read no file, run no program and make no role there', async () => {
  const server = await start()
  const attributes = `select json_build_array(rolsuper, rolcreaterole, rolcreatedb, rolreplication, rolbypassrls)
    from pg_roles where rolname = current_user`
  expect(await query(server, attributes)).toEqual([[false, false, false, false, false]])
  expect(await query(server, 'select count(*)::int from pg_auth_members where member = current_user::regrole')).toEqual(
    [0],
  )
  for (const text of [
    `select pg_read_file('/etc/passwd')`,
    `select pg_ls_dir('/')`,
    `select lo_import('/etc/passwd')`,
    `create temp table t (x text); copy t from '/etc/passwd'`,
    `create temp table t (x text); copy t from program 'id'`,
    `copy (select 1) to '/tmp/x'`,
    `copy (select 1) to program 'cat'`,
    `create role another superuser`,
    `alter role portal_app superuser`,
    `set role portal`,
    `create database another`,
    `alter system set jit = on`,
    `create extension file_fdw`,
    `create function run() returns int language c as '/lib/x86_64-linux-gnu/libc.so.6', 'system'`,
  ])
    await expect(query(server, text), text).rejects.toMatchObject(refused)
})

test('a data directory that an earlier version filled as the superuser is given to the role with all its rows', async () => {
  const first = await start()
  const earlier = { connection: first.superuser }
  await query(
    earlier,
    `create extension pg_trgm;
     create schema graphile_worker;
     create type graphile_worker.spec as (x text);
     create type mood as enum ('good');
     create table kept (id integer generated always as identity primary key, n serial, m mood);
     create view seen as select * from kept;
     create sequence alone;
     create function twice(n integer) returns integer language sql as 'select n * 2';
     insert into kept (m) values ('good');
     alter database portal owner to portal`,
  )
  await first.stop()
  const second = await start()
  expect(await query(second, 'select n from kept')).toEqual([1])
  await query(
    second,
    `alter table kept add column later text;
     alter type mood add value 'bad';
     alter type graphile_worker.spec add attribute y text;
     create or replace function twice(n integer) returns integer language sql as 'select n + n';
     create table graphile_worker.jobs ();
     drop view seen;
     drop sequence alone;
     drop function twice`,
  )
})
