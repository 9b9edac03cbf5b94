// The console of a season with 250,000 people: search, the report, a bulk act, and an export of everybody.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { seedSeason } from '#demo/seed-season.ts'
import { makeServices } from '#server/make-services.ts'
import { findParticipants } from '#server/participants/find-participants.ts'
import { readConfig } from '#server/platform/config/config.ts'
import { fileDisk } from '#server/platform/files/disk.ts'
import { readReport } from '#server/reports/read-report.ts'
import { freePort, startPortal } from '#server/testing/portal-process.ts'
import { fillingDatabase, portalDatabase } from './portal-database.ts'

const people = Number(process.env.BENCH_PEOPLE ?? 250_000)
const limits = { search: 5, reportMs: 1000, busy: 2, megabytes: 300 }
const directory = mkdtempSync(join(tmpdir(), 'portal-season-'))
const env = { DATA_DIR: join(directory, 'portal'), PORT: String(await freePort()) }
let portal = await startPortal(env)
const { db, close } = portalDatabase(env.DATA_DIR)
let missed = 0

function tell(name: string, value: string, good: boolean) {
  if (!good) missed += 1
  console.log(`${name}: ${value}${good ? '' : '  MISSED'}`)
}

const took = async (work: () => Promise<unknown>) => {
  const began = performance.now()
  await work()
  return performance.now() - began
}
const p99 = (times: readonly number[]) =>
  times.toSorted((one, other) => one - other)[Math.floor(times.length * 0.99)] ?? 0
const middle = (times: readonly number[]) =>
  times.toSorted((one, other) => one - other)[Math.floor(times.length / 2)] ?? 0

try {
  const began = performance.now()
  const filling = fillingDatabase(env.DATA_DIR)
  const code = await seedSeason(filling.db, { people, now: new Date() })
  await filling.close()
  console.log(`${people} people in 20 stages, loaded in ${((performance.now() - began) / 1000).toFixed(0)} s`)
  const services = makeServices(
    { db, clock: () => new Date(), config: readConfig(env), disk: fileDisk(join(directory, 'none')) },
    null,
  )
  const base = () => `${portal.url}/api/v3/admin/competitions/${code}`
  const headers = async (username = 'admin@demo.test') => {
    const login = await fetch(`${portal.url}/api/v3/auth/login`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ username, password: 'Demo-Leader-2026' }),
    })
    const { access_token } = (await login.json()) as { access_token: string }
    return { 'X-Token': access_token, 'Content-Type': 'application/json' }
  }
  const asked = async (url: string, init: RequestInit) => {
    const answer = await fetch(url, init)
    if (!answer.ok) throw new Error(`${url}: ${answer.status} ${await answer.text()}`)
    return answer.json()
  }

  // Equal searches by the portal's code, once directly on the database and once through the whole portal.
  const searches = ['Смирноф Андрей', '0012345', 'кузнецова 4711', 'гарифулин', 'seed', 'Ильина Полина Олеговна']
  const rounds = 20
  const own: number[] = []
  const through: number[] = []
  const auth = await headers()
  for (let round = 0; round < rounds; round += 1)
    for (const search of searches) {
      own.push(await took(() => findParticipants(services, code, { search, limit: 20, offset: 0 })))
      const query = new URLSearchParams({ search, limit: '20', offset: '0' })
      through.push(await took(() => asked(`${base()}/participants?${query}`, { headers: auth })))
    }
  const ratio = p99(through) / p99(own)
  tell(
    'search of people, p99',
    `${p99(through).toFixed(0)} ms, ${ratio.toFixed(1)} × its time in the database (${p99(own).toFixed(0)} ms, middle ${middle(own).toFixed(0)} ms); the limit is ≤ ${limits.search} ×`,
    ratio <= limits.search,
  )

  const reports: number[] = []
  for (let round = 0; round < 5; round += 1) reports.push(await took(() => readReport(services, code, {})))
  tell(
    'report of the season',
    `${middle(reports).toFixed(0)} ms beside the database; the limit is ≤ ${limits.reportMs} ms`,
    middle(reports) <= limits.reportMs,
  )

  // The waiting time of a participant, first on a quiet portal and then while everybody gets a tag.
  const participant = await headers('participant@demo.test')
  const own_stages = `${portal.url}/api/v3/user/user-stages?competition_code=ru_season_5`
  const probe = async (over: (round: number) => Promise<boolean>) => {
    const times: number[] = []
    for (let round = 0; !(await over(round)); round += 1)
      for (let call = 0; call < 50; call += 1) {
        times.push(await took(() => asked(own_stages, { headers: participant })))
        await delay(10)
      }
    return times
  }
  const quiet = await probe(async (round) => round === 20)
  const act = { group: 'participants', act: { kind: 'tag', tag: 'bench' }, reason: 'bench' }
  const begun = performance.now()
  await asked(`${base()}/bulk-acts`, { method: 'POST', headers: auth, body: JSON.stringify(act) })
  let acted = { state: 'running', done: 0 }
  const busy = await probe(async () => {
    const { acts } = (await asked(`${base()}/bulk-acts`, { headers: auth })) as { acts: (typeof acted)[] }
    acted = acts[0] ?? acted
    return acted.state === 'done'
  })
  const slower = p99(busy) / p99(quiet)
  tell(
    `a tag for ${acted.done} people`,
    `${((performance.now() - begun) / 1000).toFixed(0)} s; meanwhile the stages of a participant, p99: ${p99(busy).toFixed(1)} ms, ${slower.toFixed(1)} × the quiet ${p99(quiet).toFixed(1)} ms; the limit is ≤ ${limits.busy} ×`,
    slower <= limits.busy,
  )

  // A new process, so that its highest memory is that of the export alone.
  await portal.kill('SIGTERM')
  portal = await startPortal(env)
  const again = await headers()
  const body = JSON.stringify({
    ...{
      format: 'csv',
      columns: ['number', 'last_name', 'first_name', 'region', 'track', 'step.essay', 'score.essay'],
    },
    ...{ group: 'participants', reason: '' },
  })
  const exported = await took(async () => {
    await asked(`${base()}/exports`, { method: 'POST', headers: again, body })
    for (;;) {
      await delay(200)
      const { exports } = (await asked(`${base()}/exports`, { headers: again })) as {
        exports: { state: string; rows: number | null }[]
      }
      if (exports[0]?.state === 'failed') throw new Error(portal.output().slice(-3000))
      if (exports[0]?.state !== 'ready') continue
      console.log(`rows of the table: ${exports[0].rows}`)
      return
    }
  })
  const [, peak = '0'] = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${portal.child.pid}/status`, 'utf8')) ?? []
  const megabytes = Number(peak) / 1024
  tell(
    'a table of everybody',
    `${(exported / 1000).toFixed(1)} s, ${megabytes.toFixed(0)} MB of the portal at most; the limit is ≤ ${limits.megabytes} MB`,
    megabytes <= limits.megabytes,
  )
} finally {
  await close()
  await portal.kill('SIGTERM')
  rmSync(directory, { recursive: true, force: true })
}
process.exitCode = missed === 0 ? 0 : 1
