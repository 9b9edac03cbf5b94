import type { Kysely } from 'kysely'
import type { Config } from '#server/platform/config/config.ts'
import { openDatabase } from './database.ts'
import { runningEmbedded, startEmbedded } from './embedded/embedded.ts'

/** For a command on the machine, with or without a running portal: opens its database and closes it again. */
export async function withDatabase<DB, T>(config: Config, use: (db: Kysely<DB>) => Promise<T>): Promise<T> {
  const running = config.databaseUrl === null ? await runningEmbedded(config.dataDir) : null
  const started = config.databaseUrl === null && !running ? await startEmbedded({ dataDir: config.dataDir }) : null
  const connection = running ?? started?.connection ?? { connectionString: config.databaseUrl ?? '' }
  const { db, close } = openDatabase<DB>(connection, { max: 1 })
  try {
    return await use(db)
  } finally {
    await close()
    await started?.stop()
  }
}
