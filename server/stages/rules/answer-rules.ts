import { createHash } from 'node:crypto'
import type { Tx } from '#server/db.ts'
import type { Services } from '#server/services.ts'
import { decide, publishDecision } from '#server/stages/decide.ts'
import { afterHandIn, keepHandIn, receiptOf } from '#server/stages/hand-in.ts'
import { once } from '#server/stages/idempotency.ts'
import { closed, lockStage, type OneStage, refuseUnlessArrivedInTime } from '#server/stages/one-stage.ts'
import { lastHandIn } from '#server/stages/store.ts'
import { Refusal } from '#shared/api/refusals.ts'
import type { RulesAnswer } from '#shared/stages/rules/contract.ts'
import { acceptsArrival } from '#shared/stages/window.ts'
import { lastAnswer, versionsInForce } from './store.ts'

export interface RulesReply {
  accountId: number
  stageId: number
  status: 'done' | 'fail'
  version: number
  comment: string
  ip: string
  receivedAt: Date
  idempotencyKey: string | undefined
}

/** Keeps the person's word on the rules. The same word again is no new act; the other word is, while the stage is open. */
export function answerRules({ db, clock }: Services, reply: RulesReply) {
  const { accountId, stageId, status, version, comment, idempotencyKey: key } = reply
  const request = ['rules', stageId, status, version, comment]
  return db
    .transaction()
    .execute((tx) => once(tx, { accountId, key, request }, clock(), () => answer(tx, reply, clock())))
}

async function answer(tx: Tx, reply: RulesReply, now: Date) {
  const { accountId, stageId, status, version, receivedAt } = reply
  const comment = reply.comment.trim()
  const stage = await lockStage(tx, accountId, { stageId, type: 'rules' }, receivedAt)
  const before = await lastAnswer(tx, { accountId, stageId })
  const text = await textToAnswer(tx, stageId, version, receivedAt)
  const answered = stage.facts.passedAt !== null || stage.facts.failedAt !== null
  const repeated = answered && before?.status === status && before.version === version
  const earlier = repeated ? await lastHandIn(tx, { accountId, stageId }) : null
  if (earlier) return afterHandIn(tx, accountId, stageId, receiptOf(earlier, stage.row.title), now)
  refuseUnlessMayAnswer(stage, receivedAt)
  if (status === 'fail' && comment === '') {
    throw new Refusal('comment_required', {
      fields: { comment: { rule: 'required', message: 'Напишите, почему вы отклоняете правила' } },
    })
  }
  await tx
    .insertInto('rules_answers')
    .values({
      account_id: accountId,
      stage_id: stageId,
      version,
      status,
      comment,
      answered_at: receivedAt,
      ip: reply.ip,
      text_hash: createHash('sha256').update(text).digest('hex'),
    })
    .execute()
  const data: RulesAnswer = { status, version, comment }
  const handedIn = { accountId, data: { ...data }, arrivedAt: receivedAt, idempotencyKey: reply.idempotencyKey }
  const receipt = await keepHandIn(tx, stage, handedIn, now)
  const verdict =
    status === 'done'
      ? ({ outcome: 'passed', reason: `Вы приняли редакцию № ${version}` } as const)
      : ({ outcome: 'failed', reason: 'Вы отклонили правила. Решение можно изменить, пока этап открыт' } as const)
  await publishDecision(tx, await decide(tx, { accountId, stageId, ...verdict }, now), now)
  return afterHandIn(tx, accountId, stageId, receipt, now)
}

/** A changed mind is welcome until the window ends; an outside reason for the closed stage is not overruled by it. */
function refuseUnlessMayAnswer(stage: OneStage, receivedAt: Date): void {
  const { facts, state } = stage
  const ownWord = state.status === 'success' || (state.status === 'not_allowed' && facts.failedAt !== null)
  if (!ownWord) {
    refuseUnlessArrivedInTime(stage, receivedAt)
    return
  }
  const kept = facts.disqualified || facts.requirement.state === 'failed'
  if (kept || !acceptsArrival(state.window, receivedAt)) throw closed(state)
}

/** The text that the answer is about: the current one, or an earlier one that nobody was asked to accept anew. */
async function textToAnswer(tx: Tx, stageId: number, version: number, now: Date): Promise<string> {
  const versions = await versionsInForce(tx, stageId, now)
  const least = versions.find((each) => each.requires_reaccept)?.version ?? 1
  const found = versions.find((each) => each.version === version)
  if (!found || version < least) throw new Refusal('rules_outdated')
  return found.text
}
