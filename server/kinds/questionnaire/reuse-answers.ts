import { sql } from 'kysely'
import type { Db, Tx } from '#server/db.ts'
import type { Services } from '#server/services.ts'
import { formVersion } from '#server/stages/forms/store.ts'
import { nextStage } from '#server/stages/hand-in.ts'
import { settingsAt } from '#server/stages/kind.ts'
import { isWorkable, lockStage, type OneStage, refuseUnlessWorkable } from '#server/stages/one-stage.ts'
import { personStages } from '#server/stages/person-stages.ts'
import { keepWork } from '#server/stages/work.ts'
import { workOwner } from '#server/stages/work-owner.ts'
import { type FormSchema, fieldsOf } from '#shared/forms/fields/field.ts'
import { questionnaireKind } from '#shared/kinds/questionnaire/contract.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'

const given = sql<Date>`coalesce(u.answered_at, h.arrived_at)`

/** The answers of an earlier season that can be reused here: the same method, the same questions, not too old. */
export async function reusableAnswers(db: Db | Tx, accountId: number, stage: OneStage, now: Date) {
  const { method, reuse_months: months } = settingsAt(questionnaireKind, stage.row)
  const { form } = stage.row
  if (method === '' || months === 0 || !form || !isWorkable(stage)) return null
  const since = new Date(now)
  since.setUTCMonth(since.getUTCMonth() - months)
  const found = await db
    .selectFrom('questionnaire_results as r')
    .innerJoin('hand_ins as h', 'h.id', 'r.hand_in_id')
    .innerJoin('stages as s', 's.id', 'h.stage_id')
    .innerJoin('competitions as c', 'c.code', 's.competition_code')
    // Reused answers count from the time when they were first given.
    .leftJoin('questionnaire_reuse as u', 'u.hand_in_id', 'h.id')
    .select(['h.id', 'h.stage_id', 'h.form_version', 'h.data', 'c.title as competition'])
    .select(given.as('arrived_at'))
    .where('r.account_id', '=', accountId)
    .where('s.id', '!=', stage.row.id)
    .where((eb) => eb(eb.ref('s.settings', '->>').key('method'), '=', method))
    .where(given, '>=', since)
    .orderBy(given, 'desc')
    .orderBy('h.id', 'desc')
    .limit(1)
    .executeTakeFirst()
  const answered = found && (await formVersion(db, found.stage_id, found.form_version))
  return found && answered && asked(answered) === asked(form) ? found : null
}

/** The questions and their options, as a text to compare. */
const asked = (schema: FormSchema) =>
  JSON.stringify(fieldsOf(schema).map(({ name, label, options }) => [name, label, options]))

/** Hands in the earlier answers again, with the person's consent. */
export async function reuseAnswers(services: Services, accountId: number, stageId: number, receivedAt: Date) {
  const { db, seasons, clock } = services
  await seasons.ready(db, { stageId })
  return db.transaction().execute(async (tx) => {
    const now = clock()
    const stage = await lockStage(tx, seasons, accountId, { stageId, type: 'questionnaire' }, receivedAt)
    refuseUnlessWorkable(stage)
    const earlier = await reusableAnswers(tx, accountId, stage, now)
    if (!earlier) throw new Refusal('answers_not_reusable')
    const taken = { data: earlier.data, formVersion: stage.row.form?.version ?? 0, follows: 'accept' as const }
    const { id, ...receipt } = await keepWork(tx, stage, workOwner(stage, accountId), taken, {
      arrivedAt: receivedAt,
      now,
    })
    await tx
      .insertInto('questionnaire_reuse')
      .values({ hand_in_id: id, from_hand_in_id: earlier.id, agreed_at: now, answered_at: earlier.arrived_at })
      .execute()
    const after = await personStages(tx, seasons, { accountId, competitionCode: stage.row.competitionCode }, receivedAt)
    const shown = after?.stages.find(({ row }) => row.id === stageId)
    if (!after || !shown) throw new Refusal('stage_not_found')
    return { receipt, status: shown.state.status, next: nextStage(after, stageId) }
  })
}
