import { spawnSync } from 'node:child_process'

/** The identity PostgreSQL runs under: it refuses to run as root, so under root it is `nobody`. */
export interface ServerUser {
  uid?: number
  gid?: number
}

export function serverUser(): ServerUser {
  return process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {}
}

/** Whether that user passes all the directories on the way to `path` and may enter it or run it. */
export function reachable(path: string, user: ServerUser): boolean {
  const test = spawnSync('/bin/sh', ['-c', 'test -x "$1"', 'sh', path], { cwd: '/', ...user })
  return test.status === 0
}
