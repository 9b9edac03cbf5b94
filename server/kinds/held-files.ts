import { sql } from 'kysely'
import { namedIn } from '#server/forms/files/named-files.ts'
import type { FileHolder } from '#server/forms/files/sweep-files.ts'
import { serverStageKinds } from './kinds.ts'

/** The files of hand-ins, from the table that lists them. */
const handedIn: FileHolder = async (db, files) => {
  const rows = await db
    .selectFrom('hand_in_files')
    .select('file_id')
    .distinct()
    .where(
      'file_id',
      'in',
      files.map(({ id }) => id),
    )
    .execute()
  return rows.map((row) => row.file_id)
}

/**
 * The files of drafts, of their earlier revisions and of hand-ins, so that a person who restores one finds the files.
 */
export const stageFiles: FileHolder[] = [
  namedIn(sql`(select account_id, data from stage_drafts)`),
  // A former member may have brought a file into the draft of the team.
  namedIn(sql`(
    select m.account_id, d.data from stage_drafts d join formed_team_members m on m.team_id = d.team_id)`),
  namedIn(sql`(
    select coalesce(d.account_id, m.account_id) as account_id, r.data
    from stage_draft_revisions r join stage_drafts d on d.id = r.draft_id
    left join formed_team_members m on m.team_id = d.team_id)`),
  handedIn,
  ...Object.values(serverStageKinds).flatMap(({ files }) => files ?? []),
]
