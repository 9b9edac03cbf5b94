import { parseArgs } from 'node:util'
import { readConfig } from '#server/platform/config/config.ts'
import { StartRefused } from '#server/platform/config/start-refused.ts'
import { openDatabase } from '#server/platform/db/database.ts'
import { startEmbedded } from '#server/platform/db/embedded/embedded.ts'
import type { Database } from '#server/tables.ts'
import { type AuditHead, checkAudit } from './check-audit.ts'

/**
 * The command `npm run audit-check`: checks the audit and prints its head. Returns the exit code: 0 for a sound audit,
 * 1 for one that was changed, 2 when it could not be checked.
 */
export async function auditCheck(
  env: Record<string, string | undefined>,
  args: string[],
  print: (line: string) => void = console.log,
): Promise<number> {
  try {
    const published = readHead(args)
    const config = readConfig(env)
    const embedded = config.databaseUrl === null ? await startEmbedded({ dataDir: config.dataDir }) : null
    const connection = embedded?.connection ?? { connectionString: config.databaseUrl ?? '' }
    const { db, close } = openDatabase<Database>(connection, { max: 1 })
    try {
      const { broken, rows, head, holdsPublished } = await checkAudit(db, published)
      if (broken.length > 0) print(`Журнал действий изменён. Не сходятся записи: ${broken.join(', ')}.`)
      if (!holdsPublished)
        print(`Записи ${published?.id} в журнале нет, или она другая: конец журнала удалён или переписан.`)
      if (broken.length > 0 || !holdsPublished) return 1
      print(`Журнал действий цел, записей: ${rows}.`)
      if (head)
        print(
          `Сохраните его последнюю запись вне сервера и назовите её при следующей проверке: --head ${head.id}:${head.hash}`,
        )
      return 0
    } finally {
      await close()
      await embedded?.stop()
    }
  } catch (fault) {
    print(fault instanceof StartRefused ? fault.message : `Журнал не проверен: ${(fault as Error).message}`)
    return 2
  }
}

function readHead(args: string[]): AuditHead | null {
  const { values } = parseArgs({ args, options: { head: { type: 'string' } } })
  if (values.head === undefined) return null
  const [, id, hash] = values.head.match(/^([1-9]\d{0,17}):([0-9a-f]{64})$/) ?? []
  if (id === undefined || hash === undefined)
    throw new StartRefused('Запись называют так, как её напечатала прошлая проверка: --head номер:хеш.')
  return { id, hash }
}
