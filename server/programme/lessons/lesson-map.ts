import { sql } from 'kysely'
import type { Db } from '#server/db.ts'
import type { Services } from '#server/services.ts'
import { groupBy } from '#shared/platform/lists/group-by.ts'
import { formalName } from '#shared/platform/names/full-name.ts'
import { sameSchoolAndDay, shareLesson } from './check-lesson.ts'
import { lessonStage } from './lesson-stage.ts'

interface RegionRow {
  region: string | null
  name: string
  district: string
  planned: number
  lessons: number
  listeners: number
}

/** Lessons by region, with the totals for the press. Lessons at the same school on the same day count once. */
export async function lessonMap(services: Services, place: { competition: string; code: string }) {
  const { whole, parts } = await lessonStage(services, place)
  const { as_of, rows, people, doubles } = await services.readings.figures({
    competition: place.competition,
    name: `lessons ${whole.id}`,
    read: async (db) => ({
      rows: await byRegion(db, whole.id, parts?.plan.id ?? 0, parts?.report.id ?? 0),
      people: await howManyHeld(db, whole.id, parts?.report.id ?? 0),
      doubles: await doublesOf(db, whole.id),
    }),
  })
  const sum = (of: (row: RegionRow) => number) => rows.reduce((total, row) => total + of(row), 0)
  const named = rows.filter(({ region }) => region !== null)
  const elsewhere = rows.find(({ region }) => region === null) ?? null
  return {
    as_of,
    totals: {
      lessons: sum(({ lessons }) => lessons),
      listeners: sum(({ listeners }) => listeners),
      regions: named.filter(({ lessons }) => lessons > 0).length,
      people,
      planned: sum(({ planned }) => planned),
    },
    districts: [...groupBy(named, ({ district }) => district)].map(([name, regions]) => ({
      name,
      regions: [...regions],
    })),
    elsewhere: elsewhere && elsewhere.lessons + elsewhere.planned > 0 ? elsewhere : null,
    doubles,
  }
}

/** Every region, also without lessons. For a lesson with several reports the largest number of listeners counts. */
async function byRegion(db: Db, stageId: number, planId: number, reportId: number): Promise<RegionRow[]> {
  const { rows } = await sql<RegionRow>`
    with known as materialized (
      select l.region, l.school_key, coalesce(l.held_on, (l.starts_at at time zone 'Europe/Moscow')::date) as day,
        bool_or(r.passed_at is not null) as held, max(l.listeners) filter (where r.passed_at is not null) as listeners
      from lessons l
      left join stage_facts p on p.stage_id = ${planId} and p.account_id = l.account_id
      left join stage_facts r on r.stage_id = ${reportId} and r.account_id = l.account_id
      where l.stage_id = ${stageId} and (r.passed_at is not null or (p.passed_at is not null and r.failed_at is null))
      group by 1, 2, 3
    ), counted as (
      select region, count(*) filter (where not held)::int as planned, count(*) filter (where held)::int as lessons,
        coalesce(sum(listeners), 0)::int as listeners
      from known group by region
    )
    select d.id as region, d.value as name, coalesce(d.fo, 'Без округа') as district, coalesce(c.planned, 0) as planned,
      coalesce(c.lessons, 0) as lessons, coalesce(c.listeners, 0) as listeners
    from dictionary_items d left join counted c on c.region = d.id
    where d.dict = 'regions' and (not d.retired or c.region is not null)
    union all
    select null, 'Регион не указан', '', sum(c.planned)::int, sum(c.lessons)::int, sum(c.listeners)::int
    from counted c
    where not exists (select from dictionary_items d where d.dict = 'regions' and d.id = c.region)
    having count(*) > 0
    order by district, name`.execute(db)
  return rows
}

async function howManyHeld(db: Db, stageId: number, reportId: number): Promise<number> {
  const { count } = await db
    .selectFrom('lessons as l')
    .innerJoin('stage_facts as f', 'f.account_id', 'l.account_id')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('l.stage_id', '=', stageId)
    .where('f.stage_id', '=', reportId)
    .where('f.passed_at', 'is not', null)
    .executeTakeFirstOrThrow()
  return count
}

interface Double {
  school: string
  day: string
  region: string | null
  people: { test_id: number; first_name: string; last_name: string; middle_name: string | null }[]
}

/** Of one school and day. */
const namesShown = 50

/** Lessons at the same school on the same day by people who have not confirmed each other as authors. */
async function doublesOf(db: Db, stageId: number) {
  const { rows } = await sql<Double>`
    select min(l.school) as school, coalesce(l.held_on, (l.starts_at at time zone 'Europe/Moscow')::date)::text as day,
      max(d.value) as region, json_agg(json_build_object('test_id', a.test_id, 'first_name', a.first_name,
        'last_name', a.last_name, 'middle_name', a.middle_name) order by a.test_id) filter (where l.place <= ${namesShown})
        as people
    from (
      select l.*, row_number() over (
        partition by l.region, l.school_key, coalesce(l.held_on, (l.starts_at at time zone 'Europe/Moscow')::date)
        order by l.account_id) as place
      from lessons l where l.stage_id = ${stageId}
    ) as l
    join accounts a on a.id = l.account_id
    left join dictionary_items d on d.dict = 'regions' and d.id = l.region
    where l.stage_id = ${stageId} and exists (
      select from lessons o where ${sameSchoolAndDay} and o.account_id <> l.account_id and not ${shareLesson})
    group by l.region, l.school_key, 2
    order by 2, 1
    limit 100`.execute(db)
  return rows.map(({ people, ...double }) => ({
    ...double,
    people: people.map(({ test_id, ...name }) => ({ test_id, name: formalName(name) })),
  }))
}
