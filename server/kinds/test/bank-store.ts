import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '#server/db.ts'
import { containing } from '#server/platform/db/containing.ts'
import type { Question, QuestionKey } from '#shared/kinds/test/question.ts'
import type { ListedQuestion } from '#shared/kinds/test/question-row.ts'
import type { Page } from '#shared/platform/api/page.ts'

export interface StoredQuestion extends ListedQuestion {
  id: number
  versionId: number
  version: number
  retired: boolean
}

export interface BankSearch extends Page {
  topic?: string
  difficulty?: number
  text?: string
  retired: boolean
}

/** Only one transaction at a time writes the bank of a competition. */
export const lockBank = (tx: Tx, competition: string) =>
  tx.selectFrom('competitions').select('code').where('code', '=', competition).forNoKeyUpdate().executeTakeFirst()

const latest = (db: Db | Tx, competition: string) =>
  db
    .selectFrom((from) =>
      from
        .selectFrom('test_question_versions as v')
        .innerJoin('test_questions as q', 'q.id', 'v.question_id')
        .select([
          'q.id',
          'q.code',
          'q.retired_at',
          'v.id as versionId',
          'v.number as version',
          'v.topic',
          'v.difficulty',
          'v.body',
          'v.key',
        ])
        .distinctOn('v.question_id')
        .where('q.competition_code', '=', competition)
        .orderBy('v.question_id')
        .orderBy('v.number', 'desc')
        .as('bank'),
    )
    .selectAll()

const stored = ({
  body,
  retired_at,
  ...rest
}: Omit<StoredQuestion, 'question' | 'retired'> & {
  body: Question
  key: QuestionKey
  retired_at: Date | null
}): StoredQuestion => ({
  ...rest,
  question: body,
  retired: retired_at !== null,
})

/** Every question in its latest version, by code. */
export async function latestVersions(db: Db | Tx, competition: string): Promise<StoredQuestion[]> {
  return (await latest(db, competition).orderBy('code').execute()).map(stored)
}

export async function searchBank(db: Db, competition: string, search: BankSearch) {
  const { topic, difficulty, text, retired, limit, offset } = search
  const words = text?.trim() ?? ''
  const found = latest(db, competition)
    .where('retired_at', retired ? 'is not' : 'is', null)
    .$if(topic !== undefined, (query) => query.where('topic', '=', topic ?? ''))
    .$if(difficulty !== undefined, (query) => query.where('difficulty', '=', difficulty ?? 0))
    .$if(words !== '', (query) =>
      query.where((is) =>
        is.or([is('code', 'ilike', containing(words)), is(sql`bank.body::text`, 'ilike', containing(words))]),
      ),
    )
  const { count } = await found
    .clearSelect()
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .executeTakeFirstOrThrow()
  const page = await found.orderBy('topic').orderBy('code').limit(limit).offset(offset).execute()
  return { count: Number(count), questions: page.map(stored), stock: await stockOf(db, competition) }
}

/** How many questions of each topic and difficulty may be drawn. */
export async function stockOf(db: Db | Tx, competition: string) {
  const rows = await latest(db, competition)
    .where('retired_at', 'is', null)
    .clearSelect()
    .select(['topic', 'difficulty'])
    .select((eb) => eb.fn.countAll<string>().as('count'))
    .groupBy(['topic', 'difficulty'])
    .orderBy('topic')
    .orderBy('difficulty')
    .execute()
  return rows.map((row) => ({ ...row, count: Number(row.count) }))
}

export async function findQuestion(db: Db | Tx, competition: string, id: number): Promise<StoredQuestion | null> {
  const found = await latest(db, competition).where('id', '=', id).executeTakeFirst()
  return found ? stored(found) : null
}

/** How many people have got each question, in any version. */
export async function exposureOf(db: Db, competition: string): Promise<{ given: Map<number, number> }> {
  const { rows } = await sql<{ id: number; given: number }>`
    select v.question_id as id, sum(drawn.given)::int as given
    from (${versionsIn(sql`
      test_papers p join stages s on s.id = p.stage_id and s.competition_code = ${competition}
      where p.given_at is not null`)}) as drawn
    join test_question_versions v on v.id = drawn.version
    group by v.question_id`.execute(db)
  return { given: new Map(rows.map(({ id, given }) => [id, given])) }
}

/** A query of how often each version is in these papers `p`. */
export const versionsIn = (papers: RawBuilder<unknown>) => sql<{ version: number; given: number }>`
  select version::int, count(*)::int as given
  from (select jsonb_path_query(p.sections, '$[*].questions[*].version') as version from ${papers}) as drawn
  group by version`

/** Removes papers that were made ahead and given to nobody: the job makes them anew from the changed bank. */
export const dropPapers = (tx: Tx, competition: string) =>
  sql`delete from test_papers where given_at is null and stage_id in (
    select id from stages where competition_code = ${competition})`.execute(tx)

/** Keeps a version, the first one together with its question. Returns the question's id. */
export async function keepVersion(
  tx: Tx,
  competition: string,
  {
    questionId,
    code,
    number,
    topic,
    difficulty,
    question,
    key,
  }: ListedQuestion & { questionId: number | null; number: number },
  madeBy: number,
  now: Date,
): Promise<number> {
  const { id } =
    questionId === null
      ? await tx
          .insertInto('test_questions')
          .values({ competition_code: competition, code })
          .returning('id')
          .executeTakeFirstOrThrow()
      : { id: questionId }
  await tx
    .insertInto('test_question_versions')
    .values({
      question_id: id,
      number,
      topic: topic.trim(),
      difficulty,
      body: JSON.stringify(question),
      key: JSON.stringify(key),
      made_at: now,
      made_by: madeBy,
    })
    .execute()
  return id
}
