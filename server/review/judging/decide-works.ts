import { sql } from 'kysely'
import type { Db, Tx } from '#server/db.ts'
import type { Services } from '#server/services.ts'
import { refuseBesideProtocol } from '#server/stages/beside-protocol.ts'
import { lockStage } from '#server/stages/one-stage.ts'
import { settleAndTell } from '#server/stages/settle.ts'
import { workersOf } from '#server/stages/work-owner.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { type FinalMark, type Method, markInWords } from '#shared/stages/final-marks.ts'
import { audited, readJudging } from './edit-judging.ts'
import { marksAt } from './results.ts'
import { refuseStopped, stopsOutcome } from './stopped.ts'
import { assesses, counts, isPrepared, judgedStage, lockJudging, type Place } from './store.ts'

export interface ListDecision {
  works: readonly number[]
  outcome: 'passed' | 'failed'
  /** What the participant reads after the mark. */
  reason: string
}

/**
 * Decides about works after the judging: the final mark becomes the result of the stage, and the participants are
 * notified at once. Earlier decisions stay, so a list may be sent again.
 */
export async function decideWorks(services: Services, actorId: number, place: Place, decision: ListDecision) {
  const { db } = services
  const { id: stageId } = await judgedStage(services, place)
  let closed = await db.transaction().execute(async (tx) => readClosed(tx, stageId))
  if (await isRanked(db, stageId)) throw new Refusal('decided_by_ranking')
  await refuseUndecidable(db, stageId, decision)
  const { marks } = closed
  if (decision.reason.trim() === '' && decision.works.some((work) => !marks.has(work)))
    throw new Refusal('verdict_without_reason')
  let decided = 0
  // One transaction for each work: a long list blocks nobody, and decisions made before a failure stay.
  for (const work of decision.works)
    await db.transaction().execute(async (tx) => {
      closed = await readClosed(tx, stageId, closed)
      const { method } = closed
      const mark = closed.marks.get(work)
      const words = mark ? markInWords(mark, method) : ''
      const one = { work, stageId, result: mark && resultOf(mark, method), words, actorId, place, ...decision }
      if (await decideWork(tx, services, one)) decided++
    })
  return { decided, judging: await readJudging(services, place, 'whole') }
}

/**
 * The marks of a closed judging, which stays closed until the transaction ends. Marks that were `known` still hold if the
 * judging has not changed since.
 */
async function readClosed(tx: Tx, stageId: number, known?: { version: string; marks: Map<number, FinalMark> }) {
  const { state, method, version } = await lockJudging(tx, stageId, 'forShare')
  if (state !== 'closed') throw new Refusal('judging_not_closed')
  return { method, version, marks: known?.version === version ? known.marks : await marksAt(tx, stageId, method) }
}

/** Whether participants assess these works: then only their ranking decides which may pass. */
async function isRanked(db: Db, stageId: number): Promise<boolean> {
  const { rows } = await sql`select from stages s, stages p where s.id = ${stageId} and ${assesses} limit 1`.execute(db)
  return rows.length > 0
}

/** Refuses before any of these works is decided. */
export async function refuseUndecidable(db: Db, stageId: number, { works, outcome }: Omit<ListDecision, 'reason'>) {
  await refuseStopped(db, works, outcome, stageId)
  await refuseBesideProtocol(db, stageId, await ownersOf(db, works))
}

async function ownersOf(db: Db, works: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ account_id: number }>`
    select account_id from works where id = any(${works}::int[]) and account_id is not null
    union
    select m.account_id from works w join formed_team_members m on m.team_id = w.team_id and m.state = 'active'
    where w.id = any(${works}::int[])`.execute(db)
  return rows.map(({ account_id }) => account_id)
}

const resultOf = ({ final, raw, readings }: FinalMark, method: Method) => ({
  score: final,
  detail: { raw, readings, method },
})

interface OneDecision extends Omit<ListDecision, 'works'> {
  work: number
  stageId: number
  /** The mark that becomes the result of the stage; undefined where there is none. */
  result: { score: number; detail: Record<string, unknown> } | undefined
  /** How it came about. */
  words: string
  actorId: number
  place: Place
}

/**
 * Decides about one work and notifies its owners. False where it is decided already, stopped, still being prepared, or
 * would pass a team that has lost its result.
 */
export async function decideWork(
  tx: Tx,
  services: Services,
  { work: workId, stageId, result: mark, words: marked, actorId, place, outcome, reason }: OneDecision,
): Promise<boolean> {
  const now = services.clock()
  const owner = await tx
    .selectFrom('works')
    .select(['account_id', 'team_id'])
    .where('id', '=', workId)
    .where('stage_id', '=', stageId)
    .executeTakeFirst()
  if (!owner) throw new Refusal('work_not_found')
  if (outcome === 'passed' && owner.team_id !== null && (await hasLostResult(tx, owner.team_id))) return false
  const workers = await workersOf(tx, { stageId, accountId: owner.account_id ?? 0, teamId: owner.team_id })
  // The locking order of a hand-in: facts first, then the work.
  for (const worker of workers) await lockStage(tx, services.seasons, worker, { stageId }, now)
  const work = await tx
    .selectFrom('works as w')
    .select(['w.waits_since', 'w.step', isPrepared.as('prepared'), stopsOutcome(outcome).as('stopped')])
    .where('w.id', '=', workId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!work?.waits_since || work.step === 'check' || !work.prepared || work.stopped) return false
  const words = [marked, reason.trim()].filter((part) => part !== '').join(' ')
  const comments = await commentsOn(tx, workId)
  if (mark) {
    const result = { score: mark.score, detail: JSON.stringify(mark.detail), computed_at: now }
    for (const worker of workers)
      await tx
        .insertInto('stage_results')
        .values({ account_id: worker, stage_id: stageId, ...result })
        .onConflict((conflict) => conflict.columns(['account_id', 'stage_id']).doUpdateSet(result))
        .execute()
  }
  const said = { reason: words, comments, decidedBy: actorId }
  await settleAndTell(tx, services, { accountIds: workers, stageId, outcome, ...said })
  await audited(tx, actorId, place, 'work_decided', [
    {
      ...{ field: 'work', title: `Работа ${workId}` },
      ...{ before: 'ждёт решения', after: outcome === 'passed' ? 'прошла' : 'не прошла' },
    },
  ])
  return true
}

/** Whether the team has lost its result: its work cannot pass, whatever the marks. */
const hasLostResult = async (tx: Tx, teamId: number): Promise<boolean> =>
  (await tx
    .selectFrom('team_standings')
    .select('team_id')
    .where('team_id', '=', teamId)
    .where('lost_at', 'is not', null)
    .executeTakeFirst()) !== undefined

/** What the judges of the current hand-in wrote for the participant. The order does not reveal who wrote it. */
async function commentsOn(tx: Tx, workId: number): Promise<string[]> {
  const rows = await tx
    .selectFrom('readings as r')
    .innerJoin('works as w', 'w.id', 'r.work_id')
    .select('r.comment')
    .where('w.id', '=', workId)
    .where(counts)
    .where('r.comment', '<>', '')
    .orderBy(sql`md5(r.comment)`)
    .execute()
  return [...new Set(rows.map(({ comment }) => comment))]
}
