import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { NoPrimary, nameOf } from '#server/platform/config/hosts.ts'
import { StartRefused } from '#server/platform/config/start-refused.ts'
import { PortalClient } from './client.ts'
import type { Connection } from './database.ts'

/** Any constant: portals that start together migrate one after another. */
const lock = 4_512_077

/**
 * Runs the new files of `directory` and returns their names. A file is `0001-<what-the-product-now-does>.sql`, runs
 * once, in its own transaction, and never changes afterwards. One that changes what is kept from the portal's own role
 * begins with `set local role none`. Throws `StartRefused` when the database cannot be
 * reached, is too old, or a file that already ran has changed.
 */
export async function migrate(connection: Connection & As, directory: string): Promise<string[]> {
  const migrations = readMigrations(directory)
  const client = await connect(connection)
  try {
    await client.query('select pg_advisory_lock($1)', [lock])
    await client.query(`create table if not exists schema_migrations (
      number integer primary key,
      name text not null,
      checksum text not null,
      applied_at timestamptz not null default now()
    )`)
    const { rows } = await client.query<{ number: number; checksum: string }>(
      'select number, checksum from schema_migrations',
    )
    const landed = new Map(rows.map(({ number, checksum }) => [number, checksum]))
    const changed = migrations.find(({ number, checksum }) => (landed.get(number) ?? checksum) !== checksum)
    if (changed) throw new StartRefused(`Миграция ${changed.name} изменена после применения: верните её прежний текст.`)
    const due = migrations.filter(({ number }) => !landed.has(number))
    for (const migration of due) await apply(client, migration)
    return due.map(({ name }) => name)
  } finally {
    await client.end()
  }
}

/** `-c role=…`: the role as which the migrations run, when another one connects. */
export interface As {
  options?: string
}

interface Migration {
  number: number
  name: string
  text: string
  checksum: string
}

function readMigrations(directory: string): Migration[] {
  const names = readdirSync(directory).filter((name) => name.endsWith('.sql'))
  const migrations = names.sort().map((name) => {
    const [, digits] = /^(\d{4})-[a-z0-9-]+\.sql$/.exec(name) ?? []
    if (digits === undefined) throw new Error(`A migration is named 0001-what-it-does.sql, not ${name}`)
    const text = readFileSync(join(directory, name), 'utf8')
    // A checkout may convert line endings; the statements stay the same.
    const checksum = createHash('sha256').update(text.replaceAll('\r\n', '\n')).digest('hex')
    return { number: Number(digits), name, text, checksum }
  })
  const twice = migrations.find(({ number }, index) => migrations[index - 1]?.number === number)
  if (twice) throw new Error(`Two migrations have the number of ${twice.name}`)
  return migrations
}

async function apply(client: PortalClient, { number, name, text, checksum }: Migration) {
  await client.query('begin')
  try {
    await client.query(text)
    const row = [number, name, checksum]
    await client.query('insert into schema_migrations (number, name, checksum) values ($1, $2, $3)', row)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw new Error(`Migration ${name}: ${(error as Error).message}`, { cause: error })
  }
}

async function connect(connection: Connection & As): Promise<PortalClient> {
  const client = new PortalClient({
    ...connection,
    connectionTimeoutMillis: 10_000,
    application_name: 'portal-migrate',
  })
  try {
    await client.connect()
  } catch (error) {
    throw new StartRefused(`${whyUnreachable(client, error)}: проверьте DATABASE_URL и что сервер запущен.`, {
      cause: error,
    })
  }
  const { rows } = await client.query<{ version: string; encoding: string }>(
    `select current_setting('server_version_num') as version, current_setting('server_encoding') as encoding`,
  )
  const { version = '0', encoding } = rows[0] ?? {}
  const refusal =
    Number(version) < 150_000
      ? 'Нужен PostgreSQL 15 или новее.'
      : encoding !== 'UTF8'
        ? `Кодировка базы данных должна быть UTF8, а не ${encoding}.`
        : null
  if (refusal === null) return client
  await client.end()
  throw new StartRefused(refusal)
}

function whyUnreachable({ host, port, database }: PortalClient, error: unknown): string {
  const { code, message } = error as { code?: string; message: string }
  if (!(error instanceof NoPrimary)) return `База данных ${host}:${port}/${database} недоступна (${message || code})`
  const answers = error.answers.map((each) => `${nameOf(each)} (${each.reason ?? 'открыта только для чтения'})`)
  return `База данных ${database} не принимает запись ни на одном из серверов — ${answers.join(', ')}`
}
