// For each change that bin/mutate.mjs sends, runs the tests that can see it and answers whether one of them failed.
import { writeFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { createVitest } from 'vitest/node'

class AsGiven {
  sort = (specs) => specs
}

const folders = process.argv.slice(2)
const vitest = await createVitest('test', {
  ...{ watch: false, bail: 1, maxWorkers: 1, reporters: [{}] },
  sequence: { sequencer: AsGiven },
})
const known = new Map()

process.on('disconnect', () => vitest.close().finally(() => process.exit()))
process.on('message', async ({ file, text, whole }) => {
  const path = resolve(file)
  const specs = known.get(path) ?? (await testsThatSee(path))
  known.set(path, specs)
  const began = Date.now()
  change(path, text)
  const failed = specs.length > 0 && (await firstFailed(specs))
  change(path, whole)
  // What noticed the last change of this file will often notice the next one.
  if (failed) specs.sort((a, b) => (b.moduleId === failed.moduleId) - (a.moduleId === failed.moduleId))
  if (process.connected) process.send({ seen: Boolean(failed), took: Date.now() - began })
})

/** The tests that import the file, also through others: the one beside it first, then those of its folder. */
async function testsThatSee(path) {
  vitest.config.related = [path]
  const specs = await vitest.getRelevantTestSpecifications(folders)
  const beside = path.replace(/\.tsx?$/, '.test.ts')
  const distance = ({ moduleId }) => (moduleId === beside ? 0 : dirname(moduleId) === dirname(path) ? 1 : 2)
  return specs.sort((a, b) => distance(a) - distance(b))
}

/** The answer also names the files of earlier runs, with what became of them then. */
async function firstFailed(specs) {
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specs)
  const now = testModules.filter(({ moduleId }) => specs.some((spec) => spec.moduleId === moduleId))
  return now.find((module) => !module.ok()) ?? unhandledErrors[0]
}

function change(path, text) {
  writeFileSync(path, text)
  vitest.invalidateFile(path)
}
