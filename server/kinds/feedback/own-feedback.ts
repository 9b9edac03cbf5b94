import type { Db } from '#server/db.ts'
import type { OwnRecord } from '#server/platform/personal-data/own-record.ts'

/** The stages at which the person has answered, with the text only of named answers. */
export async function ownStageFeedback(db: Db, accountId: number): Promise<OwnRecord[]> {
  const rows = await db
    .selectFrom('feedback_given as g')
    .innerJoin('stages as s', 's.id', 'g.stage_id')
    .leftJoin('feedback_named as n', (join) =>
      join
        .onRef('n.account_id', '=', 'g.account_id')
        .onRef('n.stage_id', '=', 'g.stage_id')
        .onRef('n.round', '=', 'g.round'),
    )
    .select(['s.title', 's.competition_code', 'g.round', 'n.opinion'])
    .where('g.account_id', '=', accountId)
    .orderBy('g.stage_id')
    .orderBy('g.round')
    .execute()
  return rows.map((row) => ({
    kept: row,
    lines: [
      ['Этап', row.title],
      ['Отзыв', row.opinion ? row.opinion.text || 'без слов' : 'анонимный, с вами не связан'],
    ],
  }))
}
