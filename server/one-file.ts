import { createHash } from 'node:crypto'
import { readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The state of a source when the server was built into one file. */
export interface SourceOfOneFile {
  size: number
  mtimeMs: number
  ctimeMs: number
  hash: string
}

/** A list beside the file of the sources it was built from, by their paths from the root of the project. */
export const sourceList = 'sources.json'

export const hashOfSource = (text: Buffer): string => createHash('sha256').update(text).digest('base64url')

/** The server in one file. Null when it is not built, and when any of its sources has changed since. */
export function serverInOneFile(root = fileURLToPath(new URL('../', import.meta.url))): string | null {
  const directory = join(root, 'dist/server')
  try {
    const list = readFileSync(join(directory, sourceList), 'utf8')
    const sources: Record<string, SourceOfOneFile> = JSON.parse(list)
    const now: typeof sources = {}
    let read = 0
    for (const [path, source] of Object.entries(sources)) {
      const seen = asItIs(join(root, path), source)
      if (!seen) return null
      if (seen !== source) read += 1
      now[path] = seen
    }
    if (read > 0) remember(join(directory, sourceList), list, JSON.stringify(now))
    return join(directory, 'portal.cjs')
  } catch {
    return null
  }
}

/**
 * The source with its times of now; null when it is another one. The text decides. It is not read as long as the system says that
 * nobody has written to the file since.
 */
function asItIs(path: string, source: SourceOfOneFile): SourceOfOneFile | null {
  // Before the text is read: whoever writes later leaves another time.
  const { size, mtimeMs, ctimeMs } = statSync(path)
  if (size !== source.size) return null
  if (mtimeMs === source.mtimeMs && ctimeMs === source.ctimeMs) return source
  return hashOfSource(readFileSync(path)) === source.hash ? { ...source, mtimeMs, ctimeMs } : null
}

/** The next start need not read what this one has read. */
function remember(path: string, read: string, list: string): void {
  const made = `${path}.${process.pid}`
  try {
    writeFileSync(made, list)
    // A build may have come in between: its list stays.
    if (readFileSync(path, 'utf8') === read) renameSync(made, path)
    rmSync(made, { force: true })
  } catch {
    // The next start reads again.
  }
}
