import { sql } from 'kysely'
import type { Db, Tx } from '#server/db.ts'
import { gathered } from '#server/platform/db/gathered.ts'
import { type Place, prepared } from '#server/platform/db/prepared.ts'
import { queued } from '#server/platform/jobs/jobs.ts'
import { formatWire, moscowDate } from '#shared/platform/time/moscow.ts'
import { groupType } from '#shared/stages/tree.ts'
import { factsOfTaken } from './facts.ts'
import type { PersonStages } from './person-stages.ts'
import type { Versions } from './save-draft.ts'
import { type WorkOwner, workersOf } from './work-owner.ts'

export interface HandedIn {
  owner: WorkOwner
  data: Record<string, unknown>
  /** The time at which the request reached the server. */
  arrivedAt: Date
  formVersion?: number | undefined
  fileIds?: readonly string[] | undefined
  idempotencyKey?: string | undefined
  bySystem?: boolean
  /** The job that processes the hand-in. `accept` also confirms it; otherwise another job does. */
  job?: 'accept' | 'prepare' | undefined
  /** The person is notified in another way. */
  quiet?: boolean
}

export interface Receipt {
  number: string
  handed_in_at: string
  revision: number
  stage_title: string
}

/** More data of a hand-in from memory: it is kept only if the versions are still current and the key is new. */
export interface FromMemory {
  versions: Versions
  competitionCode: string
  /** Fingerprint of the request, and its answer without the number and the revision of the receipt. */
  once: { fingerprint: string; answer: unknown } | null
}

/** One hand-in as the statement takes it. */
interface Sent {
  owner: number
  sent_by: number | null
  stage: number
  /** The people whose facts it changes. */
  workers: readonly number[]
  data: Record<string, unknown>
  arrived_at: Date
  processing_at: Date | null
  form_version: number
  files: readonly string[]
  key: string | null
  by_system: boolean
  /** The year in the receipt number. */
  year: string
  job: 'accept_hand_in' | 'prepare_hand_in' | 'confirm_hand_in' | null
  prepare: boolean
  now: Date
  competition: string | null
  /** Null where the caller has locked the stage. */
  season: string | null
  person: string | null
  fingerprint: string | null
  answer: unknown
}

/** Without an id nothing was kept: something had changed, or the key was used. */
interface Kept {
  id: number | null
  revision: number
  receipt_number: string
}

/**
 * Everything that hand-ins of different owners change, in one statement: the next revision of each with its receipt,
 * files, remarks, facts and jobs. One job confirms all hand-ins of a stage, because queuing one job for each would
 * double the cost.
 */
const statement = (column: 'account_id' | 'team_id') =>
  prepared<{ sent: string }, Kept>((db, place: Place<{ sent: string }>) => {
    const owner = sql.id(column)
    const accepting = sql`json_build_object('handInId', min(id))`
    const others = sql`json_build_object('handInIds', json_agg(id order by place), 'prepare', bool_or(prepare))`
    return sql<Kept>`
      with known as materialized (
        select s.*, s.person is null or lock_at_once_if_unchanged(
          s.sent_by, s.stage, null, s.competition, s.season, s.person) as unchanged
        from jsonb_to_recordset(${place('sent')}::jsonb) as s(
          place int, owner int, sent_by int, stage int, workers int[], data jsonb, arrived_at timestamptz,
          processing_at timestamptz, form_version int, files text[], key text, by_system boolean, year text, job text,
          prepare boolean, now timestamptz, competition text, season bigint, person text, fingerprint text, answer jsonb)
      ), fresh as materialized (
        select k.*, k.year || '-' || lpad(next, greatest(7, length(next)), '0') as receipt_number, (
            select coalesce(max(h.revision), 0) + 1 from hand_ins h where h.${owner} = k.owner and h.stage_id = k.stage
          ) as revision
        from (select *, nextval('receipt_numbers')::text as next from known where unchanged) as k
      ), reserved as (
        insert into idempotency_keys (account_id, key, fingerprint, created_at, answer)
        select sent_by, key, fingerprint, now, answer || jsonb_build_object('receipt',
          answer -> 'receipt' || jsonb_build_object('number', receipt_number, 'revision', revision))
        from fresh where fingerprint is not null
        on conflict do nothing
        returning account_id, key, fingerprint
      ), kept as (
        insert into hand_ins (${owner}, sent_by, stage_id, revision, arrived_at, by_system, form_version, receipt_number,
          idempotency_key, data)
        select owner, sent_by, stage, revision, arrived_at, by_system, form_version, receipt_number, key, data
        from fresh f
        where fingerprint is null
          or exists (
            select from reserved r
            where r.account_id = f.sent_by and r.key = f.key and r.fingerprint = f.fingerprint)
        returning id, ${owner} as owner, stage_id, revision, receipt_number
      ), taken as materialized (
        select kept.id, f.place, f.owner, f.stage, f.workers, f.files, f.job, f.prepare, f.arrived_at, f.processing_at, f.now
        from kept join fresh f on f.owner = kept.owner and f.stage = kept.stage_id
      ), filed as (
        insert into hand_in_files (hand_in_id, file_id) select id, file from taken, unnest(files) as file
      ), held as (
        update files set handed_in = true
        where id = any(array(select file from taken, unnest(taken.files) as file)) and not handed_in
      ), settled as (
        update stage_remarks r set settled_at = t.now from taken t
        where r.account_id = any(t.workers) and r.stage_id = t.stage and r.settled_at is null
      ), done as (
        update stage_drafts d set due_at = null from taken t where d.${owner} = t.owner and d.stage_id = t.stage
      ), facts as (
        ${factsOfTaken}
      ), jobs as materialized (
        select ${queued(sql`job`, sql`payload`)} from (
          select job, case job when 'accept_hand_in' then ${accepting} else ${others} end as payload from taken
          where job is not null group by job, stage, prepare, case job when 'accept_hand_in' then id end
        ) as asked
      )
      select kept.id, kept.revision, kept.receipt_number, (select count(*) from jobs) as jobs
      from known k left join kept on kept.owner = k.owner and kept.stage_id = k.stage
      order by k.place`.compile(db)
  })
const keepMany = { person: statement('account_id'), team: statement('team_id') }

const keepAll = (db: Db | Tx, sent: readonly Sent[], owner: keyof typeof keepMany = 'person') =>
  keepMany[owner](db, { sent: JSON.stringify(sent.map((one, place) => ({ place, ...one }))) })

const keepers = new WeakMap<Db, (sent: Sent) => Promise<Kept>>()

/**
 * Collects hand-ins that arrive while others are being written into one statement. Two of one work are never in one
 * statement: the later sees the earlier.
 */
function keeperOf(db: Db): (sent: Sent) => Promise<Kept> {
  const known = keepers.get(db)
  if (known) return known
  const keeper = gathered<Sent, Kept>({
    run: (together) => keepAll(db, together),
    key: ({ owner, stage }) => `${owner} ${stage}`,
  })
  keepers.set(db, keeper)
  return keeper
}

/** Stores the next revision of a hand-in, with a receipt. The caller has locked the stage and checked the answer. */
export async function keepHandIn(
  tx: Tx,
  stageTitle: string,
  handedIn: HandedIn,
  now: Date,
): Promise<Receipt & { id: number }> {
  const sent = sentOf(handedIn, await workersOf(tx, handedIn.owner), null, now)
  const [kept] = await keepAll(tx, [sent], handedIn.owner.teamId === null ? 'person' : 'team')
  const receipt = keptReceipt(kept, handedIn, stageTitle)
  if (!receipt) throw new Error('a hand-in was not kept')
  return receipt
}

/**
 * Like `keepHandIn`, for one person, in one statement that also locks the stage. Null, and nothing is kept, when data
 * from which the stage was worked out has changed or is being changed, or when the key was used before.
 */
export async function keepHandInUnlessChanged(
  db: Db,
  stageTitle: string,
  handedIn: HandedIn,
  memory: FromMemory,
  now: Date,
): Promise<(Receipt & { id: number }) | null> {
  const sent = sentOf(handedIn, [handedIn.owner.accountId], memory, now)
  return keptReceipt(await keeperOf(db)(sent), handedIn, stageTitle)
}

function sentOf(
  { owner, data, arrivedAt, formVersion = 0, fileIds, idempotencyKey, bySystem = false, job, quiet = false }: HandedIn,
  workers: readonly number[],
  memory: FromMemory | null,
  now: Date,
): Sent {
  const confirmed = job === 'accept' ? 'accept_hand_in' : 'confirm_hand_in'
  return {
    owner: owner.teamId ?? owner.accountId,
    sent_by: bySystem ? null : owner.accountId,
    stage: owner.stageId,
    workers,
    data,
    arrived_at: arrivedAt,
    processing_at: job ? now : null,
    form_version: formVersion,
    files: [...new Set(fileIds)],
    key: idempotencyKey ?? null,
    by_system: bySystem,
    year: String(moscowDate(arrivedAt).year),
    job: quiet ? (job === 'prepare' ? 'prepare_hand_in' : null) : confirmed,
    prepare: job === 'prepare',
    now,
    competition: memory?.competitionCode ?? null,
    season: memory?.versions.season ?? null,
    person: memory?.versions.person ?? null,
    fingerprint: memory?.once?.fingerprint ?? null,
    answer: memory?.once?.answer ?? null,
  }
}

function keptReceipt(kept: Kept | undefined, { arrivedAt }: HandedIn, stageTitle: string) {
  if (!kept || kept.id === null) return null
  return {
    id: kept.id,
    number: kept.receipt_number,
    revision: kept.revision,
    handed_in_at: formatWire(arrivedAt),
    stage_title: stageTitle,
  }
}

export interface EndedWork {
  accountId: number
  data: Record<string, unknown>
  formVersion: number
  arrivedAt: Date
}

/**
 * Stores works of different people at one stage that the portal hands in for them, each with a receipt. The caller has
 * locked their facts; people decide on the works later, and the works refer to no files.
 */
export async function keepHandInsTogether(
  tx: Tx,
  stageId: number,
  ended: readonly EndedWork[],
  now: Date,
): Promise<void> {
  const sent = ended.map(({ accountId, ...work }) =>
    sentOf({ owner: { accountId, stageId, teamId: null }, bySystem: true, ...work }, [accountId], null, now),
  )
  await keepAll(tx, sent)
}

/** The receipt of a hand-in. */
export function receiptOf(
  handIn: { receipt_number: string; arrived_at: Date; revision: number },
  stageTitle: string,
): Receipt {
  return {
    number: handIn.receipt_number,
    handed_in_at: formatWire(handIn.arrived_at),
    revision: handIn.revision,
    stage_title: stageTitle,
  }
}

/** The stage to open next: the first later one that is open to the person, otherwise the first that will open. */
export function nextStage({ stages }: PersonStages, stageId: number) {
  const shown = stages.filter(({ row, state }) => row.type !== groupType && state.status !== 'hidden')
  const at = shown.findIndex(({ row }) => row.id === stageId)
  // The parts of a stage are reached through it. After a part come the other parts, and then the stage after the whole.
  const whole = shown[at]?.row.part?.whole
  const after = shown.slice(at + 1).filter(({ row }) => row.part === null)
  const later = [...(whole === undefined ? [] : shown.filter(({ row }) => row.part?.whole === whole)), ...after].filter(
    ({ row }) => row.id !== stageId,
  )
  const open = later.find(({ state }) => state.status === 'available' || state.status === 'in_progress')
  // A stage that is handed in and waits for a decision has nothing to do.
  const next = open ?? later.find(({ state, facts }) => state.status === 'wait' && facts.submittedAt === null)
  if (!next) return null
  return {
    code: next.row.code,
    type: next.row.type,
    view: next.row.view,
    title: next.row.title,
    status: next.state.status,
    reason: next.state.reason,
  }
}
