import { sql } from 'kysely'
import type { Db, Tx } from '#server/db.ts'
import { marksAt } from '#server/review/judging/results.ts'
import { type GroupColumn, groupColumn } from '#shared/review/cutoffs/people.ts'
import type { QuotaKind } from '#shared/review/cutoffs/rule.ts'

/** A stage as the thread knows it. */
export interface ComparedStage {
  id: number
  code: string
  title: string
  tracks: readonly string[]
  type: string
  forTeams: boolean
  /** Its kind works out the scores itself. */
  scoresItself: boolean
}

/** What rules are worked out from, in columns ordered by the id of the person. */
export interface Columns {
  ids: Int32Array
  /** The person, or the team whose work the stage decides about. */
  disqualified: Uint8Array
  /** The published outcome at the stage that is decided: 1 passed, 2 failed. */
  settled: Uint8Array
  groups: Record<QuotaKind, GroupColumn>
  /** By the code of the stage; NaN without a score. */
  scores: ReadonlyMap<string, Float64Array>
  /** Titles of stages where judges are still at work. */
  judging: string[]
}

/** Between two texts, and instead of a null: characters that no code and no region has. */
const [between, none] = ['\u001f', '\u001e']

/** The scores that a kind gives itself, by account; undefined for a kind that gives none. */
export type RawScores = (
  db: Db,
  stage: { type: string; id: number },
) => Promise<ReadonlyMap<number, number> | undefined>

/**
 * Everybody who came to the stages of the sum or to the stage that is decided, with raw results: unpublished ones count
 * too. The number of statements depends on the stages, not on the people, and each reads one table by one index: the
 * plan of a join would depend on the statistics of the database, which are wrong for a stage whose works have all come
 * within an hour. Each gives one row with all numbers in bytes, which take a tenth of the time of as many rows.
 */
export async function readColumns(
  db: Db,
  competition: string,
  {
    decided,
    stages,
    districtOf,
    rawScores,
  }: Stages & {
    districtOf: ReadonlyMap<string, string>
    rawScores: RawScores
  },
): Promise<Columns> {
  const { rows: all } = await sql<{ people: Buffer | null; tracks: string; regions: string }>`
    select string_agg(int4send(account_id) || case when disqualified_at is null then '\\x00'::bytea else '\\x01' end, ''::bytea)
        as people,
      string_agg(coalesce(track_code, ${none}), ${between}) as tracks,
      string_agg(coalesce(region, ${none}), ${between}) as regions
    from (
      select account_id, track_code, region, disqualified_at from participations
      where competition_code = ${competition} and door = 'participant' order by account_id
    ) as p`.execute(db)
  const people = numbersIn(all[0]?.people, 5)
  const ids = new Int32Array(people.count)
  const shut = new Uint8Array(people.count)
  people.each((at, bytes, from) => {
    ids[at] = bytes.getInt32(from)
    shut[at] = bytes.getUint8(from + 4)
  })
  const placeOf = placesOf(ids)
  const [came, settled] = [new Uint8Array(ids.length), new Uint8Array(ids.length)]
  const ofStages = [...new Set([decided.id, ...stages.map(({ id }) => id)])]
  const { rows: facts } = await sql<{ people: Buffer | null }>`
    select string_agg(int4send(account_id) || case when stage_id <> ${decided.id} then '\\x00'::bytea
      when passed_at is not null then '\\x01' when failed_at is not null then '\\x02' else '\\x00' end, ''::bytea) as people
    from stage_facts
    where stage_id = any(${ofStages}::int[]) and (submitted_at is not null or passed_at is not null or failed_at is not null)`.execute(
    db,
  )
  numbersIn(facts[0]?.people, 5).each((_at, bytes, from) => {
    const place = placeOf(bytes.getInt32(from))
    if (place === -1) return
    came[place] = 1
    settled[place] ||= bytes.getUint8(from + 4)
  })
  const lost = [decided, ...stages].some(({ forTeams }) => forTeams)
    ? await peopleWithLostResult(db, competition)
    : new Set<number>()
  const judging: string[] = []
  const scores = new Map<string, Float64Array>()
  for (const stage of stages) {
    const scored = new Float64Array(ids.length).fill(Number.NaN)
    const set = (account: number, score: number) => {
      const place = placeOf(account)
      if (place !== -1) scored[place] = score
    }
    if (!(await setScores(db, stage, set, rawScores))) judging.push(stage.title)
    if (stage.forTeams) for (const person of lost) set(person, Number.NaN)
    for (let place = 0; place < scored.length; place += 1) if (!Number.isNaN(scored[place])) came[place] = 1
    scores.set(stage.code, scored)
  }
  if (decided.forTeams)
    for (const person of lost) {
      const place = placeOf(person)
      if (place !== -1) shut[place] = 1
    }

  const kept = ids.map((_id, place) => place).filter((place) => came[place] === 1)
  const named = (texts: string | undefined) => {
    const names = (texts ?? '').split(between)
    return groupColumn([...kept].map((place) => (names[place] === none ? null : (names[place] ?? null))))
  }
  const region = named(all[0]?.regions)
  return {
    ids: kept.map((place) => ids[place] ?? 0),
    disqualified: shut.filter((_shut, place) => came[place] === 1),
    settled: settled.filter((_settled, place) => came[place] === 1),
    groups: { track: named(all[0]?.tracks), region, district: districtsOf(region, districtOf) },
    scores: new Map([...scores].map(([code, of]) => [code, of.filter((_score, place) => came[place] === 1)])),
    judging,
  }
}

interface Stages {
  decided: ComparedStage
  /** The stages whose scores the rule uses. */
  stages: readonly ComparedStage[]
}

function districtsOf({ names, of }: GroupColumn, districtOf: ReadonlyMap<string, string>): GroupColumn {
  const districts = groupColumn(names.map((name) => districtOf.get(name) || null))
  return { names: districts.names, of: of.map((place) => districts.of[place] ?? -1) }
}

/** Records of equal size in the bytes of a column. */
export function numbersIn(bytes: Buffer | null | undefined, size: number) {
  const view = bytes ? new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength) : new DataView(new ArrayBuffer(0))
  const count = view.byteLength / size
  return {
    count,
    each(read: (at: number, bytes: DataView, from: number) => void) {
      for (let at = 0; at < count; at += 1) read(at, view, at * size)
    },
  }
}

/** The place of a number among these, which are sorted; -1 for one that is not there. */
export function placesOf(ids: Int32Array): (id: number) => number {
  const [first = 0, last = -1] = [ids[0], ids.at(-1)]
  const places = new Int32Array(last - first + 1).fill(-1)
  for (let place = 0; place < ids.length; place += 1) places[(ids[place] ?? 0) - first] = place
  return (id) => places[id - first] ?? -1
}

/**
 * The members of teams that have lost their result with a disqualified member: the team's result counts for nobody.
 * Looks among the given people, or among all in the competition.
 */
export async function peopleWithLostResult(
  db: Db | Tx,
  competition: string,
  ids: readonly number[] | null = null,
): Promise<Set<number>> {
  const { rows } = await sql<{ account_id: number }>`
    select m.account_id
    from stages s
    join team_standings w on w.stage_id = s.id and w.lost_at is not null
    join formed_team_members m on m.team_id = w.team_id and m.state = 'active'
    where s.competition_code = ${competition} and s.type = 'teams_forming'
      and s.settings ->> 'on_disqualification' = 'loses'
      ${ids === null ? sql`` : sql`and m.account_id = any(${[...ids]}::int[])`}`.execute(db)
  return new Set(rows.map(({ account_id }) => account_id))
}

/** Sets the score of each person at a stage, and returns whether no judges are at work there. */
async function setScores(
  db: Db,
  { id, type, scoresItself }: ComparedStage,
  set: (account: number, score: number) => void,
  rawScores: RawScores,
): Promise<boolean> {
  const judging = await db
    .selectFrom('judgings')
    .select(['method', 'state'])
    .where('stage_id', '=', id)
    .executeTakeFirst()
  if (judging) {
    const marks = await marksAt(db, id, judging.method)
    const owners = await db
      .selectFrom('works as w')
      .leftJoin('formed_team_members as m', (join) =>
        join.onRef('m.team_id', '=', 'w.team_id').on('m.state', '=', 'active'),
      )
      .select(['w.id', sql<number | null>`coalesce(w.account_id, m.account_id)`.as('account_id')])
      .where('w.stage_id', '=', id)
      .execute()
    for (const { id: work, account_id } of owners) {
      const mark = marks.get(work)
      if (mark && account_id !== null) set(account_id, mark.final)
    }
  }
  // Results published at the end of a stage replace those that are worked out now.
  const { rows } = await sql<{ people: Buffer | null }>`
    select string_agg(int4send(account_id) || float8send(score::float8), ''::bytea) as people
    from stage_results where stage_id = ${id} and score is not null`.execute(db)
  numbersIn(rows[0]?.people, 12).each((_at, bytes, from) => set(bytes.getInt32(from), bytes.getFloat64(from + 4)))
  // Where the kind publishes its scores itself, current scores replace the published ones; the kind publishes them
  // again when they change.
  if (scoresItself) {
    for (const [account, score] of (await rawScores(db, { type, id })) ?? []) set(account, score)
  }
  return judging === undefined || judging.state === 'closed'
}
