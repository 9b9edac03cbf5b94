import { sql } from 'kysely'
import type { Db, Tx } from '#server/db.ts'
import type { QuestionKey } from '#shared/kinds/test/question.ts'
import { type Scored, scoreOf, type TestScore } from '#shared/kinds/test/score.ts'
import type { Page } from '#shared/platform/api/page.ts'
import { keptAnswers } from './kept-answers.ts'

/** The current rulings by version: another key, or null when the question does not count. */
export type Rulings = ReadonlyMap<number, QuestionKey | null>

const batch = 500

export async function rulingsOf(db: Db | Tx, stageId: number): Promise<{ count: number; rulings: Rulings }> {
  const rows = await db
    .selectFrom('test_rulings')
    .select(['version_id', 'key'])
    .where('stage_id', '=', stageId)
    .orderBy('id')
    .execute()
  return { count: rows.length, rulings: new Map(rows.map(({ version_id, key }) => [version_id, key])) }
}

/** Scores the finished attempts of a stage that are not scored by the current rulings. May run again at any time. */
export async function scoreAttempts(db: Db, stageId: number): Promise<void> {
  const { count, rulings } = await rulingsOf(db, stageId)
  for (;;) {
    const waiting = await db
      .selectFrom('attempts as t')
      .leftJoin('test_scores as s', 's.attempt_id', 't.id')
      .select('t.id')
      .where('t.stage_id', '=', stageId)
      .where('t.finished_at', 'is not', null)
      .where((is) => is.or([is('s.rulings', 'is', null), is('s.rulings', '<', count)]))
      .where((is) =>
        is.exists(
          is
            .selectFrom('test_papers as p')
            .select('p.id')
            .whereRef('p.stage_id', '=', 't.stage_id')
            .whereRef('p.account_id', '=', 't.account_id')
            .whereRef('p.number', '=', 't.number'),
        ),
      )
      .orderBy('t.id')
      .limit(batch)
      .execute()
    if (waiting.length === 0) return
    const scores = await scoresOf(
      db,
      waiting.map(({ id }) => id),
      rulings,
    )
    const rows = [...scores].map(([attempt_id, { score, earned, of: points }]) => ({
      attempt_id,
      score,
      earned,
      points,
      rulings: count,
    }))
    await db
      .insertInto('test_scores')
      .values(rows)
      .onConflict((conflict) =>
        conflict
          .column('attempt_id')
          .doUpdateSet((eb) => ({
            score: eb.ref('excluded.score'),
            earned: eb.ref('excluded.earned'),
            points: eb.ref('excluded.points'),
            rulings: eb.ref('excluded.rulings'),
          }))
          // Another process has scored by a later ruling.
          .whereRef('test_scores.rulings', '<=', 'excluded.rulings'),
      )
      .execute()
  }
}

interface PaperScore extends TestScore {
  /** The versions of the paper in order, matching `shares`. */
  versions: number[]
}

/** The scores of these attempts by given rulings, without storing them. */
export async function scoresOf(
  db: Db | Tx,
  attemptIds: readonly number[],
  rulings: Rulings,
): Promise<Map<number, PaperScore>> {
  const papers = await db
    .selectFrom('attempts as t')
    .innerJoin('test_papers as p', (join) =>
      join
        .onRef('p.stage_id', '=', 't.stage_id')
        .onRef('p.account_id', '=', 't.account_id')
        .onRef('p.number', '=', 't.number'),
    )
    .select(['t.id', 'p.sections'])
    .where('t.id', 'in', [0, ...attemptIds])
    .execute()
  const ids = new Set(papers.flatMap(({ sections }) => sections.flatMap((one) => one.questions.map((q) => q.version))))
  const versions = await db
    .selectFrom('test_question_versions')
    .select(['id', 'body', 'key'])
    .where('id', 'in', [0, ...ids])
    .execute()
  const byId = new Map(versions.map((version) => [version.id, version]))
  const answers = await keptAnswers(db, attemptIds)
  return new Map(
    papers.map(({ id, sections }) => {
      const given = new Map((answers.get(id) ?? []).map(({ version, answer }) => [version, answer]))
      const questions = sections.flatMap((one) => one.questions)
      const paper = questions.flatMap(({ version, points }): Scored[] => {
        const found = byId.get(version)
        const key = rulings.has(version) ? (rulings.get(version) ?? null) : (found?.key ?? null)
        return found ? [{ question: found.body, key, answer: given.get(version) ?? null, points }] : []
      })
      return [id, { ...scoreOf(paper), versions: questions.map(({ version }) => version) }]
    }),
  )
}

export interface RankedAttempt {
  attempt_id: number
  account_id: number
  score: number
  seconds: number
}

/** A query of the latest finished attempt of each person with its score. */
export const lastScores = (stageId: number) => sql<RankedAttempt>`
  select t.id as attempt_id, t.account_id, s.score::float as score,
    extract(epoch from t.finished_at - t.begun_at)::int as seconds
  from attempts t join test_scores s on s.attempt_id = t.id
  where t.stage_id = ${stageId} and t.account_id is not null and t.finished_at is not null and not exists (
    select from attempts n join test_scores of on of.attempt_id = n.id
    where n.stage_id = t.stage_id and n.account_id = t.account_id and n.number > t.number and n.finished_at is not null)`

/** All of them, the best first. */
export async function scoredAttempts(db: Db, stageId: number): Promise<RankedAttempt[]> {
  const { rows } = await sql<RankedAttempt>`${lastScores(stageId)} order by s.score desc, t.id`.execute(db)
  return rows
}

/** One page of them with their ranks. Equal scores share a rank, and the next one is as many places lower. */
export async function rankedPage(db: Db, stageId: number, { limit, offset }: Page) {
  const { rows } = await sql<RankedAttempt>`
    ${lastScores(stageId)} order by s.score desc, t.id limit ${limit} offset ${offset}`.execute(db)
  const [first] = rows
  if (!first) return []
  const { rows: before } = await sql<{ alike: number }>`
    select count(*)::int as alike from (${lastScores(stageId)}
      and s.score = (select score from test_scores where attempt_id = ${first.attempt_id}) and t.id < ${first.attempt_id}
    ) as alike`.execute(db)
  let rank = offset + 1 - (before[0]?.alike ?? 0)
  return rows.map((row, at) => {
    if (at > 0 && row.score !== rows[at - 1]?.score) rank = offset + at + 1
    return { ...row, rank }
  })
}

/** The rank of each. */
export function ranks(scores: readonly { attempt_id: number; score: number }[]): Map<number, number> {
  const sorted = scores.toSorted((one, other) => other.score - one.score)
  let [rank, last] = [0, Number.NaN]
  return new Map(
    sorted.map(({ attempt_id, score }, at) => {
      if (score !== last) [rank, last] = [at + 1, score]
      return [attempt_id, rank]
    }),
  )
}
