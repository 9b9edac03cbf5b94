// Memory of the idle portal with the demo season and its database, a minute after the start.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { freePort, startPortal } from '#server/testing/portal-process.ts'
import { memoryOf } from './memory.ts'

const idleSeconds = Number(process.env.BENCH_IDLE_SECONDS ?? 60)
/** Megabytes. */
const limit = 200

const directory = mkdtempSync(join(tmpdir(), 'portal-idle-'))
try {
  const data = { DATA_DIR: join(directory, 'data') }
  // Loading the demo season takes memory that later starts do not need, so the first start is not measured.
  const first = await startPortal({ ...data, PORT: String(await freePort()) })
  await first.kill('SIGTERM')
  const portal = await startPortal({ ...data, PORT: String(await freePort()) })
  await delay(idleSeconds * 1000)
  const { portal: ours, database } = memoryOf(portal.child.pid ?? 0)
  const shared = ours.shared + database.shared
  console.log(
    `\nidle for ${idleSeconds} s: ${shared.toFixed(0)} MB, the portal ${ours.shared.toFixed(0)}, the database ${database.shared.toFixed(0)}; the limit is ${limit}`,
  )
  console.log(
    `counted once for each process that shares it (RSS): ${(ours.resident + database.resident).toFixed(0)} MB, the portal ${ours.resident.toFixed(0)}, the database ${database.resident.toFixed(0)}`,
  )
  await portal.kill('SIGTERM')
  process.exitCode = shared <= limit ? 0 : 1
} finally {
  rmSync(directory, { recursive: true, force: true })
}
