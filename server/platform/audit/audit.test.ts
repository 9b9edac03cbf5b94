import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { heardChannels } from '#server/make-services.ts'
import { scheduleAuditLetter } from '#server/messages/audit-letter/jobs.ts'
import { readConfig, type S3Config } from '#server/platform/config/config.ts'
import type { Connection } from '#server/platform/db/database.ts'
import { startHearing } from '#server/platform/db/hearing.ts'
import { anAccount } from '#server/testing/an-account.ts'
import { createTestDatabase, type TestDatabase } from '#server/testing/database.ts'
import { testApp } from '#server/testing/test-app.ts'
import { auditCheck } from './audit-check.ts'
import { type AuditHead, checkAudit } from './check-audit.ts'
import { headObjects } from './head-objects.ts'
import { headFiles, keepAuditHeads, keptHeads } from './heads.ts'
import { recordAudit } from './record-audit.ts'

let database: TestDatabase
let dataDir: string
beforeAll(async () => {
  database = await createTestDatabase({ max: 16 })
  dataDir = mkdtempSync(join(tmpdir(), 'portal-audit-'))
})
afterAll(async () => {
  await database.drop()
  rmSync(dataDir, { recursive: true, force: true })
})

const write = (action: string) =>
  database.db.transaction().execute((tx) => recordAudit(tx, { actorId: null, action, detail: { of: action } }))

const urlOf = (connection: Connection) =>
  'connectionString' in connection
    ? connection.connectionString
    : `postgres://${connection.user}@${encodeURIComponent(connection.host)}/${connection.database}`

async function command(...args: string[]) {
  const lines: string[] = []
  const env = { DATABASE_URL: urlOf(database.connection), DATA_DIR: dataDir }
  const code = await auditCheck(env, args, (line) => lines.push(line))
  return { code, said: lines.join('\n') }
}

test('R-56 simultaneous writers leave one unbroken chain', async () => {
  await Promise.all(Array.from({ length: 200 }, (_, number) => write(`act ${number}`)))
  const { head, rows, ...check } = await checkAudit(database.db)
  expect(check).toEqual({ broken: [], lost: [] })
  expect(rows).toBeGreaterThanOrEqual(200)
  expect(head).toEqual({ id: String(rows), hash: expect.stringMatching(/^[0-9a-f]{64}$/) })
})

test('R-56 the command prints the head of a valid audit and accepts it after the audit has grown', async () => {
  await write('one')
  const first = await command()
  expect(first.code).toBe(0)
  const [head = ''] = first.said.match(/--head \d+:[0-9a-f]{64}$/) ?? []
  await write('one more')
  expect(await command(...head.split(' '))).toMatchObject({
    code: 0,
    said: expect.stringContaining('Журнал действий цел'),
  })
})

test('R-56 a check that cannot run says why in one sentence', async () => {
  expect(await command('--head', '200')).toMatchObject({ code: 2, said: expect.stringContaining('номер:хеш') })
  expect(await command('--tail')).toMatchObject({ code: 2 })
})

test('R-56 the database refuses to change or delete rows', async () => {
  await write('one')
  await expect(sql`update audit set action = 'other'`.execute(database.db)).rejects.toThrow('append-only')
  await expect(sql`delete from audit`.execute(database.db)).rejects.toThrow('append-only')
  await expect(sql`truncate audit`.execute(database.db)).rejects.toThrow('append-only')
})

/** An audit of its own for an attack on it, with the heads that a portal has noted. */
async function attacked<T>(
  attack: (own: {
    db: TestDatabase['db']
    heads: string
    owner: (statement: string) => Promise<void>
    checked: (env?: Record<string, string>) => Promise<{ code: number; said: string }>
  }) => Promise<T>,
): Promise<T> {
  const own = await createTestDatabase({ max: 4 })
  const heads = join(dataDir, randomUUID())
  const hearing = startHearing(own.connection, heardChannels)
  const stop = keepAuditHeads({ db: own.db, hearing, onError: () => {} }, headFiles(heads, 20))
  try {
    for (const action of ['first', 'second', 'third', 'fourth'])
      await own.db.transaction().execute((tx) => recordAudit(tx, { actorId: null, action }))
    // Hearing that the audit has grown and noting its newest row takes a moment.
    await expect.poll(async () => (await keptHeads(heads)).at(-1)?.id).toBe('4')
    await stop()
    await hearing.stop()
    return await attack({
      db: own.db,
      heads,
      /** Without triggers, as the owner of the database can. */
      owner: (statement) =>
        own.db.connection().execute(async (connection) => {
          await sql`set session_replication_role = replica`.execute(connection)
          await sql.raw(statement).execute(connection)
          await sql`set session_replication_role = origin`.execute(connection)
        }),
      async checked(more = {}) {
        const lines: string[] = []
        const env = { DATABASE_URL: urlOf(own.connection), DATA_DIR: dataDir, AUDIT_HEADS_DIR: heads, ...more }
        return { code: await auditCheck(env, [], (line) => lines.push(line)), said: lines.join('\n') }
      },
    })
  } finally {
    await stop()
    await hearing.stop()
    await own.drop()
  }
}

/** Writes all hashes from this row on anew, with the portal's own function. */
const writeAnew = (from: number) => `
  do $$ declare one audit; link bytea := coalesce((select hash from audit where id = ${from - 1}), ''::bytea);
  begin
    for one in select * from audit where id >= ${from} order by id loop
      update audit set previous_hash = link,
        hash = audit_hash(one.id, one.at, one.actor_id, one.action, one.subject, one.detail, link)
      where id = one.id returning hash into link;
    end loop;
  end $$`

test('R-89 the last row cut off by the owner of the database is found, also when another takes its number', () =>
  attacked(async ({ db, owner, checked }) => {
    expect(await checked()).toMatchObject({
      code: 0,
      said: expect.stringContaining('Журнал действий цел, записей: 4.'),
    })
    await owner('delete from audit where id = 4')
    const said = expect.stringContaining('Этих записей в журнале нет, или они другие: 4.')
    expect(await checked()).toMatchObject({ code: 1, said })
    await db.transaction().execute((tx) => recordAudit(tx, { actorId: null, action: 'harmless' }))
    expect((await checkAudit(db)).broken).toEqual([])
    expect(await checked()).toMatchObject({ code: 1, said })
  }))

test('R-89 a row rewritten by the owner together with the chain after it is found', () =>
  attacked(async ({ db, owner, checked }) => {
    await owner(`update audit set action = 'harmless' where id = 2`)
    await owner(writeAnew(2))
    // The chain is sound in itself: only what was noted outside shows that it is another.
    expect(await checkAudit(db)).toMatchObject({ broken: [], rows: 4 })
    expect(await checked()).toMatchObject({ code: 1, said: expect.stringMatching(/нет, или они другие: (\d, )*4\./) })
  }))

test('R-89 neither a function of the owner’s in the place of the hash nor an emptied audit deceives the check', () =>
  attacked(async ({ owner, checked }) => {
    await owner(`update audit set action = 'harmless' where id = 4`)
    await owner(`create or replace function audit_hash(id bigint, at timestamptz, actor_id integer, action text, subject text,
      detail jsonb, previous_hash bytea) returns bytea language sql stable as
      'select hash from audit a where a.id = audit_hash.id'`)
    expect(await checked()).toMatchObject({ code: 1, said: expect.stringContaining('Не сходятся записи: 4.') })
    await owner('truncate audit')
    expect(await checked()).toMatchObject({ code: 1, said: expect.stringContaining('нет, или они другие: ') })
  }))

test('R-89 without what was noted outside the check says that it cannot see an end cut off', () =>
  attacked(async ({ heads, checked }) => {
    rmSync(heads, { recursive: true })
    expect(await checked()).toMatchObject({ code: 0, said: expect.stringContaining('удалённый конец не виден') })
  }))

test('R-56 an altered row and a removed row in the middle are found', () =>
  attacked(async ({ db, owner, checked }) => {
    await owner(`update audit set action = 'other' where id = 2`)
    expect((await checkAudit(db)).broken).toEqual(['2'])
    await owner('delete from audit where id = 3')
    expect((await checkAudit(db)).broken).toEqual(['2', '4'])
    expect(await checked()).toMatchObject({ code: 1, said: expect.stringContaining('Не сходятся записи: 2, 4.') })
  }))

test('R-89 where files are in S3 the newest row becomes an object under lock there, and the check compares with it', async () => {
  const objects = new Map<string, IncomingHttpHeaders>()
  let locks = true
  const storage = createServer((request, response) => {
    request.resume().on('end', () => {
      const { pathname } = new URL(request.url ?? '', 'http://s3')
      if (request.method === 'GET') {
        const keys = [...objects.keys()].map((key) => `<Contents><Key>${key.slice('/bucket/'.length)}</Key></Contents>`)
        response.setHeader('content-type', 'application/xml')
        return response.end(`<ListBucketResult><IsTruncated>false</IsTruncated>${keys.join('')}</ListBucketResult>`)
      }
      if (!locks && request.headers['x-amz-object-lock-mode']) return response.writeHead(400).end()
      objects.set(pathname, request.headers)
      return response.end()
    })
  })
  await new Promise<void>((resolve) => storage.listen(0, '127.0.0.1', resolve))
  const address = `http://key:secret@127.0.0.1:${(storage.address() as AddressInfo).port}/bucket`
  const s3 = readConfig({ DATA_DIR: dataDir, S3_URL: address }).s3 as S3Config
  try {
    await attacked(async ({ db, heads, owner, checked }) => {
      rmSync(heads, { recursive: true })
      const { head } = await checkAudit(db)
      await headObjects(s3).add(head as AuditHead)
      const [[key, headers] = []] = objects
      expect(key).toBe(`/bucket/audit-heads/4-${head?.hash}`)
      expect(headers).toMatchObject({ 'x-amz-object-lock-mode': 'COMPLIANCE', 'content-md5': expect.any(String) })
      expect(await checked({ S3_URL: address })).toMatchObject({ code: 0, said: expect.stringContaining('и S3') })
      await owner('delete from audit where id = 4')
      expect(await checked({ S3_URL: address })).toMatchObject({ code: 1, said: expect.stringContaining('другие: 4.') })
    })
    // A bucket that allows no locks takes it without.
    objects.clear()
    locks = false
    await headObjects(s3).add({ id: '5', hash: 'a'.repeat(64) })
    expect([...objects.keys()]).toEqual([`/bucket/audit-heads/5-${'a'.repeat(64)}`])
  } finally {
    storage.closeAllConnections()
    storage.close()
  }
})

test('R-89 those who administer the whole portal get the newest row by letter each week, whenever the portal was started', async () => {
  const app = await testApp()
  try {
    const [whole, ofOne] = [await anAccount(app, { flags: ['admins'] }), await anAccount(app, { flags: ['admins'] })]
    await app.db.insertInto('competitions').values({ code: 'one', title: 'Один', published: true, sort: 1 }).execute()
    await app.db
      .updateTable('admin_flags')
      .set({ competition_code: 'one' })
      .where('account_id', '=', ofOne.id)
      .execute()
    await app.db.transaction().execute((tx) => recordAudit(tx, { actorId: whole.id, action: 'an act' }))
    await scheduleAuditLetter(app.services)
    await app.work('write_of_audit')
    const { head } = await checkAudit(app.db)
    const letters = await app.db.selectFrom('outbox').select(['recipient', 'text']).execute()
    expect(letters).toEqual([
      { recipient: whole.email, text: expect.stringContaining(`--head ${head?.id}:${head?.hash}`) },
    ])
    const due = async () => {
      const { rows } = await sql<{ at: Date }>`
        select run_at as at from graphile_worker.jobs where task_identifier = 'write_of_audit'`.execute(app.db)
      return rows.map(({ at }) => at.getTime())
    }
    const [next] = await due()
    expect(next).toBe(app.clock.now().getTime() + 7 * 24 * 3_600_000)
    app.clock.advance(24 * 3_600_000)
    await scheduleAuditLetter(app.services)
    expect(await due()).toEqual([next])
  } finally {
    await app.close()
  }
})
