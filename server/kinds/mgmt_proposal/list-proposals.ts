import { sql } from 'kysely'
import type { Db } from '#server/db.ts'
import { apartFromMany } from '#server/platform/jobs/in-thread.ts'
import { marksAt } from '#server/review/judging/results.ts'
import { defaultJudging, judgingOf } from '#server/review/judging/store.ts'
import type { Services } from '#server/services.ts'
import type { UsePurpose } from '#shared/kinds/mgmt_proposal/routes.ts'
import type { Page } from '#shared/platform/api/page.ts'
import { formalName } from '#shared/platform/names/full-name.ts'
import { formatWire } from '#shared/platform/time/moscow.ts'
import type { Method } from '#shared/stages/final-marks.ts'
import { mayBeGivenAway, type Place, proposalStage } from './store.ts'
import { takenPlaces } from './topic-places.ts'

interface Row {
  work_id: number
  name: string
  test_id: number
  topic: string | null
  annotation: string | null
  state: 'check' | 'judging' | 'passed' | 'failed' | 'returned' | 'withdrawn'
  consents: UsePurpose[]
  shown_at: Date | null
}

/** The topics of a stage with their people, and its proposals with the best mark first, also before decisions. */
export async function listProposals(services: Services, place: Place, { limit, offset }: Page) {
  const { db } = services
  const { stage, settings } = await proposalStage(services, place)
  const { method } = (await judgingOf(db, stage.id)) ?? defaultJudging
  const asked = {
    rows: sql`from readings r join works w on w.id = r.work_id where w.stage_id = ${stage.id}`,
    file: new URL('./order-worker.ts', import.meta.url),
    input: { stageId: stage.id, method },
  }
  const { as_of, ids, scores, taken, waiting, agency } = await services.readings.figures({
    competition: place.competition,
    name: `proposals ${JSON.stringify(asked.input)}`,
    read: async (of) => ({
      ...(await apartFromMany(of, asked, orderProposals)),
      taken: await takenPlaces(of, stage.id),
      waiting: await waitingByTopic(of, stage.id),
      agency: await forAgency(of, stage.id),
    }),
  })
  const page = [...ids.subarray(offset, offset + limit)].map((id, at) => ({ id, score: scores[offset + at] ?? 0 }))
  const { rows } = await sql<Row>`
    select w.id as work_id, concat_ws(' ', a.last_name, a.first_name, a.middle_name) as name, a.test_id,
      coalesce(w.topic, h.data ->> 'topic', h.data -> 'topic' ->> 'id') as topic, h.data ->> 'annotation' as annotation,
      case when f.passed_at is not null then 'passed' when f.failed_at is not null then 'failed'
        when f.submitted_at is not null then case w.step when 'check' then 'check' else 'judging' end
        when w.topic is not null then 'returned' else 'withdrawn' end as state, n.shown_at, array(
        select c.purpose from work_consents c
        where c.account_id = w.account_id and c.stage_id = w.stage_id and c.withdrawn_at is null
        order by c.purpose) as consents
    from works w
    join hand_ins h on h.id = w.hand_in_id
    join accounts a on a.id = w.account_id
    join stage_facts f on f.stage_id = w.stage_id and f.account_id = w.account_id
    left join shown_annotations n on n.work_id = w.id
    where w.id = any(${page.map(({ id }) => id)}::int[])`.execute(db)
  const known = new Map(rows.map((row) => [row.work_id, row]))
  const titles = new Map(settings.topics.map(({ code, title }) => [code, title]))
  return {
    as_of,
    topics: settings.topics.map((topic) => ({
      ...topic,
      taken: taken.get(topic.code) ?? 0,
      checking: waiting.get(topic.code)?.checking ?? 0,
      judging: waiting.get(topic.code)?.judging ?? 0,
    })),
    staff: await staffOf(db, stage.id),
    for_agency: agency,
    count: ids.length,
    works: page.flatMap(({ id, score }) => {
      const row = known.get(id)
      if (!row) return []
      const { topic, annotation, shown_at, ...work } = row
      return [
        {
          ...work,
          score: Number.isNaN(score) ? null : score,
          topic: titles.get(topic ?? '') ?? '',
          annotation: annotation ?? '',
          shown_at: shown_at && formatWire(shown_at),
        },
      ]
    }),
  }
}

/** The works with the best score first; NaN: it has none. In columns: there may be very many. */
export async function orderProposals(db: Db, { stageId, method }: { stageId: number; method: Method }) {
  const marks = await marksAt(db, stageId, method)
  const { rows } = await sql<{ id: number; score: number | null }>`
    select w.id, r.score::float as score
    from works w
    join stage_facts f on f.stage_id = w.stage_id and f.account_id = w.account_id
    left join stage_results r on r.stage_id = w.stage_id and r.account_id = w.account_id
    where w.stage_id = ${stageId}`.execute(db)
  const works = rows.map(({ id, score }) => ({ id, score: score ?? marks.get(id)?.final ?? Number.NaN }))
  works.sort(
    (a, b) => Number(Number.isNaN(a.score)) - Number(Number.isNaN(b.score)) || b.score - a.score || a.id - b.id,
  )
  return {
    ids: Int32Array.from(works, ({ id }) => id),
    scores: Float64Array.from(works, ({ score }) => score),
  }
}

async function waitingByTopic(db: Db, stageId: number) {
  const { rows } = await sql<{ topic: string; checking: number; judging: number }>`
    select topic, count(*) filter (where step = 'check')::int as checking,
      count(*) filter (where step = 'judging')::int as judging
    from works where stage_id = ${stageId} and topic is not null and waits_since is not null
    group by topic`.execute(db)
  return new Map(rows.map((row) => [row.topic, row]))
}

async function staffOf(db: Db, stageId: number) {
  const rows = await db
    .selectFrom('stage_staff as t')
    .innerJoin('accounts as a', 'a.id', 't.account_id')
    .select(['a.test_id', 'a.first_name', 'a.last_name', 'a.middle_name', 't.duty', 't.topics'])
    .where('t.stage_id', '=', stageId)
    .orderBy('t.duty')
    .orderBy('a.last_name')
    .orderBy('a.id')
    .execute()
  return rows.map(({ test_id, duty, topics, ...name }) => ({ test_id, duty, topics, name: formalName(name) }))
}

async function forAgency(db: Db, stageId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from works w where w.stage_id = ${stageId} and ${mayBeGivenAway}`.execute(db)
  return rows[0]?.count ?? 0
}
