import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db, Tx } from '#server/db.ts'
import { databaseNow } from '#server/platform/clock/database-now.ts'
import type { Services } from '#server/services.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { attemptDeadline, attemptIsOverAt, attemptState, silenceAfter } from '#shared/stages/attempt.ts'
import {
  attemptColumns,
  isDecided,
  lockAttempt,
  mayGoOn,
  runningAttempt,
  type StoredAttempt,
  takesAttempts,
} from './attempts.ts'
import { keepHandInsTogether } from './hand-in.ts'
import type { EndedAttempt, TakenWork, TakesWork } from './kind.ts'
import { narrowSeason } from './narrow-season.ts'
import { closed, type OneStage, seenIn } from './one-stage.ts'
import { personStagesOfMany } from './person-stages.ts'
import { sweepDue } from './sweep-due.ts'
import { keepWork } from './work.ts'
import { workersOf, workOwner } from './work-owner.ts'

/** A stage that is hidden from its owner now is checked again after this time. */
const anotherLook = 3_600_000

/** The work of a kind under a clock: handing in finishes the attempt, and there are no drafts. */
export const attemptWork = (inWords: TakesWork['inWords']): TakesWork => ({
  questions: () => null,
  draft: null,
  inWords,
  toCheck: null,
  async take(db, services, { accountId, stage }) {
    const owner = workOwner(stage, accountId)
    const running = await runningAttempt(db, owner, true)
    if (running === null && stage.facts.submittedAt === null) throw new Refusal('attempt_not_begun')
    if (running === null) return 'repeated'
    if (!mayGoOn(stage)) throw closed(stage.state)
    return handedIn(db, services, endOf(stage, running, await databaseNow(db)))
  },
})

/** How many attempts end in one transaction: few enough that others hardly wait. */
const together = 20

/**
 * Finishes the attempts whose time is over, and returns how many. Most end together, in groups; an attempt that fails
 * or is locked ends alone, so a broken one does not block the others.
 */
export async function finishAttemptsAtDeadline(services: Services): Promise<number> {
  const now = await databaseNow(services.db)
  const finished = await finishTogether(services, now)
  return finished + (await sweepDue(services, 'attempts', now, (tx, id) => settleAttempt(tx, services, id, now)))
}

async function finishTogether(services: Services, now: Date): Promise<number> {
  let finished = 0
  for (let after = 0; ; ) {
    const due = await services.db
      .selectFrom('attempts')
      .select(['id', 'stage_id as stageId'])
      .where('due_at', '<=', now)
      .where('account_id', 'is not', null)
      .where('id', '>', after)
      .orderBy('id')
      .limit(together)
      .execute()
    for (const [stageId, of] of Map.groupBy(due, (each) => each.stageId)) {
      if (of.length === 1) continue
      await services.seasons.ready(services.db, { stageId })
      const begun = performance.now()
      const ids = of.map(({ id }) => id)
      const ended = services.db.transaction().execute((tx) => settleTogether(tx, services, stageId, ids))
      // The failure shows again when the attempts are ended one by one.
      finished += await ended.catch(() => 0)
      // Leaves other work half as much time as the group took.
      await delay((performance.now() - begun) / 2)
    }
    const last = due.at(-1)
    if (last === undefined) return finished
    after = last.id
  }
}

/** Returns how many of these attempts were finished. Those that are left stay due. */
async function settleTogether(tx: Tx, services: Services, stageId: number, ids: readonly number[]): Promise<number> {
  const held = await lockTogether(tx, stageId, ids)
  const code = await services.seasons.codeOf(tx, stageId)
  const season = code === null ? null : await services.seasons.known(tx, code)
  if (held.length === 0 || !season) return 0
  // Read after the locks.
  const now = await databaseNow(tx)
  const people = held.map(({ account_id }) => account_id ?? 0)
  const stages = await personStagesOfMany(tx, narrowSeason(season, stageId), people, now)
  const later: { id: number; dueAt: Date }[] = []
  const ended: (EndedAttempt & { accountId: number })[] = []
  for (const { account_id, ...running } of held) {
    const all = stages?.get(account_id ?? 0)
    const stage = all && seenIn(all, { stageId })
    const over = stage && attemptIsOverAt(running, stage.state.window.closesAt)
    if (!stage || !over || isDecided(stage.facts)) continue
    if (now < over) later.push({ id: running.id, dueAt: over })
    else ended.push({ ...endOf(stage, running, now), accountId: account_id ?? 0 })
  }
  await lookLater(tx, later)
  const [first] = ended
  if (!first) return 0
  const taken = await takesAttempts(first.stage).atEnd(tx, services, ended)
  if (taken.some(({ follows, fileIds, keep }) => follows !== 'wait' || fileIds?.length || keep)) return 0
  const works = ended.map(({ accountId, finishedAt }, at) => {
    const { data = {}, formVersion = 0 } = taken[at] ?? {}
    return { accountId, data, formVersion, arrivedAt: finishedAt }
  })
  await keepHandInsTogether(tx, stageId, works, now)
  await finishAll(tx, ended)
  return ended.length
}

/** Locks those that nobody else holds, with the facts of their people, as `lockAttempt` does for one. */
async function lockTogether(tx: Tx, stageId: number, ids: readonly number[]) {
  const people = await tx
    .selectFrom('stage_facts')
    .select('account_id')
    .where('stage_id', '=', stageId)
    .where('account_id', 'in', (of) =>
      of
        .selectFrom('attempts')
        .select('account_id')
        .where('id', 'in', ids)
        .where('finished_at', 'is', null)
        .$narrowType<{ account_id: number }>(),
    )
    .orderBy('account_id')
    .forUpdate()
    .skipLocked()
    .execute()
  return tx
    .selectFrom('attempts')
    .select([...attemptColumns, 'account_id'])
    .where('id', 'in', ids)
    .where('account_id', 'in', [0, ...people.map(({ account_id }) => account_id)])
    .where('finished_at', 'is', null)
    .orderBy('id')
    .forUpdate()
    .skipLocked()
    .execute()
}

async function lookLater(tx: Tx, later: readonly { id: number; dueAt: Date }[]): Promise<void> {
  if (later.length === 0) return
  await sql`
    update attempts a set due_at = l.due_at
    from unnest(${later.map(({ id }) => id)}::int[], ${later.map(({ dueAt }) => dueAt)}::timestamptz[]) as l(id, due_at)
    where a.id = l.id`.execute(tx)
}

/** Finishes one attempt; returns whether it was finished. */
async function settleAttempt(tx: Tx, services: Services, id: number, now: Date): Promise<boolean> {
  const later = async (dueAt: Date | null) => {
    await tx.updateTable('attempts').set({ due_at: dueAt }).where('id', '=', id).execute()
    return false
  }
  const of = await tx.selectFrom('attempts').selectAll().where('id', '=', id).executeTakeFirst()
  if (!of) return false
  const anybody = { stageId: of.stage_id, teamId: of.team_id, accountId: of.account_id ?? 0 }
  const [accountId] = await workersOf(tx, anybody)
  if (accountId === undefined) return later(new Date(now.getTime() + anotherLook))
  const locked = await lockAttempt(tx, services, { accountId, stageId: of.stage_id }).catch((fault: unknown) => {
    if (fault instanceof Refusal) return null
    throw fault
  })
  if (!locked) return later(new Date(now.getTime() + anotherLook))
  const { stage, owner, running } = locked
  // The person has ended this attempt meanwhile.
  if (running?.id !== id) return false
  const over = attemptIsOverAt(running, stage.state.window.closesAt)
  if (over === null || locked.now < over) return later(over)
  const ended = endOf(stage, running, locked.now)
  if (isDecided(stage.facts)) {
    await finish(tx, ended)
    return true
  }
  const taken = await handedIn(tx, services, ended)
  await keepWork(tx, stage, owner, taken, { arrivedAt: ended.finishedAt, now: locked.now, bySystem: true })
  return true
}

/** How the attempt ends now: by the deadline when its time is over, otherwise by the person. */
function endOf(stage: OneStage, attempt: StoredAttempt, now: Date): EndedAttempt {
  const { closesAt } = stage.state.window
  const by = attemptState(attempt, closesAt, now).by ?? 'person'
  const deadline = attemptDeadline(attempt, closesAt)
  const finishedAt = deadline !== null && deadline < now ? deadline : now
  const { id, number } = attempt
  return { id, number, stage, by, finishedAt }
}

const finish = (tx: Tx, ended: EndedAttempt): Promise<void> => finishAll(tx, [ended])

async function finishAll(tx: Tx, ended: readonly EndedAttempt[]): Promise<void> {
  await sql`
    with ended as materialized (
      select * from unnest(${ended.map(({ id }) => id)}::int[], ${ended.map(({ by }) => by)}::text[],
        ${ended.map(({ finishedAt }) => finishedAt)}::timestamptz[]) as e(id, by, at)
    ), finished as (
      update attempts a set finished_at = e.at, finished_by = e.by, due_at = null from ended e where a.id = e.id
    )
    insert into attempt_silences (attempt_id, silent_from, heard_again_at)
    select a.id, a.heard_at, e.at from ended e join attempts a on a.id = e.id
    where e.by = 'deadline' and e.at > a.heard_at + ${silenceAfter}::int * interval '1 millisecond'
    on conflict do nothing`.execute(tx)
}

/** The hand-in of the attempt; the attempt is finished when the hand-in is kept. */
async function handedIn(db: Db | Tx, services: Services, ended: EndedAttempt): Promise<TakenWork> {
  const [taken] = await takesAttempts(ended.stage).atEnd(db, services, [ended])
  if (!taken) throw new Error('nothing was handed in with an attempt')
  const keep = async (within: Tx) => {
    await finish(within, ended)
    await taken.keep?.(within)
  }
  return { ...taken, arrivedAt: ended.finishedAt, keep }
}
