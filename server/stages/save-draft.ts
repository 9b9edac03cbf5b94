import { sql } from 'kysely'
import type { Db, Tx } from '#server/db.ts'
import { type Place, prepared } from '#server/platform/db/prepared.ts'
import { Refusal } from '#shared/api/refusals.ts'
import { handInGrace } from '#shared/stages/window.ts'
import type { OneStage } from './one-stage.ts'
import { type WorkOwner, workersOf } from './work-owner.ts'

/** So many can be read again. Older ones are removed by every fifth save. */
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

interface Values extends Record<string, unknown> {
  accountId: number
  ownerId: number
  stageId: number
  data: string
  basedOn: number | null
  now: Date
  dueAt: Date | null
  teamId: number | null
  competitionCode: string
  seasonVersion: string | null
  personVersion: string | null
}

/** Saves the draft and the list of its revisions in one statement, for one person or for a team. */
const statement = (column: 'account_id' | 'team_id') =>
  prepared<Values, { unchanged: boolean; revision: number | null }>((db, place: Place<Values>) => {
    const owner = sql.id(column)
    const [ownerId, stageId, basedOn] = [place('ownerId'), place('stageId'), place('basedOn')]
    const [teamId, competition] = [place('teamId'), place('competitionCode')]
    const [season, person] = [place('seasonVersion'), place('personVersion')]
    return sql<{ unchanged: boolean; revision: number | null }>`
      with known as materialized (
        select ${person}::text is null or lock_if_unchanged(
          ${place('accountId')}::int, ${stageId}::int, ${teamId}::int, ${competition}, ${season}::bigint, ${person}
        ) as unchanged
      ), kept as (
        insert into stage_drafts as d (${owner}, stage_id, revision, data, saved_at, saved_by, due_at)
        select ${ownerId}, ${stageId}, 1, ${place('data')}::jsonb, ${place('now')}, ${place('accountId')},
          ${place('dueAt')}::timestamptz
        from known
        where unchanged and (
          coalesce(${basedOn}::int, 0) = 0
          or exists (select from stage_drafts where ${owner} = ${ownerId} and stage_id = ${stageId}))
        on conflict (${owner}, stage_id) do update set
          revision = d.revision + 1, data = excluded.data, saved_at = excluded.saved_at, saved_by = excluded.saved_by,
          due_at = excluded.due_at, declined_at = null
          where ${basedOn}::int is null or d.revision = ${basedOn}
        returning id, revision, data, saved_at, saved_by
      ), noted as (
        insert into stage_draft_revisions (draft_id, revision, data, saved_at, saved_by)
        select id, revision, data, saved_at, saved_by from kept
      ), dropped as (
        delete from stage_draft_revisions r using kept
        where kept.revision % 5 = 0 and r.draft_id = kept.id and r.revision <= kept.revision - ${keptRevisions}::int
      )
      select unchanged, revision from known left join kept on true`.compile(db)
  })
const saveOwn = statement('account_id')
const saveTeams = statement('team_id')

/**
 * Saves the next revision of the draft and marks the stage as started. The caller has locked the stage. A save based on
 * an older revision is refused, so that neither text is lost.
 */
export async function saveDraft(tx: Tx, draft: DraftToSave, now: Date) {
  const saved = await keep(tx, draft, null, now)
  if (!saved) throw new Error('a draft was not kept')
  const { owner, stage } = draft
  if (stage.facts.startedAt === null) await beginStage(tx, await workersOf(tx, owner), owner.stageId, now)
  return saved
}

/**
 * The same at a stage that has begun, in one statement that locks it by itself. Null, and nothing is kept, when something
 * that the stage was worked out from has changed.
 */
export const saveDraftUnlessChanged = (db: Db, draft: DraftToSave, known: Versions, now: Date) =>
  keep(db, draft, known, now)

async function keep(
  db: Db | Tx,
  { owner, stage, data, basedOn }: DraftToSave,
  known: Versions | null,
  now: Date,
): Promise<{ revision: number; saved_at: Date } | null> {
  const { closesAt } = stage.state.window
  const [saved] = await (owner.teamId === null ? saveOwn : saveTeams)(db, {
    accountId: owner.accountId,
    ownerId: owner.teamId ?? owner.accountId,
    stageId: owner.stageId,
    data: JSON.stringify(data),
    basedOn: basedOn ?? null,
    now,
    dueAt: stage.row.submitDraftAtEnd && closesAt ? new Date(closesAt.getTime() + handInGrace) : null,
    teamId: owner.teamId,
    competitionCode: stage.row.competitionCode,
    seasonVersion: known?.season ?? null,
    personVersion: known?.person ?? null,
  })
  if (!saved?.unchanged) return null
  if (saved.revision === null) throw new Refusal('draft_conflict')
  return { revision: saved.revision, saved_at: now }
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
