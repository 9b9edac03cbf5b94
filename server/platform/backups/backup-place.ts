import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { chown, copyFile, mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '#server/platform/config/config.ts'
import { closeDirectory } from '#server/platform/config/data-dir.ts'
import { StartRefused } from '#server/platform/config/start-refused.ts'
import { ownDir } from '#server/platform/db/embedded/place.ts'
import { reachable, type ServerUser } from '#server/platform/db/embedded/server-user.ts'

/** The facts about a base copy. */
export interface BaseCopy {
  directory: string
  /** From this moment on the database can be restored from it. */
  endedAt: Date
  /** The first file of the log that it needs. */
  firstLog: string
  /** Where its part of the log ends. */
  endLsn: string
}

export const logOf = (backupDir: string) => join(backupDir, 'wal')
export const filesOf = (dir: string) => join(dir, 'files')
export const factsFile = 'backup.json'

/** Refuses a database that is not the embedded one: its own server must copy it. */
export function refuseForeignDatabase({ databaseUrl }: Config): void {
  if (databaseUrl !== null)
    throw new StartRefused('База данных задана в DATABASE_URL: копируйте её средствами её сервера, см. docs/backup.md.')
}

/** Creates the directory for copies, in which the database server writes its log itself. */
export function prepareBackupDir(backupDir: string, user: ServerUser): void {
  try {
    mkdirSync(backupDir, { recursive: true, mode: 0o700 })
    closeDirectory(backupDir)
    ownDir(logOf(backupDir), user)
  } catch (cause) {
    if (cause instanceof StartRefused) throw cause
    const code = (cause as NodeJS.ErrnoException).code ?? String(cause)
    throw new StartRefused(`Каталог копий ${backupDir} недоступен для записи (${code}): укажите другой в BACKUP_DIR.`)
  }
  if (!reachable(logOf(backupDir), user))
    throw new StartRefused(
      `Каталог копий ${backupDir} недоступен пользователю, от имени которого работает база данных: укажите другой в BACKUP_DIR.`,
    )
}

/** The complete base copies, oldest first. */
export function baseCopies(backupDir: string): BaseCopy[] {
  const names = existsSync(backupDir) ? readdirSync(backupDir).filter((name) => /^base-[\dTZ-]+$/.test(name)) : []
  return names.sort().map((name) => {
    const directory = join(backupDir, name)
    const { endedAt, firstLog, endLsn } = JSON.parse(readFileSync(join(directory, factsFile), 'utf8')) as BaseCopy
    return { directory, firstLog, endLsn, endedAt: new Date(endedAt) }
  })
}

/** A moment as a part of a file name. */
export const momentInFileName = (moment: Date) => moment.toISOString().replaceAll(/[:.]/g, '-')

interface CopyOptions {
  owner?: ServerUser
  /** True for a directory whose contents are not copied, and for a file that is left out. */
  skips?: (name: string) => boolean
  /** Skips files that already exist in the target. */
  onlyNew?: boolean
}

/** Copies a directory. Files that disappear meanwhile are left out. Returns the number of files copied. */
export async function copyTree(from: string, to: string, options: CopyOptions = {}): Promise<number> {
  const { owner = {}, skips = () => false, onlyNew = false } = options
  const own = async (path: string) => {
    if (owner.uid !== undefined && owner.gid !== undefined) await chown(path, owner.uid, owner.gid)
  }
  await mkdir(to, { recursive: true, mode: 0o700 })
  await own(to)
  let copied = 0
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)]
    if (entry.isDirectory()) {
      copied += await copyTree(source, target, skips(entry.name) ? { ...options, skips: () => true } : options)
    } else if (entry.isFile() && !skips(entry.name) && !(onlyNew && existsSync(target))) {
      copied += await copyFile(source, target).then(
        async () => {
          await own(target)
          return 1
        },
        (fault: NodeJS.ErrnoException) => {
          if (fault.code === 'ENOENT') return 0
          throw fault
        },
      )
    }
  }
  return copied
}
