import type { Db } from '#server/db.ts'
import { moment, type OwnRecord } from '#server/platform/personal-data/own-record.ts'

/** The meetings that the person was invited to or runs as a mentor. */
export async function ownMeetings(db: Db, accountId: number): Promise<OwnRecord[]> {
  const rows = await db
    .selectFrom('meetings as m')
    .innerJoin('meeting_parties as p', 'p.meeting_id', 'm.id')
    .select(['m.id', 'm.starts_at', 'm.place', 'm.format', 'm.status', 'p.user_meeting_status', 'p.reasons'])
    .select(['p.comment', 'p.proposed', 'p.account_id', 'p.came', 'p.report', 'p.reported_at'])
    .select(['p.shared_note', 'p.held', 'p.rating', 'p.note', 'p.note_shared', 'm.minutes', 'm.cancelled_because'])
    .where((eb) => eb.or([eb('p.account_id', '=', accountId), eb('m.mentor_id', '=', accountId)]))
    .orderBy('m.id')
    .execute()
  return rows.map(({ account_id, comment, reasons, held, rating, note, note_shared, ...row }) => {
    // A participant's answer is not part of the mentor's own data.
    const own = account_id === accountId ? { comment, reasons, held, rating, note, note_shared } : {}
    return {
      kept: { ...row, ...own },
      lines: [
        ['Встреча', `${moment(row.starts_at)}${row.place ? `, ${row.place}` : ''}`],
        ['Как стоит', `${row.status}, ответ ${row.user_meeting_status}`],
        ['Комментарий', own.comment || 'нет'],
        ['Заметка участника', own.note || 'нет'],
        ['Оценка участника', own.rating ? String(own.rating) : 'нет'],
        ['Наставник участнику', row.shared_note || 'нет'],
        ['Отчёт наставника', row.reported_at === null ? 'нет' : reportInWords(row)],
      ],
    }
  })
}

const reportInWords = ({ came, report }: { came: boolean | null; report: string }): string =>
  [came ? 'встреча состоялась' : 'участник не пришёл', report].filter(Boolean).join('. ')
