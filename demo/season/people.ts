import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { consentDocuments } from '../consents.ts'
import { demoPerson } from '../people.ts'
import { regionNames } from '../regions.ts'
import { analyze, atLeast, pick, rungOf, rungs, type Season, scan, share, shownFile } from './season.ts'

/** People per statement. */
const batch = 5000

/**
 * The accounts of the people, of experts and of mentors, in temporary tables: `crowd` says of everybody how many stages
 * they have passed and how far they are with the next (`at`: 0 nothing, 1 begun, 2 handed in, 3 returned, 4 failed).
 * Nine in ten people who begin a stage pass it. `rungs` has the stages that they pass.
 */
export async function fillPeople(season: Season, progress: (made: number) => void): Promise<void> {
  const { tx, code, people } = season
  await sql`create temporary table crowd (id int primary key, n int not null, region text not null, track text not null,
    supporter boolean not null, passed int not null, at int not null, score int not null, team int) on commit drop`.execute(
    tx,
  )
  const { rows: known } = await sql<{ last: number }>`select coalesce(max(id), 0)::int as last from accounts`.execute(
    tx,
  )
  const made = { ...season, known: known[0]?.last ?? 0 }
  for (let first = 1; first <= people; first += batch) {
    const last = Math.min(first + batch - 1, people)
    await makeAccounts(made, 'crowd', first, last)
    progress(last)
  }
  await sql`create temporary table experts (id int primary key, k int not null unique) on commit drop`.execute(tx)
  await sql`create temporary table mentors (id int primary key, k int not null unique) on commit drop`.execute(tx)
  const judging = people + atLeast(6, 0.0024, season)
  await makeAccounts(made, 'experts', people + 1, judging)
  await makeAccounts(made, 'mentors', judging + 1, judging + atLeast(5, 0.008, season))
  await sql`create temporary table rungs on commit drop as
    select (r.rung - 1)::int as rung, s.id as stage_id, s.code, s.opens_at from stages s
    join unnest(${[...rungs]}::text[]) with ordinality as r(code, rung) on r.code = s.code
    where s.competition_code = ${code}`.execute(tx)
  for (const table of ['crowd', 'experts', 'mentors', 'rungs']) await analyze(tx, table)
  await sql`insert into account_roles (account_id, role)
    select id, 'assessor' from experts union all select id, 'mentor' from mentors`.execute(tx)
}

/** The accounts of the persons `first` to `last`; their phones follow the accounts that were known before. */
async function makeAccounts(
  { tx, code, now, known }: Season & { known: number },
  into: 'crowd' | 'experts' | 'mentors',
  first: number,
  last: number,
): Promise<void> {
  const persons = Array.from({ length: last - first + 1 }, (_none, at) => {
    const { firstName, lastName, middleName, region, birthDate } = demoPerson(first + at)
    return [first + at, firstName, lastName, middleName, birthDate, region]
  })
  const row =
    into === 'crowd'
      ? sql`crowd select a.id, p.n, p.region, ${pick(['main', 'main', 'analytics', 'practice', 'arctic'], sql`p.n * 7`)} #>> '{}',
          ${share(5)} < 0.03, case when ${share(5)} < 0.03 then -1 else
            least(floor(ln(1 - ${share(1)} * 0.999) / ln(0.9))::int, ${rungs.length}::int) end,
          case when ${share(5)} < 0.03 then 0 else floor(${share(2)} * 5)::int end, 1 + floor(${share(3)} * 100)::int`
      : sql`${sql.table(into)} select a.id, p.n - ${first}::int`
  await sql`
    with p as (
      select (r ->> 0)::int as n, r ->> 1 as first, r ->> 2 as last, r ->> 3 as middle, r ->> 4 as born, r ->> 5 as region
      from jsonb_array_elements(${JSON.stringify(persons)}::jsonb) as r
    ), a as (
      insert into accounts (email, email_verified_at, phone, first_name, last_name, middle_name, birth_date,
        password_hash, created_at)
      select ${code} || '_' || n || '@example.test', ${now}::timestamptz,
        '+78' || lpad((${known}::int + n)::text, 9, '0'), first, last, middle, born::date, '',
        ${now}::timestamptz - interval '31 days'
      from p order by n returning id, phone
    )
    insert into ${row} from a join p on a.phone = '+78' || lpad((${known}::int + p.n)::text, 9, '0')`.execute(tx)
}

/** The people in the competition: their places, applications and consents. */
export async function fillRegistrations({ tx, code, now, stage }: Season): Promise<void> {
  await sql`
    insert into participations (account_id, competition_code, door, track_code, region, joined_at, finalist_at,
      disqualified_at, tags)
    select id, ${code}, case when supporter then 'supporter' else 'participant' end, track, region,
      ${now}::timestamptz - make_interval(hours => (720 * ${share(6)})::int),
      case when ${share(7)} < 0.003 and passed > ${rungOf('meeting')} then ${now}::timestamptz end,
      case when ${share(8)} < 0.002 then ${now}::timestamptz - interval '1 day' end,
      case when n % 50 = 0 then '{резерв}'::text[] else '{}' end
    from crowd`.execute(tx)
  await sql`insert into competition_tags (competition_code, tag) values (${code}, 'резерв')`.execute(tx)
  const registration = stage('registration')
  await sql`
    insert into applications (account_id, competition_code, stage_id, door, form_version, data, submitted_at)
    select c.id, ${code}, ${registration}, p.door, 1, jsonb_build_object(
      'last_name', a.last_name, 'first_name', a.first_name, 'middle_name', a.middle_name, 'birth_date', a.birth_date,
      'citizenship', '{"id":"RU","value":"Россия"}'::jsonb,
      'region', jsonb_build_object('id', c.region, 'value', ${JSON.stringify(regionNames)}::jsonb -> c.region),
      'education_level', ${pick(['specialist', 'master', 'bachelor', 'candidate'], sql`c.n`)}, 'manage_age', 3 + c.n % 14,
      'document_scan', ${shownFile(scan)}
    ), p.joined_at
    from crowd c join accounts a on a.id = c.id
    join participations p on p.account_id = c.id and p.competition_code = ${code}
    where c.passed <> 0 or c.at > 1`.execute(tx)
  for (const { code: document, version, title, purpose, term = '', text } of consentDocuments) {
    const hash = createHash('sha256').update(text).digest()
    await sql`insert into consent_texts (text_hash, text) values (${hash}, ${text}) on conflict do nothing`.execute(tx)
    await sql`
      insert into consents (account_id, competition_code, document_code, document_version, document_title, text_hash,
        purpose, given_at, ip, term, withdrawn_at)
      select account_id, ${code}, ${document}, ${version}::int, ${title}, ${hash}::bytea, ${purpose}, submitted_at, '192.0.2.1',
        ${term}, case when ${document} = 'news' and account_id % 40 = 0 then submitted_at + interval '1 day' end
      from applications where stage_id = ${registration} and (${document} = 'personal_data' or account_id % 3 = 0)`.execute(
      tx,
    )
  }
}
