import { mkdtempSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const memory = '/dev/shm'
/** Several times the space that a whole run of the tests needs. */
const enoughBytes = 6 * 2 ** 30

/**
 * A new folder for data that is not needed after the test: in memory if the machine has plenty, where copying a
 * database is ten times as fast as on a busy disk, otherwise in the system's temporary folder.
 */
export function quickFolder(prefix: string): string {
  if (!memoryIsPlenty()) return mkdtempSync(join(tmpdir(), prefix))
  removeLeftovers()
  return mkdtempSync(join(memory, `${prefix}${process.pid}-`))
}

function memoryIsPlenty(): boolean {
  try {
    const mounted = readFileSync('/proc/mounts', 'utf8')
      .split('\n')
      .map((line) => line.split(' '))
      .find(([, place]) => place === memory)
    // PostgreSQL's programs may have to be copied beside its data.
    if (!mounted?.[3] || mounted[3].split(',').some((option) => option === 'noexec' || option === 'ro')) return false
    const { bavail, bsize } = statfsSync(memory)
    return Math.min(bavail * bsize, process.availableMemory()) > enoughBytes
  } catch {
    return false
  }
}

/** Removes folders of killed runs, which would keep their memory. */
function removeLeftovers() {
  for (const name of readdirSync(memory)) {
    const owner = Number(/^portal-\w+-(\d+)-\w+$/.exec(name)?.[1])
    if (owner > 0 && !isRunning(owner)) rmSync(join(memory, name), { recursive: true, force: true })
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
