import { makeServices } from '#server/make-services.ts'
import { databaseClock } from '#server/platform/clock/database-clock.ts'
import { readConfig } from '#server/platform/config/config.ts'
import { openDatabase } from '#server/platform/db/database.ts'
import { openDisk } from '#server/platform/files/open-disk.ts'
import type { Database } from '#server/tables.ts'
import { type Race, raceAttempts, timedSeasons } from './timed-kind.ts'

/** The program that `a-racing-process.ts` starts beside the test: it waits for the signal, races and ends. */
const connection = { connectionString: process.env.DATABASE_URL ?? '' }
// On a busy machine the race is slow, and waiting for a connection must not fail.
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
