import { openDatabase } from '#server/platform/db/database.ts'
import { database, ownRole } from '#server/platform/db/embedded/cluster.ts'
import { preparePlace } from '#server/platform/db/embedded/place.ts'
import { serverUser } from '#server/platform/db/embedded/server-user.ts'
import type { Database } from '#server/tables.ts'

/** The embedded database of the portal that runs in this data directory. */
export function portalDatabase(dataDir: string) {
  const { sockets } = preparePlace(dataDir, serverUser())
  return openDatabase<Database>({ host: sockets, user: ownRole, database })
}
