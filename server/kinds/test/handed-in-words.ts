import type { TakesWork } from '#server/stages/kind.ts'
import { answerInWords } from '#shared/kinds/test/answer-in-words.ts'
import type { Answer } from '#shared/kinds/test/question.ts'

/** The answers by the number of the question. Texts of questions are left out, because a receipt may be passed on. */
export const handedInWords: TakesWork['inWords'] = async (db, handedIn) => {
  const answersOf = handedIn.map(({ data }) =>
    Object.entries((data.answers ?? {}) as Record<string, Answer>).filter(([, answer]) => answer !== null),
  )
  const ids = answersOf.flatMap((answers) => answers.map(([version]) => Number(version)))
  const rows = await db
    .selectFrom('test_question_versions')
    .select(['id', 'body'])
    .where('id', 'in', [0, ...new Set(ids)])
    .execute()
  const bodies = new Map(rows.map(({ id, body }) => [id, body]))
  return answersOf.map((answers) =>
    answers.flatMap(([version, answer], at) => {
      const body = bodies.get(Number(version))
      return body ? [{ section: 'Ответы', label: `Ответ ${at + 1}`, value: answerInWords(body, answer) }] : []
    }),
  )
}
