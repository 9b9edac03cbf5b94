// Runs the tests of a copy of the project for bin/mutate.mjs: `look` once without a change, then `choose` for each change.
import { relative, resolve } from 'node:path'
import { createVitest } from 'vitest/node'
import { LastingWorker } from './lasting-worker.mjs'

class AsGiven {
  sort = (specs) => specs
}

const folders = process.argv.slice(2)
const vitest = await createVitest('test', {
  // A change that makes a call hang takes this long, unless a test has a timeout of its own.
  ...{ watch: false, bail: 1, maxWorkers: 1, reporters: [{}], testTimeout: 30_000 },
  sequence: { sequencer: AsGiven },
})
const [project] = vitest.projects
let worker
project.config.pool = 'lasting'
project.config.poolRunner = {
  name: 'lasting',
  createPoolWorker(options) {
    worker ??= new LastingWorker(options)
    return worker
  },
}

process.on('disconnect', async () => {
  await worker?.end()
  await vitest.close()
  process.exit()
})
process.on('message', async ({ look, choose }) => {
  const answer = await (look ? lookAt(look) : tried(choose))
  if (process.connected) process.send(answer)
})

/** The tests that import each file, directly or through others, and how long each test takes. */
async function lookAt(files) {
  const importers = {}
  for (const file of files) {
    vitest.config.related = [resolve(file)]
    const specs = await vitest.getRelevantTestSpecifications(folders)
    importers[file] = specs.map(({ moduleId }) => relative('', moduleId))
  }
  const { failed, tests } = await run(
    [...new Set(Object.values(importers).flat())].map((file) => ({ file })),
    undefined,
  )
  // Tests that this machine skips cannot notice a change.
  return { importers, tests: tests.filter(({ state }) => state !== 'skipped'), failed }
}

/** The file of the test that notices the change, or null. `alone`: in a process that has not run anything yet. */
async function tried({ change, inTurn, alone }) {
  if (alone) await worker?.end()
  const fresh = worker?.fresh ?? true
  for (const tests of inTurn) {
    const { failed } = await runWhole(tests, change)
    if (!failed) continue
    // The test may have failed because of state left by an earlier change.
    const proven = fresh || !(await run([failed], null)).failed
    return proven ? { noticed: failed.file } : tried({ change, inTurn, alone: true })
  }
  return { noticed: null }
}

/** Repeats a run with skipped tests: an earlier run that stopped at a failure may still cancel the next tests. */
async function runWhole(tests, change) {
  for (;;) {
    const { failed, tests: results } = await run([tests], change)
    if (failed || results.every(({ state }) => state !== 'skipped')) return { failed }
  }
}

/** Runs tests with this change; `ids` limits the tests of a file. With `undefined`, reached changes are reported. */
async function run(tests, change) {
  const specs = tests.map(({ file, ids }) => project.createSpecification(resolve(file), ids && { testIds: ids }))
  project.provide('change', change)
  let fault = false
  let modules = []
  try {
    const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specs)
    fault = unhandledErrors.length > 0
    // The result also lists modules of earlier runs.
    modules = testModules.filter(({ moduleId }) => specs.some((spec) => spec.moduleId === moduleId))
  } catch {
    fault = true
  }
  const results = modules.flatMap((module) => {
    const file = relative('', module.moduleId)
    const ids = tests.find((each) => each.file === file).ids
    return [...module.children.allTests()]
      .filter(({ id }) => !ids || ids.includes(id))
      .map((test) => ({ file, id: test.id, state: test.result().state, took: test.diagnostic()?.duration ?? 0 }))
  })
  return { failed: firstFailed({ tests, modules, fault, results }), tests: results }
}

function firstFailed({ tests, modules, fault, results }) {
  const failed = results.find(({ state }) => state === 'failed')
  if (failed) return { file: failed.file, ids: [failed.id] }
  const module = modules.find((each) => !each.ok())
  if (module) return tests.find(({ file }) => resolve(file) === module.moduleId)
  return fault || modules.length < tests.length ? tests[0] : null
}
