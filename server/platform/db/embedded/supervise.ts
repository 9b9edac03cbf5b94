import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import type { ServerUser } from './server-user.ts'

/**
 * Runs the server under a small shell that reads a pipe from the portal. The pipe closes when the portal ends, even by
 * SIGKILL, and the shell then stops the server. A signal to the process group or from the terminal must not reach the
 * server before the portal has finished its requests, so the shell has its own session and ignores those signals.
 */
const script = `
trap '' HUP INT TERM
exec 3<&0
"$@" </dev/null 3<&- &
server=$!
{ while read -r _; do :; done; kill -INT $server; } <&3 3<&- 2>/dev/null &
watcher=$!
exec 0</dev/null 3<&-
wait $server
status=$?
kill -KILL $watcher 2>/dev/null
exit $status
`

/**
 * The server gets nothing of the portal's environment, which contains its secrets. The variable is for the C library of
 * Linux: blocks of 128 kB and more are given back to the system at once. Otherwise a connection that has planned a
 * large statement keeps 4 MB of unused memory.
 */
export const serverEnv = {
  PATH: '/usr/local/bin:/usr/bin:/bin',
  LC_ALL: 'C',
  MALLOC_MMAP_THRESHOLD_: '131072',
  MALLOC_TRIM_THRESHOLD_: '131072',
}

export interface Supervised {
  running(): boolean
  exited: Promise<void>
  /** Ends the server as if the portal had ended. */
  release(): void
}

export function supervise(command: string[], logFile: string, user: ServerUser, env = {}): Supervised {
  const log = openSync(logFile, 'a', 0o600)
  const child: ChildProcess = spawn('/bin/sh', ['-c', script, 'sh', ...command], {
    cwd: '/',
    env: { ...serverEnv, ...env },
    stdio: ['pipe', log, log],
    detached: true,
    ...user,
  })
  closeSync(log)
  child.stdin?.on('error', () => {})
  let running = true
  const exited = new Promise<void>((resolve) => {
    const ended = () => {
      running = false
      child.stdin?.destroy()
      resolve()
    }
    child.once('exit', ended)
    child.once('error', ended)
  })
  child.unref()
  ;(child.stdin as unknown as { unref?: () => void } | null)?.unref?.()
  const release = () => {
    // Keeps this process running until the server has ended; with nothing else to do it would exit first.
    if (running) child.ref()
    child.stdin?.end()
  }
  return { running: () => running, exited, release }
}
