import type { Db } from '#server/db.ts'
import { moment, type OwnRecord } from '#server/platform/personal-data/own-record.ts'
import { failureWords, type TakeFailure } from '#shared/kinds/videointerview/take-rules.ts'

/** Consents, shown questions with their takes, and requests for further takes. */
export async function ownInterviews(db: Db, accountId: number): Promise<OwnRecord[]> {
  const consents = await db
    .selectFrom('video_consents as c')
    .innerJoin('stages as s', 's.id', 'c.stage_id')
    .select(['s.title', 's.competition_code', 'c.text', 'c.agreed_at', 'c.ip'])
    .where('c.account_id', '=', accountId)
    .orderBy('c.agreed_at')
    .execute()
  const questions = await db
    .selectFrom('video_questions as q')
    .innerJoin('stages as s', 's.id', 'q.stage_id')
    .select(['s.title', 's.competition_code', 'q.stage_id', 'q.question', 'q.text', 'q.asked_at'])
    .where('q.account_id', '=', accountId)
    .orderBy('q.asked_at')
    .execute()
  const takes = await db
    .selectFrom('video_takes')
    .select([
      'stage_id',
      'question',
      'source',
      'state',
      'failure',
      'began_at',
      'duration_ms',
      'user_agent',
      'removed_at',
    ])
    .where('account_id', '=', accountId)
    .orderBy('id')
    .execute()
  const grants = await db
    .selectFrom('video_grants')
    .select(['stage_id', 'question', 'reason', 'asked_at', 'granted_at'])
    .where('account_id', '=', accountId)
    .orderBy('id')
    .execute()
  return [
    ...consents.map(
      (row): OwnRecord => ({
        kept: row,
        lines: [
          ['Этап', row.title],
          ['Согласие на видеозапись', moment(row.agreed_at)],
          ['Текст', row.text],
        ],
      }),
    ),
    ...questions.map(({ stage_id, ...row }): OwnRecord => {
      const here = <T extends { stage_id: number; question: number }>(rows: T[]) =>
        rows
          .filter((each) => each.stage_id === stage_id && each.question === row.question)
          .map(({ stage_id: _stage, question: _question, ...rest }) => rest)
      const [own, more] = [here(takes), here(grants)]
      return {
        kept: { ...row, takes: own, grants: more },
        lines: [
          ['Этап', row.title],
          ['Вопрос', row.text],
          ['Показан', moment(row.asked_at)],
          ...own.map((take): [string, string] => ['Попытка', `${moment(take.began_at)}, ${stateOf(take)}`]),
          ...more.map(({ reason }): [string, string] => ['Дополнительная попытка', reason]),
        ],
      }
    }),
  ]
}

function stateOf(take: { state: string; failure: string | null; duration_ms: number | null; removed_at: Date | null }) {
  if (take.removed_at) return 'запись удалена'
  if (take.failure) return failureWords[take.failure as TakeFailure]
  return take.duration_ms === null ? 'без записи' : `${Math.round(take.duration_ms / 1000)} с`
}
