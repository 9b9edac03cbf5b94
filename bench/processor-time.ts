import { readdirSync, readFileSync } from 'node:fs'

/** Milliseconds per clock tick of the kernel. */
const tickMs = 10

interface Running {
  pid: number
  parent: number
  ticks: number
  /** Processor time of its children that have ended. */
  gone: number
}

function running(pid: number): Running | null {
  try {
    // The name of the program is in brackets and may contain any characters.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
    const [ticks = 0, gone = 0] = [11, 13].map((at) => Number(fields[at]) + Number(fields[at + 1]))
    return { pid, parent: Number(fields[1]), ticks, gone }
  } catch {
    return null
  }
}

export const parentOf = (pid: number): number => running(pid)?.parent ?? 0

/** This process and all its descendants. Linux only. */
export function familyOf(pid: number): Running[] {
  const all = readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? (running(Number(name)) ?? []) : []))
  const family = all.filter((each) => each.pid === pid)
  for (const member of family) family.push(...all.filter(({ parent }) => parent === member.pid))
  return family
}

/** Processor time in milliseconds: of the process itself, and of its descendants, including those that have ended. */
export function processorTime(pid: number): { own: number; others: number } {
  const family = familyOf(pid)
  const sum = (list: Running[]) => list.reduce((total, { ticks }) => total + ticks, 0) * tickMs
  const gone = family.reduce((total, each) => total + each.gone, 0) * tickMs
  const others = sum(family.filter((each) => each.pid !== pid)) + gone
  return { own: sum(family.filter((each) => each.pid === pid)), others }
}
