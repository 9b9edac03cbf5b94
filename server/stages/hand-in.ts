import { sql } from 'kysely'
import type { Db, Tx } from '#server/db.ts'
import { type Place, prepared } from '#server/platform/db/prepared.ts'
import { queued } from '#server/platform/jobs/jobs.ts'
import { groupType } from '#shared/stages/tree.ts'
import { formatWire, moscowDate } from '#shared/time/moscow.ts'
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
  /** What a job still has to do with the hand-in. Unless it accepts the hand-in, and says so, another one confirms it. */
  job?: 'accept' | 'prepare' | undefined
  /** The person is told of it in another way. */
  quiet?: boolean
}

export interface Receipt {
  number: string
  handed_in_at: string
  revision: number
  stage_title: string
}

/** What a hand-in from memory brings beside the work: it is kept only if the versions still hold and the key is new. */
export interface FromMemory {
  versions: Versions
  competitionCode: string
  /** Fingerprint of the request, and the answer to it but for the number and the revision of its receipt. */
  once: { fingerprint: string; answer: unknown } | null
}

interface Values extends Record<string, unknown> {
  ownerId: number
  sentBy: number | null
  stageId: number
  workers: readonly number[]
  data: string
  arrivedAt: Date
  processingAt: Date | null
  prepares: boolean
  formVersion: number
  fileIds: readonly string[]
  key: string | null
  bySystem: boolean
  year: number
  now: Date
  competitionCode: string | null
  seasonVersion: string | null
  personVersion: string | null
  fingerprint: string | null
  answer: string | null
  quiet: boolean
}

interface Kept {
  unchanged: boolean
  id: number | null
  revision: number
  receipt_number: string
}

/** Everything that a hand-in changes, in one statement: the next revision with its receipt, its files, remarks, facts, job. */
const statement = (column: 'account_id' | 'team_id') =>
  prepared<Values, Kept>((db, place: Place<Values>) => {
    const owner = sql.id(column)
    const [ownerId, stageId, now, sentBy] = [place('ownerId'), place('stageId'), place('now'), place('sentBy')]
    const [arrivedAt, files, workers, key] = [place('arrivedAt'), place('fileIds'), place('workers'), place('key')]
    const [person, fingerprint] = [place('personVersion'), place('fingerprint')]
    const prepares = sql`${place('prepares')}::boolean`
    const payload = sql`json_build_object('handInId', kept.id)`
    const accepting = queued('accept_hand_in', payload)
    // One job only, because queuing is a third of the whole cost: the one that confirms queues the one that prepares.
    const confirming = queued('confirm_hand_in', sql`json_build_object('handInId', kept.id, 'prepare', ${prepares})`)
    const preparing = queued('prepare_hand_in', payload)
    return sql<Kept>`
      with known as materialized (
        select ${person}::text is null or lock_if_unchanged(
          ${sentBy}::int, ${stageId}::int, null, ${place('competitionCode')}, ${place('seasonVersion')}::bigint, ${person}
        ) as unchanged
      ), fresh as materialized (
        select
          (select coalesce(max(revision), 0) + 1 from hand_ins where ${owner} = ${ownerId} and stage_id = ${stageId})
            as revision,
          ${place('year')}::text || '-' || (
            select lpad(next, greatest(7, length(next)), '0') from (select nextval('receipt_numbers')::text as next) as n
          ) as receipt_number
        from known where unchanged
      ), reserved as (
        insert into idempotency_keys (account_id, key, fingerprint, created_at, answer)
        select ${sentBy}::int, ${key}, ${fingerprint}, ${now}, answer || jsonb_build_object('receipt',
          answer -> 'receipt' || jsonb_build_object('number', receipt_number, 'revision', revision))
        from fresh, (select ${place('answer')}::jsonb as answer) as given
        where ${fingerprint}::text is not null
        on conflict do nothing
        returning key
      ), kept as (
        insert into hand_ins (${owner}, sent_by, stage_id, revision, arrived_at, by_system, form_version, receipt_number,
          idempotency_key, data)
        select ${ownerId}, ${sentBy}::int, ${stageId}, revision, ${arrivedAt}, ${place('bySystem')},
          ${place('formVersion')}, receipt_number, ${key}, ${place('data')}::jsonb
        from fresh where ${fingerprint}::text is null or exists (select from reserved)
        returning id, revision, receipt_number
      ), filed as (
        insert into hand_in_files (hand_in_id, file_id) select kept.id, file from kept, unnest(${files}::text[]) as file
      ), held as (
        update files set handed_in = true from kept where files.id = any(${files}::text[]) and not handed_in
      ), settled as (
        update stage_remarks set settled_at = ${now} from kept
        where account_id = any(${workers}::int[]) and stage_id = ${stageId} and settled_at is null
      ), done as (
        update stage_drafts set due_at = null from kept
        where stage_drafts.${owner} = ${ownerId} and stage_drafts.stage_id = ${stageId}
      ), facts as (
        insert into stage_facts as f (account_id, stage_id, started_at, submitted_at, processing_at)
        select worker, ${stageId}, ${arrivedAt}, ${arrivedAt}, ${place('processingAt')}::timestamptz
        from kept, unnest(${workers}::int[]) as worker
        on conflict (account_id, stage_id) do update set
          started_at = coalesce(f.started_at, excluded.started_at), submitted_at = excluded.submitted_at,
          processing_at = excluded.processing_at, interrupted_at = null, failed_at = null, returned_at = null,
          reasons = '{}'
      )
      select unchanged, id, revision, receipt_number,
        case when id is null then null
          when ${place('quiet')}::boolean then case when ${prepares} then ${preparing} end
          when ${place('processingAt')}::timestamptz is null or ${prepares} then ${confirming}
          else ${accepting} end as job
      from known left join kept on true`.compile(db)
  })
const keepOwn = statement('account_id')
const keepTeams = statement('team_id')

/** Stores the next revision of a hand-in, with a receipt. The caller has locked the stage and checked the answer. */
export async function keepHandIn(
  tx: Tx,
  stageTitle: string,
  handedIn: HandedIn,
  now: Date,
): Promise<Receipt & { id: number }> {
  const kept = await keep(tx, { stageTitle, handedIn, workers: await workersOf(tx, handedIn.owner), memory: null }, now)
  if (!kept) throw new Error('a hand-in was not kept')
  return kept
}

/**
 * The same for one person, in one statement that locks the stage by itself. Null, and nothing is kept, when something that
 * the stage was worked out from has changed, or when the key was used before.
 */
export const keepHandInUnlessChanged = (
  db: Db,
  stageTitle: string,
  handedIn: HandedIn,
  memory: FromMemory,
  now: Date,
) => keep(db, { stageTitle, handedIn, workers: [handedIn.owner.accountId], memory }, now)

async function keep(
  db: Db | Tx,
  {
    stageTitle,
    handedIn,
    workers,
    memory,
  }: { stageTitle: string; handedIn: HandedIn; workers: readonly number[]; memory: FromMemory | null },
  now: Date,
): Promise<(Receipt & { id: number }) | null> {
  const { owner, arrivedAt } = handedIn
  const [kept] = await (owner.teamId === null ? keepOwn : keepTeams)(db, {
    ownerId: owner.teamId ?? owner.accountId,
    sentBy: handedIn.bySystem ? null : owner.accountId,
    stageId: owner.stageId,
    workers,
    data: JSON.stringify(handedIn.data),
    arrivedAt,
    processingAt: handedIn.job ? now : null,
    prepares: handedIn.job === 'prepare',
    formVersion: handedIn.formVersion ?? 0,
    fileIds: [...new Set(handedIn.fileIds)],
    key: handedIn.idempotencyKey ?? null,
    bySystem: handedIn.bySystem ?? false,
    year: moscowDate(arrivedAt).year,
    now,
    competitionCode: memory?.competitionCode ?? null,
    seasonVersion: memory?.versions.season ?? null,
    personVersion: memory?.versions.person ?? null,
    fingerprint: memory?.once?.fingerprint ?? null,
    answer: memory?.once ? JSON.stringify(memory.once.answer) : null,
    quiet: handedIn.quiet ?? false,
  })
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

interface Together extends Record<string, unknown> {
  stageId: number
  works: string
  now: Date
}

const keepTogether = prepared<Together, { job: string }>((db, place: Place<Together>) => {
  const [stageId, now] = [place('stageId'), place('now')]
  return sql<{ job: string }>`
    with works as materialized (
      select *, nextval('receipt_numbers')::text as next
      from jsonb_to_recordset(${place('works')}::jsonb) as w(
        account_id int, arrived_at timestamptz, data jsonb, form_version int, year text)
    ), kept as (
      insert into hand_ins (account_id, stage_id, revision, arrived_at, by_system, form_version, receipt_number, data)
      select account_id, ${stageId}::int, (
          select coalesce(max(h.revision), 0) + 1 from hand_ins h
          where h.account_id = w.account_id and h.stage_id = ${stageId}),
        arrived_at, true, form_version, year || '-' || lpad(next, greatest(7, length(next)), '0'), data
      from works w
      returning id
    ), settled as (
      update stage_remarks r set settled_at = ${now} from works w
      where r.account_id = w.account_id and r.stage_id = ${stageId} and r.settled_at is null
    ), done as (
      update stage_drafts d set due_at = null from works w
      where d.account_id = w.account_id and d.stage_id = ${stageId}
    ), facts as (
      update stage_facts f set started_at = coalesce(f.started_at, w.arrived_at), submitted_at = w.arrived_at,
        processing_at = null, interrupted_at = null, failed_at = null, returned_at = null, reasons = '{}'
      from works w where f.account_id = w.account_id and f.stage_id = ${stageId}
    )
    select ${queued('confirm_hand_in', sql`json_build_object('handInIds', (select json_agg(id) from kept))`)} as job`.compile(
    db,
  )
})

/**
 * Stores works of different people at one stage that the portal hands in for them, each with a receipt. The caller has locked
 * their facts; people decide on them later, and they refer to no files.
 */
export async function keepHandInsTogether(
  tx: Tx,
  stageId: number,
  ended: readonly EndedWork[],
  now: Date,
): Promise<void> {
  const works = ended.map(({ accountId, data, formVersion, arrivedAt }) => ({
    account_id: accountId,
    arrived_at: arrivedAt,
    data,
    form_version: formVersion,
    year: String(moscowDate(arrivedAt).year),
  }))
  await keepTogether(tx, { stageId, works: JSON.stringify(works), now })
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
  // The parts of a stage are reached through it. After one of them come the others, and then what follows the whole.
  const whole = shown[at]?.row.part?.whole
  const after = shown.slice(at + 1).filter(({ row }) => row.part === null)
  const later = [...(whole === undefined ? [] : shown.filter(({ row }) => row.part?.whole === whole)), ...after].filter(
    ({ row }) => row.id !== stageId,
  )
  const open = later.find(({ state }) => state.status === 'available' || state.status === 'in_progress')
  // Already handed in and waiting for a decision: nothing to do there.
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
