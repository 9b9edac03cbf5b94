import { readdirSync, readFileSync } from 'node:fs'

/** Milliseconds a tick of the kernel's accounting takes. */
const tickMs = 10

interface Running {
  pid: number
  parent: number
  ticks: number
}

function running(pid: number): Running | null {
  try {
    // The name of the program stands in brackets and may hold anything.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
    return { pid, parent: Number(fields[1]), ticks: Number(fields[11]) + Number(fields[12]) }
  } catch {
    return null
  }
}

/** This process and all that it has started, and what they have started in turn. Linux only. */
export function familyOf(pid: number): Running[] {
  const all = readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? (running(Number(name)) ?? []) : []))
  const family = all.filter((each) => each.pid === pid)
  for (const member of family) family.push(...all.filter(({ parent }) => parent === member.pid))
  return family
}

/** Milliseconds of processor time that the process has used by itself, and those that its family has used. */
export function processorTime(pid: number): { own: number; others: number } {
  const family = familyOf(pid)
  const sum = (list: Running[]) => list.reduce((total, { ticks }) => total + ticks, 0) * tickMs
  return { own: sum(family.filter((each) => each.pid === pid)), others: sum(family.filter((each) => each.pid !== pid)) }
}
