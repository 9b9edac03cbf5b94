import { createHash } from 'node:crypto'
import { chownSync, lstatSync, mkdirSync, realpathSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { prepareDataDir } from '#server/platform/config/data-dir.ts'
import { StartRefused } from '#server/platform/config/start-refused.ts'
import { reachable, type ServerUser } from './server-user.ts'

export interface Place {
  /** Everything of the embedded server: programs (where copied), cluster and log. */
  base: string
  /** The directory of the server's Unix socket and of the portal's lock. */
  sockets: string
}

/** The maximum length of a socket's path on all systems, minus room for the longest file name. */
const maxSocketDirLength = 80

/**
 * Makes the directories of the embedded server. When the portal runs as root and the server's user cannot reach the
 * data directory (for example inside root's home), they are made in `/var/lib` and linked from the data directory.
 */
export function preparePlace(dataDir: string, user: ServerUser): Place {
  prepareDataDir(dataDir)
  const name = join(dataDir, 'postgres')
  try {
    if (!lstatSync(name, { throwIfNoEntry: false })) {
      if (reachable(dataDir, user)) ownDir(name, user)
      else link(name, user)
    }
    const base = realpathSync(name)
    ownDir(base, user)
    const inside = join(base, 'run')
    const sockets = Buffer.byteLength(inside) <= maxSocketDirLength ? inside : `/tmp/portal-${hash(base)}`
    ownDir(sockets, user)
    return { base, sockets }
  } catch (error) {
    if (error instanceof StartRefused) throw error
    const code = (error as NodeJS.ErrnoException).code ?? String(error)
    throw new StartRefused(`Каталог базы данных ${name} недоступен для записи (${code}).`, { cause: error })
  }
}

function link(name: string, user: ServerUser) {
  const elsewhere = join('/var/lib/leadership-portal', hash(name))
  mkdirSync('/var/lib/leadership-portal', { recursive: true, mode: 0o755 })
  ownDir(elsewhere, user)
  try {
    symlinkSync(elsewhere, name)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}

/**
 * Creates the directory for one user. An existing one must belong to that user, otherwise anybody could plant one in
 * `/tmp`.
 */
export function ownDir(path: string, { uid, gid }: ServerUser) {
  try {
    mkdirSync(path, { mode: 0o700 })
    if (uid !== undefined && gid !== undefined) chownSync(path, uid, gid)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    const { uid: owner } = lstatSync(path)
    if (owner === (uid ?? process.getuid?.())) return
    // Root may have been interrupted between the two calls above.
    if (owner === 0 && process.getuid?.() === 0 && lstatSync(path).isDirectory()) {
      if (uid !== undefined && gid !== undefined) chownSync(path, uid, gid)
      return
    }
    throw new StartRefused(`Каталог ${path} принадлежит другому пользователю: запускайте портал от его имени.`)
  }
}

const hash = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 12)
