import { sql } from 'kysely'
import type { Tx } from '#server/db.ts'
import type { EditedStage } from '#shared/stages/stage-form.ts'

/** Stores the unpublished edits under the next revision; null for none. */
export async function keepEdits(
  tx: Tx,
  of: { stageId: number; edits: EditedStage | null; settingsVersion: number; accountId: number; now: Date },
): Promise<void> {
  const kept = {
    data: of.edits && JSON.stringify(of.edits),
    settings_version: of.settingsVersion,
    saved_at: of.now,
    saved_by: of.accountId,
  }
  await tx
    .insertInto('stage_edits')
    .values({ stage_id: of.stageId, revision: 1, ...kept })
    .onConflict((conflict) =>
      conflict.column('stage_id').doUpdateSet((eb) => ({ revision: eb('stage_edits.revision', '+', 1), ...kept })),
    )
    .execute()
}

/** Writes the published values of a stage. */
export async function publishEdits(
  tx: Tx,
  stageId: number,
  edits: EditedStage,
  settingsVersion: number,
): Promise<void> {
  await tx
    .updateTable('stages')
    .set({
      title: edits.title,
      summary: edits.summary,
      manual: edits.manual,
      minutes: edits.minutes,
      preparation: edits.preparation,
      opens_at: edits.opens_at === null ? null : new Date(edits.opens_at),
      closes_at: edits.closes_at === null ? null : new Date(edits.closes_at),
      track_windows: JSON.stringify(edits.track_windows),
      clock: edits.clock,
      tracks: edits.tracks,
      requires: edits.requires,
      gate: edits.gate && JSON.stringify(edits.gate),
      published: edits.published,
      settings: JSON.stringify(edits.settings),
      settings_version: settingsVersion,
    })
    .where('id', '=', stageId)
    .execute()
}

/** How many people have worked at the stage or its parts, without people of the tracks `butOf`. */
export async function peopleAt(tx: Tx, stageId: number, butOf: readonly string[] = []): Promise<number> {
  const { rows } = await sql<{ people: number }>`
    with own as materialized (
      select s.id from stages s left join stages w on w.id = s.parent_id
      where s.id = ${stageId} or (w.id = ${stageId} and has_parts(w.type))
    )
    select count(*)::int as people from (
      select account_id from stage_facts
        where stage_id in (select id from own) and coalesce(started_at, submitted_at, passed_at, failed_at) is not null
      union select account_id from stage_drafts where stage_id in (select id from own) and account_id is not null
      union select account_id from hand_ins where stage_id in (select id from own) and account_id is not null
    ) as worked
    where not exists (
      select from participations p join stages s on s.competition_code = p.competition_code
      where s.id = ${stageId} and p.account_id = worked.account_id and p.track_code = any(${butOf}::text[]))`.execute(
    tx,
  )
  return rows[0]?.people ?? 0
}
