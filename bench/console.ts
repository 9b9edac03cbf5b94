// Every GET of organisers, experts and checkers on a season with everything in it: five times alone, then by ten
// organisers at once, while a participant looks at their stages. BENCH_PEOPLE is the number of people; BENCH_DATA is a
// data directory that already has that season. BENCH_ONLY measures only the routes whose name contains one of its parts,
// with | between them.
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { nodeArgs, portalProgram } from '#bin/node-args.mjs'
import { seedSeason } from '#demo/seed-season.ts'
import { readConfig } from '#server/platform/config/config.ts'
import { signAccessToken } from '#server/platform/http/access-token.ts'
import { eventsType } from '#server/platform/http/event-stream.ts'
import { freePort, startPortal } from '#server/testing/portal-process.ts'
import { expertOf, notInSeason, type SeasonCall, seasonCalls } from '#server/testing/season-calls.ts'
import { refusals } from '#shared/platform/api/refusals.ts'
import { adminFlags } from '#shared/platform/api/route.ts'
import { fillingDatabase, portalDatabase } from './portal-database.ts'

const people = Number(process.env.BENCH_PEOPLE ?? 250_000)
const only = (process.env.BENCH_ONLY ?? '').split('|')
const limits = { median: 300, worst: 1000, atOnce: 3, held: 50, beside: 3 }
const alone = 5
const organisers = 10

const made = process.env.BENCH_DATA === undefined ? mkdtempSync(join(tmpdir(), 'portal-console-')) : null
const [port, watchPort] = [await freePort(), await freePort()]
const env = {
  DATA_DIR: process.env.BENCH_DATA ?? join(made ?? '', 'portal'),
  ...{ PORT: String(port), BENCH_WATCH_PORT: String(watchPort) },
}
const watched = `--import=${new URL('./watched.mjs', import.meta.url).href}`
const portal = await startPortal(env, { program: [...nodeArgs, watched, portalProgram] })
const { db, close } = portalDatabase(env.DATA_DIR)
const config = readConfig(env)

const sorted = (times: readonly number[]) => times.toSorted((one, other) => one - other)
const quantile = (times: readonly number[], of: number) => sorted(times)[Math.floor(times.length * of)] ?? 0
const told = (value: number) => value.toFixed(value < 10 ? 1 : 0)

/** Makes tokens of this account as they are needed: one of them is shorter valid than the benchmark takes. */
async function tokensOf(accountId: number) {
  const { email, testId } = await db
    .selectFrom('accounts')
    .select(['email', 'test_id as testId'])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  const now = new Date()
  const session = { id: randomUUID(), account_id: accountId, created_at: now, last_seen_at: now }
  await db
    .insertInto('sessions')
    .values({ ...session, expires_at: new Date(now.getTime() + 86_400_000) })
    .execute()
  const of = { email, testId, accountId, sessionId: session.id, epoch: 1, flags: [] }
  return () => signAccessToken(config, of, new Date())
}

async function organiser() {
  const email = `${randomUUID()}@bench.test`
  const { id } = await db
    .insertInto('accounts')
    .values({ email, password_hash: '', created_at: new Date(), is_demo: true })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('admin_flags')
    .values(adminFlags.map((flag) => ({ account_id: id, flag })))
    .execute()
  return tokensOf(id)
}

/** Figures that are still being counted: the page says so, and asks again. */
const beingCounted = refusals.being_counted
const longest = 120_000

/**
 * How long a call takes, and the size of its answer; of a stream of events, until its first, and of a file until its
 * first part. `whole`: until there are figures, where they were being counted.
 */
async function called(url: string, token: () => string) {
  const began = performance.now()
  const spent = () => performance.now() - began
  let ms: number | null = null
  for (;;) {
    const answer = await fetch(portal.url + url, { headers: { 'X-Token': token() } })
    let size = 0
    const isStream = answer.headers.get('content-type')?.startsWith(eventsType)
    const isFile = answer.headers.has('content-disposition')
    for await (const part of answer.body ?? []) {
      size += part.length
      if (isFile || isStream) ms ??= spent()
      if (isStream) break
    }
    ms ??= spent()
    if (answer.status !== beingCounted || spent() > longest) return { ms, whole: spent(), size, status: answer.status }
    await delay(Number(answer.headers.get('retry-after')) * 1000)
  }
}

const watch = async () =>
  (await (await fetch(`http://127.0.0.1:${watchPort}`)).json()) as { heldMs: number; statements: number }

/** Looks at the stages of a participant until it is stopped. */
function probe(token: () => string, code: string) {
  const times: number[] = []
  const refused: number[] = []
  let goes = true
  const done = (async () => {
    while (goes) {
      const { ms, status } = await called(`/api/v3/user/user-stages?competition_code=${code}`, token)
      times.push(ms)
      if (status !== 200) refused.push(status)
      await delay(10)
    }
  })()
  // Whoever stops it hears of a fault; until then it must not end the benchmark, which would leave the portal running.
  done.catch(() => {})
  return async () => {
    goes = false
    await done
    return { times, refused }
  }
}

type Tokens = Record<SeasonCall['caller'], (() => string)[]>

async function measure({ url, caller }: SeasonCall, tokens: Tokens, participant: () => string, code: string) {
  const [one = () => ''] = tokens[caller]
  await watch()
  const first = await called(url, one)
  const { statements } = await watch()
  const stop = probe(participant, code)
  const calls = [first]
  while (calls.length < alone) calls.push(await called(url, one))
  const together = await Promise.all(
    Array.from({ length: organisers }, async (_none, at) =>
      called(url, tokens[caller][at % tokens[caller].length] ?? one),
    ),
  )
  const beside = await stop()
  const { heldMs } = await watch()
  const times = calls.map(({ ms }) => ms)
  const median = quantile(times, 0.5)
  return {
    ...{ median, worst: Math.max(...times), tenAtOnce: Math.max(...together.map(({ ms }) => ms)), heldMs, statements },
    ...{
      size: first.size,
      whole: first.whole,
      beside: beside.times,
      refused: beside.refused,
      statuses: [...calls, ...together].map(({ status }) => status),
    },
  }
}

type Measured = Awaited<ReturnType<typeof measure>>

/** What of a call is over its limit. */
const missesOf = (
  { median, worst, tenAtOnce, heldMs, beside, refused, statuses }: Measured,
  quiet: number,
): string[] => [
  ...(statuses.every((status) => status === 200) ? [] : [`answers ${[...new Set(statuses)]}`]),
  ...(refused.length === 0 ? [] : [`the tree answers ${[...new Set(refused)]}`]),
  ...(median <= limits.median ? [] : ['median']),
  ...(worst <= limits.worst ? [] : ['worst']),
  // What all ten get as fast as one alone may be is fast enough.
  ...(tenAtOnce <= Math.max(limits.atOnce * median, limits.median) ? [] : ['ten at once']),
  ...(heldMs <= limits.held ? [] : ['loop']),
  ...(quantile(beside, 0.99) <= limits.beside * quiet ? [] : ['tree beside']),
]

let missed = 0
try {
  const code = `seed_${people}`
  const there = await db.selectFrom('competitions').select('code').where('code', '=', code).executeTakeFirst()
  if (!there) {
    const began = performance.now()
    const filling = fillingDatabase(env.DATA_DIR)
    await seedSeason(filling.db, { people, now: new Date() })
    await filling.close()
    const seconds = (performance.now() - began) / 1000
    console.log(`${people} people with their works, loaded in ${told(seconds)} s`)
  }
  const tokens: Tokens = { organiser: [], expert: [await tokensOf(await expertOf(db, code))] }
  while (tokens.organiser.length < organisers) tokens.organiser.push(await organiser())
  const { account_id } = await db
    .selectFrom('participations')
    .select('account_id')
    .where('competition_code', '=', code)
    .where('door', '=', 'participant')
    .orderBy('account_id')
    .limit(1)
    .executeTakeFirstOrThrow()
  const participant = await tokensOf(account_id)
  const stop = probe(participant, code)
  await delay(5000)
  const quiet = quantile((await stop()).times, 0.99)
  console.log(`the stages of a participant on a quiet portal, p99: ${told(quiet)} ms`)
  console.log(
    `limits: median ≤ ${limits.median} ms, worst ≤ ${limits.worst} ms, the slowest of ten at once ≤ ${limits.atOnce} × the median or ${limits.median} ms, event loop ≤ ${limits.held} ms, tree beside (p99) ≤ ${limits.beside} × quiet`,
  )
  console.log(['median', 'worst', 'first whole', 'ten at once', 'loop', 'tree', 'KB', 'statements', 'route'].join('\t'))
  for (const call of await seasonCalls(db, code)) {
    if (!only.some((part) => call.key.includes(part))) continue
    const found = await measure(call, tokens, participant, code)
    const misses = missesOf(found, quiet)
    missed += misses.length
    const { median, worst, whole, tenAtOnce, heldMs, beside, size, statements } = found
    const numbers = [median, worst, whole, tenAtOnce, heldMs, quantile(beside, 0.99), size / 1024].map(told)
    const fault = misses.length > 0 ? `  MISSED: ${misses.join(', ')}` : ''
    console.log([...numbers, statements, `${call.key.slice(4)}${fault}`].join('\t'))
  }
  for (const [key, why] of Object.entries(notInSeason)) console.log(`not called: ${key.slice(4)}: ${why}`)
  console.log(`${missed} limits missed`)
} finally {
  await close()
  await portal.kill('SIGTERM')
  if (made) rmSync(made, { recursive: true, force: true })
}
process.exitCode = missed === 0 ? 0 : 1
