import { sql } from 'kysely'
import type { Db, Tx } from '#server/db.ts'
import { takeIntoUse } from '#server/forms/files/store.ts'
import type { FileHolder } from '#server/forms/files/sweep-files.ts'

/** Pictures of questions in every version: a paper keeps the versions that it was drawn with. */
export const questionPictures: FileHolder = async (db, files) => {
  const { rows } = await sql<{ id: string }>`
    select distinct named[1] as id
    from test_question_versions v, regexp_matches(v.body::text, '"picture": "([0-9a-f]{32})"', 'g') as named
    where named[1] = any(${files.map(({ id }) => id)}::text[])`.execute(db)
  return rows.map(({ id }) => id)
}

/**
 * The files among these that this person may not use in a question: neither their own pictures nor already in this
 * bank. Knowing the id of a file must not be enough to use it.
 */
export async function foreignPictures(
  db: Db | Tx,
  { competition, accountId }: { competition: string; accountId: number },
  pictures: readonly string[],
): Promise<Set<string>> {
  if (pictures.length === 0) return new Set()
  const own = await db
    .selectFrom('files')
    .select(['id', 'unreferenced_since'])
    .where('id', 'in', [...pictures])
    .where('account_id', '=', accountId)
    .where('purpose', '=', 'image')
    .execute()
  const { rows } = await sql<{ id: string }>`
    select named[1] as id from test_questions q
    join test_question_versions v on v.question_id = q.id,
      regexp_matches(v.body::text, '"picture": "([0-9a-f]{32})"', 'g') as named
    where q.competition_code = ${competition} and named[1] = any(${[...pictures]}::text[])`.execute(db)
  const known = new Set([...(await takeIntoUse(db, own)), ...rows].map(({ id }) => id))
  return new Set(pictures.filter((picture) => !known.has(picture)))
}

export const foreignPictureWords = 'Такой картинки у вас нет: загрузите её заново'

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
