import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { isAbsolute, join, relative } from 'node:path'
import type { Plugin } from 'vite'
import { hashOfSource, type SourceOfOneFile, sourceList } from '../server/one-file.ts'

/** Decide what the file is made of, though none of their text is in it. */
const alsoDecide = [
  'package.json',
  'package-lock.json',
  'node_modules/.package-lock.json',
  'tsconfig.json',
  'vite.server.config.ts',
  'bin/sources-of-one-file.ts',
]

/**
 * Writes beside the file which sources it was made of. Each is read here, so that the hash is of the very text that went into it
 * even when somebody saves meanwhile.
 */
export function sourcesOfOneFile(root: string): Plugin {
  const sources = new Map<string, SourceOfOneFile>()
  const read = (path: string) => {
    const { size, mtimeMs, ctimeMs } = statSync(path)
    const text = readFileSync(path)
    sources.set(relative(root, path), { size, mtimeMs, ctimeMs, hash: hashOfSource(text) })
    return text.toString('utf8')
  }
  return {
    name: 'sources-of-one-file',
    enforce: 'pre',
    buildStart() {
      for (const path of alsoDecide) read(join(root, path))
    },
    load: (id) => (isAbsolute(id) && !id.includes('?') ? read(id) : null),
    // Last: a build that was stopped half-way leaves a file that nobody starts.
    writeBundle({ dir = '' }) {
      writeFileSync(join(dir, sourceList), JSON.stringify(Object.fromEntries(sources)))
    },
  }
}
