import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, readlinkSync, realpathSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { StartRefused } from '#server/platform/config/start-refused.ts'

/**
 * Stops a server that outlived its portal. The caller holds the portal's lock, so nobody uses that server: it is
 * either stopping already, or its supervisor was killed with the portal.
 */
export async function stopLeftover(cluster: string) {
  const pid = leftoverPid(cluster)
  if (pid === null) return
  // Its sessions outlive a server that was killed, and may still write; PostgreSQL itself ends them in the same way.
  if (isServerOf(cluster, pid)) await end(() => [pid].filter((each) => isServerOf(cluster, each)), 'SIGINT')
  else await end(() => processesIn(cluster), 'SIGQUIT')
  // The pid may belong to another program now, which PostgreSQL itself would take for a running server.
  if (isRunning(pid)) rmSync(join(cluster, 'postmaster.pid'), { force: true })
}

/** Waits until there are no such processes. */
async function end(processes: () => number[], first: 'SIGINT' | 'SIGQUIT') {
  for (const [signal, seconds] of [
    [first, 15],
    ['SIGQUIT', 10],
  ] as const) {
    for (const pid of processes()) send(pid, signal)
    for (let waited = 0; waited < seconds * 1000; waited += 20) {
      if (processes().length === 0) return
      await delay(20)
    }
  }
  throw new StartRefused(
    `Прежний сервер базы данных (процесс ${processes()[0]}) не останавливается: завершите его сами.`,
  )
}

export function leftoverPid(cluster: string): number | null {
  try {
    const pid = Number(readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')[0])
    return Number.isInteger(pid) && pid > 1 ? pid : null
  } catch {
    return null
  }
}

/** Whether the process is a PostgreSQL server of this cluster, recognised by its working directory. */
function isServerOf(cluster: string, pid: number): boolean {
  if (process.platform === 'linux') {
    try {
      return readlinkSync(`/proc/${pid}/cwd`) === realpathSync(cluster)
    } catch {
      return false
    }
  }
  const { stdout } = spawnSync('ps', ['-p', String(pid), '-o', 'command='], { encoding: 'utf8' })
  return (stdout ?? '').includes(cluster)
}

/** All processes that work in this cluster; only Linux can list them. */
const processesIn = (cluster: string): number[] =>
  process.platform === 'linux'
    ? readdirSync('/proc')
        .map(Number)
        .filter((pid) => pid > 1 && isServerOf(cluster, pid))
    : []

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

function send(pid: number, signal: NodeJS.Signals) {
  try {
    process.kill(pid, signal)
  } catch {
    // It has ended; the caller notices that.
  }
}
