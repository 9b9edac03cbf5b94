import { recordAudit } from '#server/platform/audit/record-audit.ts'
import type { Services } from '#server/services.ts'
import type { SeasonStage } from '#server/stages/season.ts'
import type { FeedbackRound } from '#shared/kinds/feedback/round.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'

interface Complaint {
  actorId: number
  competition: string
  round: FeedbackRound
  /** The number of the author of the opinion. */
  person: number
}

/**
 * Turns a named opinion into a request to support, which is answered like any other. Repeating it makes no second
 * request. An anonymous opinion has no author, so it cannot become a request.
 */
export async function makeRequest(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  stage: SeasonStage,
  { actorId, competition, round, person }: Complaint,
): Promise<{ request: number }> {
  return db.transaction().execute(async (tx) => {
    const said = await tx
      .selectFrom('feedback_named as f')
      .innerJoin('accounts as a', 'a.id', 'f.account_id')
      .select(['f.account_id', 'f.opinion', 'f.request_id', 'a.email'])
      .where('f.stage_id', '=', stage.id)
      .where('f.round', '=', round)
      .where('a.test_id', '=', person)
      .forUpdate('f')
      .executeTakeFirst()
    if (!said || said.opinion.text.trim() === '') throw new Refusal('not_found')
    if (said.request_id !== null) return { request: said.request_id }
    const { id } = await tx
      .insertInto('feedback_requests')
      .values({
        account_id: said.account_id,
        competition_code: competition,
        topic: 'stage',
        topic_title: `Отзыв об этапе: ${stage.title}`,
        text: said.opinion.text,
        email: said.email ?? '',
        created_at: clock(),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await tx
      .updateTable('feedback_named')
      .set({ request_id: id })
      .where('account_id', '=', said.account_id)
      .where('stage_id', '=', stage.id)
      .where('round', '=', round)
      .execute()
    await recordAudit(tx, {
      actorId,
      action: 'opinion_to_request',
      subject: `stage:${competition}/${stage.code}`,
      detail: { competition, stage: stage.code, changes: [{ field: 'request', title: `Обращение № ${id}` }] },
    })
    return { request: id }
  })
}
