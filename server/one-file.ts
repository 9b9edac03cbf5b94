import { createHash } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** A source as it was when the server was made one file. */
export interface SourceOfOneFile {
  size: number
  mtimeMs: number
  ctimeMs: number
  hash: string
}

/** Beside the file: from which sources it was made, by their paths from the root of the project. */
export const sourceList = 'sources.json'

export const hashOfSource = (text: Buffer): string => createHash('sha256').update(text).digest('base64url')

/** The server in one file, as the build has made it. Null when there is none, and when any of its sources is another one now. */
export function serverInOneFile(root = fileURLToPath(new URL('../', import.meta.url))): string | null {
  const directory = join(root, 'dist/server')
  try {
    const sources: Record<string, SourceOfOneFile> = JSON.parse(readFileSync(join(directory, sourceList), 'utf8'))
    const same = Object.entries(sources).every(([path, source]) => isSame(join(root, path), source))
    return same ? join(directory, 'portal.cjs') : null
  } catch {
    return null
  }
}

/** The text decides. It is not read as long as the system says that nobody has written to the file since. */
function isSame(path: string, { size, mtimeMs, ctimeMs, hash }: SourceOfOneFile): boolean {
  const now = statSync(path)
  if (now.size !== size) return false
  return (now.mtimeMs === mtimeMs && now.ctimeMs === ctimeMs) || hashOfSource(readFileSync(path)) === hash
}
