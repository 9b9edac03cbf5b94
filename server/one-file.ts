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

/** The server in one file. Null when it is not built, or when a source has changed since the build. */
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
 * The source with the present times of its file; null when its text has changed. The text is read only if the file
 * has the listed size but other times.
 */
function asItIs(path: string, source: SourceOfOneFile): SourceOfOneFile | null {
  // Taken before the text is read: a write after that gives the file another time.
  const { size, mtimeMs, ctimeMs } = statSync(path)
  if (size !== source.size) return null
  if (mtimeMs === source.mtimeMs && ctimeMs === source.ctimeMs) return source
  return hashOfSource(readFileSync(path)) === source.hash ? { ...source, mtimeMs, ctimeMs } : null
}

/** Stores the list with the new times, so that the next start need not read the sources. */
function remember(path: string, read: string, list: string): void {
  const made = `${path}.${process.pid}`
  try {
    writeFileSync(made, list)
    // A build may have written its own list meanwhile: that one stays.
    if (readFileSync(path, 'utf8') === read) renameSync(made, path)
    rmSync(made, { force: true })
  } catch {
    // Without the new list the next start reads the sources again.
  }
}
