import { makeServices } from '#server/make-services.ts'
import { databaseClock } from '#server/platform/clock/database-clock.ts'
import { readConfig } from '#server/platform/config/config.ts'
import { openDatabase } from '#server/platform/db/database.ts'
import { openDisk } from '#server/platform/files/open-disk.ts'
import type { Database } from '#server/tables.ts'
import { type Race, raceAttempts, timedSeasons } from './timed-kind.ts'

/** A process beside the one of the test, as `a-racing-process.ts` starts it: it races when it is told to and ends. */
const connection = { connectionString: process.env.DATABASE_URL ?? '' }
// On a busy machine the race is slow: nobody in it gives up waiting for a connection.
const { db, close } = openDatabase<Database>(connection, { waitMs: 30_000 })
const time = await databaseClock(connection, { onDoubt: () => {} })
const config = readConfig({ DATA_DIR: process.env.DATA_DIR, DEMO: '1' })
const base = makeServices({ db, clock: time.now, config, disk: openDisk(config) }, null)

process.once('message', async (race: Race) => {
  const kept = await raceAttempts({ ...base, seasons: timedSeasons() }, race)
  time.stop()
  await close()
  process.send?.({ kept }, () => process.disconnect())
})
process.send?.({ clock: Date.now() })
