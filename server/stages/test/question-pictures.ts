import { sql } from 'kysely'
import type { Db } from '#server/db.ts'
import type { FileHolder } from '#server/files/sweep-files.ts'

/** Pictures of questions in every version: a paper keeps the version that it was given. */
export const questionPictures: FileHolder = async (db, files) => {
  const { rows } = await sql<{ id: string }>`
    select distinct named[1] as id
    from test_question_versions v, regexp_matches(v.body::text, '"picture": "([0-9a-f]{32})"', 'g') as named
    where named[1] = any(${files.map(({ id }) => id)}::text[])`.execute(db)
  return rows.map(({ id }) => id)
}

/** Whether some version of a question of the competition has this picture. */
export async function isInBank(db: Db, competition: string, file: string): Promise<boolean> {
  const found = await db
    .selectFrom('test_question_versions as v')
    .innerJoin('test_questions as q', 'q.id', 'v.question_id')
    .select('v.id')
    .where('q.competition_code', '=', competition)
    .where(sql<string>`v.body::text`, 'like', `%"picture": "${file}"%`)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}
