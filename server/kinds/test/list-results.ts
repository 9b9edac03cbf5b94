import { sql } from 'kysely'
import type { Services } from '#server/services.ts'
import type { Page } from '#shared/platform/api/page.ts'
import { formatWire } from '#shared/platform/time/moscow.ts'
import { formulasOf } from './formulas.ts'
import { unpublishedResults } from './publish-results.ts'
import { distribution } from './published.ts'
import { ranks, scoreAttempts, scoredAttempts } from './score-attempts.ts'
import { namesOf } from './test-names.ts'
import { type Place, testSettings, testStageAt } from './test-stage.ts'

/** The results of a stage as its organiser sees them, the best first, and how each question was answered. */
export async function listResults(services: Services, place: Place, { limit, offset }: Page) {
  const { db } = services
  const stage = await testStageAt(services, place)
  await scoreAttempts(db, stage.id)
  const scored = await scoredAttempts(db, stage.id)
  const rankOf = ranks(scored)
  const page = scored.slice(offset, offset + limit)
  const names = await namesOf(
    db,
    page.map(({ account_id }) => account_id),
  )
  const publication = await db
    .selectFrom('test_publications')
    .select(['published_at', 'passing'])
    .where('stage_id', '=', stage.id)
    .executeTakeFirst()
  const { passing } = testSettings(stage)
  const { running } = await db
    .selectFrom('attempts')
    .select((eb) => eb.fn.countAll<string>().as('running'))
    .where('stage_id', '=', stage.id)
    .where('finished_at', 'is', null)
    .executeTakeFirstOrThrow()
  const questions = await questionsOf(services, stage.id)
  return {
    scored: scored.length,
    unfinished: Number(running),
    passing,
    passed: scored.filter(({ score }) => score >= passing).length,
    published_at: publication ? formatWire(publication.published_at) : null,
    untold: (await unpublishedResults(services, stage.id, passing)).length,
    distribution: distribution(scored.map(({ score }) => score)),
    people: page.flatMap(({ attempt_id, account_id, score, seconds }) => {
      const person = names.get(account_id)
      return person ? [{ ...person, rank: rankOf.get(attempt_id) ?? 0, score, seconds }] : []
    }),
    count: scored.length,
    formulas: formulasOf(questions.map(({ question }) => question)),
    questions,
  }
}

/** Each version that was given at the stage, with its current ruling. */
async function questionsOf({ db }: Pick<Services, 'db'>, stageId: number) {
  const { rows } = await sql<{ version: number; given: number }>`
    select (drawn ->> 'version')::int as version, count(*)::int as given
    from test_papers p
    join attempts t on t.stage_id = p.stage_id and t.account_id = p.account_id and t.number = p.number
      and t.finished_at is not null
    cross join jsonb_array_elements(p.sections) as section
    cross join jsonb_array_elements(section -> 'questions') as drawn
    where p.stage_id = ${stageId} group by 1`.execute(db)
  const given = new Map(rows.map((row) => [row.version, row.given]))
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
