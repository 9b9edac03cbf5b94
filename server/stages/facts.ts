import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '#server/db.ts'
import { teamTypes } from '#shared/stages/team-types.ts'

/** Changes to the facts of people at one stage. A missing field keeps its value; null clears it. */
export interface RecordedFacts {
  startedAt?: Date | null
  submittedAt?: Date | null
  processingAt?: Date | null
  interruptedAt?: Date | null
  passedAt?: Date | null
  failedAt?: Date | null
  returnedAt?: Date | null
  /** Sentences for the participant: why the work was rejected or returned. */
  reasons?: string[]
}

const columns = {
  startedAt: 'started_at',
  submittedAt: 'submitted_at',
  processingAt: 'processing_at',
  interruptedAt: 'interrupted_at',
  passedAt: 'passed_at',
  failedAt: 'failed_at',
  returnedAt: 'returned_at',
  reasons: 'reasons',
} as const satisfies Record<keyof RecordedFacts, string>

/** Stores the changes for one person or many. The first `startedAt` is kept. */
export async function recordFacts(
  tx: Tx | Db,
  { accountId, stageId }: { accountId: number | readonly number[]; stageId: number },
  facts: RecordedFacts,
  now: Date,
): Promise<void> {
  const changes = Object.entries({ startedAt: now, ...facts }) as [keyof RecordedFacts, Date | null | string[]][]
  const named = changes.map(([field, value]) => ({ column: sql.ref(columns[field]), field, value }))
  const set = named.map(({ column, field, value }) =>
    field === 'startedAt' && value !== null
      ? sql`started_at = coalesce(f.started_at, excluded.started_at)`
      : sql`${column} = excluded.${column}`,
  )
  await sql`
    insert into stage_facts as f (account_id, stage_id, ${sql.join(named.map(({ column }) => column))})
    select account, ${stageId}, ${sql.join(named.map(({ value }) => value))}
    from unnest(${[accountId].flat()}::int[]) as account order by account
    on conflict (account_id, stage_id) do update set ${sql.join(set)}`.execute(tx)
}

/** Marks the stage as started for everybody who owns the work. An earlier start keeps its time. */
export async function beginStage(tx: Tx, accountIds: readonly number[], stageId: number, now: Date): Promise<void> {
  await sql`
    insert into stage_facts as f (account_id, stage_id, started_at)
    select account, ${stageId}, ${now} from unnest(${accountIds}::int[]) as account
    on conflict (account_id, stage_id) do update set started_at = excluded.started_at
      where f.started_at is null or exists (
        select from stage_reopenings o
        where o.stage_id = f.stage_id and o.at > f.started_at and o.at <= excluded.started_at)`.execute(tx)
}

/** The part of the statement of hand-ins (hand-in.ts) that writes the facts of everybody whose work was `taken`. */
export const factsOfTaken = sql`
  insert into stage_facts as f (account_id, stage_id, started_at, submitted_at, processing_at)
  select worker, stage, arrived_at, arrived_at, processing_at from taken, unnest(workers) as worker
  on conflict (account_id, stage_id) do update set
    started_at = coalesce(f.started_at, excluded.started_at), submitted_at = excluded.submitted_at,
    processing_at = excluded.processing_at, interrupted_at = null, failed_at = null, returned_at = null,
    reasons = '{}'`

/** Marks the processing of a work as interrupted, since the first failure. */
export async function interruptProcessing(
  tx: Tx,
  { stageId, accountIds }: { stageId: number; accountIds: readonly number[] },
  now: Date,
): Promise<void> {
  await sql`
    update stage_facts set interrupted_at = coalesce(interrupted_at, ${now})
    where stage_id = ${stageId} and account_id = any(${accountIds}::int[])`.execute(tx)
}

/** Ends the processing of works: people may judge them. */
export async function endProcessing(tx: Tx, people: readonly { stageId: number; accountId: number }[]): Promise<void> {
  await sql`
    update stage_facts f set processing_at = null, interrupted_at = null
    from unnest(${people.map(({ stageId }) => stageId)}::int[], ${people.map(({ accountId }) => accountId)}::int[])
      as p (stage_id, account_id)
    where f.stage_id = p.stage_id and f.account_id = p.account_id`.execute(tx)
}

/**
 * Gives a new member the team's facts at the stages where teams work, so that the work counts for the member at once. A
 * stage that the person has already begun keeps its facts.
 */
export async function shareFacts(
  tx: Tx,
  { teamId, accountId }: { teamId: number; accountId: number },
  now: Date,
): Promise<void> {
  await sql`
    insert into stage_facts (account_id, stage_id, started_at, submitted_at, processing_at, interrupted_at, passed_at,
      failed_at, returned_at, reasons)
    select distinct on (f.stage_id) ${accountId}::int, f.stage_id, f.started_at, f.submitted_at, f.processing_at,
      f.interrupted_at, f.passed_at, f.failed_at, f.returned_at, f.reasons
    from formed_team_members mate
    join formed_teams t on t.id = mate.team_id
    join stage_facts f on f.account_id = mate.account_id
    join stages s on s.id = f.stage_id and s.competition_code = t.competition_code and s.type = any(${[...teamTypes]}::text[])
    where mate.team_id = ${teamId} and mate.state = 'active' and mate.account_id <> ${accountId}
      and f.started_at >= coalesce(
        (select max(r.at) from stage_reopenings r where r.stage_id = f.stage_id and r.at <= ${now}), '-infinity')
    order by f.stage_id, f.submitted_at desc nulls last, mate.since, mate.account_id
    on conflict (account_id, stage_id) do update set started_at = excluded.started_at,
      submitted_at = excluded.submitted_at, processing_at = excluded.processing_at,
      interrupted_at = excluded.interrupted_at, passed_at = excluded.passed_at, failed_at = excluded.failed_at,
      returned_at = excluded.returned_at, reasons = excluded.reasons
    where stage_facts.started_at is null`.execute(tx)
}

/**
 * Writes facts that follow from a table of a kind, for funnels, filters and reports. `rows` is a query of the columns
 * account_id, stage_id, started_at, passed and failed. The moment of what held before is kept, and decisions of people
 * stay. What follows from teams, bookings and meetings is written by the database: write_…_facts in docs/schema.sql.
 */
export async function followFacts(db: Db | Tx, rows: RawBuilder<unknown>, now: Date): Promise<void> {
  await sql`
    insert into stage_facts as f (account_id, stage_id, started_at, passed_at, failed_at)
    select account_id, stage_id, started_at, case when passed then ${now}::timestamptz end,
      case when failed then ${now}::timestamptz end
    from (${rows}) as each order by account_id, stage_id
    on conflict (account_id, stage_id) do update set
      started_at = coalesce(f.started_at, excluded.started_at),
      passed_at = case when excluded.passed_at is not null then coalesce(f.passed_at, excluded.passed_at) end,
      failed_at = case when excluded.failed_at is not null then coalesce(f.failed_at, excluded.failed_at) end
    where (f.started_at is null or (f.passed_at is null) <> (excluded.passed_at is null)
        or (f.failed_at is null) <> (excluded.failed_at is null))
      and not decision_stands(f.account_id, f.stage_id)`.execute(db)
}

/** Locks the row with the person's facts of the stage, and creates it when missing. */
export async function lockFacts(tx: Tx, accountId: number, stageId: number): Promise<void> {
  await sql`
    with found as (
      select from stage_facts where account_id = ${accountId} and stage_id = ${stageId} for update
    )
    insert into stage_facts (account_id, stage_id)
    select ${accountId}, ${stageId} where not exists (select from found)
    on conflict (account_id, stage_id) do update set stage_id = excluded.stage_id`.execute(tx)
}

/** Like `lockFacts`, for many people in the order of their ids. Returns what was decided about each. */
export async function lockFactsOfMany(tx: Tx, accountIds: readonly number[], stageId: number) {
  await sql`
    insert into stage_facts (account_id, stage_id)
    select account, ${stageId} from unnest(${accountIds}::int[]) as account order by account
    on conflict do nothing`.execute(tx)
  const { rows } = await sql<{ account_id: number; settled: 'passed' | 'failed' | null }>`
    select account_id,
      case when passed_at is not null then 'passed' when failed_at is not null then 'failed' end as settled
    from stage_facts where stage_id = ${stageId} and account_id = any(${accountIds}::int[])
    order by account_id for update`.execute(tx)
  return rows
}
