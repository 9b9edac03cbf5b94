// «Next work» at the desk with 50,000 works in the queue: one checker alone, at the pace at which 600 take works,
// then 600 who read for a minute each. No work may be given to two people, and none may be lost.
import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { readConfig } from '#server/platform/config/config.ts'
import { freePort, startPortal } from '#server/testing/portal-process.ts'
import { participants } from './participants.ts'
import { portalDatabase } from './portal-database.ts'
import { addWorks } from './works.ts'

const works = Number(process.env.BENCH_WORKS ?? 50_000)
const checkers = 600
const seconds = Number(process.env.BENCH_SECONDS ?? 60)
/** How long a checker reads on average: an answer of a page takes at least this. */
const readsMs = 60_000
const limit = 3
const directory = mkdtempSync(join(tmpdir(), 'portal-desk-'))
const env = { DATA_DIR: join(directory, 'portal'), PORT: String(await freePort()) }
const portal = await startPortal(env)
const agent = new Agent({ keepAlive: true, maxSockets: 64 })

try {
  const { tokens, stages } = await participants(env, checkers)
  const stage = stages.essay ?? 0
  const { db, close } = portalDatabase(readConfig(env).dataDir)
  await fillQueue(stage)
  // The number includes works of the demo.
  const queued = await waiting(stage)

  // One checker for as long and at the same pace: whatever else happens on the machine meets both alike.
  const quiet: number[] = []
  const endOfQuiet = performance.now() + seconds * 1000
  while (performance.now() < endOfQuiet) {
    await checkOne(stage, tokens[0] ?? '', quiet)
    await pause(readsMs / checkers)
  }
  const busy: number[] = []
  const given = new Map<number, number>()
  const end = performance.now() + seconds * 1000
  await Promise.all(
    tokens.map(async (token) => {
      await pause(Math.random() * readsMs)
      while (performance.now() < end) {
        const work = await checkOne(stage, token, busy)
        if (work !== null) given.set(work, (given.get(work) ?? 0) + 1)
        await pause((0.5 + Math.random()) * readsMs)
      }
    }),
  )
  const twice = [...given.values()].filter((times) => times > 1).length
  const left = await waiting(stage)
  await close()
  const decided = quiet.length + given.size
  const ratio = at(busy, 0.99) / at(quiet, 0.99)
  console.log(`one checker for ${seconds} s: ${quiet.length} works, next in ${show(quiet)}`)
  console.log(`${checkers} checkers for ${seconds} s: ${busy.length} works taken and decided, next in ${show(busy)}`)
  console.log(`given to two people: ${twice}; lost: ${queued - decided - left}`)
  console.log(`p99 is ${ratio.toFixed(2)} of that of one checker; the limit is ≤ ${limit}`)
  if (ratio > limit || twice > 0 || queued !== decided + left) process.exitCode = 1

  async function waiting(stageId: number): Promise<number> {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from works where stage_id = ${stageId} and waits_since is not null`.execute(db)
    return rows[0]?.count ?? 0
  }

  async function fillQueue(stageId: number): Promise<void> {
    await sql`insert into account_roles (account_id, role)
      select id, 'assessor' from accounts where email like '%@bench.test'`.execute(db)
    await sql`insert into stage_staff (stage_id, account_id, duty, added_at)
      select ${stageId}, id, 'check', now() from accounts where email like '%@bench.test'`.execute(db)
    await addWorks(db, stageId, works)
  }
} finally {
  agent.destroy()
  await portal.kill('SIGTERM')
  rmSync(directory, { recursive: true, force: true })
}

/** Takes the next work, reads it and accepts it. Records how long it took to get the work. */
async function checkOne(stage: number, token: string, took: number[]): Promise<number | null> {
  const began = performance.now()
  const { work_id: work } = await call(token, 'POST', `/desk/stages/${stage}/next`, {})
  took.push(performance.now() - began)
  if (work === null) return null
  const page = await call(token, 'GET', `/desk/works/${work}`)
  await call(token, 'POST', `/desk/works/${work}/check`, { hand_in: page.hand_in.id, verdict: 'accept' })
  return work
}

function call(token: string, method: string, path: string, body?: unknown) {
  return new Promise<{ work_id: number | null; hand_in: { id: number } }>((resolve, reject) => {
    const headers = { 'X-Token': token, ...(body === undefined ? {} : { 'Content-Type': 'application/json' }) }
    const sent = request(`${portal.url}/api/v3${path}`, { method, agent, headers }, (response) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (part: string) => {
        text += part
      })
      response.on('end', () => {
        if (response.statusCode === 200) resolve(JSON.parse(text))
        else reject(new Error(`${method} ${path} answered ${response.statusCode}: ${text}`))
      })
    })
    sent.on('error', reject)
    sent.end(body === undefined ? undefined : JSON.stringify(body))
  })
}

function at(times: number[], part: number): number {
  const sorted = times.toSorted((one, other) => one - other)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0
}

function show(times: number[]): string {
  return `${at(times, 0.5).toFixed(1)} ms at the median, ${at(times, 0.99).toFixed(1)} ms at p99`
}
