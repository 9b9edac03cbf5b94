import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { keptSecrets } from '#server/platform/config/secrets.ts'
import { startEmbedded } from '#server/platform/db/embedded/embedded.ts'
import { formatWire } from '#shared/platform/time/moscow.ts'
import { backUp } from './back-up.ts'
import { restore } from './restore.ts'

const root = mkdtempSync(join(tmpdir(), 'portal-restore-'))
const env = { DATA_DIR: join(root, 'data'), BACKUP_DIR: join(root, 'it’s 100% kept') }
beforeAll(() => chmodSync(root, 0o755))
afterAll(() => rmSync(root, { recursive: true, force: true }))

async function command(run: (print: (line: string) => void) => Promise<number>) {
  const lines: string[] = []
  const code = await run((line) => lines.push(line))
  return { code, said: lines.join('\n') }
}
const back = (more: Record<string, string> = {}) => command((print) => backUp({ ...env, ...more }, print))
const restored = (args: string[], more: Record<string, string> = {}) =>
  command((print) => restore({ ...env, ...more }, args, print))
const to = (moment: string, more: Record<string, string> = {}) => restored(['--to', moment], more)

/** Runs the portal's database while `act` needs it. */
async function running<T>(act: (query: (text: string) => Promise<string>) => Promise<T>): Promise<T> {
  const server = await startEmbedded({ dataDir: env.DATA_DIR })
  const client = new Client(server.superuser)
  try {
    await client.connect()
    return await act(async (text) => {
      const { rows } = await client.query({ text, rowMode: 'array' })
      return String(rows[0]?.[0])
    })
  } finally {
    await client.end()
    await server.stop()
  }
}

type Query = (text: string) => Promise<string>
const checksums = (query: Query) =>
  query(`select (select md5(string_agg(a::text, ',' order by a.n)) from answers a)
    || ' ' || (select md5(string_agg(p::text, ',' order by p.n)) from people p)`)
/** The present moment by the database's clock. Returns a little later, so that following changes are after it. */
const momentOf = async (query: Query) => {
  const ms = await query('select ceil(extract(epoch from clock_timestamp()) * 1000)::bigint')
  await query('select pg_sleep(0.02)')
  return new Date(Number(ms)).toISOString()
}
const write = (query: Query, from: number) =>
  query(`with added as (insert into answers select n, md5(n::text) from generate_series(${from}, ${from} + 5000) n)
    insert into people values (${from}, 'Участник ${from}')`)
const upload = (name: string) => {
  const directory = join(env.DATA_DIR, 'files', name.slice(0, 2))
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  writeFileSync(join(directory, name), name)
}
const uploads = () => readdirSync(join(env.DATA_DIR, 'files'))

test('R-58 the portal is restored to a moment between two backups, from the copies alone, and the tables are equal', async () => {
  await running(async (query) => {
    await query('create table answers (n int primary key, text text)')
    await query('create table people (n int primary key, name text)')
    await write(query, 1)
  })
  keptSecrets(env.DATA_DIR)
  const secrets = readFileSync(join(env.DATA_DIR, 'secrets.json'), 'utf8')
  upload('aa000000000000000000000000000000')
  const before = new Date(Date.now() - 60_000)
  // The portal is stopped for the first copy and running during the second one.
  const first = await back()
  expect(first).toMatchObject({ code: 0, said: expect.stringContaining('Новых файлов: 1.') })
  expect(first.said).toContain(`храните файл ${join(env.DATA_DIR, 'secrets.json')} в другом месте`)
  const wanted = await running(async (query) => {
    await write(query, 10_001)
    const moment = await momentOf(query)
    const sums = await checksums(query)
    await write(query, 20_001)
    await query('delete from people')
    upload('bb000000000000000000000000000000')
    expect(await back()).toMatchObject({ code: 0, said: expect.stringContaining('Новых файлов: 1.') })

    const kept = readFileSync(join(env.DATA_DIR, 'secrets.json'), 'utf8')
    const refused: [Promise<{ code: number; said: string }>, RegExp][] = [
      [to(moment), /^Каталог данных .* уже занят работающим порталом/],
      [to('вчера'), /^«вчера» — не момент/],
      [to('2026-02-30 10:00:00'), /не момент/],
      [to('9999-01-01 00:00:00'), /ещё не наступил\.$/],
      [to(formatWire(before)), /копии ещё не было: восстановить можно любой момент начиная с/],
      [restored(['--from', 'x']), /--to "2026-11-22/],
      [to(moment, { BACKUP_DIR: join(root, 'empty') }), /нет ни одной копии/],
      [to(moment, { DATABASE_URL: 'postgres://db/portal' }), /DATABASE_URL/],
      [to(moment, { BACKUP_DIR: join(env.DATA_DIR, 'copies') }), /вне DATA_DIR/],
    ]
    for (const [answer, words] of refused) expect(await answer).toEqual({ code: 1, said: expect.stringMatching(words) })
    expect(readFileSync(join(env.DATA_DIR, 'secrets.json'), 'utf8')).toBe(kept)
    return { moment, sums, after: await checksums(query) }
  })
  // The disk is lost: only the copies are left.
  rmSync(env.DATA_DIR, { recursive: true })
  const elsewhere = join(root, 'kept apart.json')
  const noKeys = { code: 1, said: expect.stringMatching(/^Ключей нет: в копиях их не хранят/) }
  expect(await to(wanted.moment)).toEqual(noKeys)
  // A refused call makes no new keys, which a second one would take for the lost ones.
  expect([existsSync(env.DATA_DIR), await to(wanted.moment)]).toEqual([false, noKeys])
  const withKeys = () => restored(['--to', wanted.moment, '--keys', elsewhere])
  expect(await withKeys()).toEqual({ code: 1, said: `Файла ключей ${elsewhere} нет.` })
  writeFileSync(elsewhere, secrets)
  expect(await withKeys()).toMatchObject({ code: 0, said: expect.stringContaining('Портал восстановлен на') })
  expect(await running(checksums)).toBe(wanted.sums)
  expect(uploads()).toEqual(['aa', 'bb'])
  expect(readFileSync(join(env.DATA_DIR, 'secrets.json'), 'utf8')).toBe(secrets)
}, 180_000)

/** All files and directories below, as paths. */
const below = (directory: string) =>
  readdirSync(directory, { recursive: true }).map((name) => join(directory, `${name}`))

test('R-93 a copy holds none of the keys that open it, and its folders and those of the data are closed', async () => {
  const { tokenSecret, dataKey, pepper } = JSON.parse(readFileSync(join(env.DATA_DIR, 'secrets.json'), 'utf8'))
  const keys = [tokenSecret, dataKey, pepper, Buffer.from(dataKey, 'base64')]
  const copied = below(env.BACKUP_DIR)
  expect(copied.some((path) => path.endsWith('PG_VERSION'))).toBe(true)
  const holding = copied.filter((path) => {
    if (!statSync(path).isFile()) return false
    const bytes = readFileSync(path)
    return [bytes, ...(path.endsWith('.gz') ? [gunzipSync(bytes)] : [])].some((part) =>
      keys.some((key) => part.includes(key)),
    )
  })
  expect(holding).toEqual([])
  // Under root another user runs the database and passes through the outermost folders.
  const outer = process.getuid?.() === 0 ? 0o711 : 0o700
  for (const folder of [env.DATA_DIR, env.BACKUP_DIR]) {
    expect([folder, statSync(folder).mode & 0o777]).toEqual([folder, outer])
    const open = below(folder).filter((path) => statSync(path).isDirectory() && (statSync(path).mode & 0o777) !== 0o700)
    expect(open).toEqual([])
  }
})

test('R-58 the restored portal runs, is copied and restored again to its last change, and no former data are deleted', async () => {
  const sums = await running(async (query) => {
    await write(query, 30_001)
    return checksums(query)
  })
  upload('cc000000000000000000000000000000')
  // The last changes are not copied yet; they are read from the log of the present data.
  const { code, said } = await restored([])
  expect([code, said]).toEqual([0, expect.stringContaining('до последней записи журнала')])
  expect(await running(checksums)).toBe(sums)
  expect(uploads()).toEqual(['aa', 'bb', 'cc'])
  const kept = said.match(/сохранён: (.+)\.$/)?.[1] ?? ''
  expect(existsSync(join(kept, 'postgres/cluster/PG_VERSION'))).toBe(true)
}, 180_000)

test('with a gap in the log, or a log that ends too early, the portal is not changed and the message names what is missing', async () => {
  const sums = await running(checksums)
  const names = () => readdirSync(root).sort()
  const there = names()
  expect(await to(new Date().toISOString())).toEqual({
    code: 1,
    said: expect.stringMatching(/^Журнал изменений кончается раньше.*последнее изменение в нём/),
  })
  const [oldest = ''] = readdirSync(env.BACKUP_DIR).sort()
  const { firstLog } = JSON.parse(readFileSync(join(env.BACKUP_DIR, oldest, 'backup.json'), 'utf8'))
  rmSync(join(env.BACKUP_DIR, 'wal', `${firstLog}.gz`))
  rmSync(join(env.DATA_DIR, 'postgres/cluster/pg_wal', firstLog), { force: true })
  expect(await restored([])).toEqual({ code: 1, said: expect.stringContaining(`не хватает файла ${firstLog}`) })
  expect(names()).toEqual(there)
  expect(await running(checksums)).toBe(sums)
}, 180_000)

test('the directory with copies of one database refuses those of another', async () => {
  const other = join(root, 'other')
  const server = await startEmbedded({ dataDir: other })
  await server.stop()
  expect(await back({ DATA_DIR: other })).toEqual({ code: 1, said: expect.stringMatching(/копии другой базы данных/) })
  expect(await back({ DATA_DIR: join(root, 'none') })).toEqual({
    code: 1,
    said: expect.stringMatching(/копировать нечего/),
  })
}, 180_000)
