import type { Db } from '#server/db.ts'
import { moment, type OwnRecord } from '#server/platform/personal-data/own-record.ts'
import { formalName } from '#shared/platform/names/full-name.ts'
import { mentorReasons } from '#shared/programme/mentors/selection.ts'

/** The mentors whom the person chose. */
export async function ownChoices(db: Db, accountId: number): Promise<OwnRecord[]> {
  const rows = await db
    .selectFrom('mentor_choices as c')
    .innerJoin('stages as s', 's.id', 'c.stage_id')
    .innerJoin('accounts as a', 'a.id', 'c.mentor_id')
    .select(['s.title', 's.competition_code', 'c.rank', 'c.reasons', 'c.comment', 'c.status', 'c.chosen_at'])
    .select(['c.answer', 'c.answered_at'])
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
        ['Выбран', moment(row.chosen_at)],
        ...(row.answered_at ? [['Ответ', moment(row.answered_at)] as [string, string]] : []),
        ...(row.answer ? [['Слова наставника', row.answer] as [string, string]] : []),
      ],
    }
  })
}

/** The person's own profile as a mentor. */
export async function ownMentorProfile(db: Db, accountId: number): Promise<OwnRecord[]> {
  const row = await db
    .selectFrom('mentor_profiles')
    .select(['position', 'field', 'region', 'employer', 'about', 'video', 'capacity', 'topics', 'assistant_email'])
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  if (!row) return []
  const absences = await db
    .selectFrom('mentor_absences')
    .select(['begins', 'ends'])
    .where('mentor_id', '=', accountId)
    .orderBy('begins')
    .execute()
  return [
    {
      kept: { ...row, absences },
      lines: [
        ['Должность', row.position],
        ['Сфера', row.field],
        ['Регион', row.region],
        ['Место работы', row.employer || 'не указано'],
        ['О себе', row.about],
        ['Видео', row.video || 'нет'],
        ['Темы', row.topics.join(', ') || 'нет'],
        ['Мест', row.capacity === null ? 'без предела' : String(row.capacity)],
        ['Почта помощника', row.assistant_email || 'нет'],
        ['Отъезды', absences.map(({ begins, ends }) => `${begins} — ${ends}`).join(', ') || 'нет'],
      ],
    },
  ]
}
