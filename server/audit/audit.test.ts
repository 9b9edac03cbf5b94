import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Connection } from '#server/platform/db/database.ts'
import { createTestDatabase, type TestDatabase } from '#server/testing/database.ts'
import { auditCheck } from './audit-check.ts'
import { checkAudit } from './check-audit.ts'
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

/** Runs a statement with the triggers off, as the owner of the database can. */
const withoutTriggers = (statement: string) =>
  database.db.connection().execute(async (connection) => {
    await sql`set session_replication_role = replica`.execute(connection)
    await sql.raw(statement).execute(connection)
    await sql`set session_replication_role = origin`.execute(connection)
  })

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
  const { head, ...check } = await checkAudit(database.db)
  expect(check).toEqual({ broken: [], rows: 200, holdsPublished: true })
  expect(head).toEqual({ id: '200', hash: expect.stringMatching(/^[0-9a-f]{64}$/) })
})

test('R-56 the command prints the head of a valid audit and accepts it after the audit has grown', async () => {
  const first = await command()
  expect(first.code).toBe(0)
  const [head = ''] = first.said.match(/--head 200:[0-9a-f]{64}$/) ?? []
  await write('one more')
  expect(await command(...head.split(' '))).toMatchObject({ code: 0, said: expect.stringContaining('записей: 201') })
})

test('R-56 a check that cannot run says why in one sentence', async () => {
  expect(await command('--head', '200')).toMatchObject({ code: 2, said: expect.stringContaining('номер:хеш') })
  expect(await command('--tail')).toMatchObject({ code: 2 })
})

test('R-56 the database refuses to change or delete rows', async () => {
  await expect(sql`update audit set action = 'other' where id = 5`.execute(database.db)).rejects.toThrow('append-only')
  await expect(sql`delete from audit where id = 5`.execute(database.db)).rejects.toThrow('append-only')
  await expect(sql`truncate audit`.execute(database.db)).rejects.toThrow('append-only')
})

test('R-56 a published head reveals that the newest rows were deleted', async () => {
  const { head } = await checkAudit(database.db)
  await withoutTriggers('delete from audit where id > 198')
  expect(await checkAudit(database.db)).toMatchObject({ broken: [], rows: 198, holdsPublished: true })
  expect(await checkAudit(database.db, head)).toMatchObject({ broken: [], holdsPublished: false })
  // The numbers are used again: a row with this number exists, but it is a different one.
  for (const action of ['a', 'b', 'c']) await write(action)
  expect(await checkAudit(database.db, head)).toMatchObject({ broken: [], rows: 201, holdsPublished: false })
  expect(await command('--head', `${head?.id}:${head?.hash}`)).toMatchObject({
    code: 1,
    said: 'Записи 201 в журнале нет, или она другая: конец журнала удалён или переписан.',
  })
})

test('R-56 an altered row and a removed row in the middle are found', async () => {
  await withoutTriggers(`update audit set action = 'other' where id = 5`)
  expect((await checkAudit(database.db)).broken).toEqual(['5'])
  await withoutTriggers('delete from audit where id = 100')
  expect((await checkAudit(database.db)).broken).toEqual(['5', '101'])
  expect(await command()).toEqual({ code: 1, said: 'Журнал действий изменён. Не сходятся записи: 5, 101.' })
})
