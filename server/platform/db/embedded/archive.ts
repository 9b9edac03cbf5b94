import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** A file beside the cluster with the directory for copies of the write-ahead log. Without it nothing is copied. */
const markOf = (base: string) => join(base, 'archive-to')

export const archiveTo = (base: string, directory: string) => writeFileSync(markOf(base), `${directory}\n`)

export function archiveOf(base: string): string | null {
  try {
    return readFileSync(markOf(base), 'utf8').trimEnd()
  } catch {
    return null
  }
}

/** Copies one file of the log. When the command fails, the server keeps the file and tries again. */
export const archiveCommand = (base: string) =>
  [
    `mark=${quoted(markOf(base))}`,
    '[ -f "$mark" ] || exit 0',
    'to="$(cat "$mark")/%f.gz"',
    // After a crash the server may pass a file twice. A copy with other contents is never overwritten.
    'if [ -f "$to" ]; then gzip -dc "$to" | cmp -s - "%p"',
    'else gzip -1 -c "%p" > "$to.part" && { sync "$to.part" 2>/dev/null || sync; } && mv "$to.part" "$to"; fi',
  ].join('; ')

/** Fetches one file of the log from the copies, or from the log of the previous cluster when it is newer than those. */
export const restoreCommand = (directory: string, previousLog: string) =>
  `if [ -f ${quoted(directory)}/%f.gz ]; then gzip -dc ${quoted(directory)}/%f.gz > "%p"; else cp ${quoted(previousLog)}/%f "%p" 2>/dev/null; fi`

/** Quotes a path for the shell, in a setting in which the server replaces placeholders such as %p. */
const quoted = (path: string) => `'${path.replaceAll("'", `'\\''`).replaceAll('%', '%%')}'`
