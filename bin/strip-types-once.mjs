// For `--import`: loads the portal's TypeScript as JavaScript that an earlier start has left in dist/. Node can do this
// from its own cache of compiled code, but it loads its compiler for the first file and keeps the text of every file a
// second time as long as the process runs: 20 MB in all.
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { registerHooks, stripTypeScriptTypes } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const ours = pathToFileURL(join(root, '/')).href
const packages = pathToFileURL(join(root, 'node_modules', '/')).href

registerHooks({
  load(url, context, next) {
    const isOurs = url.startsWith(ours) && !url.startsWith(packages)
    if (!isOurs || !url.endsWith('.ts')) return next(url, context)
    return { format: 'module', source: javaScriptOf(fileURLToPath(url)), shortCircuit: true }
  },
})

/** @param {string} file */
function javaScriptOf(file) {
  const source = readFileSync(file, 'utf8')
  const place = join(root, 'dist', 'javascript', `${file.slice(root.length)}.js`)
  // The mark is at the end, so that the lines of a stack are those of the source.
  const mark = `\n// ${createHash('sha256').update(source).digest('base64url')}`
  const kept = readKept(place)
  if (kept?.endsWith(mark)) return kept
  const code = stripTypeScriptTypes(source) + mark
  keep(place, code)
  return code
}

/** @param {string} place */
function readKept(place) {
  try {
    return readFileSync(place, 'utf8')
  } catch {
    return null
  }
}

/**
 * @param {string} place
 * @param {string} code
 */
function keep(place, code) {
  const draft = `${place}.${process.pid}`
  try {
    mkdirSync(dirname(place), { recursive: true })
    writeFileSync(draft, code)
    renameSync(draft, place)
  } catch {
    // Without a writable place every start takes a second longer; nothing else is affected.
  }
}
