import { randomUUID } from 'node:crypto'
import { recordAudit } from '#server/platform/audit/record-audit.ts'
import type { Caller } from '#server/platform/http/handler.ts'
import { type ParticipantName, participantOf } from '#server/seasons/participant-of.ts'
import type { Services } from '#server/services.ts'
import { viewMinutes } from '#shared/accounts/person-views/limits.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { formatWire } from '#shared/platform/time/moscow.ts'
import { onlyTakesPartIn } from './viewed-caller.ts'

/** Lets an organiser look at the portal as a participant. A session has one view: a new one replaces it. */
export async function beginView({ db, clock }: Services, caller: Caller, name: ParticipantName, reason: string) {
  const person = await participantOf(db, name)
  if (!(await onlyTakesPartIn(db, person.id, caller.flags.participants ?? []))) throw new Refusal('view_not_yours')
  const now = clock()
  const view = {
    id: randomUUID(),
    account_id: person.id,
    competition_code: name.competition,
    ends_at: new Date(now.getTime() + viewMinutes * 60_000),
  }
  await db.transaction().execute(async (tx) => {
    await tx
      .insertInto('person_views')
      .values({ session_id: caller.sessionId, ...view })
      .onConflict((clash) => clash.column('session_id').doUpdateSet(view))
      .execute()
    await tx
      .insertInto('participant_acts')
      .values({
        ...{ account_id: person.id, competition_code: name.competition, act: 'viewed', reason: reason.trim() },
        ...{ by: caller.accountId, at: now },
      })
      .execute()
    await recordAudit(tx, {
      actorId: caller.accountId,
      action: 'person_viewed',
      subject: `participant:${name.competition}/${name.testId}`,
      detail: {
        ...{ competition: name.competition, acted_as: name.testId },
        changes: [
          { field: 'acted_as', title: 'Чьими глазами', before: '', after: `ID ${name.testId}` },
          { field: 'ends_at', title: 'До', before: '', after: formatWire(view.ends_at) },
        ],
      },
    })
  })
  return { view_id: view.id, ends_at: formatWire(view.ends_at) }
}

/** Ends the view of this session, if it is still a view of this person. */
export async function endView({ db, clock }: Services, caller: Caller, name: ParticipantName): Promise<void> {
  const person = await participantOf(db, name)
  await db.transaction().execute(async (tx) => {
    const ended = await tx
      .deleteFrom('person_views')
      .where('session_id', '=', caller.sessionId)
      .where('account_id', '=', person.id)
      .returning('ends_at')
      .executeTakeFirst()
    if (!ended || ended.ends_at <= clock()) return
    await recordAudit(tx, {
      actorId: caller.accountId,
      action: 'person_view_ended',
      subject: `participant:${name.competition}/${name.testId}`,
      detail: { competition: name.competition, acted_as: name.testId },
    })
  })
}
