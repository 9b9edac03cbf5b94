import { sql } from 'kysely'
import { schoolKey } from '#shared/programme/lessons/school-key.ts'
import { daysFrom } from '../moment.ts'
import { pick, type Season } from './season.ts'
import { fillWorks } from './works.ts'

const schools = ['Школа № 57', 'Лицей № 131', 'Колледж связи № 54', 'Гимназия № 9', 'Школа № 1535', 'Школа № 12']
const topic = 'Решения, за которые отвечаешь'
const outline =
  'Расскажу, как принимают решения на производстве, разберём вместе три настоящих случая и попробуем договориться о правилах.'

/** Lessons: a plan of everybody, and the report of whoever has given the lesson. */
export async function fillLessons(season: Season): Promise<void> {
  const { tx, now, stage } = season
  const [lesson, plan, report] = ['lesson', 'lesson_plan', 'lesson_report'].map(stage)
  // The plan is accepted where the lesson has come further than its plan.
  await sql`
    insert into stage_facts (account_id, stage_id, started_at, submitted_at, passed_at, failed_at, reasons)
    select account_id, ${plan}, started_at, case when stood then started_at + interval '1 hour' end,
      case when stood and failed_at is null then started_at + interval '2 hours' end, failed_at, reasons
    from stage_facts cross join lateral (
      select submitted_at is not null or returned_at is not null or account_id % 2 = 0 as stood) s
    where stage_id = ${lesson}`.execute(tx)
  await sql`
    insert into stage_facts (account_id, stage_id, started_at, submitted_at, returned_at, passed_at)
    select account_id, ${report}, started_at, submitted_at, returned_at, passed_at from stage_facts
    where stage_id = ${lesson} and failed_at is null and (submitted_at is not null or returned_at is not null)`.execute(
    tx,
  )
  const school = pick(schools, sql`c.n`)
  const address = 'Адрес на сайте школы'
  await fillWorks(season, 'lesson_plan', {
    data: sql`jsonb_build_object('format', 'class', 'school', ${school}, 'address', ${address}::text, 'topic', ${topic}::text,
      'starts_at', to_char(f.started_at + interval '2 days', 'YYYY-MM-DD HH24:MI'), 'listeners', '10 класс, 25 человек',
      'outline', ${outline}::text)`,
  })
  await fillWorks(season, 'lesson_report', {
    data: sql`jsonb_build_object('held_on', to_char(f.started_at, 'YYYY-MM-DD'), 'topic', ${topic}::text, 'listeners', '26',
      'reflection', ${outline}::text, 'video', 'https://video.example/lesson')`,
  })
  await sql`
    insert into lessons (stage_id, account_id, region, school, school_key, address, starts_at, topic, held_on, listeners)
    select ${lesson}, c.id, c.region, ${school} #>> '{}', ${pick(schools.map(schoolKey), sql`c.n`)} #>> '{}', ${address},
      f.started_at + interval '2 days', ${topic}, case when r.account_id is not null then f.started_at::date end,
      case when r.account_id is not null then 26 end
    from stage_facts f join crowd c on c.id = f.account_id
    left join stage_facts r on r.account_id = f.account_id and r.stage_id = ${report}
    where f.stage_id = ${plan} and f.submitted_at is not null`.execute(tx)
  await sql`
    insert into lesson_cancellations (stage_id, account_id, reason, asked_at)
    select ${lesson}, account_id, 'Школа закрыта на карантин до конца месяца.', ${now}::timestamptz - interval '1 day'
    from stage_facts where stage_id = ${plan} and account_id % 100 = 0`.execute(tx)
  const days = [7, 9, 14].map((after) => daysFrom(now, after).toISOString().slice(0, 10))
  await sql`
    insert into lesson_places (stage_id, region, school, address, dates)
    select ${lesson}, region, 'Школа № ' || 2000 + row_number() over (), ${address}, ${days}::date[]
    from (select distinct region from crowd) r`.execute(tx)
}
