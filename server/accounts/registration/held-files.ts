import { sql } from 'kysely'
import { namedIn } from '#server/forms/files/named-files.ts'
import type { FileHolder } from '#server/forms/files/sweep-files.ts'

export const applicationFiles: FileHolder[] = [namedIn(sql`applications`)]
