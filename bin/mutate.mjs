// npm run mutate -- shared/stages                  changes one thing at a time and lists what no test notices
// npm run mutate -- shared/stages/gate.ts server   one file (or several, with commas); the tests of these folders
// MUTATE_ONLY=block,link,sql npm run mutate -- server/accounts/auth only removes blocks, links of a query and parts of SQL
// MUTATE_AGAIN=list.txt npm run mutate -- server tries the changes that an earlier run listed, each in its own process
import { fork, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { changesOf, isCode, withChoices } from './mutations.mjs'
import { portalNode, root } from './setup.mjs'

const [target = '', ...tests] = process.argv.slice(2)
const targets = target.split(',')
if (!target) throw new Error('npm run mutate -- <folder or file> [folders of tests]')
// The tests of `shared` take milliseconds each, so all of them that import the file are run.
const near = (each) => (each.startsWith('shared/') ? 'shared' : /\.tsx?$/.test(each) ? dirname(each) : each)
const testFolders = tests.length > 0 ? tests : [...new Set(targets.map(near))]
/** 3: every third change of a file, the same selection in every run. */
const every = Number(process.env.MUTATE_EVERY ?? 1)
/** Maximum seconds of tests for each change: if the first few do not notice a change in common code, none will. */
const most = Number(process.env.MUTATE_SECONDS ?? Number.POSITIVE_INFINITY)
const only = process.env.MUTATE_ONLY?.split(',')
const again = process.env.MUTATE_AGAIN
  ? new Set(readFileSync(process.env.MUTATE_AGAIN, 'utf8').split('\n').map(withoutNumber))
  : null
/** Milliseconds. Tests that take longer run only when the others have noticed nothing. */
const slow = 1500

const tracked = spawnSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: root, encoding: 'utf8' })
  .stdout.trim()
  .split('\n')
const files = tracked
  .filter(
    (file) => targets.some((each) => file === each || file.startsWith(`${each}/`)) && /(?<!\.test)\.tsx?$/.test(file),
  )
  .map((file) => {
    const text = readFileSync(join(root, file), 'utf8')
    const changes = changesOf(file, text).filter(({ kind }) => !only || only.includes(kind))
    return { file, text, changes: changes.filter((_change, index) => index % every === 0) }
  })

const place = mkdtempSync(join(tmpdir(), 'portal-mutate-'))
process.once('exit', () => rmSync(place, { recursive: true, force: true, maxRetries: 20 }))
/** Two for each processor, because many changes make a test wait until its timeout. */
const lanes = 2 * availableParallelism()
const copies = Array.from({ length: lanes }, (_none, lane) => copied(join(place, String(lane))))

const all = files.flatMap((file) => file.changes.map((change) => ({ ...file, ...change })))
/** The rows of docs/mutants.md, which are not tried: file, line and change in the format of the list. */
const argued = new Set(
  readFileSync(join(root, 'docs', 'mutants.md'), 'utf8')
    .split('\n')
    .filter((row) => row.startsWith('| `'))
    .map((row) => row.split(/(?<!\\)\|/).map((cell) => cell.trim().replaceAll('\\|', '|')))
    .map(([, file, code, change]) => listed(plain(file), plain(code), ...change.split(' → ').map(plain))),
)
// After a syntax error in one file the compiler reports no other faults, so such changes are left out.
const compile = leftByTypes(all.filter((change) => isCode(change.file, changed(change))))
const jobs = compile
  .filter((job) => !argued.has(withoutNumber(line(job))))
  .filter((job) => !again || again.has(withoutNumber(line(job))))
  .map((job, number) => ({ ...job, number }))
console.log(`${compile.length} changes compile, ${jobs.length} are tried; tests of ${testFolders.join(', ')}`)
const unseen = []
for (const signal of ['SIGINT', 'SIGTERM'])
  process.once(signal, () => {
    list()
    process.exit(1)
  })

/** Lines of JSON: the number of a change, the test that reached it, and the file of that test. */
const reports = join(place, 'reports')
const chosen = `
function changeIs(number) {
  const { current, providedContext } = globalThis.__vitest_worker__ ?? { providedContext: { change: null } }
  if (providedContext.change !== undefined) return providedContext.change === number
  const who = current?.type === 'test' ? current.id : current?.result ? 'hook' : 'import'
  const line = JSON.stringify([number, who, current?.file.name])
  globalThis.changesReached ??= new Set()
  if (changesReached.has(line)) return false
  changesReached.add(line)
  process.getBuiltinModule('node:fs').appendFileSync(${JSON.stringify(reports)}, line + '\\n')
  return false
}`
writeFileSync(reports, '')
for (const copy of copies)
  for (const { file, text } of files) {
    const changes = jobs.filter((job) => job.file === file)
    writeFileSync(join(copy, file), withChoices(text, changes, 'changeIs') + chosen)
  }

const first = started(copies[0])
const { importers, tests: known, failed } = await first.ask({ look: files.map(({ file }) => file) }, 3_600_000)
if (failed) throw new Error(`${failed.file} fails before anything is changed: ${failed.ids}`)
if (known.length === 0) throw new Error(`no test of ${testFolders.join(', ')} imports what is changed`)
const testsOf = Map.groupBy(known, ({ file }) => file)
const reached = Map.groupBy(
  readFileSync(reports, 'utf8').trim().split('\n').filter(Boolean).map(JSON.parse),
  ([number]) => number,
)
console.log(`${jobs.filter(({ number }) => !reached.has(number)).length} are reached by no test`)
/** The last test that noticed a change of each file: it will often notice the next change too. */
const noticed = new Map()
let next = 0
await Promise.all(copies.map((copy, lane) => work(copy, lane === 0 ? first : started(copy))))
list()
console.log(`${jobs.length - unseen.length} of ${jobs.length} were seen`)
process.exitCode = unseen.length > 0 ? 1 : 0

/** Tries changes one after another, in its own copy of the project. */
async function work(copy, begun) {
  let runner = begun
  while (next < jobs.length) {
    const job = jobs[next++]
    const { tests, alone } = thatReach(job)
    let spent = 0
    const ranked = tests
      .toSorted((a, b) => rank(job.file, a) - rank(job.file, b))
      .filter(({ took }) => {
        spent += took
        return spent - took <= most * 1000
      })
    const inTurn = [ranked.filter(({ took }) => took < slow), ranked.filter(({ took }) => took >= slow)].flatMap(byFile)
    const patience = 120_000 + 10 * tests.reduce((sum, { took }) => sum + took, 0)
    const choose = { change: job.number, inTurn, alone }
    const answer = tests.length > 0 ? await runner.ask({ choose }, patience) : { noticed: null }
    if (answer.late) runner = started(copy)
    else if (answer.noticed) noticed.set(job.file, answer.noticed)
    else unseen.push(job)
    if (process.env.MUTATE_TELL)
      console.log(`${next}/${jobs.length} ${answer.noticed ?? (answer.late ? 'late' : line(job))}`)
  }
  await runner.stop()
}

/**
 * Code that runs on import can affect all tests that import the file; other code only the tests that reach it. Values
 * that a process makes once are seen as reached by one test only, so changes listed earlier are tried with all tests.
 */
function thatReach({ file, number }) {
  const who = reached.get(number) ?? []
  const alone = Boolean(again) || who.some(([_number, id]) => id === 'import')
  if (alone) return { alone, tests: importers[file].flatMap((test) => testsOf.get(test) ?? []) }
  const ids = new Set(who.map(([_number, id]) => id))
  const hooks = new Set(who.filter(([_number, id]) => id === 'hook').map(([_number, _id, test]) => test))
  return { alone, tests: known.filter((test) => ids.has(test.id) || hooks.has(test.file)) }
}

/**
 * The order of tests: the file that noticed the last change, then the one beside the code, then those of its folder.
 */
function rank(file, test) {
  if (noticed.get(file) === test.file) return 0
  if (test.file === file.replace(/\.tsx?$/, '.test.ts')) return 1
  return dirname(test.file) === dirname(file) ? 2 : 3
}

function byFile(tests) {
  return Object.entries(Object.groupBy(tests, ({ file }) => file)).map(([file, each]) => ({
    file,
    ids: each.map(({ id }) => id),
  }))
}

function copied(copy) {
  for (const file of tracked) {
    mkdirSync(join(copy, dirname(file)), { recursive: true })
    cpSync(join(root, file), join(copy, file))
  }
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
  return copy
}

/** A process that runs the tests of the copy. */
function started(copy) {
  const child = fork(join(root, 'bin', 'mutate-runner.mjs'), testFolders, {
    cwd: copy,
    env: { ...process.env, TMPDIR: place },
    execPath: portalNode,
    detached: true,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  /** When the tests run longer than `patience` (in milliseconds), the change counts as noticed. */
  const ask = (message, patience) =>
    new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        process.kill(-child.pid, 'SIGKILL')
        settle(resolve, { late: true })
      }, patience)
      const answered = (answer) => settle(resolve, answer)
      const ended = () => settle(reject, new Error('the tests ended without an answer'))
      const settle = (how, what) => {
        clearTimeout(timer)
        child.off('message', answered).off('exit', ended)
        how(what)
      }
      child.on('message', answered).on('exit', ended)
      child.send(message)
    })
  return {
    ask,
    stop: () =>
      new Promise((resolve) => {
        child.once('exit', resolve)
        child.disconnect()
      }),
  }
}

function list() {
  for (const job of unseen.toSorted((a, b) => a.number - b.number)) console.log(line(job))
}

function line({ file, text, start, from, to }) {
  const number = text.slice(0, start).split('\n').length
  return listed(`${file}:${number}`, text.split('\n')[number - 1].trim(), short(from), short(to) || 'nothing')
}

function listed(place, code, from, to) {
  return `${place}  ${code}  |  ${from}  →  ${to}`
}

/** Without the line number, because lines move between runs. */
function withoutNumber(listed) {
  return listed.replace(/^(\S+):\d+ /, '$1 ')
}

/** Inline code of Markdown without its backticks. */
function plain(code) {
  return code.replace(/^(`+) ?(.*?) ?\1$/, '$2')
}

/** The changes that compile. Each is checked as an additional file beside the changed one. */
function leftByTypes(changes) {
  if (changes.length === 0) return []
  const beside = ({ file }, number) => file.replace(/\.tsx?$/, `.${number}$&`)
  const added = changes.map((change, number) => join(copies[0], beside(change, number)))
  for (const [number, change] of changes.entries()) writeFileSync(added[number], changed(change))
  // Otherwise a removed call would count as noticed because its import is unused.
  const lax = ['--noUnusedLocals', 'false', '--noUnusedParameters', 'false', '--pretty', 'false']
  const known = ['--tsBuildInfoFile', join(place, 'known.tsbuildinfo')]
  const tsc = [join('node_modules', 'typescript', 'bin', 'tsc'), ...lax, ...known]
  const { stdout } = spawnSync(portalNode, tsc, { cwd: copies[0], encoding: 'utf8', maxBuffer: 2 ** 28 })
  for (const file of added) rmSync(file)
  return changes.filter((change, number) => !stdout.includes(`${beside(change, number)}(`))
}

function changed({ text, start, end, to }) {
  return text.slice(0, start) + to + text.slice(end)
}

function short(text) {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length > 60 ? `${line.slice(0, 57)}…` : line
}
