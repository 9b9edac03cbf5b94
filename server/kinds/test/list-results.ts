import { sql } from 'kysely'
import type { Db } from '#server/db.ts'
import type { Services } from '#server/services.ts'
import type { Page } from '#shared/platform/api/page.ts'
import { formatWire } from '#shared/platform/time/moscow.ts'
import { versionsIn } from './bank-store.ts'
import { formulasOf } from './formulas.ts'
import { unpublishedResults } from './publish-results.ts'
import { barOf, distribution } from './published.ts'
import { lastScores, rankedPage, scoreAttempts } from './score-attempts.ts'
import { namesOf } from './test-names.ts'
import { type Place, testSettings, testStageAt } from './test-stage.ts'

/** The results of a stage as its organiser sees them, the best first, and how each question was answered. */
export async function listResults(services: Services, place: Place, page: Page) {
  const { db, readings } = services
  const stage = await testStageAt(services, place)
  const { passing } = testSettings(stage)
  const { as_of, given, ...counts } = await readings.figures({
    competition: place.competition,
    name: `results ${stage.id} ${passing}`,
    read: (reader) => countResults(reader, stage.id, passing),
  })
  const ranked = await rankedPage(db, stage.id, page)
  const names = await namesOf(
    db,
    ranked.map(({ account_id }) => account_id),
  )
  const publication = await db
    .selectFrom('test_publications')
    .select(['published_at', 'passing'])
    .where('stage_id', '=', stage.id)
    .executeTakeFirst()
  const questions = await questionsOf(services, stage.id, given)
  return {
    as_of,
    ...counts,
    passing,
    published_at: publication ? formatWire(publication.published_at) : null,
    people: ranked.flatMap(({ account_id, rank, score, seconds }) => {
      const person = names.get(account_id)
      return person ? [{ ...person, rank, score, seconds }] : []
    }),
    count: counts.scored,
    formulas: formulasOf(questions.map(({ question }) => question)),
    questions,
  }
}

/** Scores who has finished, and counts them. `given` says how many of them had each version. */
async function countResults(db: Db, stageId: number, passing: number) {
  await scoreAttempts(db, stageId)
  const { rows: bars } = await sql<{ bar: number; count: number; passed: number }>`
    select ${barOf(sql`score`)} as bar, count(*)::int as count, (count(*) filter (where score >= ${passing}))::int as passed
    from (${lastScores(stageId)}) as last group by 1`.execute(db)
  const { rows: others } = await sql<{ unfinished: number; untold: number }>`
    select (select count(*) from attempts where stage_id = ${stageId} and finished_at is null)::int as unfinished,
      (select count(*) from (${unpublishedResults(stageId, passing)}) as untold)::int as untold`.execute(db)
  const { rows: versions } = await versionsIn(sql`
    test_papers p
    join attempts t on t.stage_id = p.stage_id and t.account_id = p.account_id and t.number = p.number
      and t.finished_at is not null
    where p.stage_id = ${stageId}`).execute(db)
  const sum = (of: 'count' | 'passed') => bars.reduce((all, bar) => all + bar[of], 0)
  return {
    scored: sum('count'),
    passed: sum('passed'),
    unfinished: others[0]?.unfinished ?? 0,
    untold: others[0]?.untold ?? 0,
    distribution: distribution(new Map(bars.map(({ bar, count }) => [bar, count]))),
    given: new Map(versions.map(({ version, given }) => [version, given])),
  }
}

/** Each version that was given at the stage, with its current ruling. */
async function questionsOf({ db }: Pick<Services, 'db'>, stageId: number, given: ReadonlyMap<number, number>) {
  const versions = await db
    .selectFrom('test_question_versions as v')
    .innerJoin('test_questions as q', 'q.id', 'v.question_id')
    .leftJoin(
      (from) =>
        from
          .selectFrom('test_rulings')
          .distinctOn('version_id')
          .select(['version_id', 'key', 'reason'])
          .where('stage_id', '=', stageId)
          .orderBy('version_id')
          .orderBy('id', 'desc')
          .as('r'),
      (join) => join.onRef('r.version_id', '=', 'v.id'),
    )
    .select(['v.id', 'v.number', 'v.body', 'v.key', 'q.code', 'r.key as ruledKey', 'r.reason'])
    .where('v.id', 'in', [0, ...given.keys()])
    .orderBy('q.code')
    .execute()
  return versions.map(({ id, number, body, key, code, ruledKey, reason }) => ({
    version_id: id,
    code,
    version: number,
    question: body,
    key: ruledKey ?? key,
    given: given.get(id) ?? 0,
    ruling: reason === null ? null : { key: ruledKey, reason },
  }))
}
