// 10,000 works are given to 600 judges, three each, and 30,000 marks become final marks: through the API of the portal,
// with the database, the solver and the answer.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { readConfig } from '#server/platform/config/config.ts'
import { freePort, startPortal } from '#server/testing/portal-process.ts'
import { participants } from './participants.ts'
import { portalDatabase } from './portal-database.ts'
import { addWorks } from './works.ts'

const works = Number(process.env.BENCH_WORKS ?? 10_000)
const judges = 600
const readers = 3
const limits = { assign: 20, score: 10 }
const directory = mkdtempSync(join(tmpdir(), 'portal-judging-'))
const env = { DATA_DIR: join(directory, 'portal'), PORT: String(await freePort()) }
const portal = await startPortal(env)

try {
  const { tokens, stages } = await participants(env, judges)
  const stage = stages.essay ?? 0
  const { db, close } = portalDatabase(readConfig(env).dataDir)
  await sql`delete from readings`.execute(db)
  // The portal has just started and compares these works, each under a lock, so the delete first waits for all of them.
  await db.transaction().execute(async (tx) => {
    await sql`lock table works in exclusive mode`.execute(tx)
    await sql`delete from works where stage_id = ${stage}`.execute(tx)
  })
  await sql`delete from stage_staff where stage_id = ${stage}`.execute(db)
  await sql`insert into stage_staff (stage_id, account_id, duty, added_at, region)
    select ${stage}, id, 'judge', now(), (id % 85)::text from accounts where email like '%@bench.test'`.execute(db)
  await addWorks(db, stage, works)
  await sql`insert into admin_flags (account_id, flag)
    select id, 'assessment' from accounts where email like '%@bench.test' order by id limit 1`.execute(db)
  await sql`update accounts set is_demo = true where email like '%@bench.test'`.execute(db)

  const base = `http://127.0.0.1:${env.PORT}/api/v3/admin/competitions/ru_season_5/stages/essay/judging`
  const headers = { 'X-Token': tokens[0] ?? '' }
  interface Judging {
    assigning: boolean
    assigned: { added: number; gaps: { load: number; conflicts: number } } | null
  }
  // From the call until the job of the assignment is done.
  const assigned = await timed(async () => {
    await fetch(`${base}/assign`, { method: 'POST', headers })
    for (;;) {
      const judging = (await (await fetch(base, { headers })).json()) as Judging
      if (!judging.assigning) return judging.assigned
      await delay(200)
    }
  })
  if (!assigned.answer) throw new Error(portal.output().slice(-3000))
  const { added, gaps } = assigned.answer
  const lacking = gaps.load + gaps.conflicts
  const loads = await sql<{ most: number; least: number; full: number }>`
    select max(load)::int as most, min(load)::int as least,
      (select count(*)::int from (select from readings group by work_id having count(*) = ${readers}) as f) as full
    from (select count(*) as load from readings group by judge_id) as l`.execute(db)
  const { most, least, full } = loads.rows[0] ?? { most: 0, least: 0, full: 0 }
  await sql`
    update readings r set marks = '{}', total = (r.id * 7919) % 101, done_at = now(), hand_in_id = w.hand_in_id,
      rubric_id = (select id from rubrics where stage_id = ${stage})
    from works w where w.id = r.work_id`.execute(db)
  await sql`update judgings set method = 'normalised' where stage_id = ${stage}`.execute(db)
  const scored = await timed(async () => (await fetch(`${base}/results`, { headers })).json())
  const { count } = scored.answer as { count: number }
  await close()

  console.log(`assigned: ${added} readings in ${assigned.seconds.toFixed(1)} s; the limit is ≤ ${limits.assign} s`)
  console.log(
    `works with ${readers} judges: ${full} of ${works}, named with a reason: ${lacking}; ${least} to ${most} works a judge`,
  )
  console.log(
    `scored and normalised: ${count} works in ${scored.seconds.toFixed(1)} s; the limit is ≤ ${limits.score} s`,
  )
  const wrong = full + lacking < works || count !== works
  if (wrong || assigned.seconds > limits.assign || scored.seconds > limits.score) process.exitCode = 1
} finally {
  await portal.kill('SIGTERM')
  rmSync(directory, { recursive: true, force: true })
}

async function timed<T>(action: () => Promise<T>): Promise<{ answer: T; seconds: number }> {
  const begun = performance.now()
  const answer = await action()
  return { answer, seconds: (performance.now() - begun) / 1000 }
}
