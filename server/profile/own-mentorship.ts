import type { Db } from '#server/db.ts'
import { mentorReasons } from '#shared/mentors/selection.ts'
import { formalName } from '#shared/people/full-name.ts'
import { showDateTime } from '#shared/time/moscow.ts'
import type { OwnRecord } from './own-data.ts'

/** Whom the person chose as mentors. */
export async function ownChoices(db: Db, accountId: number): Promise<OwnRecord[]> {
  const rows = await db
    .selectFrom('mentor_choices as c')
    .innerJoin('stages as s', 's.id', 'c.stage_id')
    .innerJoin('accounts as a', 'a.id', 'c.mentor_id')
    .select(['s.title', 's.competition_code', 'c.rank', 'c.reasons', 'c.comment', 'c.status', 'c.chosen_at'])
    .select(['a.last_name', 'a.first_name', 'a.middle_name'])
    .where('c.account_id', '=', accountId)
    .orderBy('c.stage_id')
    .orderBy('c.rank')
    .execute()
  return rows.map(({ last_name, first_name, middle_name, ...row }) => {
    const mentor = formalName({ last_name, first_name, middle_name })
    const why = row.reasons.map((reason) => mentorReasons[reason as keyof typeof mentorReasons]).join(', ')
    return {
      kept: { mentor, ...row },
      lines: [
        ['Этап', row.title],
        ['Наставник', mentor],
        ['Почему', why || 'не сказано'],
        ['Слова наставнику', row.comment || 'нет'],
        ['Выбран', showDateTime(row.chosen_at)],
      ],
    }
  })
}

/** The meetings to which the person was invited, or which he holds as a mentor. */
export async function ownMeetings(db: Db, accountId: number): Promise<OwnRecord[]> {
  const rows = await db
    .selectFrom('meetings as m')
    .innerJoin('meeting_parties as p', 'p.meeting_id', 'm.id')
    .select(['m.id', 'm.starts_at', 'm.place', 'm.format', 'm.status', 'p.user_meeting_status', 'p.reasons'])
    .select(['p.comment', 'p.proposed_at', 'p.account_id'])
    .where((eb) => eb.or([eb('p.account_id', '=', accountId), eb('m.mentor_id', '=', accountId)]))
    .orderBy('m.id')
    .execute()
  return rows.map(({ account_id, comment, reasons, ...row }) => {
    // What a participant answered is his own, not his mentor's.
    const own = account_id === accountId ? { comment, reasons } : {}
    return {
      kept: { ...row, ...own },
      lines: [
        ['Встреча', `${showDateTime(row.starts_at)}${row.place ? `, ${row.place}` : ''}`],
        ['Как стоит', `${row.status}, ответ ${row.user_meeting_status}`],
        ['Комментарий', own.comment || 'нет'],
      ],
    }
  })
}

/** What a mentor says of himself. */
export async function ownMentorProfile(db: Db, accountId: number): Promise<OwnRecord[]> {
  const row = await db
    .selectFrom('mentor_profiles')
    .select(['position', 'field', 'region', 'about'])
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  if (!row) return []
  return [
    {
      kept: row,
      lines: [
        ['Должность', row.position],
        ['Сфера', row.field],
        ['Регион', row.region],
        ['О себе', row.about],
      ],
    },
  ]
}
