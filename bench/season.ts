// The console of a season with 250,000 people: search, the report, acts on everybody, a message to all, and an export of everybody.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { seedSeason } from '#demo/seed-season.ts'
import { makeServices } from '#server/make-services.ts'
import { findParticipants } from '#server/people/participants/find-participants.ts'
import { readReport } from '#server/people/reports/read-report.ts'
import { readConfig } from '#server/platform/config/config.ts'
import { fileDisk } from '#server/platform/files/disk.ts'
import { freePort, startPortal } from '#server/testing/portal-process.ts'
import { fillingDatabase, portalDatabase } from './portal-database.ts'

const people = Number(process.env.BENCH_PEOPLE ?? 250_000)
/** Milliseconds until an answer, people a second, and the time of a message to all. */
const bulk = { previewMs: 1000, askMs: 300, tags: 5000, decisions: 1000, messageSeconds: 120 }
const limits = { search: 5, reportMs: 1000, busy: 3, megabytes: 300, ...bulk }
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
  type Act = { id: number; state: string; people: number; done: number; skipped: number }
  type Message = { state: string; sent: number }
  const post = (path: string, body: object, by = auth) =>
    asked(`${base()}/${path}`, { method: 'POST', headers: by, body: JSON.stringify(body) })
  const lastAct = async () => ((await asked(`${base()}/bulk-acts`, { headers: auth })) as { acts: [Act] }).acts[0]
  const lastMessage = async () =>
    ((await asked(`${base()}/broadcasts`, { headers: auth })) as { broadcasts: [Message] }).broadcasts[0]
  /** Waits for the end of what was begun, while a participant looks at the stages, and compares the pace. */
  const pace = async <Of>(name: string, least: number, now: () => Promise<Of>, done: (of: Of) => number | null) => {
    const begun = performance.now()
    let count: number | null = null
    const busy = await probe(async () => {
      count ??= done(await now())
      return count !== null
    })
    const seconds = (performance.now() - begun) / 1000
    const [each, slower] = [(count ?? 0) / seconds, p99(busy) / p99(quiet)]
    tell(
      `${name}, ${count} people`,
      `${seconds.toFixed(0)} s, ${each.toFixed(0)} a second; the limit is ≥ ${least}. Meanwhile the stages of a participant, p99: ${p99(busy).toFixed(1)} ms, ${slower.toFixed(1)} × the quiet ${p99(quiet).toFixed(1)} ms; the limit is ≤ ${limits.busy} ×`,
      each >= least && slower <= limits.busy,
    )
  }
  const soon = async (name: string, most: number, work: () => Promise<unknown>) => {
    const ms = await took(work)
    tell(name, `${ms.toFixed(0)} ms; the limit is ≤ ${most} ms`, ms <= most)
  }
  const everybody = { group: 'participants' }
  const tag = { kind: 'tag', tag: 'bench' }
  await soon('preview of a tag', limits.previewMs, () => post('bulk-acts/preview', { ...everybody, act: tag }))
  await soon('request of a tag', limits.askMs, () => post('bulk-acts', { ...everybody, act: tag, reason: 'bench' }))
  const finished = (state: string) => (act: Act) => (act.state === state ? act.people : null)
  await pace('a tag', limits.tags, lastAct, finished('done'))
  await soon('nobody to change', limits.previewMs, () =>
    post('bulk-acts', { ...everybody, act: tag, reason: 'bench' }).catch((refused: Error) => {
      if (!refused.message.includes('nobody_to_change')) throw refused
    }),
  )
  await post(`bulk-acts/${(await lastAct()).id}/undo`, {})
  await pace('a tag taken back', limits.tags, lastAct, finished('undone'))

  const act = { kind: 'result', stage: 'stage_1', outcome: 'failed' }
  await soon('preview of a result', limits.previewMs, () => post('bulk-acts/preview', { ...everybody, act }))
  await soon('request of a result', limits.askMs, () => post('bulk-acts', { ...everybody, act, reason: 'bench' }))
  await pace('a count of people', limits.tags, lastAct, finished('waiting'))
  await sql`insert into admin_flags (account_id, flag, competition_code)
    select id, flag, ${code} from accounts, unnest(array['participants', 'assessment']) as flag
    where email = 'assessor@demo.test'`.execute(db)
  await post(`bulk-acts/${(await lastAct()).id}/confirmation`, {}, await headers('assessor@demo.test'))
  await pace('a result', limits.decisions, lastAct, finished('done'))

  const message = { ...everybody, title: 'bench', text: '{имя}, новость', by_letter: true, starts_at: '' }
  await soon('request of a message', limits.previewMs, () => post('broadcasts', message))
  await pace('a message on the portal', people / limits.messageSeconds, lastMessage, ({ state, sent }) =>
    state === 'lettering' || state === 'sent' ? sent : null,
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
