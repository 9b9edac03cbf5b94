import { createHash } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
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
    const sources: Record<string, SourceOfOneFile> = JSON.parse(readFileSync(join(directory, sourceList), 'utf8'))
    const same = Object.entries(sources).every(([path, source]) => isSame(join(root, path), source))
    return same ? join(directory, 'portal.cjs') : null
  } catch {
    return null
  }
}

/** Compares the text, which is read only when size and times do not already tell the answer. */
function isSame(path: string, { size, mtimeMs, ctimeMs, hash }: SourceOfOneFile): boolean {
  const now = statSync(path)
  if (now.size !== size) return false
  return (now.mtimeMs === mtimeMs && now.ctimeMs === ctimeMs) || hashOfSource(readFileSync(path)) === hash
}
