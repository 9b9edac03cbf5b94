import { sql } from 'kysely'
import { namedIn } from '#server/files/named-files.ts'
import type { FileHolder } from '#server/files/sweep-files.ts'

export const applicationFiles: FileHolder[] = [namedIn(sql`applications`)]
