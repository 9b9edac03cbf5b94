// Runs the tests of some folders for each change that bin/mutate.mjs sends, and answers whether one of them failed.
import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { createVitest } from 'vitest/node'

const folders = process.argv.slice(2)
const vitest = await createVitest('test', { watch: false, bail: 1, maxWorkers: 1, reporters: [{}] })
const specs = await vitest.globTestSpecifications(folders)

process.on('message', async ({ file, text, whole }) => {
  const path = file && resolve(file)
  if (path) change(path, text)
  const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specs)
  if (path) change(path, whole)
  if (!process.connected) return
  process.send(unhandledErrors.length > 0 || testModules.length === 0 || testModules.some((module) => !module.ok()))
})

function change(path, text) {
  writeFileSync(path, text)
  vitest.invalidateFile(path)
}
