// A test under load: people who begin at nearly the same time and answer as fast as they can, many attempts that end in
// the same second, and answers around the deadline from devices with wrong clocks.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { freePort, startPortal } from '#server/testing/portal-process.ts'
import { attemptGrace } from '#shared/stages/attempt.ts'
import { openCaller } from './caller.ts'
import { median } from './largest-paint.ts'
import { participants } from './participants.ts'
import { portalDatabase } from './portal-database.ts'
import { processorTime } from './processor-time.ts'

const people = Number(process.env.BENCH_PEOPLE ?? 2000)
/** 2,000 people a minute. */
const beginEveryMs = 30
const seconds = Number(process.env.BENCH_SECONDS ?? 10)
const connections = 64
const lateAnswers = 10_000
const hours = 3_600_000

interface Sitting {
  token: string
  device: string
  questions: number[]
  seq: number
}
interface Answered {
  status: number
  ms: number
  body: { acknowledged?: { seq: number; counted: boolean } | null; page?: Page | null }
}
interface Page {
  attempt: { sections: { questions: { id: number }[] }[] } | null
}

const directory = mkdtempSync(join(tmpdir(), 'portal-test-bench-'))
const env = { DATA_DIR: join(directory, 'portal'), PORT: String(await freePort()) }
const portal = await startPortal(env)
const caller = openCaller(connections)
let holds = true

try {
  const season = { competition: 'all_kinds', track: 'main', passed: [] }
  const { tokens, stages, postmaster } = await participants(env, people + 300, season)
  const stageId = stages.test ?? 0
  const { db, pool, close } = portalDatabase(env.DATA_DIR)
  const address = `${portal.url}/api/v3/user/assessments/${stageId}`
  // Papers exist before the stage opens: the job makes them two days ahead.
  await sql`update stages set opens_at = now() + interval '1 hour' where id = ${stageId}`.execute(db)
  await sql`select graphile_worker.add_job('make_test_papers', '{}'::json)`.execute(db)
  await until(async () => (await papers()) >= tokens.length, 'papers')
  await sql`update stages set opens_at = now() - interval '1 hour' where id = ${stageId}`.execute(db)
  await delay(2000)

  const sittings = tokens.map((token, at): Sitting => ({ token, device: `device-${at}`, questions: [], seq: 0 }))
  const [first, storm] = [sittings.slice(0, 300), sittings.slice(300)]

  // As in reality, people open the page before they press the button.
  for (const sitting of sittings) await read(sitting)
  console.log(`\n${people} people in one process, the server and the driver on the same processors`)
  const quiet: number[] = []
  for (const sitting of first) quiet.push(await begin(sitting))
  const before = processor()
  const began = performance.now()
  const times = await Promise.all(
    storm.map(async (sitting, at) => {
      await delay(at * beginEveryMs)
      return begin(sitting)
    }),
  )
  const took = (performance.now() - began) / 1000
  const cost = per(before, storm.length)
  const share = p99(times) / p99(quiet)
  say(share <= 3, [
    `storm: ${(storm.length / took).toFixed(0)} begun a second, p99 ${p99(times).toFixed(0)} ms; one after another p99 ${p99(quiet).toFixed(0)} ms`,
    `${cost}; ${share.toFixed(1)}× the quiet p99, the limit is 3`,
  ])

  const floors: number[] = []
  const rates: number[] = []
  let [lost, worst, answers] = [0, [] as number[], 0]
  const cpu = processor()
  for (let round = 0; round < 3; round += 1) {
    floors.push(await singleRows())
    const done = await answering(storm)
    rates.push(done.perSecond)
    worst = [...worst, ...done.times]
    lost += done.failed
    answers += done.times.length
  }
  const { kept } = await db
    .selectFrom('test_answers as t')
    .innerJoin('attempts as a', 'a.id', 't.attempt_id')
    .select(({ fn }) => fn.countAll<number>().as('kept'))
    .where('a.stage_id', '=', stageId)
    .where('a.device', 'like', 'device-%')
    .where('t.in_time', '=', true)
    .executeTakeFirstOrThrow()
  lost += answers - Number(kept)
  const ratio = median(rates) / median(floors)
  say(ratio >= 0.5 && lost === 0, [
    `answers: ${median(rates).toFixed(0)} a second, p99 ${p99(worst).toFixed(0)} ms, ${lost} lost; a row inserted and committed by the driver itself ${median(floors).toFixed(0)} a second`,
    `${per(cpu, answers)} (with the driver's own rows); ${ratio.toFixed(2)} of the bare rate, the limit is 0.5`,
  ])

  const others = `${portal.url}/api/v3/user/user-stages?competition_code=all_kinds`
  const calm = await readFor(3000)
  // More than a minute ahead, like every end, so that the sweep knows about it.
  const ahead = 75
  await sql`
    update attempts set begun_at = now() + ${ahead} * interval '1 second' - limit_minutes * interval '1 minute',
      due_at = now() + ${ahead} * interval '1 second' + ${attemptGrace} * interval '1 millisecond'
    where stage_id = ${stageId} and finished_at is null and device like 'device-%'`.execute(db)
  await delay(ahead * 1000 + attemptGrace)
  const idle = processor()
  const spike = performance.now()
  const beside = readFor(10_000)
  await until(async () => (await unfinished()) === 0, 'ends', 600_000)
  const ended = (performance.now() - spike) / 1000
  const spent = per(idle, sittings.length)
  const busy = await beside
  const stall = p99(busy) / p99(calm)
  say(ended <= 10 && stall <= 3, [
    `spike: ${sittings.length} attempts that end in the same second are finished ${ended.toFixed(1)} s later, the limit is 10`,
    `others wait p99 ${p99(busy).toFixed(0)} ms meanwhile, ${p99(calm).toFixed(0)} ms in quiet: ${stall.toFixed(1)}×, the limit is 3; ${spent} (with those others)`,
  ])

  const start = processor()
  const racing = await race()
  say(racing.wrong === 0 && racing.lost === 0, [
    `race: ${racing.sent} answers around the deadline, clocks of the devices off by up to 2 hours: ${racing.counted} counted, ${racing.late} late, ${racing.refused} refused after the end`,
    `${racing.wrong} late ones counted or timely ones not, ${racing.lost} acknowledged and lost; both limits are 0; ${per(start, racing.sent)}`,
  ])
  process.exitCode = holds ? 0 : 1
  await close()

  async function papers(): Promise<number> {
    const found = db.selectFrom('test_papers').select(({ fn }) => fn.countAll<number>().as('count'))
    return Number((await found.where('stage_id', '=', stageId).executeTakeFirstOrThrow()).count)
  }

  async function unfinished(): Promise<number> {
    const { count } = await db
      .selectFrom('attempts')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('stage_id', '=', stageId)
      .where('finished_at', 'is', null)
      .where('device', 'like', 'device-%')
      .executeTakeFirstOrThrow()
    return Number(count)
  }

  async function read({ token, device }: Sitting): Promise<void> {
    const { status } = await call('GET', `${address}?device=${device}`, token)
    if (status !== 200) throw new Error(`the page before the test: ${status}`)
  }

  async function begin(sitting: Sitting): Promise<number> {
    const { ms, status, body } = await act(sitting, { act: 'begin' })
    if (status !== 200) throw new Error(`begin: ${status} ${JSON.stringify(body)}`)
    sitting.questions = (body.page?.attempt?.sections ?? []).flatMap(({ questions }) => questions.map(({ id }) => id))
    return ms
  }

  function answer(sitting: Sitting, sentAt = Date.now()): Promise<Answered> {
    sitting.seq += 1
    const question = sitting.questions[sitting.seq % sitting.questions.length]
    return act(sitting, { act: 'answer', seq: sitting.seq, question, answer: null, sent_at: sentAt })
  }

  /** All people answer in turn, over all connections at once. */
  async function answering(of: readonly Sitting[]) {
    const start = performance.now()
    const made: number[] = []
    let [next, failed] = [0, 0]
    const worker = async () => {
      while (performance.now() - start < seconds * 1000) {
        const sitting = of[next++ % of.length]
        if (!sitting) return
        const { status, ms, body } = await answer(sitting)
        made.push(ms)
        if (status !== 200 || !body.acknowledged?.counted) failed += 1
      }
    }
    await Promise.all(Array.from({ length: connections }, worker))
    return { perSecond: (made.length * 1000) / (performance.now() - start), times: made, failed }
  }

  /** As many connections as the portal has to the database, each inserting rows of the same size. */
  async function singleRows(): Promise<number> {
    await pool.query(
      'create table if not exists bench_answers (id bigint generated always as identity primary key, account integer, answer jsonb, at timestamptz)',
    )
    const start = performance.now()
    let done = 0
    const worker = async () => {
      while (performance.now() - start < seconds * 1000) {
        await pool.query('insert into bench_answers (account, answer, at) values ($1, $2, clock_timestamp())', [
          done,
          '{}',
        ])
        done += 1
      }
    }
    await Promise.all(Array.from({ length: connections }, worker))
    return (done * 1000) / (performance.now() - start)
  }

  async function readFor(ms: number): Promise<number[]> {
    const made: number[] = []
    const end = performance.now() + ms
    for (let at = 0; performance.now() < end; at += 1) {
      made.push((await call('GET', others, tokens[at % tokens.length] ?? '')).ms)
      await delay(20)
    }
    return made
  }

  /** New attempts end in three seconds; answers come before, at and after that moment. */
  async function race() {
    const { tokens: racers } = await participants(env, 200, season)
    const running = racers.map((token, at): Sitting => ({ token, device: `racing-${at}`, questions: [], seq: 0 }))
    for (const sitting of running) await begin(sitting)
    await sql`
      update attempts set begun_at = ends - limit_minutes * interval '1 minute',
        due_at = ends + ${attemptGrace} * interval '1 millisecond'
      -- In whole milliseconds, as the portal stores the beginning of an attempt.
      from (select date_trunc('milliseconds', now()) + interval '3 seconds' as ends) as of
      where stage_id = ${stageId} and device like 'racing-%'`.execute(db)
    const sums = { sent: 0, counted: 0, late: 0, refused: 0, wrong: 0, lost: 0 }
    const acknowledged: { sitting: Sitting; seq: number; counted: boolean }[] = []
    await Promise.all(
      Array.from({ length: connections }, async () => {
        while (sums.sent < lateAnswers) {
          const sitting = running[sums.sent % running.length]
          if (!sitting) return
          sums.sent += 1
          const { status, body } = await answer(sitting, Date.now() + Math.round((Math.random() * 4 - 2) * hours))
          if (status === 200 && body.acknowledged) acknowledged.push({ sitting, ...body.acknowledged })
          else sums.refused += 1
          // Spread over the end and the time after it.
          await delay(Math.random() * 100)
        }
      }),
    )
    const rows = await db
      .selectFrom('test_answers as t')
      .innerJoin('attempts as a', 'a.id', 't.attempt_id')
      .select(['a.device', 't.seq', 't.in_time'])
      .select(
        // Moments are compared in whole milliseconds, as everywhere in the portal.
        sql<boolean>`date_trunc('milliseconds', t.received_at) <= a.begun_at + a.limit_minutes * interval '1 minute'
          + ${attemptGrace} * interval '1 millisecond'`.as('timely'),
      )
      .where('a.device', 'like', 'racing-%')
      .execute()
    const byKey = new Map(rows.map((row) => [`${row.device} ${row.seq}`, row]))
    sums.wrong = rows.filter((row) => row.in_time !== row.timely).length
    for (const { sitting, seq, counted } of acknowledged) {
      const row = byKey.get(`${sitting.device} ${seq}`)
      if (row?.in_time !== counted) sums.lost += 1
      if (counted) sums.counted += 1
      else sums.late += 1
    }
    return sums
  }

  function act({ token, device }: Sitting, body: object): Promise<Answered> {
    return call('POST', address, token, { device, ...body })
  }

  function processor() {
    const postgres = processorTime(postmaster)
    return { node: processorTime(portal.child.pid ?? 0).own, postgres: postgres.own + postgres.others }
  }

  function per(start: { node: number; postgres: number }, calls: number): string {
    const end = processor()
    const node = (end.node - start.node) / calls
    const postgres = (end.postgres - start.postgres) / calls
    return `processor time each: Node ${node.toFixed(2)} ms, PostgreSQL ${postgres.toFixed(2)} ms`
  }
} finally {
  await caller.close()
  await portal.kill('SIGTERM')
  rmSync(directory, { recursive: true, force: true })
}

async function call(method: 'GET' | 'POST', url: string, token: string, json?: object): Promise<Answered> {
  const start = performance.now()
  const headers = { 'X-Token': token, ...(json && { 'Content-Type': 'application/json' }) }
  const { status, text } = await caller.call(url, { method, headers, body: json && JSON.stringify(json) })
  return { status, ms: performance.now() - start, body: text ? JSON.parse(text) : {} }
}

function say(good: boolean, [facts, verdict]: [string, string]): void {
  holds &&= good
  console.log(`\n${facts}\n  ${verdict}`)
}

async function until(there: () => Promise<boolean>, what: string, ms = 120_000): Promise<void> {
  const end = performance.now() + ms
  while (!(await there())) {
    if (performance.now() > end) throw new Error(`waited too long for ${what}`)
    await delay(100)
  }
}

function p99(times: readonly number[]): number {
  const sorted = times.toSorted((one, other) => one - other)
  return sorted[Math.floor(sorted.length * 0.99)] ?? 0
}
