import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Services } from '#server/services.ts'
import { wordsOfOwners } from '#server/stages/authors-words.ts'
import { endProcessing } from '#server/stages/facts.ts'
import { interrupt, lockProcessedTogether } from '#server/stages/or-interrupt.ts'
import { namesIn } from '#shared/platform/text/names-in.ts'
import { comparedAt, compareWorks, type How, lockStanding, type Standing } from './compare-works.ts'

/** How many works one run of the regular job prepares. */
const worksOfRun = 200
/** How many are prepared together: for each, the texts of twenty other works are in memory. */
const together = 20

/**
 * Prepares the work of this hand-in for people who judge it: compares it with others, and finds words that could reveal
 * its author. Then the work waits for people. Safe to repeat; does nothing after a later hand-in or a decision.
 */
export async function prepareHandIn(services: Services, handInId: number): Promise<void> {
  await prepare(services, [handInId], true)
}

/**
 * Prepares hand-ins that arrived together, in as many statements as one. Returns those that must be tried alone:
 * those whose author or work is locked at this moment, and the whole group when one of them fails.
 */
export async function prepareTogether(services: Services, handInIds: readonly number[]): Promise<number[]> {
  const left: number[] = []
  for (let at = 0; at < handInIds.length; at += together) {
    const some = handInIds.slice(at, at + together)
    left.push(...(await prepare(services, some, false).catch(() => some)))
  }
  return left
}

async function prepare(services: Services, handInIds: readonly number[], wait: boolean): Promise<number[]> {
  const works = await standing(services, handInIds)
  // A hand-in that an earlier try has compared is not compared again.
  const toCompare = works.filter(({ how, compared }) => how.percent > 0 && !compared)
  const held = await compareWorks(services, toCompare, wait)
  const free = works.filter(({ workId }) => !held.has(workId))
  const done = await tellOwners(services, free, wait)
  return works.flatMap(({ handInId }) => (done.has(handInId) ? [] : [handInId]))
}

/** The works of these hand-ins that still wait, at stages whose works are prepared. */
async function standing({ db, seasons }: Services, handInIds: readonly number[]) {
  const { rows } = await sql<StandingRow>`
    select w.id, w.hand_in_id, w.stage_id, w.account_id, w.team_id, s.competition_code, h.data,
      exists (select from compared_works c where c.work_id = w.id and c.hand_in_id = w.hand_in_id) as compared
    from works w join stages s on s.id = w.stage_id join hand_ins h on h.id = w.hand_in_id
    where w.hand_in_id = any(${handInIds}::int[]) and w.waits_since is not null
    order by w.id`.execute(db)
  const works: (Standing & { compared: boolean })[] = []
  for (const { id, hand_in_id, account_id, team_id, stage_id, competition_code, data, compared } of rows) {
    const stage = (await seasons.known(db, competition_code))?.byId.get(stage_id)
    const how = comparedAt(stage)
    if (stage && how)
      works.push({
        ...{ workId: id, handInId: hand_in_id, accountId: account_id, teamId: team_id },
        ...{ data, stage, how, compared },
      })
  }
  return works
}

interface StandingRow {
  id: number
  hand_in_id: number
  stage_id: number
  account_id: number | null
  team_id: number | null
  competition_code: string
  data: Record<string, unknown>
  compared: boolean
}

/**
 * Stores the words that reveal the authors, and ends the processing of the works. Returns the hand-ins that are done.
 */
async function tellOwners(
  { db, clock }: Services,
  works: readonly Standing[],
  wait: boolean,
): Promise<ReadonlySet<number>> {
  if (works.length === 0) return new Set()
  return db.transaction().execute(async (tx) => {
    const processed = await lockProcessedTogether(tx, works, wait)
    const free = works.filter(({ handInId }) => !processed.held.has(handInId))
    const waiting = free.length > 0 ? await lockStanding(tx, free, wait) : []
    const settled = new Set(waiting.map(({ handInId }) => handInId))
    if (waiting.length === 0) return settled
    const words = await wordsOfOwners(tx, waiting)
    const now = clock()
    const prepared = []
    for (const [at, { workId: work_id, handInId: hand_in_id, how, data }] of waiting.entries()) {
      const telling = how.passages(data).flatMap(({ text }) => namesIn(text, words[at] ?? []))
      prepared.push({ work_id, hand_in_id, telling: [...new Set(telling)], prepared_at: now })
      await setImmediate()
    }
    await tx
      .insertInto('prepared_works')
      .values(prepared)
      .onConflict((conflict) =>
        conflict.column('work_id').doUpdateSet((eb) => ({
          hand_in_id: eb.ref('excluded.hand_in_id'),
          telling: eb.ref('excluded.telling'),
          prepared_at: eb.ref('excluded.prepared_at'),
        })),
      )
      .execute()
    const people = processed.people.filter(({ handInId }) => settled.has(handInId))
    if (people.length > 0) await endProcessing(tx, people)
    return settled
  })
}

/**
 * Prepares works that are not prepared yet, such as hand-ins whose own job died with its process: at most `atOnce` of
 * those with a number above `after`. A work that fails is marked as interrupted, and the others are still prepared.
 * Returns the causes of failures, and the number after which the next run begins: works that fail again and again do not
 * hold up later ones. Null when no more are left.
 */
export async function prepareWorks(
  services: Services,
  { after = 0, atOnce = worksOfRun }: { after?: number; atOnce?: number } = {},
): Promise<{ failures: unknown[]; next: number | null }> {
  const { db, seasons } = services
  const types = Object.keys(seasons.kinds).filter((type) => seasons.kinds[type]?.compared)
  const stages = await db.selectFrom('stages').select(['id', 'competition_code']).where('type', 'in', types).execute()
  const open = new Map<number, How>()
  for (const { id, competition_code } of stages) {
    const stage = (await seasons.known(db, competition_code))?.byId.get(id)
    const how = comparedAt(stage)
    if (how) open.set(id, how)
  }
  const compared = [...open].flatMap(([id, how]) => (how.percent > 0 ? [id] : []))
  const { rows } = await sql<{ id: number; hand_in_id: number }>`
    select w.id, w.hand_in_id from works w
    left join compared_works c on c.work_id = w.id
    left join prepared_works p on p.work_id = w.id
    where w.stage_id = any(${[...open.keys()]}::int[]) and w.waits_since is not null and w.id > ${after}
      and (p.hand_in_id is distinct from w.hand_in_id
        or (c.hand_in_id is distinct from w.hand_in_id and w.stage_id = any(${compared}::int[])))
    order by w.id limit ${atOnce}`.execute(db)
  const handInIds = rows.map((work) => work.hand_in_id)
  const failures: unknown[] = []
  for (const handInId of await prepareTogether(services, handInIds))
    try {
      await prepareHandIn(services, handInId)
    } catch (cause) {
      failures.push(cause)
      // The database itself may be what fails.
      await interrupt(services, handInId, null).catch(() => {})
    }
  return { failures, next: rows.length === atOnce ? (rows.at(-1)?.id ?? null) : null }
}
