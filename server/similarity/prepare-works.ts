import { sql } from 'kysely'
import type { Services } from '#server/services.ts'
import { ownersWords } from '#server/stages/authors-words.ts'
import { serverStageKinds } from '#server/stages/kinds.ts'
import { interrupt, lockProcessed } from '#server/stages/or-interrupt.ts'
import type { SeasonStage } from '#server/stages/season.ts'
import { namesIn } from '#shared/text/names-in.ts'
import { comparedAt, compareWork, type How } from './compare-works.ts'

/** How many works one run of the regular job prepares. */
const atOnce = 200

/** The kinds whose works are compared. */
const comparedTypes = Object.values(serverStageKinds).flatMap(({ compared, contract }) =>
  compared ? [contract.type] : [],
)

/**
 * Prepares the work of this hand-in for people who judge it: compares it with others, and finds words that could reveal
 * its author. Then the work waits for people. Safe to repeat; does nothing after a later hand-in or a decision.
 */
export async function prepareHandIn(services: Services, handInId: number): Promise<void> {
  const { db, seasons } = services
  const work = await db
    .selectFrom('works as w')
    .innerJoin('stages as s', 's.id', 'w.stage_id')
    .select(['w.id', 'w.stage_id', 's.competition_code'])
    .where('w.hand_in_id', '=', handInId)
    .executeTakeFirst()
  if (!work) return
  const stage = (await seasons.known(db, work.competition_code))?.byId.get(work.stage_id)
  const how = comparedAt(stage)
  if (stage && how) await prepareWork(services, { ...work, hand_in_id: handInId }, stage, how)
}

/**
 * Prepares works that are not prepared yet, such as hand-ins whose own job died with its process. Returns whether more
 * are left. A work that fails is marked as interrupted, and the others are still prepared.
 */
export async function prepareWorks(services: Services): Promise<boolean> {
  const { db, seasons } = services
  const stages = await db
    .selectFrom('stages')
    .select(['id', 'competition_code'])
    .where('type', 'in', comparedTypes)
    .execute()
  const open = new Map<number, { stage: SeasonStage; how: How }>()
  for (const { id, competition_code } of stages) {
    const stage = (await seasons.known(db, competition_code))?.byId.get(id)
    const how = comparedAt(stage)
    if (stage && how) open.set(id, { stage, how })
  }
  const compared = [...open].flatMap(([id, { how }]) => (how.percent > 0 ? [id] : []))
  const { rows } = await sql<{ id: number; stage_id: number; hand_in_id: number }>`
    select w.id, w.stage_id, w.hand_in_id from works w
    left join compared_works c on c.work_id = w.id
    left join prepared_works p on p.work_id = w.id
    where w.stage_id = any(${[...open.keys()]}::int[]) and w.waits_since is not null
      and (p.hand_in_id is distinct from w.hand_in_id
        or (c.hand_in_id is distinct from w.hand_in_id and w.stage_id = any(${compared}::int[])))
    order by w.id limit ${atOnce}`.execute(db)
  const failures: unknown[] = []
  for (const work of rows) {
    const at = open.get(work.stage_id)
    if (!at) continue
    try {
      await prepareWork(services, work, at.stage, at.how)
    } catch (cause) {
      failures.push(cause)
      // The database itself may be the cause of the failure.
      await interrupt(services, work.hand_in_id, null).catch(() => {})
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, 'works could not be prepared')
  return rows.length === atOnce
}

async function prepareWork(
  services: Services,
  { id: workId, hand_in_id: handInId }: { id: number; hand_in_id: number },
  stage: SeasonStage,
  how: How,
): Promise<void> {
  const { db, clock } = services
  if (how.percent > 0) await compareWork(services, workId, stage, how)
  await db.transaction().execute(async (tx) => {
    const processed = await lockProcessed(tx, handInId)
    const work = await tx
      .selectFrom('works as w')
      .innerJoin('hand_ins as h', 'h.id', 'w.hand_in_id')
      .select(['w.account_id', 'w.team_id', 'h.data'])
      .where('w.id', '=', workId)
      .where('w.hand_in_id', '=', handInId)
      .where('w.waits_since', 'is not', null)
      .executeTakeFirst()
    if (!work) return
    const words = await ownersWords(tx, { accountId: work.account_id, teamId: work.team_id })
    const telling = how.passages(work.data).flatMap(({ text }) => namesIn(text, words))
    const prepared = { hand_in_id: handInId, telling: [...new Set(telling)], prepared_at: clock() }
    await tx
      .insertInto('prepared_works')
      .values({ work_id: workId, ...prepared })
      .onConflict((conflict) => conflict.column('work_id').doUpdateSet(prepared))
      .execute()
    if (!processed) return
    await tx
      .updateTable('stage_facts')
      .set({ processing_at: null, interrupted_at: null })
      .where('stage_id', '=', processed.stageId)
      .where('account_id', 'in', processed.accountIds)
      .execute()
  })
}
