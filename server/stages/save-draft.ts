import { sql } from 'kysely'
import type { Db, Tx } from '#server/db.ts'
import { gathered } from '#server/platform/db/gathered.ts'
import { type Place, prepared } from '#server/platform/db/prepared.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { handInGrace } from '#shared/stages/window.ts'
import { beginStage } from './facts.ts'
import type { OneStage } from './one-stage.ts'
import { type WorkOwner, workersOf } from './work-owner.ts'

/** How many revisions can be read again. Every fifth save removes older ones. */
export const keptRevisions = 20

export interface DraftToSave {
  owner: WorkOwner
  stage: OneStage
  data: Record<string, unknown>
  /** The revision that was edited. Without it the latest save wins. */
  basedOn: number | undefined
}

/** The versions from which a stage was worked out. */
export interface Versions {
  season: string
  person: string
}

/** One save as the statement takes it. */
interface Sent {
  account: number
  owner: number
  team: number | null
  stage: number
  data: Record<string, unknown>
  based_on: number | null
  now: Date
  due_at: Date | null
  competition: string
  /** Null where the caller has locked the stage. */
  season: string | null
  person: string | null
}

interface Saved {
  unchanged: boolean
  revision: number | null
}

/** Saves drafts of different owners, each with the list of its revisions, in one statement. */
const statement = (column: 'account_id' | 'team_id') =>
  prepared<{ sent: string }, Saved>((db, place: Place<{ sent: string }>) => {
    const owner = sql.id(column)
    return sql<Saved>`
      with known as materialized (
        select s.*, s.person is null or lock_at_once_if_unchanged(
          s.account, s.stage, s.team, s.competition, s.season, s.person) as unchanged
        from jsonb_to_recordset(${place('sent')}::jsonb) as s(
          place int, account int, owner int, team int, stage int, data jsonb, based_on int, now timestamptz,
          due_at timestamptz, competition text, season bigint, person text)
      ), kept as (
        insert into stage_drafts as d (${owner}, stage_id, revision, data, saved_at, saved_by, due_at)
        select k.owner, k.stage, 1, k.data, k.now, k.account, k.due_at
        from known k
        where k.unchanged and (
          coalesce(k.based_on, 0) = 0
          or exists (select from stage_drafts as t where t.${owner} = k.owner and t.stage_id = k.stage))
        on conflict (${owner}, stage_id) do update set
          revision = d.revision + 1, data = excluded.data, saved_at = excluded.saved_at, saved_by = excluded.saved_by,
          due_at = excluded.due_at, declined_at = null
          where coalesce((
            select k.based_on from known k where k.owner = d.${owner} and k.stage = d.stage_id), d.revision) = d.revision
        returning id, ${owner} as owner, stage_id, revision, data, saved_at, saved_by
      ), noted as (
        insert into stage_draft_revisions (draft_id, revision, data, saved_at, saved_by)
        select id, revision, data, saved_at, saved_by from kept
      ), dropped as (
        delete from stage_draft_revisions r using kept
        where kept.revision % 5 = 0 and r.draft_id = kept.id and r.revision <= kept.revision - ${keptRevisions}::int
      )
      select k.unchanged, kept.revision from known k
      left join kept on kept.owner = k.owner and kept.stage_id = k.stage
      order by k.place`.compile(db)
  })
const saveMany = { person: statement('account_id'), team: statement('team_id') }

const saveAll = (db: Db | Tx, sent: readonly Sent[]) =>
  saveMany[sent[0]?.team == null ? 'person' : 'team'](db, {
    sent: JSON.stringify(sent.map((one, place) => ({ place, ...one }))),
  })

type Save = (sent: Sent) => Promise<Saved>
const savers = new WeakMap<Db, Record<keyof typeof saveMany, Save>>()

/**
 * Collects saves that arrive while others are being written into one statement. Two of one work are never in one
 * statement: the later sees the earlier.
 */
function saverOf(db: Db, sent: Sent): Save {
  const key = ({ owner, stage }: Sent) => `${owner} ${stage}`
  const run = (together: readonly Sent[]) => saveAll(db, together)
  const known = savers.get(db) ?? {
    person: gathered<Sent, Saved>({ run, key }),
    team: gathered<Sent, Saved>({ run, key }),
  }
  savers.set(db, known)
  return known[sent.team === null ? 'person' : 'team']
}

/**
 * Saves the next revision of the draft and marks the stage as started. The caller has locked the stage. A save based on
 * an older revision is refused, so that neither text is lost.
 */
export async function saveDraft(tx: Tx, draft: DraftToSave, now: Date) {
  const [kept] = await saveAll(tx, [sentOf(draft, null, now)])
  const saved = savedOf(kept, now)
  if (!saved) throw new Error('a draft was not kept')
  const { owner, stage } = draft
  if (stage.facts.startedAt === null) await beginStage(tx, await workersOf(tx, owner), owner.stageId, now)
  return saved
}

/**
 * Like `saveDraft`, at a stage that has begun, in one statement that also locks it. Null, and nothing is kept, when
 * data from which the stage was worked out has changed or is being changed.
 */
export async function saveDraftUnlessChanged(db: Db, draft: DraftToSave, known: Versions, now: Date) {
  const sent = sentOf(draft, known, now)
  return savedOf(await saverOf(db, sent)(sent), now)
}

function sentOf({ owner, stage, data, basedOn }: DraftToSave, known: Versions | null, now: Date): Sent {
  const { closesAt } = stage.state.window
  return {
    account: owner.accountId,
    owner: owner.teamId ?? owner.accountId,
    team: owner.teamId,
    stage: owner.stageId,
    data,
    based_on: basedOn ?? null,
    now,
    due_at: stage.row.submitDraftAtEnd && closesAt ? new Date(closesAt.getTime() + handInGrace) : null,
    competition: stage.row.competitionCode,
    season: known?.season ?? null,
    person: known?.person ?? null,
  }
}

function savedOf(saved: Saved | undefined, now: Date): { revision: number; saved_at: Date } | null {
  if (!saved?.unchanged) return null
  if (saved.revision === null) throw new Refusal('draft_conflict')
  return { revision: saved.revision, saved_at: now }
}
