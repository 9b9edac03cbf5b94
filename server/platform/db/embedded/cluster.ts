import { spawn } from 'node:child_process'
import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { StartRefused } from '#server/platform/config/start-refused.ts'
import { ownDir } from './place.ts'
import type { ServerUser } from './server-user.ts'
import { serverEnv } from './supervise.ts'

export const superuser = 'portal'
/** The portal's own database and the role that it connects as, see own-role.ts. */
export const database = 'portal'
export const ownRole = 'portal_app'

/**
 * The data directory of PostgreSQL. The first start makes it under another name and renames it when it is complete, so
 * that an interrupted start leaves no half-made database.
 */
export async function prepareCluster(base: string, initdb: string, user: ServerUser): Promise<string> {
  const cluster = join(base, 'cluster')
  if (existsSync(cluster)) return cluster
  for (const name of readdirSync(base)) {
    if (name.startsWith('cluster.new')) rmSync(join(base, name), { recursive: true, force: true })
  }
  const draft = join(base, `cluster.new-${process.pid}`)
  ownDir(draft, user)
  // Names sort in Russian order, and pg_trgm treats Cyrillic letters as letters.
  const characters = process.platform === 'darwin' ? 'UTF-8' : 'C.UTF-8'
  const locale = ['--locale=C', `--lc-ctype=${characters}`, '--locale-provider=icu', '--icu-locale=ru']
  // Trust authentication: only the server's own user and root can reach the socket's directory.
  await run(initdb, ['-D', draft, '-U', superuser, '-A', 'trust', '-E', 'UTF8', ...locale], user)
  renameSync(draft, cluster)
  return cluster
}

function run(program: string, args: string[], user: ServerUser): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd: '/', env: serverEnv, stdio: ['ignore', 'ignore', 'pipe'], ...user })
    let complaint = ''
    child.stderr.on('data', (data) => {
      complaint += data
    })
    const refuse = (reason: string) => reject(new StartRefused(`База данных не создана: ${reason}`))
    child.once('error', (error) => refuse(error.message))
    child.once('close', (code) =>
      code === 0 ? resolve() : refuse(complaint.trim().split('\n').at(-1) ?? `код ${code}`),
    )
  })
}
