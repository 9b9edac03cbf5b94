import type { Tx } from '#server/db.ts'
import { messagePerson } from '#server/messages/notifications/message-person.ts'
import { recordAudit } from '#server/platform/audit/record-audit.ts'
import { BeginAgain } from '#server/platform/db/repeating.ts'
import type { Services } from '#server/services.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { quoted } from '#shared/platform/text/quoted.ts'
import { takeFrom } from './answer-person.ts'
import { mentorStage, type Place } from './mentor-stage.ts'
import { isTakenOrAsked } from './people-to-match.ts'
import { lockFactsOf } from './store.ts'

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
    // People are locked before the mentor, as for every choice; who has chosen meanwhile is locked in another try.
    const of = { stageId: stage.id, mentorId: mentor.id }
    const people = await takenOrAsked(tx, of)
    await lockFactsOf(tx, stage.id, people)
    const removed = await tx
      .deleteFrom('stage_mentors')
      .where('stage_id', '=', stage.id)
      .where('mentor_id', '=', mentor.id)
      .returning('mentor_id')
      .executeTakeFirst()
    if (!removed) throw new Refusal('mentor_not_found')
    if ((await takenOrAsked(tx, of)).some((id) => !people.includes(id))) throw new BeginAgain()
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
    let lost = 0
    for (const accountId of people)
      if (await takeFrom(tx, services, { ...of, accountId, answer: reason.trim() })) lost += 1
    return { people: lost }
  })
}

async function takenOrAsked(tx: Tx, of: { stageId: number; mentorId: number }): Promise<number[]> {
  const rows = await tx
    .selectFrom('mentor_choices as c')
    .select('c.account_id')
    .where('c.stage_id', '=', of.stageId)
    .where('c.mentor_id', '=', of.mentorId)
    .where(isTakenOrAsked('c'))
    .orderBy('c.account_id')
    .execute()
  return rows.map(({ account_id }) => account_id)
}
