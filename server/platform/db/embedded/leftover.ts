import { spawnSync } from 'node:child_process'
import { readFileSync, readlinkSync, realpathSync, rmSync } from 'node:fs'
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
  if (!isServerOf(cluster, pid)) {
    // The pid belongs to another program now, which PostgreSQL itself would take for a running server.
    rmSync(join(cluster, 'postmaster.pid'), { force: true })
    return
  }
  for (const [signal, seconds] of [
    ['SIGINT', 15],
    ['SIGQUIT', 10],
  ] as const) {
    send(pid, signal)
    for (let waited = 0; waited < seconds * 1000; waited += 20) {
      if (!isServerOf(cluster, pid)) return
      await delay(20)
    }
  }
  throw new StartRefused(`Прежний сервер базы данных (процесс ${pid}) не останавливается: завершите его сами.`)
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

function send(pid: number, signal: NodeJS.Signals) {
  try {
    process.kill(pid, signal)
  } catch {
    // It has ended; the caller notices that.
  }
}
