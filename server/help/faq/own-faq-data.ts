import type { Db } from '#server/db.ts'
import { moment, type OwnRecord } from '#server/platform/personal-data/own-record.ts'

/** The articles that the person rated. */
export async function ownFaqFeedback(db: Db, accountId: number): Promise<OwnRecord[]> {
  const rows = await db
    .selectFrom('faq_feedback as f')
    .innerJoin('faq_articles as a', 'a.id', 'f.article_id')
    .select(['a.title', 'a.competition_code', 'f.useful', 'f.given_at'])
    .where('f.account_id', '=', accountId)
    .orderBy('f.given_at')
    .execute()
  return rows.map((row) => ({
    kept: row,
    lines: [
      ['Статья', row.title],
      ['Помогла', row.useful ? 'да' : 'нет'],
      ['Когда', moment(row.given_at)],
    ],
  }))
}
