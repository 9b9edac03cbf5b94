import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { portalNode, run, setUp } from './setup.mjs'

await setUp({ dev: true })
const reports = mkdtempSync(join(tmpdir(), 'portal-reports-'))
const vitestReport = join(reports, 'vitest.json')
const playwrightReport = join(reports, 'playwright.json')
const program = (...path) => join('node_modules', ...path)

const steps = [
  { name: 'Types', args: [program('typescript', 'bin', 'tsc'), '--checkers', '1'] },
  { name: 'Style', args: [program('@biomejs', 'biome', 'bin', 'biome'), 'check', '.'] },
  {
    name: 'Rules and server (vitest)',
    args: [
      ...[program('vitest', 'vitest.mjs'), 'run', '--reporter=default', '--reporter=json'],
      `--outputFile.json=${vitestReport}`,
    ],
    count: () => countVitest(JSON.parse(readFileSync(vitestReport, 'utf8'))),
    failures: () => failuresOfVitest(JSON.parse(readFileSync(vitestReport, 'utf8'))),
    slowest: () => timesOfVitest(JSON.parse(readFileSync(vitestReport, 'utf8'))),
  },
  {
    name: 'Pages in a browser (playwright)',
    args: [program('@playwright', 'test', 'cli.js'), 'test'],
    env: { PLAYWRIGHT_JSON: playwrightReport },
    count: () => countPlaywright(JSON.parse(readFileSync(playwrightReport, 'utf8'))),
    failures: () => failuresOfPlaywright(JSON.parse(readFileSync(playwrightReport, 'utf8'))),
    slowest: () => timesOfPlaywright(JSON.parse(readFileSync(playwrightReport, 'utf8'))),
    explain: showFailedPages,
  },
]

function countVitest({ numPassedTests, numFailedTests, testResults }) {
  // A file that failed to load has no failed tests.
  const broken = testResults.filter(({ status, assertionResults }) => status === 'failed' && !assertionResults.length)
  return { passed: numPassedTests, failed: numFailedTests + broken.length }
}

function countPlaywright({ stats }) {
  return { passed: stats.expected + stats.flaky, failed: stats.unexpected }
}

/** Each failed test with its message, and each file that failed outside its tests. */
function failuresOfVitest({ testResults }) {
  return testResults.flatMap(({ name, status, message, assertionResults }) => {
    const failed = assertionResults.filter((one) => one.status === 'failed')
    if (status === 'failed' && failed.length === 0) return [`${name}\n${message}`]
    return failed.map(({ fullName, failureMessages }) => `${name} › ${fullName}\n${failureMessages.join('\n')}`)
  })
}

function failuresOfPlaywright({ suites }) {
  const inside = ({ file, specs = [], suites = [] }) => [
    ...specs
      .filter(({ ok }) => !ok)
      .map(({ title, tests }) => {
        const errors = tests.flatMap(({ results }) => results.flatMap(({ errors }) => errors ?? []))
        return `${file} › ${title}\n${errors.map(({ message }) => message).join('\n')}`
      }),
    ...suites.flatMap(inside),
  ]
  return suites.flatMap(inside)
}

/** The milliseconds of each file. */
const timesOfVitest = ({ testResults }) =>
  testResults.map(({ name, startTime, endTime }) => ({ name, took: endTime - startTime }))

/** The milliseconds of all tests of each file, and their number. */
function timesOfPlaywright({ suites }) {
  const tests = ({ specs = [], suites = [] }) => [...specs.flatMap(({ tests }) => tests), ...suites.flatMap(tests)]
  return suites.map((suite) => {
    const results = tests(suite).flatMap(({ results }) => results)
    return { name: `${suite.file} (${results.length})`, took: results.reduce((sum, { duration }) => sum + duration, 0) }
  })
}

const printed = 12

function printSlowest(times) {
  const sorted = times.toSorted((one, other) => other.took - one.took)
  for (const { name, took } of sorted.slice(0, printed)) console.log(`${(took / 1000).toFixed(1)} s ${name}`)
}

/** Prints the contents of the page at each failed browser test, in case only the log is kept. */
function showFailedPages() {
  if (!existsSync('test-results')) return
  for (const name of readdirSync('test-results', { recursive: true })) {
    if (!String(name).endsWith('error-context.md')) continue
    console.log(`\n--- ${name}\n${readFileSync(join('test-results', String(name)), 'utf8').slice(0, 6000)}`)
  }
}

const total = { passed: 0, failed: 0 }
const failed = []

async function runStep({ name, args, env, count, failures, slowest, explain }) {
  console.log(`\n=== ${name}`)
  const began = Date.now()
  const code = await run(portalNode, args, env)
  let result = { passed: 0, failed: 0 }
  try {
    result = count?.() ?? result
  } catch {
    console.log('The runner left no report.')
  }
  // A step that failed as a whole (a type error, a crash of the runner) fails the run even when no single test did.
  if (code !== 0 && result.failed === 0) result.failed = 1
  if (result.failed > 0) {
    try {
      failed.push(...(failures?.() ?? [name]))
    } catch {
      failed.push(`${name}: the runner left no report.`)
    }
    explain?.()
  } else if (slowest) printSlowest(slowest())
  total.passed += result.passed
  total.failed += result.failed
  console.log(`=== ${name}: ${result.failed === 0 ? 'good' : 'FAILED'}, ${((Date.now() - began) / 1000).toFixed(1)} s`)
}

// The tests of rules and server often wait for a database or a process, so the types are checked beside them. They need
// the least processor time with one checker.
const [types, style, rules, pages] = steps
await Promise.all([runStep(rules), runStep(types).then(() => runStep(style))])
await runStep(pages)
rmSync(reports, { recursive: true, force: true })
// Printed again at the very end, in case only the tail of the log is kept.
for (const text of failed) console.log(`\nFAILED ${text.slice(0, 1500)}`)
console.log(`\n${total.passed} passed, ${total.failed} failed`)
process.exitCode = total.failed === 0 ? 0 : 1
