import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** A file beside the cluster: the directory into which the log of changes is copied. Without it nothing is copied. */
const markOf = (base: string) => join(base, 'archive-to')

export const archiveTo = (base: string, directory: string) => writeFileSync(markOf(base), `${directory}\n`)

export function archiveOf(base: string): string | null {
  try {
    return readFileSync(markOf(base), 'utf8').trimEnd()
  } catch {
    return null
  }
}

/** Copies one file of the log. It fails until that has succeeded, and the server then keeps the file and tries again. */
export const archiveCommand = (base: string) =>
  [
    `mark=${quoted(markOf(base))}`,
    '[ -f "$mark" ] || exit 0',
    'to="$(cat "$mark")/%f.gz"',
    // After a crash the server may give a file twice. Another file of this name is never overwritten.
    'if [ -f "$to" ]; then gzip -dc "$to" | cmp -s - "%p"',
    'else gzip -1 -c "%p" > "$to.part" && { sync "$to.part" 2>/dev/null || sync; } && mv "$to.part" "$to"; fi',
  ].join('; ')

/** Fetches one file of the log from the copies, or, newer than those, from the log of the previous cluster. */
export const restoreCommand = (directory: string, previousLog: string) =>
  `if [ -f ${quoted(directory)}/%f.gz ]; then gzip -dc ${quoted(directory)}/%f.gz > "%p"; else cp ${quoted(previousLog)}/%f "%p" 2>/dev/null; fi`

/** For the shell, in a setting in which the server replaces what follows a %. */
const quoted = (path: string) => `'${path.replaceAll("'", `'\\''`).replaceAll('%', '%%')}'`
