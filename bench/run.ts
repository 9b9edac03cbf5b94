import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort, startPortal } from '#server/testing/portal-process.ts'
import { type Load, load, type Measured } from './load.ts'
import { peopleWhoPoll } from './poll.ts'
import { waitForAnswer } from './wait-for-answer.ts'

const seconds = Number(process.env.BENCH_SECONDS ?? 5)
const directory = mkdtempSync(join(tmpdir(), 'portal-bench-'))
const children: ChildProcess[] = []

function spawned(file: string, env: Record<string, string>): ChildProcess {
  const child = spawn(process.execPath, [file], { env: { ...process.env, ...env }, stdio: 'ignore' })
  children.push(child)
  return child
}

async function json(url: string, init?: RequestInit): Promise<Record<string, never>> {
  return (await (await fetch(url, init)).json()) as Record<string, never>
}

interface Pair {
  bare: Measured
  ours: Measured
}

/** Measures both in turn, several times, so that each round compares them under an equal load of the machine. */
async function inTurn(rounds: number, [bareUrl, url]: [string, string], more: Omit<Load, 'url'>): Promise<Pair[]> {
  const pairs: Pair[] = []
  for (let round = 0; round < rounds; round += 1)
    pairs.push({ bare: await load({ url: bareUrl, ...more }), ours: await load({ url, ...more }) })
  return pairs
}

const rate = ({ bare, ours }: Pair) => ours.perSecond / bare.perSecond
const delayRate = ({ bare, ours }: Pair) => ours.p99 / Math.max(bare.p99, 1)

/** The median round by this measure. */
function middle(pairs: readonly Pair[], measure: (pair: Pair) => number): Pair {
  const sorted = [...pairs].sort((one, other) => measure(one) - measure(other))
  return sorted[Math.floor(sorted.length / 2)] as Pair
}

function row(name: string, measured: Measured, bare: Measured): string {
  const share = `${((measured.perSecond / bare.perSecond) * 100).toFixed(0)} %`
  const worst = `${(measured.p99 / Math.max(bare.p99, 1)).toFixed(1)}×`
  return [
    name.padEnd(26),
    measured.perSecond.toFixed(0).padStart(8),
    share.padStart(7),
    `${measured.p99.toFixed(0)} ms`.padStart(8),
    worst.padStart(7),
    String(measured.failed).padStart(7),
  ].join(' ')
}

try {
  const dataDir = join(directory, 'portal')
  const env = { DATA_DIR: dataDir, PORT: String(await freePort()) }
  const portal = await startPortal(env)
  const api = `${portal.url}/api/v3`
  const login = await json(`${api}/auth/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ username: 'participant@demo.test', password: 'Demo-Leader-2026' }),
  })
  const headers = { 'X-Token': String(login.access_token), 'Content-Type': 'application/json' }

  const barePort = await freePort()
  spawned('bench/bare-server.mjs', { PORT: String(barePort) })
  await waitForAnswer(`http://127.0.0.1:${barePort}/`)
  const bare = await load({ url: `http://127.0.0.1:${barePort}/`, seconds })

  console.log(
    `\n${''.padEnd(26)} ${'req/s'.padStart(8)} ${'of bare'.padStart(7)} ${'p99'.padStart(8)} ${'of bare'.padStart(7)} ${'failed'.padStart(7)}`,
  )
  console.log(row('bare node:http', bare, bare))
  const paths: [string, Omit<Parameters<typeof load>[0], 'seconds'>][] = [
    ['config', { url: `${api}/app/config` }],
    ['competitions', { url: `${api}/competitions` }],
    ['history of notifications', { url: `${api}/user/notifications?status=read&limit=10&offset=0`, headers }],
  ]
  let broken = 0
  for (const [name, request] of paths) {
    const measured = await load({ ...request, seconds })
    broken += measured.failed
    console.log(row(name, measured, bare))
  }

  // The poll compared with the same bare server under the same load: 1,000 people in turn over 64 connections.
  const pollUrl = `${api}/user/notifications?status=unread&limit=10&offset=0`
  const tokens = await peopleWhoPoll(env, 1000)
  const people: Record<string, string>[] = []
  let bytes = 0
  for (const token of tokens) {
    const answer = await fetch(pollUrl, { headers: { 'X-Token': token } })
    const { headers } = answer
    bytes += (await answer.arrayBuffer()).byteLength
    people.push({ 'X-Token': token, 'If-None-Match': headers.get('etag') ?? '' })
  }
  const strangers = people.map(({ 'If-None-Match': _etag, ...caller }) => caller)
  const usual = Math.round(bytes / people.length)
  const pairs = [
    [`http://127.0.0.1:${barePort}/`, pollUrl, people, 'poll, nothing new'],
    [`http://127.0.0.1:${barePort}/${usual}`, pollUrl, strangers, `poll, ${usual} bytes`],
  ] as const
  console.log('\n64 connections, 1,000 people in turn; limits of the poll: 70 % and 2.0×')
  let pollHolds = true
  for (const [bareUrl, url, callers, name] of pairs) {
    const more = { callers, connections: 64, seconds: Math.max(2, seconds / 2) }
    const rounds = await inTurn(5, [bareUrl, url], more)
    const [share, delay] = [rate(middle(rounds, rate)), delayRate(middle(rounds, delayRate))]
    broken += rounds.reduce((sum, { ours }) => sum + ours.failed, 0)
    pollHolds &&= share >= 0.7 && delay <= 2
    const { bare, ours } = middle(rounds, rate)
    console.log(row('bare node:http', bare, bare))
    console.log(row(name, ours, bare))
    console.log(`  medians of five rounds: ${(share * 100).toFixed(0)} % of its requests, ${delay.toFixed(1)}× its p99`)
  }
  await portal.kill('SIGTERM')

  process.exitCode = broken === 0 && pollHolds ? 0 : 1
} finally {
  for (const child of children) child.kill('SIGKILL')
  rmSync(directory, { recursive: true, force: true })
}
