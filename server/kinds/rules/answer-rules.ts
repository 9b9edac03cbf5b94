import { createHash } from 'node:crypto'
import type { Db, Tx } from '#server/db.ts'
import type { IncomingWork, TakenWork } from '#server/stages/kind.ts'
import { closed, type OneStage, refuseUnlessArrivedInTime } from '#server/stages/one-stage.ts'
import type { RulesAnswer } from '#shared/kinds/rules/contract.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { acceptsArrival } from '#shared/stages/window.ts'
import { lastAnswer, versionsInForce } from './store.ts'

/**
 * Stores the person's answer to the rules. Repeating the answer changes nothing; the opposite answer is accepted while
 * the stage is open.
 */
export async function takeAnswer(db: Db | Tx, work: IncomingWork): Promise<TakenWork | 'repeated'> {
  const { accountId, stage, receivedAt, ip } = work
  const { status, version, ...said } = work.data as RulesAnswer
  const comment = said.comment.trim()
  const of = { accountId, stageId: stage.row.id }
  const before = await lastAnswer(db, of)
  const text = await textToAnswer(db, of.stageId, version, receivedAt)
  const answered = stage.facts.passedAt !== null || stage.facts.failedAt !== null
  if (answered && before?.status === status && before.version === version) return 'repeated'
  refuseUnlessMayAnswer(stage, receivedAt)
  if (status === 'fail' && comment === '') {
    throw new Refusal('comment_required', {
      fields: { comment: { rule: 'required', message: 'Напишите, почему вы отклоняете правила' } },
    })
  }
  const data: RulesAnswer = { status, version, comment }
  return {
    data: { ...data },
    follows:
      status === 'done'
        ? { outcome: 'passed', reason: `Вы приняли редакцию № ${version}` }
        : { outcome: 'failed', reason: 'Вы отклонили правила. Решение можно изменить, пока этап открыт' },
    async keep(tx) {
      await tx
        .insertInto('rules_answers')
        .values({
          account_id: accountId,
          stage_id: of.stageId,
          ...data,
          answered_at: receivedAt,
          ip,
          text_hash: createHash('sha256').update(text).digest('hex'),
        })
        .execute()
    },
  }
}

/** People may change their answer until the window ends, unless the stage is closed for another reason. */
function refuseUnlessMayAnswer(stage: OneStage, receivedAt: Date): void {
  const { facts, state } = stage
  const ownAnswer = state.status === 'success' || (state.status === 'not_allowed' && facts.failedAt !== null)
  if (!ownAnswer) {
    refuseUnlessArrivedInTime(stage, receivedAt)
    return
  }
  const kept = facts.disqualified || facts.requirement.state === 'failed'
  if (kept || !acceptsArrival(state.window, receivedAt)) throw closed(state)
}

/** The text of the answer: the current one, or an earlier one that need not be accepted again. */
async function textToAnswer(tx: Db | Tx, stageId: number, version: number, now: Date): Promise<string> {
  const versions = await versionsInForce(tx, stageId, now)
  const oldest = versions.find((each) => each.requires_reaccept)?.version ?? 1
  const found = versions.find((each) => each.version === version)
  if (!found || version < oldest) throw new Refusal('rules_outdated')
  return found.text
}
