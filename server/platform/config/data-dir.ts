import { chmodSync, existsSync, mkdirSync, statSync, unlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { StartRefused } from './start-refused.ts'

/** Creates the data directory if it is missing and checks that the portal can write into it. */
export function prepareDataDir(dataDir: string) {
  try {
    makeDirectory(dataDir)
    const probe = join(dataDir, `.probe-${process.pid}`)
    writeFileSync(probe, '')
    unlinkSync(probe)
    closeDirectory(dataDir)
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? String(error)
    throw new StartRefused(
      `Каталог данных ${dataDir} недоступен для записи (${code}): дайте на него права или укажите другой в DATA_DIR.`,
      { cause: error },
    )
  }
}

/**
 * Closes a directory of data to all other users. Under root the database runs as another user, who must be able to
 * pass through; everything inside is closed. A directory that many share, such as `/tmp`, is left as it is.
 */
export function closeDirectory(path: string): void {
  const wanted = process.getuid?.() === 0 ? 0o711 : 0o700
  const { mode, uid } = statSync(path)
  if ((mode & 0o1777) !== wanted && (mode & 0o1000) === 0 && uid === process.getuid?.()) chmodSync(path, wanted)
}

/** Level by level: where none can be made, as in /proc, Node's recursive `mkdirSync` never returns. */
function makeDirectory(path: string): void {
  if (existsSync(path)) return
  makeDirectory(dirname(path))
  try {
    mkdirSync(path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}
