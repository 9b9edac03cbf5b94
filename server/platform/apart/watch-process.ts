import type { ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { setPriority } from 'node:os'

export interface Bounds {
  maxMegabytes: number
  maxMs: number
}

/** In milliseconds: a program that inflates a bomb gets some ten megabytes further in this time. */
const lookEvery = 20

/**
 * Kills a program that takes more memory or time than it may. It runs with a low priority, so that answers do not wait
 * for it. Memory is watched where the system has /proc.
 */
export function watchProcess(child: ChildProcess, { maxMegabytes, maxMs }: Bounds) {
  let over: 'memory' | 'time' | null = null
  const end = (why: 'memory' | 'time') => {
    over ??= why
    child.kill('SIGKILL')
  }
  if (child.pid !== undefined)
    try {
      setPriority(child.pid, 5)
    } catch {
      // It has already ended.
    }
  const looking = setInterval(() => {
    if (residentMegabytes(child) > maxMegabytes) end('memory')
  }, lookEvery)
  const late = setTimeout(() => end('time'), maxMs)
  return {
    /** What the program had too much of when it was killed; null for one that was not. */
    over: () => over,
    stop() {
      clearInterval(looking)
      clearTimeout(late)
    },
  }
}

/** 0 for a program that has ended, and where nobody knows. */
export function residentMegabytes({ pid }: ChildProcess): number {
  try {
    return Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1] ?? 0) / 1024
  } catch {
    return 0
  }
}
