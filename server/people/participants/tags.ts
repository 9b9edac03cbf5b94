import { sql } from 'kysely'
import type { Tx } from '#server/db.ts'
import { recordAudit } from '#server/platform/audit/record-audit.ts'
import type { Caller } from '#server/platform/http/handler.ts'
import { lockParticipant, type ParticipantName, participantOf } from '#server/seasons/participant-of.ts'
import type { Services } from '#server/services.ts'

/** Gives one participant these tags and no others. */
export async function setTags(services: Services, caller: Caller, name: ParticipantName, asked: readonly string[]) {
  const { db, clock } = services
  const tags = [...new Set(asked.map((tag) => tag.trim()).filter(Boolean))].sort((one, other) =>
    one.localeCompare(other, 'ru'),
  )
  const person = await participantOf(db, name)
  await db.transaction().execute(async (tx) => {
    const before = await lockParticipant(tx, name, person.id)
    const given = tags.filter((tag) => !before.tags.includes(tag))
    const taken = before.tags.filter((tag) => !tags.includes(tag))
    if (given.length + taken.length === 0) return
    await tx
      .updateTable('participations')
      .set({ tags })
      .where('account_id', '=', person.id)
      .where('competition_code', '=', name.competition)
      .execute()
    await offerTags(tx, name.competition, given)
    const act = { account_id: person.id, competition_code: name.competition, by: caller.accountId, at: clock() }
    await tx
      .insertInto('participant_acts')
      .values([
        ...given.map((tag) => ({ ...act, act: 'tagged' as const, about: tag, reason: '' })),
        ...taken.map((tag) => ({ ...act, act: 'untagged' as const, about: tag, reason: '' })),
      ])
      .execute()
    // The audit is kept for ever, so it has the number of tags and not their words, which may be about a person.
    await recordAudit(tx, {
      actorId: caller.accountId,
      action: 'participant_tagged',
      subject: `participant:${name.competition}/${name.testId}`,
      detail: {
        ...{ competition: name.competition, person: name.testId },
        changes: [{ field: 'tags', title: 'Меток', before: String(before.tags.length), after: String(tags.length) }],
      },
    })
  })
}

/** Adds tags to those that the competition offers. */
export const offerTags = (tx: Tx, competition: string, tags: readonly string[]) =>
  sql`insert into competition_tags (competition_code, tag) select ${competition}, unnest(${[...tags]}::text[])
    on conflict do nothing`.execute(tx)
