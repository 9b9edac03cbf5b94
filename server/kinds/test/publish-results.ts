import { sql } from 'kysely'
import { recordAudit } from '#server/platform/audit/record-audit.ts'
import { addJob } from '#server/platform/jobs/jobs.ts'
import type { Services } from '#server/services.ts'
import { lockStage } from '#server/stages/one-stage.ts'
import { settle } from '#server/stages/settle.ts'
import { tellOutcome } from '#server/stages/tell-outcome.ts'
import { formatWire } from '#shared/platform/time/moscow.ts'
import { lastScores, type RankedAttempt, scoreAttempts } from './score-attempts.ts'
import { type Place, testSettings, testStageAt } from './test-stage.ts'

/** How many people are read at a time. */
const part = 500

/** Publishes the results of everybody who has finished, and changed results again. A job notifies the people. */
export async function publishResults(services: Services, actorId: number, place: Place) {
  const stage = await testStageAt(services, place)
  const now = services.clock()
  await services.db.transaction().execute(async (tx) => {
    const row = { passing: testSettings(stage).passing, published_at: now, published_by: actorId }
    await tx
      .insertInto('test_publications')
      .values({ stage_id: stage.id, ...row })
      .onConflict((conflict) => conflict.column('stage_id').doUpdateSet(row))
      .execute()
    await addJob(tx, 'tell_test_results', { stageId: stage.id }, { jobKey: `tell_test_results_${stage.id}` })
    await recordAudit(tx, {
      actorId,
      action: 'test_published',
      subject: `stage:${place.competition}/${place.code}`,
      detail: { competition: place.competition, stage: place.code, passing: row.passing },
    })
  })
  return { published_at: formatWire(now) }
}

/** Notifies each person whose result is not published yet, or has changed. A run after a failure repeats no notices. */
export async function tellResults(services: Services, stageId: number): Promise<void> {
  const { db } = services
  const publication = await db
    .selectFrom('test_publications')
    .select('passing')
    .where('stage_id', '=', stageId)
    .executeTakeFirst()
  if (!publication) return
  const { passing } = publication
  await scoreAttempts(db, stageId)
  const failures: unknown[] = []
  for (let after = 0; ; ) {
    const { rows } = await sql<RankedAttempt>`
      ${unpublishedResults(stageId, passing)} and t.id > ${after} order by t.id limit ${part}`.execute(db)
    for (const { account_id, score, attempt_id } of rows) {
      await tellResult(services, { stageId, accountId: account_id, score, passing }).catch((failure: unknown) =>
        failures.push(failure),
      )
      after = attempt_id
    }
    if (rows.length < part) break
  }
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} results could not be told`)
}

/** A query of the people whose result differs from the published one. */
export const unpublishedResults = (stageId: number, passing: number) => sql<RankedAttempt>`
  ${lastScores(stageId)} and not exists (
    select from stage_results r where r.stage_id = t.stage_id and r.account_id = t.account_id
      and r.score = s.score and r.detail -> 'passing' = to_jsonb(${passing}::int))`

async function tellResult(
  services: Services,
  { stageId, accountId, score, passing }: { stageId: number; accountId: number; score: number; passing: number },
): Promise<void> {
  await services.db.transaction().execute(async (tx) => {
    const now = services.clock()
    const { facts } = await lockStage(tx, services.seasons, accountId, { stageId }, now)
    const earlier = await tx
      .selectFrom('stage_results')
      .select(['score', 'detail'])
      .where('account_id', '=', accountId)
      .where('stage_id', '=', stageId)
      .forUpdate()
      .executeTakeFirst()
    const result = { score, detail: JSON.stringify({ passing }), computed_at: now }
    await tx
      .insertInto('stage_results')
      .values({ account_id: accountId, stage_id: stageId, ...result })
      .onConflict((conflict) => conflict.columns(['account_id', 'stage_id']).doUpdateSet(result))
      .execute()
    const outcome = score >= passing ? 'passed' : 'failed'
    const stands = facts.passedAt ? 'passed' : facts.failedAt ? 'failed' : null
    const before = earlier && Number(earlier.score) >= Number(earlier.detail.passing) ? 'passed' : 'failed'
    // An organiser has decided otherwise about this person: that decision stays.
    if (stands !== null && (!earlier || stands !== before)) return
    const inWords = (of: number) => String(of).replace('.', ',')
    const corrected = earlier ? `Результат пересчитан, было ${inWords(Number(earlier.score))}. ` : ''
    const reason = `${corrected}Ваш результат — ${inWords(score)} из 100, проходной балл — ${passing}.`
    await settle(tx, { accountIds: [accountId], stageId, outcome, reason }, now)
    await tellOutcome(tx, services, [accountId], { stageId, outcome, text: reason })
  })
}
