// The list of 20,000 teams with 80,000 members: the first page, any page and a search, compared in one run with /ready,
// which is `select 1` through the same server with an equal number of connections.
import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { readConfig } from '#server/platform/config/config.ts'
import { freePort, startPortal } from '#server/testing/portal-process.ts'
import { drive as measured } from './drive.ts'
import { participants } from './participants.ts'
import { portalDatabase } from './portal-database.ts'

const teams = Number(process.env.BENCH_TEAMS ?? 20_000)
const membersOfEach = 4
const callers = 200
const connections = 8
const rounds = 5
const callsOfRound = 400
const limit = 3
/** Tables that are filled together with the values that their triggers would write. */
const written = ['participations', 'formed_team_members', 'formed_teams']
/** Teams that are made by one statement. */
const atOnce = 250
const directory = mkdtempSync(join(tmpdir(), 'portal-teams-'))
const env = { DATA_DIR: join(directory, 'portal'), PORT: String(await freePort()) }
const agent = new Agent({ keepAlive: true, maxSockets: connections })
const portal = await startPortal(env)

try {
  const { tokens, stages, postmaster } = await participants(env, callers)
  const stage = stages.teams ?? 0
  await fill(stage)
  const list = `${portal.url}/api/v3/user/teams_formation/${stage}/teams`
  const pages = Math.floor(teams / 9)
  const paths = [
    { name: 'first page', limit, query: () => '' },
    { name: 'any page', limit, query: (call: number) => `?offset=${((call * 7919) % pages) * 9}` },
    // A search compares all names one by one, so its time is shown but has no limit.
    { name: 'search', limit: Number.POSITIVE_INFINITY, query: (call: number) => `?team_name=команда ${call % 500}7` },
  ]
  let holds = true
  console.log(`${teams} teams, ${teams * membersOfEach} members, ${connections} connections`)
  for (const { name, limit: most, query } of paths) {
    const ratios: number[] = []
    // Each caller is read and each statement planned once before anything is measured.
    await drive((call) => ({ url: list + query(call), token: tokens[call % callers] }))
    for (let round = 0; round < rounds; round += 1) {
      const floor = await drive(() => ({ url: `${portal.url}/ready` }))
      const ours = await drive((call) => ({ url: list + query(call), token: tokens[call % callers] }))
      ratios.push(ours.p99 / floor.p99)
      console.log(
        `${name}: ${ours.median.toFixed(1)} ms at the median, ${ours.p99.toFixed(1)} ms at p99; select 1 ${floor.median.toFixed(1)} and ${floor.p99.toFixed(1)} ms`,
      )
    }
    // Processor time does not depend on other programs of the machine.
    const calls = Array.from({ length: 200 }, (_each, call) => ({
      url: encodeURI(list + query(call)),
      method: 'GET' as const,
      headers: { 'X-Token': tokens[call % callers] ?? '' },
    }))
    const spent = await measured(calls, { connections, seconds: 60, node: portal.child.pid ?? 0, postmaster })
    console.log(
      `${name}: ${spent.nodeMs.toFixed(2)} + ${spent.postgresMs.toFixed(2)} ms of the processor a call, Node + PostgreSQL`,
    )
    const middle = ratios.toSorted((one, other) => one - other)[Math.floor(rounds / 2)] ?? 0
    const said = Number.isFinite(most) ? `; the limit is ≤ ${most}` : ''
    console.log(`${name}: p99 is ${middle.toFixed(2)} of that of select 1${said}`)
    if (middle > most) holds = false
  }
  if (!holds) process.exitCode = 1
} finally {
  agent.destroy()
  await portal.kill('SIGTERM')
  rmSync(directory, { recursive: true, force: true })
}

async function fill(stage: number): Promise<void> {
  const { db, close } = portalDatabase(readConfig(env).dataDir)
  await db.connection().execute(async (one) => {
    await sql`set statement_timeout = 0`.execute(one)
    await sql`create temporary table crowd (at integer primary key, id integer)`.execute(one)
    // The rows already contain what the triggers would write one row at a time.
    for (const table of written) await sql`alter table ${sql.table(table)} disable trigger user`.execute(one)
    // A single statement for all would take longer than the client waits.
    for (let from = 0; from < teams; from += atOnce) {
      const until = Math.min(teams, from + atOnce)
      const [first, last] = [from * membersOfEach, until * membersOfEach - 1]
      await sql`with made as (
        insert into accounts (email, password_hash, first_name, last_name, created_at)
        select 'team-' || at || '@bench.test', '', 'Имя', 'Фамилия', now()
        from generate_series(${first}::int, ${last}::int) as at returning id)
        insert into crowd select ${first}::int + row_number() over (order by id) - 1, id from made`.execute(one)
      const people = sql`crowd c where c.at between ${first}::int and ${last}::int`
      await sql`insert into participations (account_id, competition_code, door, track_code, region, joined_at)
        select c.id, 'ru_season_5', 'participant', 'business', '77', now() from ${people}`.execute(one)
      await sql`with made as (
        insert into formed_teams (stage_id, competition_code, name, name_key, created_at, taken)
        select ${stage}::int, 'ru_season_5', 'Команда ' || at, 'bench' || at, now(), ${membersOfEach}::int
        from generate_series(${from}::int, ${until - 1}::int) as at returning id
      ), numbered as (select id, row_number() over (order by id) - 1 as at from made)
        insert into formed_team_members (team_id, stage_id, competition_code, account_id, role, state, since)
        select t.id, ${stage}::int, 'ru_season_5', c.id,
          case c.at % ${membersOfEach}::int when 0 then 'captain' else 'member' end, 'active', now()
        from (select * from ${people}) as c
        join numbered t on t.at = (c.at - ${first}::int) / ${membersOfEach}::int`.execute(one)
    }
    for (const table of written) await sql`alter table ${sql.table(table)} enable trigger user`.execute(one)
    await sql`vacuum analyze formed_teams`.execute(one)
    await sql`vacuum analyze formed_team_members`.execute(one)
    for (const table of ['accounts', 'participations']) await sql`analyze ${sql.table(table)}`.execute(one)
  })
  await close()
}

async function drive(callOf: (call: number) => { url: string; token?: string | undefined }) {
  const took: number[] = []
  let next = 0
  await Promise.all(
    Array.from({ length: connections }, async () => {
      for (let call = next++; call < callsOfRound; call = next++) {
        const { url, token } = callOf(call)
        const began = performance.now()
        // An overloaded portal answers 503; the call is repeated, as a page does.
        while (!(await send(url, token)));
        took.push(performance.now() - began)
      }
    }),
  )
  const sorted = took.toSorted((one, other) => one - other)
  const at = (part: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0
  return { median: at(0.5), p99: at(0.99) }
}

function send(url: string, token: string | undefined): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const sent = request(encodeURI(url), { agent, headers: token ? { 'X-Token': token } : {} }, (response) => {
      response.resume()
      response.on('end', () =>
        response.statusCode === 200 || response.statusCode === 503
          ? resolve(response.statusCode === 200)
          : reject(new Error(`${url} answered ${response.statusCode}`)),
      )
    })
    sent.on('error', reject)
    sent.end()
  })
}
