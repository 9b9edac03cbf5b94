import { sql } from 'kysely'
import { namedIn } from '#server/files/named-files.ts'
import type { FileHolder } from '#server/files/sweep-files.ts'

/** Drafts, what they said before, and what was handed in: whoever goes back to any of them finds his files there. */
export const stageFiles: FileHolder[] = [
  namedIn(sql`stage_drafts`),
  namedIn(sql`stage_draft_revisions`),
  namedIn(sql`hand_ins`),
]
