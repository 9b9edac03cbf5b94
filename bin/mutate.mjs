// npm run mutate -- shared/stages                  changes one thing at a time and lists what no test notices
// npm run mutate -- shared/stages/gate.ts server   one file; the tests of these folders that import it
import { fork, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { changesOf } from './mutations.mjs'
import { portalNode, root } from './setup.mjs'

const [target, ...tests] = process.argv.slice(2)
if (!target) throw new Error('npm run mutate -- <folder or file> [folders of tests]')
// The tests of shared take milliseconds each, so all that import the file may look.
const near = target.startsWith('shared/') ? 'shared' : target.endsWith('.ts') ? dirname(target) : target
const testFolders = tests.length > 0 ? tests : [near]
/** 3: every third change of a file, always the same ones. */
const every = Number(process.env.MUTATE_EVERY ?? 1)

const tracked = spawnSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: root, encoding: 'utf8' })
  .stdout.trim()
  .split('\n')
const files = tracked
  .filter((file) => (file === target || file.startsWith(`${target}/`)) && /(?<!\.test)\.tsx?$/.test(file))
  .map((file) => {
    const text = readFileSync(join(root, file), 'utf8')
    const changes = changesOf(file, text).filter((_change, index) => index % every === 0)
    return { file, text, changes, left: changes.length, unseen: [] }
  })
const jobs = files.flatMap((file) => file.changes.map((change) => ({ file, change })))
console.log(`${jobs.length} changes, tests of ${testFolders.join(', ')}`)

const place = mkdtempSync(join(tmpdir(), 'portal-mutate-'))
process.once('exit', () => rmSync(place, { recursive: true, force: true, maxRetries: 20 }))
for (const signal of ['SIGINT', 'SIGTERM'])
  process.once(signal, () => {
    list(unseenChanges())
    process.exit(1)
  })
let next = 0
await Promise.all(Array.from({ length: Math.min(availableParallelism(), jobs.length) }, (_none, lane) => work(lane)))
const unseen = leftByTypes(unseenChanges())
list(unseen)
console.log(`${jobs.length - unseen.length} of ${jobs.length} were seen`)
process.exitCode = unseen.length > 0 ? 1 : 0

/** Takes changes one after another, in a copy of the project of its own. */
async function work(lane) {
  const copy = join(place, String(lane))
  for (const file of tracked) {
    mkdirSync(join(copy, dirname(file)), { recursive: true })
    cpSync(join(root, file), join(copy, file))
  }
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
  let runner = started(copy)
  let current
  let patience
  while (next < jobs.length) {
    const { file, change } = jobs[next++]
    const { file: name, text: whole } = file
    if (current !== file) {
      const unchanged = await runner.run({ file: name, text: whole, whole }, 30 * 60_000)
      if (unchanged.seen) throw new Error(`the tests of ${name} fail before anything is changed`)
      patience = 10_000 + 4 * unchanged.took
      current = file
    }
    const text = changed({ ...file, ...change })
    const { seen, late } = await runner.run({ file: name, text, whole }, patience)
    if (late) {
      writeFileSync(join(copy, name), whole)
      runner = started(copy)
      current = undefined
    } else if (!seen) file.unseen.push(change)
    file.left -= 1
    if (file.left === 0) console.log(`${name}: ${file.changes.length - file.unseen.length}/${file.changes.length}`)
  }
  await runner.stop()
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
  /** A change with which the tests run longer than `patience` (in milliseconds) has been noticed. */
  const run = (message, patience) =>
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
    run,
    stop: () =>
      new Promise((resolve) => {
        child.once('exit', resolve)
        child.disconnect()
      }),
  }
}

function unseenChanges() {
  return files.flatMap((file) =>
    file.unseen.toSorted((a, b) => a.start - b.start).map((each) => ({ ...file, ...each })),
  )
}

function list(changes) {
  for (const { file, text, start, from, to } of changes) {
    const line = text.slice(0, start).split('\n').length
    console.log(`${file}:${line}  ${text.split('\n')[line - 1].trim()}  |  ${short(from)}  →  ${short(to)}`)
  }
}

/** The changes that compile: each is checked as one more file beside the file that it changes. */
function leftByTypes(changes) {
  if (changes.length === 0) return []
  const copy = join(place, '0')
  const beside = ({ file }, number) => file.replace(/\.tsx?$/, `.${number}$&`)
  for (const [number, change] of changes.entries()) writeFileSync(join(copy, beside(change, number)), changed(change))
  const tsc = [join('node_modules', 'typescript', 'bin', 'tsc'), '--noEmit', '--pretty', 'false']
  const { stdout } = spawnSync(portalNode, tsc, { cwd: copy, encoding: 'utf8', maxBuffer: 2 ** 28 })
  return changes.filter((change, number) => !stdout.includes(`${beside(change, number)}(`))
}

function changed({ text, start, end, to }) {
  return text.slice(0, start) + to + text.slice(end)
}

function short(text) {
  const line = text.replace(/\s+/g, ' ')
  return line.length > 60 ? `${line.slice(0, 57)}…` : line
}
