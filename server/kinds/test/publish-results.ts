import { recordAudit } from '#server/platform/audit/record-audit.ts'
import { addJob } from '#server/platform/jobs/jobs.ts'
import type { Services } from '#server/services.ts'
import { decideNow } from '#server/stages/decide.ts'
import { lockStage } from '#server/stages/one-stage.ts'
import { tellOutcome } from '#server/stages/tell-outcome.ts'
import { formatWire } from '#shared/platform/time/moscow.ts'
import { scoreAttempts, scoredAttempts } from './score-attempts.ts'
import { type Place, testSettings, testStageAt } from './test-stage.ts'

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
  await scoreAttempts(db, stageId)
  const failures: unknown[] = []
  for (const { account_id, score } of await unpublishedResults(services, stageId, publication.passing))
    await tellResult(services, { stageId, accountId: account_id, score, passing: publication.passing }).catch(
      (failure: unknown) => failures.push(failure),
    )
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} results could not be told`)
}

/** The people whose result differs from the published one. */
export async function unpublishedResults({ db }: Pick<Services, 'db'>, stageId: number, passing: number) {
  const told = await db
    .selectFrom('stage_results as r')
    .select(['r.account_id', 'r.score', 'r.detail'])
    .where('r.stage_id', '=', stageId)
    .execute()
  const byAccount = new Map(told.map((row) => [row.account_id, row]))
  return (await scoredAttempts(db, stageId)).filter(({ account_id, score }) => {
    const known = byAccount.get(account_id)
    return !known || Number(known.score) !== score || known.detail.passing !== passing
  })
}

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
    await decideNow(tx, { accountIds: [accountId], stageId, outcome, reason }, now)
    await tellOutcome(tx, services, [accountId], { stageId, outcome, text: reason })
  })
}
