// The baseline for the hot paths: node:http with an equal pool, and the fewest statements that store the portal's data.
// GET /<id>/<bytes> selects one row by its key and sends that many bytes; PUT /<id> stores the body and its revision in
// one transaction; POST /<id> selects the row, checks a password as the portal does, and stores a row for the session.
import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import { hashPassword, verifyPassword } from '#server/accounts/auth/password-hash.ts'
import { readConfig } from '#server/platform/config/config.ts'
import { openDatabase } from '#server/platform/db/database.ts'
import { database, ownRole } from '#server/platform/db/embedded/cluster.ts'
import { preparePlace } from '#server/platform/db/embedded/place.ts'
import { serverUser } from '#server/platform/db/embedded/server-user.ts'

const { sockets } = preparePlace(readConfig(process.env).dataDir, serverUser())
const { pool } = openDatabase({ host: sockets, user: ownRole, database })

await pool.query(`
  create table if not exists bench_works (id integer primary key, revision integer not null, data jsonb not null);
  create table if not exists bench_revisions (
    id integer not null, revision integer not null, data jsonb not null, primary key (id, revision));
  create table if not exists bench_sessions (id uuid primary key, person integer not null);
  insert into bench_works select id, 0, '{}' from generate_series(1, 100000) as id on conflict do nothing`)

async function textOf(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of request) text += chunk
  return text
}

async function keep(id: number, data: string): Promise<number> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    const { rows } = await client.query(
      `insert into bench_works (id, revision, data) values ($1, 1, $2)
       on conflict (id) do update set revision = bench_works.revision + 1, data = excluded.data returning revision`,
      [id, data],
    )
    const revision = Number(rows[0]?.revision)
    await client.query('insert into bench_revisions (id, revision, data) values ($1, $2, $3)', [id, revision, data])
    await client.query('commit')
    return revision
  } finally {
    client.release()
  }
}

const password = 'Demo-Leader-2026'
const stored = await hashPassword(password)

async function signIn(id: number): Promise<boolean> {
  await pool.query('select id, revision from bench_works where id = $1', [id])
  const right = await verifyPassword(stored, password)
  await pool.query('insert into bench_sessions (id, person) values ($1, $2)', [randomUUID(), id])
  return right
}

const filler = new Map<number, string>()

createServer(async (request, response) => {
  const [, id, bytes] = (request.url ?? '').split('/').map(Number)
  let body: string
  if (request.method === 'PUT') {
    body = JSON.stringify({ revision: await keep(id ?? 0, await textOf(request)) })
  } else if (request.method === 'POST') {
    await textOf(request)
    body = JSON.stringify({ right: await signIn(id ?? 0) })
  } else {
    await pool.query('select id, revision from bench_works where id = $1', [id])
    body = filler.get(bytes ?? 0) ?? '.'.repeat(bytes ?? 0)
    filler.set(bytes ?? 0, body)
  }
  response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) })
  response.end(body)
}).listen(Number(process.env.PORT), '127.0.0.1')
