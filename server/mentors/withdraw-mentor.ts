import { recordAudit } from '#server/audit/record-audit.ts'
import { messagePerson } from '#server/notifications/message-person.ts'
import type { Services } from '#server/services.ts'
import { Refusal } from '#shared/api/refusals.ts'
import { answerPerson, leavePerson } from './answer-person.ts'
import { mentorStage, type Place } from './mentor-stage.ts'

/**
 * A mentor can go on no more and will not say so himself. Nobody new can choose him or be given to him at the stage, and whoever
 * works with him or waits for his answer is told and is looked after as if he had withdrawn. One person after the other: where it
 * breaks off, the same call does the rest. Gives how many people have lost him.
 */
export async function withdrawMentor(
  services: Services,
  actorId: number,
  { test_id, ...place }: Place & { test_id: number },
  reason: string,
): Promise<{ people: number }> {
  const { db } = services
  const { stage } = await mentorStage(services, place)
  const mentor = await db.selectFrom('accounts').select('id').where('test_id', '=', test_id).executeTakeFirst()
  if (!mentor) throw new Refusal('mentor_not_found')
  const answer = reason.trim()
  const named = await db.transaction().execute(async (tx) => {
    const removed = await tx
      .deleteFrom('stage_mentors')
      .where('stage_id', '=', stage.id)
      .where('mentor_id', '=', mentor.id)
      .returning('mentor_id')
      .executeTakeFirst()
    if (!removed) return false
    await messagePerson(tx, services, mentor.id, {
      kind: 'stages',
      title: `Вы больше не наставник этапа «${stage.title}»`,
      text: 'Организатор завершил вашу работу на этом этапе. Участники, с которыми вы работали, получили сообщение.',
      link: { path: '/mentor', words: 'Открыть список участников' },
    })
    await recordAudit(tx, {
      actorId,
      action: 'mentor_withdrawn',
      subject: `stage:${place.competition}/${place.code}`,
      detail: { competition: place.competition, stage: place.code, person: test_id },
    })
    return true
  })
  const pairs = await db
    .selectFrom('mentor_choices')
    .select(['account_id', 'status'])
    .where('stage_id', '=', stage.id)
    .where('mentor_id', '=', mentor.id)
    .where((is) =>
      is.or([
        is('status', '=', 'accepted'),
        is.and([is('status', '=', 'proposed'), is.or([is('matched', '=', true), is('offered_at', 'is not', null)])]),
      ]),
    )
    .orderBy('account_id')
    .execute()
  if (!named && pairs.length === 0) throw new Refusal('mentor_not_found')
  let people = 0
  for (const { account_id: accountId, status } of pairs) {
    const pair = { accountId, stageId: stage.id, mentorId: mentor.id, answer, by: 'organiser' as const }
    try {
      if (status === 'accepted') await leavePerson(services, { ...pair, reason: 'other' })
      else await answerPerson(services, { ...pair, accept: false, reason: 'other' })
      people += 1
    } catch (error) {
      // The mentor has answered in this moment, or his time is over: the job of the offers tells the person.
      if (!(error instanceof Refusal)) throw error
    }
  }
  return { people }
}
