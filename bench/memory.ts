import { readFileSync } from 'node:fs'
import { familyOf } from './processor-time.ts'

export interface Memory {
  /** Megabytes; memory shared by several processes is divided among them (PSS). */
  shared: number
  /** Megabytes; memory shared by several processes is counted in each (RSS). */
  resident: number
}

/** Memory of a process, and of its child processes, which are the database. Linux only. */
export function memoryOf(pid: number): { portal: Memory; database: Memory } {
  const members = familyOf(pid)
  const sum = (pids: number[]): Memory =>
    pids
      .map(heldBy)
      .reduce((all, one) => ({ shared: all.shared + one.shared, resident: all.resident + one.resident }), {
        shared: 0,
        resident: 0,
      })
  return {
    portal: sum([pid]),
    database: sum(members.filter((member) => member.pid !== pid).map((member) => member.pid)),
  }
}

function heldBy(pid: number): Memory {
  try {
    const text = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')
    const megabytes = (name: string) => Number(text.match(new RegExp(`^${name}: +(\\d+) kB`, 'm'))?.[1] ?? 0) / 1024
    return { shared: megabytes('Pss'), resident: megabytes('Rss') }
  } catch {
    return { shared: 0, resident: 0 }
  }
}
