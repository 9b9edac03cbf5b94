import { sql } from 'kysely'
import type { Db, Tx } from '#server/db.ts'
import { daysFrom, momentAt } from './moment.ts'
import { demoPerson } from './people.ts'

interface Seed {
  people: number
  now: Date
  /** Another connection for writing the people, for example one without triggers. */
  crowd?: Db
  /** Called after each batch with the number of people so far. */
  progress?: (made: number) => void
}

/**
 * People per batch, with some two thousand facts that each fire triggers: small enough to be written within the time of
 * a statement even on a busy machine with a slow disk.
 */
const batch = 200
const stageCount = 20
const tracks = [
  ['business', 'Бизнес'],
  ['state', 'Государственное управление'],
  ['science', 'Наука'],
] as const

/**
 * A season of 20 stages with this many people at realistic places: fewer with each stage, some at every step of every
 * stage, and arrivals spread over a month. Equal at every load. It is for measuring: nobody can log in as these people.
 * Returns the code of the competition.
 */
export async function seedSeason(db: Db, { people, now, crowd: writer = db, progress }: Seed): Promise<string> {
  const code = `seed_${people}`
  await makeSeason(db, code, now)
  for (let first = 1; first <= people; first += batch) {
    const last = Math.min(first + batch - 1, people)
    await writer.transaction().execute(async (tx) => {
      const crowd = JSON.stringify(await makeAccounts(tx, code, first, last, now))
      await sql`
        insert into participations (account_id, competition_code, door, track_code, region, joined_at, finalist_at)
        select id, ${code}, case when ${share('5')} < 0.03 then 'supporter' else 'participant' end,
          (array[${sql.join(tracks.map(([track]) => track))}])[1 + (n * 7) % ${tracks.length}::int], region,
          ${now}::timestamptz - make_interval(hours => (720 * ${share('6')})::int),
          case when ${share('7')} < 0.003 then ${now}::timestamptz end
        from jsonb_to_recordset(${crowd}::jsonb) as c (id int, n int, region text)`.execute(tx)
      await fillFacts(tx, code, crowd)
    })
    progress?.(last)
  }
  for (const table of ['accounts', 'participations', 'stage_facts', 'stage_results'])
    await sql`analyze ${sql.table(table)}`.execute(writer)
  return code
}

/** A number from 0 to 1 for person `n`, different for each question. */
const share = (question: string) => sql`(hashint8extended(n::bigint, ${sql.lit(Number(question))}) & 65535) / 65536.0`

/** The accounts of people `first` to `last`. */
async function makeAccounts(tx: Tx, code: string, first: number, last: number, now: Date) {
  const crowd = Array.from({ length: last - first + 1 }, (_none, at) => ({ n: first + at, ...demoPerson(first + at) }))
  const rows = await tx
    .insertInto('accounts')
    .values(
      crowd.map(({ n, firstName, lastName, middleName }) => ({
        ...{ email: `${code}_${n}@example.test`, email_verified_at: now, phone: `+7903${String(n).padStart(7, '0')}` },
        ...{ first_name: firstName, last_name: lastName, middle_name: middleName, password_hash: '', created_at: now },
      })),
    )
    .returning(['id', 'phone'])
    .execute()
  const byPhone = new Map(rows.map(({ id, phone }) => [Number(phone?.slice(5)), id]))
  return crowd.map(({ n, region }) => ({ n, id: byPhone.get(n), region }))
}

/**
 * Nine in ten people who begin a stage pass it. The first stage that a person has not passed is open to them: there
 * they have done nothing, begun, handed in, had the work returned, or failed.
 */
async function fillFacts(tx: Tx, code: string, people: string) {
  const crowd = sql`(
    select id, least(floor(ln(1 - ${share('1')} * 0.999) / ln(0.9))::int, ${stageCount}::int) as passed,
      floor(${share('2')} * 5)::int as at, 1 + floor(${share('3')} * 100)::int as score
    from jsonb_to_recordset(${people}::jsonb) as p (id int, n int)
  ) as c join stages s on s.competition_code = ${code} and (s.sort < c.passed or (s.sort = c.passed and c.at > 0))`
  const opened = sql`s.opens_at + make_interval(hours => (c.id * 31 + s.sort * 7) % 40)`
  await sql`
    insert into stage_facts (account_id, stage_id, started_at, submitted_at, returned_at, passed_at, failed_at)
    select c.id, s.id, ${opened},
      case when s.sort < c.passed or c.at > 1 then ${opened} + make_interval(mins => 20 + c.score * 3) end,
      case when s.sort = c.passed and c.at = 3 then ${opened} + interval '1 day' end,
      case when s.sort < c.passed then ${opened} + interval '1 day' end,
      case when s.sort = c.passed and c.at = 4 then ${opened} + interval '1 day' end
    from ${crowd}`.execute(tx)
  await sql`
    insert into stage_results (account_id, stage_id, score, computed_at)
    select c.id, s.id, (c.score * 7 + s.sort * 13) % 101, ${opened} + interval '1 day'
    from ${crowd} where s.sort % 5 = 4 and s.sort < c.passed`.execute(tx)
}

/** The stages open one a day, each for three weeks; the last ones are still open. */
async function makeSeason(db: Db, code: string, now: Date) {
  await db
    .insertInto('competitions')
    .values({
      ...{ code, title: 'Большой сезон', published: true, sort: 1000 },
      ...{ starts_at: daysFrom(now, -30), ends_at: daysFrom(now, 30) },
    })
    .execute()
  await db
    .insertInto('tracks')
    .values(tracks.map(([track, title], sort) => ({ competition_code: code, code: track, title, sort })))
    .execute()
  await db
    .insertInto('stages')
    .values(
      Array.from({ length: stageCount }, (_none, sort) => ({
        ...{ competition_code: code, code: `stage_${sort + 1}`, title: `Этап ${sort + 1}`, type: 'essay', sort },
        ...{ opens_at: momentAt(now, -29 + sort, '10:00:00'), closes_at: momentAt(now, -9 + sort, '23:59:59') },
        ...(sort > 0 && { requires: [`stage_${sort}`] }),
        settings: JSON.stringify({ task: 'О решении, которое далось трудно', min_words: 1, max_words: 500 }),
      })),
    )
    .execute()
}
