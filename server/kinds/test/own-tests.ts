import type { Db } from '#server/db.ts'
import { moment, type OwnRecord } from '#server/platform/personal-data/own-record.ts'
import { answerInWords } from '#shared/kinds/test/answer-in-words.ts'

/** Every answer of a person in order of arrival, the signs that were noticed, and when the device was silent. */
export async function ownTests(db: Db, accountId: number): Promise<OwnRecord[]> {
  const answers = await db
    .selectFrom('test_answers as t')
    .innerJoin('attempts as a', 'a.id', 't.attempt_id')
    .innerJoin('stages as s', 's.id', 'a.stage_id')
    .innerJoin('test_question_versions as v', 'v.id', 't.version_id')
    .select(['s.title', 's.competition_code', 'a.number', 't.seq', 't.answer', 't.flagged', 't.sent_at'])
    .select(['t.received_at', 't.in_time', 'v.body'])
    .where('a.account_id', '=', accountId)
    .orderBy('a.id')
    .orderBy('t.seq')
    .execute()
  const signs = await db
    .selectFrom('test_signs as g')
    .innerJoin('attempts as a', 'a.id', 'g.attempt_id')
    .innerJoin('stages as s', 's.id', 'a.stage_id')
    .select(['s.title', 's.competition_code', 'a.number', 'g.sign', 'g.noticed_at', 'g.detail'])
    .where('a.account_id', '=', accountId)
    .orderBy('g.noticed_at')
    .execute()
  const silences = await db
    .selectFrom('attempt_silences as g')
    .innerJoin('attempts as a', 'a.id', 'g.attempt_id')
    .innerJoin('stages as s', 's.id', 'a.stage_id')
    .select(['s.title', 's.competition_code', 'a.number', 'g.silent_from', 'g.heard_again_at'])
    .where('a.account_id', '=', accountId)
    .orderBy('g.silent_from')
    .execute()
  return [
    ...answers.map(
      ({ body, ...kept }): OwnRecord => ({
        kept: { ...kept, question: body.text },
        lines: [
          ['Этап', kept.title],
          ['Вопрос', body.text],
          ['Ответ', answerInWords(body, kept.answer) || 'нет'],
          ['Получен', moment(kept.received_at)],
          ['Засчитывается', kept.in_time ? 'да' : 'нет, пришёл после окончания'],
        ],
      }),
    ),
    ...signs.map(
      (kept): OwnRecord => ({
        kept,
        lines: [
          ['Этап', kept.title],
          ['Замечено', signWords[kept.sign]],
          ['Когда', moment(kept.noticed_at)],
        ],
      }),
    ),
    ...silences.map(
      (kept): OwnRecord => ({
        kept,
        lines: [
          ['Этап', kept.title],
          ['Не было связи с', moment(kept.silent_from)],
          ['До', moment(kept.heard_again_at)],
        ],
      }),
    ),
  ]
}

const signWords = {
  left_page: 'страница теста была скрыта',
  taken_over: 'тест продолжен на другом устройстве',
  address: 'адрес в сети (хранится только отпечаток)',
}
