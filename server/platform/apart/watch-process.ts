import type { ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'

export interface Bounds {
  maxMegabytes: number
  /** Of processor time, so that a file is not refused because the machine is busy. */
  maxMs: number
}

/** In milliseconds: a program that inflates a bomb gets some ten megabytes further in this time. */
const lookEvery = 20
/** The clock may show this many times more: a program also waits for others. */
const patience = 6
/** The unit in which Linux counts processor time. */
const tickMs = 10

/**
 * Kills a program that takes more memory or time than it may. Memory and processor time are watched where the system
 * has /proc.
 */
export function watchProcess(child: ChildProcess, { maxMegabytes, maxMs }: Bounds) {
  let over: 'memory' | 'time' | null = null
  const end = (why: 'memory' | 'time') => {
    over ??= why
    child.kill('SIGKILL')
  }
  // A program that is kept has worked on other files before.
  const before = processorMs(child)
  const looking = setInterval(() => {
    if (residentMegabytes(child) > maxMegabytes) end('memory')
    else if (processorMs(child) - before > maxMs) end('time')
  }, lookEvery)
  const late = setTimeout(() => end('time'), maxMs * patience)
  return {
    /** What the program had too much of when it was killed; null for one that was not. */
    over: () => over,
    stop() {
      clearInterval(looking)
      clearTimeout(late)
    },
  }
}

/** Empty for a program that has ended, and where nobody knows. */
function told({ pid }: ChildProcess, file: 'status' | 'stat'): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'latin1')
  } catch {
    return ''
  }
}

export const residentMegabytes = (child: ChildProcess): number =>
  Number(/^VmRSS:\s+(\d+) kB/m.exec(told(child, 'status'))?.[1] ?? 0) / 1024

/** The name of the program, in brackets, may contain spaces. Fields 14 and 15 of proc(5). */
function processorMs(child: ChildProcess): number {
  const [, user = 0, system = 0] = /\) (?:\S+ ){11}(\d+) (\d+)/.exec(told(child, 'stat')) ?? []
  return (Number(user) + Number(system)) * tickMs
}
