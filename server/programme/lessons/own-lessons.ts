import type { Db } from '#server/db.ts'
import { moment, type OwnRecord } from '#server/platform/personal-data/own-record.ts'

/** The lessons of a person, with the named authors and the cancellations. */
export async function ownLessons(db: Db, accountId: number): Promise<OwnRecord[]> {
  const lessons = await db
    .selectFrom('lessons as l')
    .innerJoin('stages as s', 's.id', 'l.stage_id')
    .select(['s.title', 's.competition_code', 'l.stage_id', 'l.school', 'l.address', 'l.starts_at', 'l.topic'])
    .select(['l.held_on', 'l.listeners', 'l.video'])
    .where('l.account_id', '=', accountId)
    .orderBy('l.stage_id')
    .execute()
  const authors = await db
    .selectFrom('lesson_authors as n')
    .innerJoin('accounts as a', 'a.id', 'n.author_id')
    .select(['n.stage_id', 'a.test_id', 'n.answer'])
    .where('n.account_id', '=', accountId)
    .orderBy('a.test_id')
    .execute()
  const cancellations = await db
    .selectFrom('lesson_cancellations')
    .select(['stage_id', 'reason', 'asked_at', 'decided_at', 'closes_at', 'answer'])
    .where('account_id', '=', accountId)
    .orderBy('id')
    .execute()
  return lessons.map(({ stage_id, ...lesson }) => {
    const own = <T extends { stage_id: number }>(rows: T[]) => rows.filter((row) => row.stage_id === stage_id)
    return {
      kept: { ...lesson, authors: own(authors), cancellations: own(cancellations) },
      lines: [
        ['Этап', lesson.title],
        ['Тема', lesson.topic],
        ['Где', `${lesson.school}, ${lesson.address}`],
        ['По плану', moment(lesson.starts_at)],
        ['Прошёл', lesson.held_on ?? 'нет'],
        ['Слушателей', lesson.listeners === null ? 'нет' : String(lesson.listeners)],
        ...own(authors).map(({ test_id }) => ['Назван соавтором', `участник ${test_id}`] as const),
        ...own(cancellations).map(
          ({ reason, asked_at }) => ['Школа отменила', `${moment(asked_at)}: ${reason}`] as const,
        ),
      ],
    }
  })
}
