// 5,000 people are matched with 300 mentors: through the API of the portal, with the database, the solver and the answer.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { readConfig } from '#server/platform/config/config.ts'
import { freePort, startPortal } from '#server/testing/portal-process.ts'
import { participants } from './participants.ts'
import { portalDatabase } from './portal-database.ts'

const people = Number(process.env.BENCH_PEOPLE ?? 5000)
const mentors = 300
const limits = { seconds: 10, megabytes: 500 }
const directory = mkdtempSync(join(tmpdir(), 'portal-matching-'))
const env = { DATA_DIR: join(directory, 'portal'), PORT: String(await freePort()) }
const portal = await startPortal(env)

try {
  const { tokens } = await participants(env, people + mentors + 1, {
    ...{ competition: 'all_kinds', track: 'main', passed: [] },
  })
  const { db, close } = portalDatabase(readConfig(env).dataDir)
  const { rows } = await sql<{ id: number }>`
    select id from stages where competition_code = 'all_kinds' and code = 'mentor_matching'`.execute(db)
  const stage = rows[0]?.id ?? 0
  await sql`delete from mentor_choices where stage_id = ${stage}`.execute(db)
  await sql`delete from stage_facts where stage_id = ${stage}`.execute(db)
  await sql`delete from stage_mentors where stage_id = ${stage}`.execute(db)
  await sql`create temporary table crowd as
    select id, row_number() over (order by id) as at from accounts where email like '%@bench.test'`.execute(db)
  await sql`insert into admin_flags (account_id, flag) select id, 'mentors' from crowd where at = 1`.execute(db)
  await sql`update accounts set is_demo = true where id = (select id from crowd where at = 1)`.execute(db)
  // There are fewer places than people, and some mentors are chosen far more often than others.
  await sql`insert into mentor_profiles (account_id, capacity, region)
    select id, 12 + (at % 9), (array['Москва', 'Пермский край', 'Томская область'])[1 + at % 3]
    from crowd where at between 2 and ${mentors + 1}`.execute(db)
  await sql`insert into stage_mentors (stage_id, mentor_id) select ${stage}, account_id from mentor_profiles
    where account_id in (select id from crowd)`.execute(db)
  await sql`insert into stage_facts (account_id, stage_id, started_at, submitted_at)
    select id, ${stage}, now(), now() from crowd where at > ${mentors + 1}`.execute(db)
  await sql`
    with numbered as (select account_id, row_number() over (order by account_id) - 1 as number
      from mentor_profiles where account_id in (select id from crowd))
    insert into mentor_choices (account_id, stage_id, mentor_id, rank, chosen_at)
    select c.id, ${stage}, m.account_id, min(place), now()
    from crowd c, generate_series(1, 5) as place
    join numbered m on true
    where c.at > ${mentors + 1}
      and m.number = (power(((c.at * 7919 + place * 104729) % 10007) / 10007.0, 2) * ${mentors})::int % ${mentors}
    group by c.id, m.account_id`.execute(db)
  await sql`analyze`.execute(db)
  await close()

  const base = `http://127.0.0.1:${env.PORT}/api/v3/admin/competitions/all_kinds/stages/mentor_matching/matching`
  const headers = { 'X-Token': tokens[0] ?? '', 'Content-Type': 'application/json' }
  interface Plan {
    running: boolean
    failed: boolean
    people: number
    matched: number
    unmatched: { reason: string; count: number }[]
  }
  const begun = performance.now()
  const body = JSON.stringify({ variant: 'plan', region: 'same', each: 1, more: 0 })
  const asked = await fetch(base, { method: 'POST', headers, body })
  if (!asked.ok) throw new Error(`${asked.status} ${await asked.text()}`)
  let plan: Plan | null = null
  do {
    await delay(100)
    plan = ((await (await fetch(base, { headers })).json()) as { plan: Plan | null }).plan
  } while (plan?.running)
  const seconds = (performance.now() - begun) / 1000
  const [, peak = '0'] = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${portal.child.pid}/status`, 'utf8')) ?? []
  const megabytes = Number(peak) / 1024
  if (!plan || plan.failed) throw new Error(portal.output().slice(-3000))
  const why = plan.unmatched.map(({ reason, count }) => `${reason} ${count}`).join(', ')
  console.log(`matched: ${plan.matched} of ${plan.people} with ${mentors} mentors; without: ${why || 'nobody'}`)
  console.log(`time: ${seconds.toFixed(1)} s; the limit is ≤ ${limits.seconds} s`)
  console.log(`peak memory of the portal: ${megabytes.toFixed(0)} MB; the limit is ≤ ${limits.megabytes} MB`)
  const explained = plan.matched + plan.unmatched.reduce((sum, { count }) => sum + count, 0)
  if (plan.people !== people || explained !== people || seconds > limits.seconds || megabytes > limits.megabytes)
    process.exitCode = 1
} finally {
  await portal.kill('SIGTERM')
  rmSync(directory, { recursive: true, force: true })
}
