import { existsSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { copyFile, readFile, rename } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { parseArgs } from 'node:util'
import { gunzipSync } from 'node:zlib'
import { type Config, keysAreKept, readConfig } from '#server/platform/config/config.ts'
import { newKeys, readSecrets, secretsIn } from '#server/platform/config/secrets.ts'
import { StartRefused } from '#server/platform/config/start-refused.ts'
import { archiveTo, restoreCommand } from '#server/platform/db/embedded/archive.ts'
import { startEmbedded } from '#server/platform/db/embedded/embedded.ts'
import { stopLeftover } from '#server/platform/db/embedded/leftover.ts'
import { preparePlace } from '#server/platform/db/embedded/place.ts'
import { holdPortalLock } from '#server/platform/db/embedded/portal-lock.ts'
import { serverUser } from '#server/platform/db/embedded/server-user.ts'
import { parseWire, showDateTime } from '#shared/platform/time/moscow.ts'
import {
  type BaseCopy,
  baseCopies,
  copyTree,
  filesOf,
  logOf,
  momentInFileName,
  refuseForeignDatabase,
} from './backup-place.ts'

/** Maximum time to replay the log, in milliseconds: a long one can take hours. */
const maxRecovery = 24 * 3_600_000

/**
 * The command `npm run restore`: makes a data directory as it was at a moment, or at the end of the log, and replaces
 * the present one with it; that one is kept under another name. Returns the exit code.
 */
export async function restore(
  env: Record<string, string | undefined>,
  args: string[],
  print: (line: string) => void = console.log,
): Promise<number> {
  try {
    const asked = askedIn(args)
    const to = asked.to === undefined ? null : momentOf(asked.to)
    // The command uses no keys. Without any, reading the settings would make new ones for a lost data directory.
    const { tokenSecret, dataKey } = newKeys()
    const config = readConfig({ TOKEN_SECRET: tokenSecret, DATA_KEY: dataKey, DATA_PEPPER: tokenSecret, ...given(env) })
    refuseForeignDatabase(config)
    // The log of the present data is newer than the copied one.
    const logs = [logOf(config.backupDir), join(config.dataDir, 'postgres', 'cluster', 'pg_wal')] as const
    const from = copyBefore(config.backupDir, logs, to)
    const keys = keysFor(env, asked.keys, [config.dataDir, from.directory])
    const release = existsSync(config.dataDir) ? await holdPresent(config.dataDir) : null
    try {
      const made = await recovered(config, { from, to, logs, keys })
      const kept = await putInPlace(config.dataDir, made)
      print(`Портал восстановлен ${to ? `на ${said(to)}` : 'до последней записи журнала'}: ${config.dataDir}.`)
      if (kept) print(`Прежний каталог данных сохранён: ${kept}.`)
    } finally {
      await release?.()
    }
    return 0
  } catch (fault) {
    print(fault instanceof StartRefused ? fault.message : `Портал не восстановлен: ${(fault as Error).message}`)
    return 1
  }
}

const said = (moment: Date) => `${showDateTime(moment)}:${moment.toISOString().slice(17, 19)} по Москве`

const given = (env: Record<string, string | undefined>) =>
  Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim()))

function askedIn(args: string[]): { to?: string | undefined; keys?: string | undefined } {
  try {
    return parseArgs({ args, options: { to: { type: 'string' }, keys: { type: 'string' } } }).values
  } catch {
    throw new StartRefused(
      'Момент называют так: npm run restore -- --to "2026-11-22 10:30:00", файл ключей — так: --keys secrets.json.',
    )
  }
}

/**
 * The file with the keys of the restored portal: the named one, that of the present data, or that of a copy made when
 * copies had one. Null when all keys come from the environment.
 */
function keysFor(
  env: Record<string, string | undefined>,
  named: string | undefined,
  directories: readonly string[],
): string | null {
  if (named !== undefined && readSecrets(named) === null) throw new StartRefused(`Файла ключей ${named} нет.`)
  if (named === undefined && !keysAreKept(env)) return null
  const found = [named, ...directories.map(secretsIn)].find((file) => file !== undefined && existsSync(file))
  if (found !== undefined) return found
  throw new StartRefused(
    'Ключей нет: в копиях их не хранят, а без них документы не прочитать. Укажите сохранённый файл: npm run restore -- --keys secrets.json.',
  )
}

function momentOf(to: string): Date {
  const zoned = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d)$/.test(to)
  const moment = zoned ? new Date(to) : parseWire(to)
  if (!moment || Number.isNaN(moment.getTime()))
    throw new StartRefused(
      `«${to}» — не момент: назовите его по Москве («2026-11-22 10:30:00») или с поясом («2026-11-22T07:30:00Z»).`,
    )
  if (moment.getTime() > Date.now()) throw new StartRefused(`Момент ${said(moment)} ещё не наступил.`)
  return moment
}

type Logs = readonly [string, string]

/** The newest base copy from which that moment can be reached. */
function copyBefore(backupDir: string, logs: Logs, to: Date | null): BaseCopy {
  const isAhead = leadsTo(logs)
  const copies = baseCopies(backupDir).filter(isAhead)
  const [oldest] = copies
  if (!oldest) throw new StartRefused(`В каталоге ${backupDir} нет ни одной копии: укажите нужный в BACKUP_DIR.`)
  const found = copies.findLast(({ endedAt }) => to === null || endedAt <= to)
  if (!found)
    throw new StartRefused(
      `На ${said(to as Date)} копии ещё не было: восстановить можно любой момент начиная с ${said(oldest.endedAt)}.`,
    )
  return found
}

/**
 * Whether a base copy is on the present timeline. A restore to a moment starts a new timeline; changes after that
 * moment, and copies made after it, stay on the old one.
 */
function leadsTo(logs: Logs): (copy: BaseCopy) => boolean {
  const histories = logs.flatMap((log) => namesIn(log, /^[0-9A-F]{8}\.history/).map((name) => join(log, name)))
  const newest = histories.sort((one, other) => (basename(one) > basename(other) ? 1 : -1)).at(-1)
  if (newest === undefined) return () => true
  const bytes = readFileSync(newest)
  const lines = (newest.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString()
  const left = new Map(
    [...lines.matchAll(/^(\d+)\s+([\dA-F]+\/[\dA-F]+)/gm)].map(([, line, at = '']) => [Number(line), at]),
  )
  const current = Number.parseInt(basename(newest), 16)
  return ({ firstLog, endLsn }) => {
    const line = Number.parseInt(firstLog.slice(0, 8), 16)
    const end = left.get(line)
    return line === current || (end !== undefined && position(endLsn) <= position(end))
  }
}

const namesIn = (directory: string, pattern: RegExp) =>
  existsSync(directory) ? readdirSync(directory).filter((name) => pattern.test(name)) : []

/** A position in the log, written as two hexadecimal numbers. */
function position(lsn: string): bigint {
  const [high, low] = lsn.split('/')
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`)
}

/** Locks the present data until the end of the command. */
async function holdPresent(dataDir: string) {
  const { base, sockets } = preparePlace(dataDir, serverUser())
  const release = await holdPortalLock(sockets, dataDir)
  const cluster = join(base, 'cluster')
  try {
    if (existsSync(cluster)) await stopLeftover(cluster)
    return release
  } catch (fault) {
    await release()
    throw fault
  }
}

interface Wanted {
  from: BaseCopy
  to: Date | null
  logs: Logs
  keys: string | null
}

/** Makes the data directory of that moment beside the present one. */
async function recovered(config: Config, { from, to, logs, keys }: Wanted) {
  const { dataDir, backupDir } = config
  const made = `${dataDir}.restored-${momentInFileName(new Date())}`
  const user = serverUser()
  const { base } = preparePlace(made, user)
  try {
    await copyTree(join(from.directory, 'cluster'), join(base, 'cluster'), { owner: user })
    writeFileSync(join(base, 'cluster', 'recovery.signal'), '')
    archiveTo(base, logs[0])
    for (const files of [filesOf(backupDir), filesOf(dataDir)])
      if (existsSync(files))
        await copyTree(files, filesOf(made), {
          onlyNew: true,
          skips: (name) => name === 'nameless' || name === 'unfinished',
        })
    if (keys !== null) await copyFile(keys, secretsIn(made))
    const settings = {
      hot_standby: 'off',
      restore_command: restoreCommand(...logs),
      ...(to && {
        recovery_target_time: to.toISOString().replace('T', ' ').replace('Z', '+00'),
        recovery_target_action: 'promote',
      }),
    }
    const server = await startEmbedded({ dataDir: made, settings, maxStart: maxRecovery })
    await server.stop()
    return made
  } catch (fault) {
    const words = await readFile(join(base, 'server.log'), 'utf8').catch(() => '')
    rmSync(realpathSync(base), { recursive: true, force: true })
    rmSync(made, { recursive: true, force: true })
    throw reasonOf(words, fault, { from, logs, to })
  }
}

/** The reason, for an operator, why the server did not reach the moment. */
function reasonOf(words: string, fault: unknown, { from, logs, to }: { from: BaseCopy; logs: Logs; to: Date | null }) {
  const missing = firstMissing(from.firstLog, logs)
  const early = /recovery ended before|could not locate (a valid|required) checkpoint|could not find redo/.test(words)
  if (!early) return fault
  if (missing) return new StartRefused(`В журнале изменений не хватает файла ${missing}: верните его в ${logs[0]}.`)
  const last = [...words.matchAll(/last completed transaction was at log time (\S+) ([\d:.]+)\+00/g)].at(-1)
  const until = last ? `: последнее изменение в нём — ${said(new Date(`${last[1]}T${last[2]}Z`))}` : ''
  return new StartRefused(
    `Журнал изменений кончается раньше, чем ${to ? said(to) : 'нужно'}${until}. Без --to портал восстановится до его конца.`,
  )
}

/** The first gap between the start of the base copy and the end of the log. */
function firstMissing(first: string, logs: Logs): string | null {
  const known = new Set(
    logs.flatMap((log) => namesIn(log, /^[0-9A-F]{24}(\.gz)?$/)).map((name) => place(name.slice(0, 24))),
  )
  const last = [...known.keys()].reduce((one, other) => (other > one ? other : one), 0n)
  for (let at = place(first); at <= last; at += 1n) {
    if (known.has(at)) continue
    const hex = (value: bigint) => value.toString(16).toUpperCase().padStart(8, '0')
    return `${first.slice(0, 8)}${hex(at >> 8n)}${hex(at & 255n)}`
  }
  return known.has(place(first)) ? null : first
}

/** The number of a file of the log; each file has 16 MB. */
const place = (segment: string) => (BigInt(`0x${segment.slice(8, 16)}`) << 8n) + BigInt(`0x${segment.slice(16)}`)

/** Replaces the data directory. Returns the new path of the former one. */
async function putInPlace(dataDir: string, made: string): Promise<string | null> {
  const kept = `${dataDir}.before-${momentInFileName(new Date())}`
  try {
    const was = existsSync(dataDir)
    if (was) await rename(dataDir, kept)
    await rename(made, dataDir)
    return was ? kept : null
  } catch (cause) {
    if (!existsSync(dataDir) && existsSync(kept)) await rename(kept, dataDir)
    const code = (cause as NodeJS.ErrnoException).code ?? String(cause)
    throw new StartRefused(
      `Портал восстановлен в ${made}, но не поставлен на место ${dataDir} (${code}): укажите его в DATA_DIR.`,
      { cause },
    )
  }
}
