import type { Db } from '#server/db.ts'
import { moment, type OwnRecord } from '#server/platform/personal-data/own-record.ts'

const doors = { participant: 'участник', supporter: 'сторонник' } as const

/** The person's participations and progress. */
export async function ownParticipations(db: Db, accountId: number): Promise<OwnRecord[]> {
  const rows = await db
    .selectFrom('participations as p')
    .innerJoin('competitions as c', 'c.code', 'p.competition_code')
    .select(['c.title', 'p.competition_code', 'p.door', 'p.track_code', 'p.region', 'p.tags', 'p.joined_at'])
    .select(['p.finalist_at', 'p.disqualified_at', 'p.infoblock_title', 'p.infoblock_text', 'p.withdrawn_at'])
    .where('p.account_id', '=', accountId)
    .orderBy('p.joined_at')
    .execute()
  return rows.map(({ title, ...row }) => ({
    kept: { title, ...row },
    lines: [
      ['Конкурс', title],
      ['Как', doors[row.door]],
      ['Трек', row.track_code ?? 'не выбран'],
      ['С', moment(row.joined_at)],
      ['Финалист', moment(row.finalist_at)],
    ],
  }))
}
