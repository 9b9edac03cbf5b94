import { sql } from 'kysely'
import type { Db } from '#server/db.ts'
import { containing } from '#server/platform/db/containing.ts'
import type { Services } from '#server/services.ts'
import { readOrdered } from '#server/stages/readings.ts'
import type { SeasonStage } from '#server/stages/season.ts'
import { teamsAt } from '#server/stages/teams-at.ts'
import type { Page } from '#shared/platform/api/page.ts'
import { formatWire } from '#shared/platform/time/moscow.ts'
import { barredFrom } from './barred.ts'
import { ownersEvaluation, type Place, shortName } from './evaluation-stage.ts'

interface Row {
  id: number
  name: string
  members: {
    test_id: number
    first_name: string
    last_name: string
    done: boolean
    raters: number | null
    mean: number | null
    score: number | null
  }[]
  observers: { id: number; test_id: number; first_name: string; last_name: string; done: boolean }[]
  straight: number | null
  pairs: number | null
  mean: number | null
  agreed: boolean
}

interface Asked extends Page {
  search?: string | undefined
  only?: 'late' | 'flagged' | undefined
}

/** The teams with their raters and flags, those with late members first; after the count with their means. */
export async function listEvaluatedTeams(services: Services, place: Place, { search = '', only, ...page }: Asked) {
  const { stage, settings } = await ownersEvaluation(services, place)
  const teams = teamsAt(stage)
  const { rows, count, as_of } = await readOrdered(
    services,
    {
      competition: place.competition,
      name: ['team marks', stage.id, search, only],
      ids: sql`
        select t.id from (${teams}) as t
        cross join lateral (
          select count(*) as many, bool_and(x.submitted_at is not null) as done
          from formed_team_members m left join stage_facts x on x.account_id = m.account_id and x.stage_id = ${stage.id}
          where m.team_id = t.id and m.state = 'active'
        ) as people
        left join team_mark_flags f on f.stage_id = ${stage.id} and f.team_id = t.id
        where t.name ilike ${containing(search)}
          and (${only !== 'late'} or (people.many > 1 and not people.done))
          and (${only !== 'flagged'} or f.straight > 0 or f.pairs > 0)
        order by people.done or people.many = 1, t.name, t.id`,
    },
    page,
    (ids) => sql<Row>`
    select t.id, t.name, f.straight, f.pairs, people.*,
      exists (select from team_agreed g where g.stage_id = ${stage.id} and g.team_id = t.id) as agreed,
      coalesce((
        select json_agg(json_build_object('id', a.id, 'test_id', a.test_id, 'first_name', a.first_name,
          'last_name', a.last_name, 'done', o.done_at is not null) order by o.id)
        from team_observers o join accounts a on a.id = o.observer_id
        where o.stage_id = ${stage.id} and o.team_id = t.id), '[]'::json) as observers
    from formed_teams t
    left join team_mark_flags f on f.stage_id = ${stage.id} and f.team_id = t.id
    cross join lateral (
      select json_agg(json_build_object('test_id', a.test_id, 'first_name', a.first_name, 'last_name', a.last_name,
          'done', x.submitted_at is not null, 'raters', r.raters, 'mean', (r.report ->> 'mean')::float8, 'score', r.score)
          order by a.last_name, a.first_name, a.id) as members, max(r.team_mean) as mean
      from formed_team_members m join accounts a on a.id = m.account_id
      left join stage_facts x on x.account_id = m.account_id and x.stage_id = ${stage.id}
      left join team_mark_reports r on r.account_id = m.account_id and r.stage_id = ${stage.id}
      where m.team_id = t.id and m.state = 'active'
    ) as people
    where t.id = any(${ids}::int[])`,
  )
  const { figures } = await services.readings.figures({
    competition: place.competition,
    name: `team marks ${stage.id}`,
    read: async (db) => ({ figures: await countMarks(db, stage) }),
  })
  const evaluation = await services.db
    .selectFrom('team_evaluations')
    .select(['reminded_at', 'counted_at'])
    .where('stage_id', '=', stage.id)
    .executeTakeFirst()
  const watched = settings.competencies.length > 0
  const observers = watched ? await observersAt(services, stage.id) : []
  const barred = watched
    ? await barredFrom(
        services.db,
        stage.id,
        rows.map(({ id }) => id),
      )
    : []
  const counted = evaluation?.counted_at ?? null
  return {
    as_of,
    counted_at: counted && formatWire(counted),
    reminded_at: evaluation?.reminded_at ? formatWire(evaluation.reminded_at) : null,
    ...{ all: figures?.all ?? 0, people: figures?.people ?? 0, done: figures?.done ?? 0 },
    without_report: counted ? (figures?.without ?? 0) : null,
    observers: observers.map((one) => ({ test_id: one.test_id, name: shortName(one) })),
    competencies: settings.competencies.length,
    count,
    teams: rows.map((row) => {
      const not = new Set(barred.flatMap(({ judge, work }) => (work === row.id ? [judge] : [])))
      return {
        ...{ team_id: row.id, name: row.name, mean: row.mean, agreed: row.agreed },
        flags: row.straight === null ? null : { straight: row.straight, pairs: row.pairs ?? 0 },
        members: row.members.map(({ raters, mean, score, done, ...member }) => ({
          ...{ test_id: member.test_id, name: shortName(member), done, raters, mean, score },
        })),
        observers: row.observers.map((one) => ({
          ...{ test_id: one.test_id, name: shortName(one), done: one.done, conflict: not.has(one.id) },
        })),
        barred: observers.flatMap(({ id, test_id }) => (not.has(id) ? [test_id] : [])),
      }
    }),
  }
}

async function countMarks(db: Db, stage: SeasonStage) {
  const { rows } = await sql<{ all: number; people: number; done: number; without: number }>`
    with members as (
      select t.id, m.account_id, count(*) over (partition by t.id) as many from (${teamsAt(stage)}) as t
      join formed_team_members m on m.team_id = t.id and m.state = 'active'
    )
    select (select count(*)::int from (${teamsAt(stage)}) as t) as all,
      (select count(*)::int from members where many > 1) as people,
      (select count(*)::int from members m join stage_facts f on f.account_id = m.account_id and f.stage_id = ${stage.id}
        where many > 1 and f.submitted_at is not null) as done,
      (select count(*)::int from team_mark_reports where stage_id = ${stage.id} and report is null) as without`.execute(
    db,
  )
  return rows[0]
}

const observersAt = ({ db }: Services, stageId: number) =>
  db
    .selectFrom('stage_staff as t')
    .innerJoin('accounts as a', 'a.id', 't.account_id')
    .select(['a.id', 'a.test_id', 'a.first_name', 'a.last_name'])
    .where('t.stage_id', '=', stageId)
    .where('t.duty', '=', 'judge')
    .orderBy('a.last_name')
    .orderBy('a.id')
    .execute()
