import type { Db } from '#server/db.ts'
import { type Config, readConfig } from '#server/platform/config/config.ts'
import { StartRefused } from '#server/platform/config/start-refused.ts'
import { openDatabase } from '#server/platform/db/database.ts'
import { superuser } from '#server/platform/db/embedded/cluster.ts'
import { runningEmbedded } from '#server/platform/db/embedded/embedded.ts'
import type { Database } from '#server/tables.ts'
import { seedSeason } from './seed-season.ts'

const most = 5_000_000
/** At most for one statement. */
const hourMs = 3_600_000

/**
 * The command `npm run seed -- 250000`, beside a running portal: adds a season with that many participants, to measure
 * the console. Never use it on a portal with real people. Returns the exit code.
 */
export async function seedCommand(
  env: Record<string, string | undefined>,
  [asked]: string[],
  print: (line: string) => void = console.log,
): Promise<number> {
  try {
    const config = readConfig(env)
    const people = Number(asked ?? 250_000)
    if (!Number.isInteger(people) || people < 1 || people > most)
      throw new StartRefused(`Напишите, сколько людей добавить, от 1 до ${most}: npm run seed -- 250000`)
    if (env.NODE_ENV === 'production') throw new StartRefused('На настоящем портале выдуманных людей не бывает.')
    await withDatabase(config, async (db) => {
      const code = `seed_${people}`
      const there = await db.selectFrom('competitions').select('code').where('code', '=', code).executeTakeFirst()
      if (there) throw new StartRefused(`Такой сезон уже есть: /admin/${code}`)
      const began = performance.now()
      let told = 0
      await seedSeason(db, {
        people,
        now: new Date(),
        progress(made) {
          if (made < people && made - told < people / 10) return
          told = made
          print(`${made} из ${people}`)
        },
      })
      print(`Готово за ${Math.round((performance.now() - began) / 1000)} с: /admin/${code}`)
    })
    return 0
  } catch (fault) {
    print(fault instanceof StartRefused ? fault.message : `Сезон не добавлен: ${(fault as Error).message}`)
    return 2
  }
}

async function withDatabase(config: Config, use: (db: Db) => Promise<void>): Promise<void> {
  const running = config.databaseUrl === null ? await runningEmbedded(config.dataDir) : null
  if (config.databaseUrl === null && !running) throw new StartRefused('Сначала запустите портал: npm start')
  // Only a superuser may write without triggers.
  const owner = running
    ? { ...running, user: superuser }
    : { connectionString: config.databaseOwnerUrl ?? config.databaseUrl ?? '' }
  const { db, close } = openDatabase<Database>(owner, { max: 1, statementMs: hourMs })
  try {
    await use(db)
  } finally {
    await close()
  }
}
