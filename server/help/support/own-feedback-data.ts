import type { Db } from '#server/db.ts'
import { moment, type OwnRecord } from '#server/platform/personal-data/own-record.ts'

/** The person's requests to support, with the answers. */
export async function ownFeedback(db: Db, accountId: number): Promise<OwnRecord[]> {
  const rows = await db
    .selectFrom('feedback_requests as r')
    .leftJoin('feedback_answers as a', 'a.request_id', 'r.id')
    .select(['r.id', 'r.competition_code', 'r.topic_title', 'r.text', 'r.email', 'r.created_at', 'a.text as answer'])
    .where('r.account_id', '=', accountId)
    .orderBy('r.id')
    .orderBy('a.id')
    .execute()
  return rows.map((row) => ({
    kept: row,
    lines: [
      ['Обращение', `№ ${row.id}, ${row.topic_title}`],
      ['Текст', row.text],
      ['Ответ', row.answer ?? 'нет'],
      ['Когда', moment(row.created_at)],
    ],
  }))
}
