import { sql } from 'kysely'
import type { Services } from '#server/services.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { assessmentWindow, type InCompetition, regionalStage, whyClosed } from './regional-stage.ts'
import { membersOf, ownTeam } from './store.ts'

export interface Mark {
  user_id: number
  mark: number
  comment: string
}

/** Saves the person's marks for teammates; a new mark replaces the old one. Either all are saved or none. */
export async function assessTeammates(
  { db, clock, seasons }: Services,
  { marks, ...of }: InCompetition & { marks: readonly Mark[] },
): Promise<{ saved: number }> {
  const now = clock()
  return db.transaction().execute(async (tx) => {
    const stage = await regionalStage(tx, seasons, of, now)
    const reason = whyClosed(assessmentWindow(stage), now)
    if (reason !== '') throw new Refusal('assessment_closed', { values: { reason } })
    const team = await ownTeam(tx, of)
    if (!team) throw new Refusal('not_in_team')
    // Locks the teammates, so that nobody leaves while being marked: the mark refers to their membership.
    await tx
      .selectFrom('regional_team_members')
      .select('account_id')
      .where('team_id', '=', team.id)
      .orderBy('seat')
      .forKeyShare()
      .execute()
    const teammates = new Map(
      (await membersOf(tx, [team.id])).map(({ test_id, account_id }) => [test_id, account_id] as const),
    )
    // The author may have gone while the call waited.
    if (![...teammates.values()].includes(of.accountId)) throw new Refusal('not_in_team')
    const last = new Map(marks.map((mark) => [mark.user_id, mark]))
    const rows = [...last.values()].map(({ user_id, mark, comment }) => {
      const teammate_id = teammates.get(user_id)
      if (teammate_id === undefined || teammate_id === of.accountId) throw new Refusal('not_teammate')
      return {
        competition_code: of.competitionCode,
        author_id: of.accountId,
        teammate_id,
        mark,
        comment: comment.trim(),
        assessed_at: now,
      }
    })
    await tx
      .insertInto('regional_team_assessments')
      .values(rows)
      .onConflict((conflict) =>
        conflict.columns(['competition_code', 'author_id', 'teammate_id']).doUpdateSet({
          mark: sql`excluded.mark`,
          comment: sql`excluded.comment`,
          assessed_at: sql`excluded.assessed_at`,
        }),
      )
      .execute()
    return { saved: rows.length }
  })
}
