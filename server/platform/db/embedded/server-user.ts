import { spawnSync } from 'node:child_process'

/** The user that PostgreSQL runs as. It refuses to run as root, so under root this is `nobody`. */
export interface ServerUser {
  uid?: number
  gid?: number
}

export function serverUser(): ServerUser {
  return process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {}
}

/** Whether that user can pass all parent directories of `path` and enter or run it. */
export function reachable(path: string, user: ServerUser): boolean {
  const test = spawnSync('/bin/sh', ['-c', 'test -x "$1"', 'sh', path], { cwd: '/', ...user })
  return test.status === 0
}
