// npm run mutate -- shared/stages                      changes one thing at a time and lists what no test of the folder sees
// npm run mutate -- shared/stages/gate.ts web/stages   one file; the tests of these folders
import { fork, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { changesOf } from './mutations.mjs'
import { portalNode, root } from './setup.mjs'

const [target, ...tests] = process.argv.slice(2)
if (!target) throw new Error('npm run mutate -- <folder or file> [folders of tests]')
const testFolders = tests.length > 0 ? tests : [target.endsWith('.ts') ? dirname(target) : target]
/** In milliseconds. A change that lets the tests run longer has been noticed. */
const patience = Number(process.env.MUTATE_PATIENCE ?? 60_000)

const tracked = spawnSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: root, encoding: 'utf8' })
  .stdout.trim()
  .split('\n')
const jobs = tracked
  .filter((file) => (file === target || file.startsWith(`${target}/`)) && /(?<!\.test)\.tsx?$/.test(file))
  .flatMap((file) => {
    const text = readFileSync(join(root, file), 'utf8')
    return changesOf(file, text).map((change) => ({ file, text, ...change }))
  })
console.log(`${jobs.length} changes, tests of ${testFolders.join(', ')}`)

const place = mkdtempSync(join(tmpdir(), 'portal-mutate-'))
let unseen = 0
let next = 0
try {
  await Promise.all(Array.from({ length: Math.min(availableParallelism(), jobs.length) }, (_none, lane) => work(lane)))
} finally {
  rmSync(place, { recursive: true, force: true })
}
console.log(`${jobs.length - unseen} of ${jobs.length} were seen`)
process.exitCode = unseen > 0 ? 1 : 0

/** Takes changes one after another, in a copy of the project of its own. */
async function work(lane) {
  const copy = join(place, String(lane))
  for (const file of tracked) {
    mkdirSync(join(copy, dirname(file)), { recursive: true })
    cpSync(join(root, file), join(copy, file))
  }
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
  let runner = await started(copy)
  while (next < jobs.length) {
    const job = jobs[next++]
    const { file, text, start, end, from, to } = job
    const seen = await runner.run({ file, text: text.slice(0, start) + to + text.slice(end), whole: text })
    if (seen === 'late') {
      writeFileSync(join(copy, file), text)
      runner = await started(copy)
    } else if (!seen) {
      unseen += 1
      console.log(`${file}:${text.slice(0, start).split('\n').length}  ${short(from)}  →  ${short(to)}`)
    }
  }
  runner.stop()
}

/** A process that runs the tests of the copy. It must find them green before anything is changed. */
async function started(copy) {
  const child = fork(join(root, 'bin', 'mutate-runner.mjs'), testFolders, {
    cwd: copy,
    execPath: portalNode,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  const run = (message) =>
    new Promise((resolve) => {
      const timer = setTimeout(() => {
        child.kill('SIGKILL')
        resolve('late')
      }, patience)
      child.once('message', (seen) => {
        clearTimeout(timer)
        resolve(seen)
      })
      child.send(message)
    })
  if (await run({})) throw new Error('the tests fail before anything is changed')
  return { run, stop: () => child.kill() }
}

function short(text) {
  const line = text.replace(/\s+/g, ' ')
  return line.length > 60 ? `${line.slice(0, 57)}…` : line
}
