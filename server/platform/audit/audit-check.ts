import { parseArgs } from 'node:util'
import { readConfig } from '#server/platform/config/config.ts'
import { StartRefused } from '#server/platform/config/start-refused.ts'
import { openDatabase } from '#server/platform/db/database.ts'
import { startEmbedded } from '#server/platform/db/embedded/embedded.ts'
import type { Database } from '#server/tables.ts'
import { type AuditHead, checkAudit } from './check-audit.ts'
import { isAuditOpen } from './guard-audit.ts'
import { headsInStorage } from './head-objects.ts'
import { headIn, keptHeads } from './heads.ts'

/**
 * The command `npm run audit-check`: checks the audit against the heads that were stored outside the database, and prints
 * its head. Returns the exit code: 0 for a sound audit,
 * 1 for one that was changed, 2 when it could not be checked.
 */
export async function auditCheck(
  env: Record<string, string | undefined>,
  args: string[],
  print: (line: string) => void = console.log,
): Promise<number> {
  try {
    const given = readHead(args)
    const config = readConfig(env)
    const kept = await keptHeads(config.auditHeadsDir)
    if (config.s3) kept.push(...(await headsInStorage(config.s3)))
    const embedded = config.databaseUrl === null ? await startEmbedded({ dataDir: config.dataDir }) : null
    const connection = embedded?.superuser ?? { connectionString: config.databaseOwnerUrl ?? config.databaseUrl ?? '' }
    const { db, close } = openDatabase<Database>(connection, { max: 1 })
    try {
      const { broken, rows, head, lost } = await checkAudit(db, [...kept, ...(given ? [given] : [])])
      if (broken.length > 0) print(`Журнал действий изменён. Не сходятся записи: ${shortened(broken)}.`)
      if (lost.length > 0) print(`Этих записей в журнале нет, или они другие: ${shortened(lost)}. ${wasRewritten}`)
      if (broken.length > 0 || lost.length > 0) return 1
      print(`Журнал действий цел, записей: ${rows}.`)
      print(
        kept.length > 0
          ? `Он сверен с тем, что записано о нём вне базы, строк: ${kept.length} (${config.auditHeadsDir}${config.s3 ? ' и S3' : ''}).`
          : `Вне базы о нём ничего не записано: в каталоге ${config.auditHeadsDir} пусто, и удалённый конец не виден.`,
      )
      if (config.databaseUrl !== null && (await mayBeAltered(config.databaseUrl))) print(openAudit)
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

const wasRewritten =
  'Конец журнала удалён, или журнал переписан. Если портал восстановлен из копии, уберите прежние файлы из каталога.'
const openAudit =
  'Портал подключается к базе как роль, которая может изменить журнал: задайте DATABASE_OWNER_URL, см. docs/decisions/0138.'

/** Whether the role as which the portal connects could change the audit. */
async function mayBeAltered(connectionString: string): Promise<boolean> {
  const { pool, close } = openDatabase<Database>({ connectionString }, { max: 1 })
  try {
    return await isAuditOpen(pool)
  } finally {
    await close()
  }
}

const shortened = (ids: readonly string[]) =>
  `${ids.slice(0, 20).join(', ')}${ids.length > 20 ? ` и ещё ${ids.length - 20}` : ''}`

function readHead(args: string[]): AuditHead | null {
  const { values } = parseArgs({ args, options: { head: { type: 'string' } } })
  if (values.head === undefined) return null
  const head = headIn(values.head)
  if (!head) throw new StartRefused('Запись называют так, как её напечатала прошлая проверка: --head номер:хеш.')
  return head
}
