import { recordAudit } from '#server/audit/record-audit.ts'
import type { Tx } from '#server/db.ts'
import { messagePerson } from '#server/notifications/message-person.ts'
import type { Services } from '#server/services.ts'
import { Refusal } from '#shared/api/refusals.ts'
import { quoted } from '#shared/text/quoted.ts'
import { takeFrom } from './answer-person.ts'
import { mentorStage, type Place } from './mentor-stage.ts'
import { isTakenOrAsked } from './people-to-match.ts'

/**
 * Withdraws a mentor from the stage for an organiser. Nobody new can choose or get the mentor, and people who work with
 * the mentor or wait for an answer get a message and are handled as if the mentor had withdrawn. It is one transaction,
 * because a mentor has some dozens of people at most. Returns how many people have lost the mentor.
 */
export async function withdrawMentor(
  services: Services,
  actorId: number,
  { test_id, ...place }: Place & { test_id: number },
  reason: string,
): Promise<{ people: number }> {
  const { db, seasons } = services
  const { stage } = await mentorStage(services, place)
  const mentor = await db.selectFrom('accounts').select('id').where('test_id', '=', test_id).executeTakeFirst()
  if (!mentor) throw new Refusal('mentor_not_found')
  await seasons.ready(db, { stageId: stage.id })
  return db.transaction().execute(async (tx) => {
    // The mentor is removed first, so that no one is offered to this mentor meanwhile.
    const removed = await tx
      .deleteFrom('stage_mentors')
      .where('stage_id', '=', stage.id)
      .where('mentor_id', '=', mentor.id)
      .returning('mentor_id')
      .executeTakeFirst()
    if (!removed) throw new Refusal('mentor_not_found')
    await messagePerson(tx, services, mentor.id, {
      kind: 'stages',
      title: `Вы больше не наставник этапа ${quoted(stage.title)}`,
      text: 'Организатор завершил вашу работу на этом этапе. Участники, с которыми вы работали, получили сообщение.',
      link: { path: '/mentor', words: 'Открыть список участников' },
    })
    await recordAudit(tx, {
      actorId,
      action: 'mentor_withdrawn',
      subject: `stage:${place.competition}/${place.code}`,
      detail: { competition: place.competition, stage: place.code, person: test_id },
    })
    return takeFromAll(tx, services, { stageId: stage.id, mentorId: mentor.id, answer: reason.trim() })
  })
}

async function takeFromAll(tx: Tx, services: Services, of: { stageId: number; mentorId: number; answer: string }) {
  const rows = await tx
    .selectFrom('mentor_choices as c')
    .select('c.account_id')
    .where('c.stage_id', '=', of.stageId)
    .where('c.mentor_id', '=', of.mentorId)
    .where(isTakenOrAsked('c'))
    .orderBy('c.account_id')
    .execute()
  let people = 0
  for (const { account_id: accountId } of rows) if (await takeFrom(tx, services, { ...of, accountId })) people += 1
  return { people }
}
