// Time from the start of the process to its first answer, with existing data, compared with a bare script on that
// database.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { nodeArgs, portalProgram } from '#bin/node-args.mjs'
import { freePort, startPortal } from '#server/testing/portal-process.ts'
import { processorTime } from './processor-time.ts'
import { waitForAnswer } from './wait-for-answer.ts'

const rounds = Number(process.env.BENCH_ROUNDS ?? 9)
const limit = 2.5

interface Started {
  wallMs: number
  /** Of the process itself, without its database. */
  processorMs: number
}

async function timeToAnswer(file: string, dataDir: string, path: string): Promise<Started> {
  const port = await freePort()
  const env = { ...process.env, PORT: String(port), DATA_DIR: dataDir, HOST: '127.0.0.1' }
  const began = performance.now()
  const child: ChildProcess = spawn(process.execPath, [...nodeArgs, file], { env, stdio: 'ignore' })
  await waitForAnswer(`http://127.0.0.1:${port}${path}`)
  const started = { wallMs: performance.now() - began, processorMs: processorTime(child.pid ?? 0).own }
  child.kill('SIGTERM')
  await once(child, 'exit')
  return started
}

/** The best of several, because other programs on the machine can only make it slower. */
const best = (list: readonly Started[]): Started => ({
  wallMs: Math.min(...list.map(({ wallMs }) => wallMs)),
  processorMs: Math.min(...list.map(({ processorMs }) => processorMs)),
})

const directory = mkdtempSync(join(tmpdir(), 'portal-start-'))
try {
  const [bareDir, dataDir] = [join(directory, 'bare'), join(directory, 'portal')]
  const first = await startPortal({ DATA_DIR: dataDir, PORT: String(await freePort()) })
  await first.kill('SIGTERM')
  await timeToAnswer('bench/bare-start.ts', bareDir, '/')
  const measured: { bare: Started; ours: Started }[] = []
  for (let round = 0; round < rounds; round += 1)
    measured.push({
      bare: await timeToAnswer('bench/bare-start.ts', bareDir, '/'),
      ours: await timeToAnswer(portalProgram, dataDir, '/health'),
    })
  const [bare, ours] = [best(measured.map(({ bare }) => bare)), best(measured.map(({ ours }) => ours))]
  const ms = ({ wallMs, processorMs }: Started) => `${wallMs.toFixed(0)} ms (processor time ${processorMs} ms)`
  const share = ours.wallMs / bare.wallMs
  console.log(`\nstart to first answer: ${ms(ours)}; a bare script with the same database ${ms(bare)}`)
  console.log(`that is ${share.toFixed(2)} times it, the best of ${rounds} in turn; the limit is ${limit}`)
  process.exitCode = share <= limit ? 0 : 1
} finally {
  rmSync(directory, { recursive: true, force: true })
}
