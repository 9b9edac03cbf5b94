import { openDatabase, patientMs } from '#server/platform/db/database.ts'
import { database, ownRole, superuser } from '#server/platform/db/embedded/cluster.ts'
import { preparePlace } from '#server/platform/db/embedded/place.ts'
import { serverUser } from '#server/platform/db/embedded/server-user.ts'
import type { Database } from '#server/tables.ts'

/** The embedded database of the portal that runs in this data directory. */
export function portalDatabase(dataDir: string) {
  const { sockets } = preparePlace(dataDir, serverUser())
  return openDatabase<Database>({ host: sockets, user: ownRole, database }, { statementMs: patientMs })
}

/**
 * The embedded database without triggers, for filling it in a tenth of the time. Only for rows for which no trigger has
 * anything to do.
 */
export function fillingDatabase(dataDir: string) {
  const { sockets } = preparePlace(dataDir, serverUser())
  const quietly = { options: '-c session_replication_role=replica' }
  return openDatabase<Database>({ host: sockets, user: superuser, database, ...quietly }, { statementMs: 3_600_000 })
}
