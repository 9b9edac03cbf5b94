import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '#server/db.ts'
import { type Place, prepared } from '#server/platform/db/prepared.ts'
import { showDateTime } from '#shared/platform/time/moscow.ts'
import type { Door } from '#shared/stages/door.ts'
import type { Standing } from './kind.ts'
import type { Season } from './season.ts'

export interface Remark {
  field: string
  text: string
}

/** What is stored about one person at one stage. */
export interface StoredFacts {
  startedAt: Date | null
  submittedAt: Date | null
  processingAt: Date | null
  interruptedAt: Date | null
  passedAt: Date | null
  failedAt: Date | null
  returnedAt: Date | null
  reasons: string[]
}

/** What the stages of a competition need to know about one account. */
export interface Person {
  accountId: number
  competitionCode: string
  track: string | null
  region: string | null
  door: Door | null
  tags: string[]
  finalistElsewhere: boolean
  /** Codes of the documents with a consent of the person that is not withdrawn. */
  consents: string[]
  disqualification: { title: string; text: string } | null
}

/** Everything about one person that the statuses of a season depend on. Maps are by stage id. */
export interface PersonFacts {
  person: Person
  facts: ReadonlyMap<number, StoredFacts>
  scores: ReadonlyMap<number, number>
  extensions: ReadonlyMap<number, Date>
  remarks: ReadonlyMap<number, Remark[]>
  standings: ReadonlyMap<number, unknown>
}

type FactsRow = [number, ...(string | null)[]]

interface Row {
  version: string
  person_version: string
  published: boolean
  track_code: string | null
  region: string | null
  door: Door | null
  tags: string[] | null
  disqualified_at: Date | null
  withdrawn_at: Date | null
  infoblock_title: string | null
  infoblock_text: string | null
  finalist_elsewhere: boolean
  consents: string[]
  facts: [FactsRow, string[]][] | null
  scores: [number, number | null][] | null
  extensions: Record<string, string> | null
  remarks: { stage_id: number; field: string; text: string }[] | null
  standings: (Record<string, unknown> | null)[]
}

interface InCompetition extends Record<string, unknown> {
  code: string
  now: Date
}

interface Values extends InCompetition {
  accountId: number
}

/** The person's version: the set of changes, which differs after any write to data that `personFacts` reads. */
const versionOf = (account: RawBuilder<unknown>) => sql<string>`(
  select coalesce(string_agg(n.id::text, ' ' order by n.id), '') from person_changes n where n.account_id = ${account}
)`

/** The versions that the statuses of one person depend on. */
export interface PersonVersion {
  season: string
  person: string
}

interface OfPerson extends Record<string, unknown> {
  accountId: number
  code: string
}

const readVersion = prepared<OfPerson, PersonVersion>((db, place: Place<OfPerson>) =>
  sql<PersonVersion>`
    select v.version as season, ${versionOf(place('accountId'))} as person
    from season_versions v where v.competition_code = ${place('code')}`.compile(db),
)

/** The versions as they are now; null when the competition is gone. */
export async function personVersion(db: Db | Tx, accountId: number, code: string): Promise<PersonVersion | null> {
  const [row] = await readVersion(db, { accountId, code })
  return row ?? null
}

/** A version is sent with every call, so it is kept short. */
const longestVersion = 8

/** Replaces many changes by a single new one. The version changes too, as with any change. */
export async function shortenVersions(db: Db): Promise<void> {
  await sql`
    with removed as (
      delete from person_changes where account_id in (
        select account_id from person_changes group by account_id having count(*) > ${longestVersion})
      returning account_id
    )
    insert into person_changes (account_id) select distinct account_id from removed`.execute(db)
}

/**
 * The parameters, as rows of the query: the planner does not know their values, so a plan for known values is never
 * better and one plan serves every person. Otherwise PostgreSQL would make a new plan for each person, at several times
 * the cost of the reading, wherever its statistics are older than many new people.
 */
const asked = { account: sql`of_person.account_id`, code: sql`of_person.code`, now: sql`of_person.now` }

/** A kind with data about people, and whether one of its stages uses the rarely used part of it. */
interface Asked {
  type: string
  standing: Standing
  part: boolean
}

/** The columns of one person, with the participation `p` in the season `v`. */
const columns = (standings: readonly Asked[]) => {
  const { account, code, now } = asked
  const own = standings.map(({ standing, part }) =>
    standing.column({ accountId: account, competitionCode: code, now, part }),
  )
  return sql`v.version, ${versionOf(account)} as person_version, c.published, p.track_code, p.region, p.door, p.tags,
    p.disqualified_at, p.withdrawn_at, p.infoblock_title, p.infoblock_text,
    exists (
      select from participations e
      where e.account_id = ${account} and e.competition_code <> ${code} and e.finalist_at is not null
    ) as finalist_elsewhere,
    array(
      select d.document_code from consents d
      where d.account_id = ${account} and d.competition_code = ${code} and d.withdrawn_at is null
    ) as consents,
    (
      select json_agg(json_build_array(
        json_build_array(f.stage_id, f.started_at, f.submitted_at, f.processing_at, f.interrupted_at, f.passed_at,
          f.failed_at, f.returned_at), f.reasons))
      from stage_facts f where f.account_id = ${account}
    ) as facts,
    (select json_agg(json_build_array(r.stage_id, r.score)) from stage_results r where r.account_id = ${account})
      as scores,
    (
      select json_object_agg(e.stage_id, e.closes_at) from (
        select stage_id, max(closes_at) as closes_at from stage_extensions where account_id = ${account} group by stage_id
      ) as e
    ) as extensions,
    (
      select json_agg(json_build_object('stage_id', m.stage_id, 'field', m.field, 'text', m.text) order by m.id)
      from stage_remarks m where m.account_id = ${account} and m.settled_at is null
    ) as remarks,
    json_build_array(${sql.join(own)}) as standings`
}

const statement = (standings: readonly Asked[]) =>
  prepared<Values, Row>((db, place: Place<Values>) => {
    const { account, code } = asked
    return sql<Row>`
      with of_person as materialized (
        select ${place('accountId')}::int as account_id, ${place('code')}::text as code, ${place('now')}::timestamptz as now
      )
      select ${columns(standings)}
      from of_person
      join season_versions v on v.competition_code = ${code}
      join competitions c on c.code = v.competition_code
      left join participations p on p.competition_code = v.competition_code and p.account_id = ${account}`.compile(db)
  })

interface ManyValues extends InCompetition {
  accountIds: readonly number[]
}

const statementForMany = (standings: readonly Asked[]) =>
  prepared<ManyValues, Row & { account_id: number }>((db, place: Place<ManyValues>) => {
    const { account, code } = asked
    return sql<Row & { account_id: number }>`
      with of_person as materialized (
        select person.account_id, ${place('code')}::text as code, ${place('now')}::timestamptz as now
        from unnest(${place('accountIds')}::int[]) as person(account_id)
      )
      select ${account}, ${columns(standings)}
      from of_person
      join season_versions v on v.competition_code = ${code}
      join competitions c on c.code = v.competition_code
      left join participations p on p.competition_code = v.competition_code and p.account_id = ${account}`.compile(db)
  })

/** One statement for each set of kinds with data about people, and of the parts that they use. */
const built = <Statement>(build: (standings: readonly Asked[]) => Statement) => {
  const statements = new Map<string, Statement>()
  return (standings: readonly Asked[]): Statement => {
    const name = standings.map(({ type, part }) => `${type}${part ? '+' : ''}`).join(' ')
    const known = statements.get(name) ?? build(standings)
    statements.set(name, known)
    return known
  }
}
const factsOfOne = built(statement)
const factsOfMany = built(statementForMany)

/** The kinds of the season that have data about people in their own tables. */
const standingsOf = (season: Season): Asked[] =>
  [...Map.groupBy(season.stages, ({ type }) => type)].flatMap(([type, stages]) => {
    const standing = stages[0]?.kind?.standing
    return standing ? [{ type, standing, part: standing.asksPart?.(stages) ?? false }] : []
  })

/** One query, however many stages there are, with the versions at that moment; null when the season is gone. */
export async function personFacts(
  db: Db | Tx,
  accountId: number,
  season: Season,
  now: Date,
): Promise<{ version: PersonVersion; published: boolean; found: PersonFacts } | null> {
  const standings = standingsOf(season)
  const [row] = await factsOfOne(standings)(db, { accountId, code: season.code, now })
  if (!row) return null
  return {
    version: { season: row.version, person: row.person_version },
    published: row.published,
    found: factsIn(row, accountId, season, standings),
  }
}

/** How often a connection must read before it keeps the plan, including the read that keeps it. */
const readingsUntilPlanned = 6

/** Makes this connection keep its plans for reading people of these seasons; seasons may share one. */
export async function planPersonFacts(db: Db, seasons: readonly Season[], now: Date): Promise<void> {
  for (const [read, [season]] of Map.groupBy(seasons, (each) => factsOfOne(standingsOf(each)))) {
    const nobody = { accountId: 0, code: season?.code ?? '', now }
    for (let reading = 0; reading < readingsUntilPlanned; reading += 1) await read(db, nobody)
  }
}

/** Like `personFacts`, for many people in one query, by account. Null if the season has changed since it was read. */
export async function personFactsOfMany(
  db: Db | Tx,
  accountIds: readonly number[],
  season: Season,
  now: Date,
): Promise<Map<number, PersonFacts> | null> {
  const standings = standingsOf(season)
  const rows = await factsOfMany(standings)(db, { accountIds, code: season.code, now })
  if (rows.some(({ version }) => version !== season.version)) return null
  return new Map(rows.map((row) => [row.account_id, factsIn(row, row.account_id, season, standings)]))
}

function factsIn(row: Row, accountId: number, season: Season, standings: readonly Asked[]): PersonFacts {
  return {
    person: personIn(row, accountId, season.code),
    facts: new Map(
      (row.facts ?? []).map(([[stageId, ...moments], reasons]) => [stageId, storedFacts(moments, reasons)]),
    ),
    scores: new Map((row.scores ?? []).flatMap(([stageId, score]) => (score === null ? [] : [[stageId, score]]))),
    extensions: new Map(
      Object.entries(row.extensions ?? {}).map(([stageId, closesAt]) => [Number(stageId), new Date(closesAt)]),
    ),
    remarks: Map.groupBy(row.remarks ?? [], (remark) => remark.stage_id) as ReadonlyMap<number, Remark[]>,
    standings: new Map(
      standings.flatMap(({ standing }, at) =>
        Object.entries(row.standings[at] ?? {}).map(([stageId, json]) => [Number(stageId), standing.read(json)]),
      ),
    ),
  }
}

const moment = (text: string | null | undefined) => (text ? new Date(text) : null)

const storedFacts = (moments: (string | null)[], reasons: string[]): StoredFacts => ({
  startedAt: moment(moments[0]),
  submittedAt: moment(moments[1]),
  processingAt: moment(moments[2]),
  interruptedAt: moment(moments[3]),
  passedAt: moment(moments[4]),
  failedAt: moment(moments[5]),
  returnedAt: moment(moments[6]),
  reasons,
})

/** A person who has not entered the competition has no role and no track. */
function personIn(row: Row, accountId: number, competitionCode: string): Person {
  return {
    accountId,
    competitionCode,
    track: row.track_code,
    region: row.region,
    door: row.door,
    tags: row.tags ?? [],
    finalistElsewhere: row.finalist_elsewhere,
    consents: row.consents,
    disqualification: row.disqualified_at
      ? { title: row.infoblock_title || 'Участие прекращено', text: row.infoblock_text ?? '' }
      : row.withdrawn_at
        ? { title: 'Участие остановлено', text: consentTaken(row.withdrawn_at) }
        : null,
  }
}

const consentTaken = (at: Date) =>
  `${showDateTime(at)} вы отозвали согласие, без которого участвовать в конкурсе нельзя. Вернуться можно в профиле: дайте это согласие снова.`
