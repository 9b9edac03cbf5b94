import { readConfig } from '#server/platform/config/config.ts'
import { StartRefused } from '#server/platform/config/start-refused.ts'
import { withDatabase } from '#server/platform/db/with-database.ts'
import type { Database } from '#server/tables.ts'
import { firstAdministratorLink } from './first-administrator.ts'

/** PostgreSQL's code. */
const undefinedTable = '42P01'

/**
 * The command `npm run first-administrator`, with or without a running portal: prints a new link until somebody has all
 * rights. Returns the exit code.
 */
export async function firstAdministratorCommand(
  env: Record<string, string | undefined>,
  print: (line: string) => void = console.log,
): Promise<number> {
  try {
    const config = readConfig(env)
    const link = await withDatabase<Database, string | null>(config, (db) =>
      firstAdministratorLink({ db, config, clock: () => new Date() }),
    )
    print(
      link === null
        ? `Администратор уже есть: вход — ${config.publicUrl}/login, забытый пароль — ${config.publicUrl}/forgot.`
        : `Ссылка для первого администратора, действует сутки и один раз: ${link}`,
    )
    return 0
  } catch (fault) {
    if (fault instanceof StartRefused) print(fault.message)
    else if ((fault as { code?: unknown }).code === undefinedTable)
      print('Портал здесь ещё не запускали. Сначала: npm start')
    else print(`Ссылка не сделана: ${(fault as Error).message}`)
    return 2
  }
}
