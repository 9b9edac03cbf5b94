import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { type Config, keysAreKept, readConfig } from '#server/platform/config/config.ts'
import { secretsIn } from '#server/platform/config/secrets.ts'
import { StartRefused } from '#server/platform/config/start-refused.ts'
import { archiveTo } from '#server/platform/db/embedded/archive.ts'
import { startEmbedded, superuserOf } from '#server/platform/db/embedded/embedded.ts'
import { preparePlace } from '#server/platform/db/embedded/place.ts'
import { DataDirInUse } from '#server/platform/db/embedded/portal-lock.ts'
import { serverUser } from '#server/platform/db/embedded/server-user.ts'
import { showDateTime } from '#shared/platform/time/moscow.ts'
import {
  baseCopies,
  copyTree,
  factsFile,
  filesOf,
  logOf,
  momentInFileName,
  prepareBackupDir,
  refuseForeignDatabase,
} from './backup-place.ts'

/**
 * The command `npm run backup`: stores a base copy of the embedded database, from then on its write-ahead log, and the
 * files in `BACKUP_DIR`. The portal may be running. Returns the exit code.
 */
export async function backUp(
  env: Record<string, string | undefined>,
  print: (line: string) => void = console.log,
): Promise<number> {
  try {
    const config = readConfig(env)
    refuseForeignDatabase(config)
    if (!existsSync(join(config.dataDir, 'postgres', 'cluster')))
      throw new StartRefused(`В каталоге ${config.dataDir} нет базы данных портала: копировать нечего.`)
    const server = await openServer(config.dataDir)
    const client = new pg.Client(server.superuser)
    client.on('error', () => {})
    try {
      await client.connect()
      const { endedAt, directory } = await copyBase(client, config)
      const files = await copyFiles(config)
      print(`Копия готова: ${directory}. Новых файлов: ${files}.`)
      print(`Портал можно вернуть к любому моменту начиная с ${showDateTime(endedAt)} по Москве.`)
      if (keysAreKept(env))
        print(
          `Ключей в копии нет, а без них документы в ней не прочитать: храните файл ${secretsIn(config.dataDir)} в другом месте.`,
        )
      const opened = baseCopies(config.backupDir).filter((copy) => existsSync(secretsIn(copy.directory)))
      for (const copy of opened)
        print(`Ключи лежат в прежней копии: перенесите файл ${secretsIn(copy.directory)} в другое место.`)
      return 0
    } finally {
      await client.end().catch(() => {})
      await server.stop()
    }
  } catch (fault) {
    print(fault instanceof StartRefused ? fault.message : `Копия не сделана: ${(fault as Error).message}`)
    return 1
  }
}

/** The server of the running portal, or one that is started for the copy. */
async function openServer(dataDir: string) {
  try {
    return await startEmbedded({ dataDir })
  } catch (fault) {
    if (!(fault instanceof DataDirInUse)) throw fault
    return { superuser: superuserOf(preparePlace(dataDir, serverUser())), stop: async () => {} }
  }
}

/** Directories whose contents a server creates again, and files of the running server. */
const passing = new Set([
  ...['pg_wal', 'pg_replslot', 'pg_dynshmem', 'pg_notify', 'pg_serial', 'pg_snapshots', 'pg_stat_tmp', 'pg_subtrans'],
  ...['postmaster.pid', 'postmaster.opts', 'pg_internal.init', 'pgsql_tmp'],
])

async function copyBase(client: pg.Client, { dataDir, backupDir }: Config) {
  const user = serverUser()
  const { base } = preparePlace(dataDir, user)
  prepareBackupDir(backupDir, user)
  await refuseOtherDatabase(client, backupDir)
  await archive(client, base, backupDir)
  const { rows: began } = await client.query<{ log: string; at: Date }>(
    `select clock_timestamp() as at, pg_walfile_name(pg_backup_start('portal', true)) as log`,
  )
  const name = join(backupDir, `base-${momentInFileName(began[0]?.at as Date)}`)
  const draft = `${name}.part`
  try {
    await copyTree(join(base, 'cluster'), join(draft, 'cluster'), { skips: (each) => passing.has(each) })
    const end = await endOfCopy(client, base)
    writeFileSync(join(draft, 'cluster', 'backup_label'), end.label, { flush: true })
    const { rows } = await client.query<{ at: Date }>('select clock_timestamp() as at')
    // Rounded up to the next millisecond, so that this moment is not before the end of the copy.
    const endedAt = new Date((rows[0]?.at as Date).getTime() + 1)
    const facts = { endedAt, firstLog: began[0]?.log, endLsn: end.lsn }
    writeFileSync(join(draft, factsFile), `${JSON.stringify(facts, null, 2)}\n`, { flush: true })
    // One call for all: syncing a thousand files one by one takes long.
    spawnSync('/bin/sh', ['-c', 'sync -f "$1" 2>/dev/null || sync', 'sh', draft])
    await rename(draft, name)
    return { directory: name, endedAt }
  } catch (fault) {
    rmSync(draft, { recursive: true, force: true })
    throw fault
  }
}

/** One directory is for the log of one database, because log files of another have equal names. */
async function refuseOtherDatabase(client: pg.Client, backupDir: string) {
  const file = join(backupDir, 'database')
  const { rows } = await client.query<{ id: string }>('select system_identifier::text as id from pg_control_system()')
  const id = rows[0]?.id ?? ''
  if (existsSync(file) && readFileSync(file, 'utf8').trim() !== id)
    throw new StartRefused(`В каталоге ${backupDir} лежат копии другой базы данных: укажите другой в BACKUP_DIR.`)
  writeFileSync(file, `${id}\n`, { flush: true })
}

/** Makes the server copy its log from now on, at least once a minute while something changes. */
async function archive(client: pg.Client, base: string, backupDir: string) {
  const { rows } = await client.query<{ archive_mode: string }>('show archive_mode')
  if (rows[0]?.archive_mode !== 'on')
    throw new StartRefused('База данных запущена прежней версией портала: перезапустите портал и повторите.')
  archiveTo(base, logOf(backupDir))
  await client.query(`alter system set archive_timeout = '60s'`)
  await client.query('select pg_reload_conf()')
}

/** Ends the copy, and waits until its part of the log is stored. */
async function endOfCopy(client: pg.Client, base: string) {
  await client.query(`set statement_timeout = '10min'`)
  try {
    const { rows } = await client.query<{ label: string; lsn: string }>(
      'select labelfile as label, lsn from pg_backup_stop(true)',
    )
    return rows[0] ?? Promise.reject(new Error('the server does not say where the copy ends'))
  } catch (cause) {
    if ((cause as { code?: string }).code !== '57014') throw cause
    throw new StartRefused(`Журнал изменений не копируется, причина — в ${join(base, 'server.log')}.`, { cause })
  }
}

/** Copies only new files: a file never changes under its name. */
async function copyFiles({ dataDir, backupDir }: Config): Promise<number> {
  const from = filesOf(dataDir)
  if (!existsSync(from)) return 0
  return copyTree(from, filesOf(backupDir), {
    onlyNew: true,
    skips: (name) => name === 'nameless' || name === 'unfinished',
  })
}
