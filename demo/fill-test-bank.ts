import type { Tx } from '#server/db.ts'
import { demoQuestions } from './test-questions.ts'

/** The bank of a competition. Returns the ids of its versions in the order of the questions. */
export async function fillTestBank(tx: Tx, competition_code: string, made_at: Date): Promise<number[]> {
  const questions = await tx
    .insertInto('test_questions')
    .values(demoQuestions.map(({ code }) => ({ competition_code, code })))
    .returning(['id', 'code'])
    .execute()
  const ids = new Map(questions.map(({ id, code }) => [code, id]))
  const versions = await tx
    .insertInto('test_question_versions')
    .values(
      demoQuestions.map(({ code, topic, difficulty, body, key }) => ({
        ...{ question_id: ids.get(code) ?? 0, number: 1, topic, difficulty, made_at },
        ...{ body: JSON.stringify(body), key: JSON.stringify(key) },
      })),
    )
    .returning('id')
    .execute()
  return versions.map(({ id }) => id)
}
