import type { Db } from '#server/db.ts'
import { moment, type OwnRecord } from '#server/platform/personal-data/own-record.ts'
import type { TrackWay } from './tables.ts'

const ways: Record<TrackWay, string> = {
  choice: 'по выбору',
  default: 'назначен после закрытия',
  allocation: 'по распределению мест',
  organiser: 'перевёл организатор',
  team: 'выбрал капитан команды',
}

/** The tracks that the person has named and got, and when the portal checks the person again. */
export async function ownTracks(db: Db, accountId: number): Promise<OwnRecord[]> {
  const choices = await db
    .selectFrom('track_choices as c')
    .innerJoin('stages as s', 's.id', 'c.stage_id')
    .select(['s.title', 's.competition_code', 'c.priority', 'c.track_code', 'c.chosen_at'])
    .where('c.account_id', '=', accountId)
    .orderBy('c.stage_id')
    .orderBy('c.priority')
    .execute()
  const places = await db
    .selectFrom('track_places as l')
    .innerJoin('stages as s', 's.id', 'l.stage_id')
    .select(['s.title', 's.competition_code', 'l.track_code', 'l.asked_code', 'l.way', 'l.since'])
    .where('l.account_id', '=', accountId)
    .orderBy('l.stage_id')
    .execute()
  const looks = await db
    .selectFrom('track_looks as k')
    .innerJoin('stages as s', 's.id', 'k.stage_id')
    .select(['s.title', 'k.due_at', 'k.full_told_at'])
    .where('k.account_id', '=', accountId)
    .orderBy('k.stage_id')
    .execute()
  return [
    ...choices.map(
      (row): OwnRecord => ({
        kept: row,
        lines: [
          ['Этап', row.title],
          [`Приоритет ${row.priority}`, row.track_code],
          ['Выбран', moment(row.chosen_at)],
        ],
      }),
    ),
    ...places.map(
      (row): OwnRecord => ({
        kept: row,
        lines: [
          ['Этап', row.title],
          ['Трек', row.track_code ?? 'нет'],
          ['Ждёт одобрения', row.asked_code ?? 'нет'],
          ['Как', ways[row.way]],
          ['С', moment(row.since)],
        ],
      }),
    ),
    ...looks.map(
      (row): OwnRecord => ({
        kept: row,
        lines: [
          ['Этап', row.title],
          ['Портал посмотрит снова', moment(row.due_at)],
        ],
      }),
    ),
  ]
}
