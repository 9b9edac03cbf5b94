import type { Tx } from '#server/db.ts'
import { messagePerson } from '#server/messages/notifications/message-person.ts'
import { recordAudit } from '#server/platform/audit/record-audit.ts'
import type { Services } from '#server/services.ts'
import { lockAttempt, noteAttempts } from '#server/stages/attempts.ts'
import { recordFacts } from '#server/stages/facts.ts'
import { closed } from '#server/stages/one-stage.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { quoted } from '#shared/platform/text/quoted.ts'
import { formatWire, showDateTime } from '#shared/platform/time/moscow.ts'
import { attemptIsOverAt } from '#shared/stages/attempt.ts'
import { ownTest } from './own-test.ts'
import { type Place, testStageAt } from './test-stage.ts'

interface Continued {
  test_id: number
  minutes: number
  reason: string
}

const minute = 60_000

/**
 * Lets a person who has finished continue for this many minutes, or for the time that they had left: with the same
 * attempt, paper and answers. Only before the result is published, because it would show which answers to correct.
 */
export async function continueAttempt(
  services: Services,
  actorId: number,
  place: Place,
  { test_id, minutes, reason: given }: Continued,
): Promise<{ deadline: string }> {
  const reason = given.trim()
  const stage = await testStageAt(services, place)
  const account = await services.db
    .selectFrom('accounts')
    .select('id')
    .where('test_id', '=', test_id)
    .executeTakeFirst()
  if (!account) throw new Refusal('attempt_not_begun')
  const of = { accountId: account.id, stageId: stage.id }
  return services.db.transaction().execute(async (tx) => {
    const { stage: own, running, now } = await lockAttempt(tx, services, of)
    if (running) throw new Refusal('attempt_goes_on')
    const { attempt: last } = await ownTest(tx, of)
    if (!last) throw new Refusal('attempt_not_begun')
    if (own.facts.passedAt || own.facts.failedAt || (await isTold(tx, of))) throw new Refusal('result_published')
    if (own.facts.disqualified) throw closed(own.state)
    const spent = Math.ceil((now.getTime() - last.begunAt.getTime()) / minute)
    const extraMinutes =
      last.limitMinutes === null ? 0 : Math.max(last.extraMinutes, spent + minutes - last.limitMinutes)
    const lasts = last.limitMinutes === null ? spent + minutes : last.limitMinutes + extraMinutes
    const until = new Date(last.begunAt.getTime() + lasts * minute)
    const { closesAt } = own.state.window
    if (closesAt !== null && closesAt < until)
      await tx
        .insertInto('stage_extensions')
        .values({
          ...{ stage_id: of.stageId, account_id: of.accountId, closes_at: until, reason },
          ...{ granted_by: actorId, granted_at: now },
        })
        .execute()
    const goesOn = { ...last, extraMinutes, heardAt: now, finishedAt: null, finishedBy: null }
    await tx
      .updateTable('attempts')
      .set({ finished_at: null, finished_by: null, extra_minutes: extraMinutes, heard_at: now })
      .set({ due_at: attemptIsOverAt(goesOn, until) })
      .where('id', '=', last.id)
      .execute()
    await tx.deleteFrom('test_scores').where('attempt_id', '=', last.id).execute()
    await recordFacts(tx, of, { submittedAt: null }, now)
    await noteAttempts(tx, [last.id], { act: 'continued', reason, by: actorId })
    await recordAudit(tx, {
      actorId,
      action: 'attempt_continued',
      subject: `stage:${place.competition}/${place.code}`,
      detail: { competition: place.competition, stage: place.code, attempts: [last.id], minutes },
    })
    await messagePerson(tx, services, of.accountId, {
      kind: 'stages',
      title: `Можно продолжить: ${quoted(stage.title)}`,
      text: `Время — до ${showDateTime(until)} по Москве. Ваши ответы на месте. Причина: ${reason}`,
      link: { path: `/${place.competition}`, words: 'Открыть этапы' },
    })
    return { deadline: formatWire(until) }
  })
}

async function isTold(tx: Tx, { accountId, stageId }: { accountId: number; stageId: number }): Promise<boolean> {
  const told = await tx
    .selectFrom('stage_results')
    .select('stage_id')
    .where('account_id', '=', accountId)
    .where('stage_id', '=', stageId)
    .executeTakeFirst()
  return told !== undefined
}
