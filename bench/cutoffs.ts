// SZ-04 and SZ-05. Cutoffs and protocols of a season with 250,000 people: each call five times, with what it holds up.
// BENCH_DIR=… uses the data directory of a stopped portal that has such a season, and changes it.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { nodeArgs, portalProgram } from '#bin/node-args.mjs'
import { seedSeason } from '#demo/seed-season.ts'
import { freePort, startPortal } from '#server/testing/portal-process.ts'
import { refusals } from '#shared/platform/api/refusals.ts'
import { usualLetters } from '#shared/review/cutoffs/letters.ts'
import { newRule, type Rule } from '#shared/review/cutoffs/rule.ts'
import { fillingDatabase, portalDatabase } from './portal-database.ts'

const people = Number(process.env.BENCH_PEOPLE ?? 250_000)
const given = process.env.BENCH_DIR
const directory = mkdtempSync(join(tmpdir(), 'portal-cutoffs-'))
const env = { DATA_DIR: given ?? join(directory, 'portal'), PORT: String(await freePort()) }
const hold = new URL('./hold.mjs', import.meta.url).href
const start = () => startPortal(env, { program: [...nodeArgs, `--import=${hold}`, portalProgram] })
let portal = await start()
const { db, close } = portalDatabase(env.DATA_DIR)
const code = `seed_${people}`
const limits = { open: 500, move: 150, other: 300, hold: 50, megabytes: 300 }
const stage = 'stage_5'
const rounds = 5
let missed = 0

/** How long the event loop of the portal was held since the last call of this. */
async function held(): Promise<number> {
  const before = portal.output().length
  portal.child.kill('SIGWINCH')
  for (;;) {
    const [, found] = /held ([\d.]+)\n/.exec(portal.output().slice(before)) ?? []
    if (found !== undefined) return Number(found)
    await delay(5)
  }
}

async function measured(name: string, limit: number, work: (round: number) => Promise<unknown>, times = rounds) {
  const took: number[] = []
  await held()
  for (let round = 0; round < times; round += 1) {
    const began = performance.now()
    await work(round)
    took.push(performance.now() - began)
  }
  const holds = await held()
  const sorted = took.toSorted((one, other) => one - other)
  const [median = 0, worst = 0] = [sorted[Math.floor(sorted.length / 2)], sorted.at(-1)]
  const good = median <= limit && holds <= limits.hold
  if (!good) missed += 1
  const figures = `${median.toFixed(0)} ms at the median, ${worst.toFixed(0)} ms at worst, the loop held ${holds.toFixed(0)} ms`
  console.log(`${name}: ${figures}; the limits are ${limit} and ${limits.hold} ms${good ? '' : '  MISSED'}`)
}

function megabytes(which: 'VmRSS' | 'VmHWM'): number {
  const [, found = '0'] =
    new RegExp(`${which}:\\s+(\\d+)`).exec(readFileSync(`/proc/${portal.child.pid}/status`, 'utf8')) ?? []
  return Math.round(Number(found) / 1024)
}
const memory = () => `${megabytes('VmRSS')} MB, at most ${megabytes('VmHWM')} MB`

try {
  const there = await db.selectFrom('competitions').select('code').where('code', '=', code).executeTakeFirst()
  if (!there) {
    const filling = fillingDatabase(env.DATA_DIR)
    await seedSeason(filling.db, { people, now: new Date() })
    await filling.close()
  }
  const base = `${portal.url}/api/v3/admin/competitions/${code}`
  const login = await fetch(`${portal.url}/api/v3/auth/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ username: 'admin@demo.test', password: 'Demo-Leader-2026' }),
  })
  const { access_token } = (await login.json()) as { access_token: string }
  async function asked<Answer = Record<string, never>>(method: string, path: string, body?: unknown): Promise<Answer> {
    const answer = await fetch(`${base}${path}`, {
      method,
      headers: { 'X-Token': access_token, ...(body === undefined ? {} : { 'Content-Type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const text = await answer.text()
    if (answer.status === refusals.being_counted) {
      await delay(50)
      return asked(method, path, body)
    }
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`)
    return text === '' ? (undefined as Answer) : JSON.parse(text)
  }

  const variant = async (title: string) => {
    const { id } = await asked<{ id: number }>('POST', '/cutoffs', { stage, title })
    return id
  }
  const [id, other] = [await variant('Первый'), await variant('Второй')]
  let revision = 1
  const quotas: Rule['quotas'] = [
    { by: 'district', of: '', least: 300, most: 20_000 },
    { by: 'region', of: '', least: 20, most: 5000 },
    { by: 'track', of: '', least: 1000, most: 40_000 },
  ]
  const save = async (more: Partial<Rule>) => {
    const rule = { ...newRule(stage), places: 30_000, waiting: 5000, ties: 'in' as const, quotas, ...more }
    const body = { revision, title: 'Первый', rule, letters: usualLetters }
    const saved = await asked<{ revision: number; result: { people: number; passed: number } }>(
      'PUT',
      `/cutoffs/${id}`,
      body,
    )
    revision = saved.revision
    return saved.result
  }
  // Everybody is read, and the thread is started.
  await measured('the first look at a season', limits.open, () => asked('GET', `/cutoffs/${id}`), 1)
  await measured('a variant is opened', limits.open, () => asked('GET', `/cutoffs/${id}`))
  await measured('its line is moved, quotas included', limits.move, (round) => save({ places: 30_000 + round * 1000 }))
  await measured('its line is moved by score', limits.move, (round) => save({ line: 'score', score: 40 + round }))
  await measured('its weights change', limits.open, (round) => save({ scores: [{ stage, weight: 2 + round }] }))
  await measured('with a second list', limits.open, (round) =>
    save({ second: { scores: [{ stage, weight: 1 }], places: 1000 + round } }),
  )
  for (const list of ['passed', 'quota', 'waiting', 'failed', 'none'] as const)
    await measured(`a page of its people, ${list}`, limits.move, (round) =>
      asked('GET', `/cutoffs/${id}/people?list=${list}&limit=50&offset=${round * 5000}`),
    )
  await measured('two variants side by side', limits.open, () => asked('GET', `/cutoffs/comparison?ids=${id},${other}`))
  console.log(`memory of the portal: ${memory()}`)

  console.log(`${(await save({})).people} people were compared`)
  let number = 0
  await measured(
    'freezing is asked for',
    limits.other,
    async () => {
      number = (await asked<{ number: number }>('POST', `/cutoffs/${id}/protocol`, { revision, reason: 'bench' }))
        .number
    },
    1,
  )
  const began = performance.now()
  let looks = 0
  for (;;) {
    const { state, withdrawn_why } = await asked<{ state: string; withdrawn_why: string }>(
      'GET',
      `/protocols/${number}`,
    )
    looks += 1
    if (state === 'frozen') break
    if (state !== 'freezing') throw new Error(`${state} ${withdrawn_why}`)
    await delay(250)
  }
  const holds = await held()
  if (holds > limits.hold) missed += 1
  console.log(
    `it is frozen after ${((performance.now() - began) / 1000).toFixed(1)} s and ${looks} looks; the loop held ${holds.toFixed(0)} ms; the limit is ${limits.hold} ms${holds > limits.hold ? '  MISSED' : ''}`,
  )
  await measured('the protocol is read', limits.other, () => asked('GET', `/protocols/${number}`))
  for (const list of ['passed', 'quota', 'waiting', 'failed', 'none'] as const)
    await measured(`a page of its people, ${list}`, limits.other, (round) =>
      asked('GET', `/protocols/${number}/people?list=${list}&limit=50&offset=${round * 5000}`),
    )
  await measured('the list of variants and protocols', limits.other, () => asked('GET', '/cutoffs'))
  // A new process, so that its highest memory is that of the files alone.
  await portal.kill('SIGTERM')
  portal = await start()
  await asked('GET', '/cutoffs')
  for (const format of ['docx', 'csv', 'xlsx']) {
    await held()
    const begun = performance.now()
    const { id: file } = await asked<{ id: number }>('POST', `/protocols/${number}/files`, { format })
    const answered = performance.now() - begun
    for (;;) {
      const { state } = await asked<{ state: string }>('GET', `/protocols/${number}/files/${file}`)
      if (state === 'ready') break
      if (state !== 'waiting') throw new Error(`${state} ${portal.output().slice(-3000)}`)
      await delay(100)
    }
    const made = performance.now() - begun
    const sent = await fetch(`${base}/protocols/${number}/files/${file}/file`, { headers: { 'X-Token': access_token } })
    const { byteLength } = await sent.arrayBuffer()
    const holds = await held()
    const good = answered <= limits.other && holds <= limits.hold && megabytes('VmHWM') <= limits.megabytes
    if (!good) missed += 1
    console.log(
      `${format}: asked in ${answered.toFixed(0)} ms, made after ${(made / 1000).toFixed(1)} s, ${(byteLength / 1e6).toFixed(1)} MB, the loop held ${holds.toFixed(0)} ms; memory: ${memory()}; the limits are ${limits.other} ms, ${limits.hold} ms and ${limits.megabytes} MB${good ? '' : '  MISSED'}`,
    )
  }
  await asked('POST', `/protocols/${number}/withdrawal`, { reason: 'bench' })
} finally {
  await close()
  await portal.kill('SIGTERM')
  rmSync(directory, { recursive: true, force: true })
}
process.exitCode = missed === 0 ? 0 : 1
