import { randomBytes } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { openPortalDatabase } from '#server/open-portal-database.ts'
import { readConfig } from '#server/platform/config/config.ts'
import type { Database } from '#server/tables.ts'
import { administer, databaseUrlOf, inDatabase } from '#server/testing/connection.ts'
import { guardAudit, isAuditOpen } from './guard-audit.ts'
import { recordAudit } from './record-audit.ts'

let dataDir: string
let portal: Awaited<ReturnType<typeof open>>
const open = (more: Record<string, string> = {}) =>
  openPortalDatabase<Database>(readConfig({ DATA_DIR: dataDir, ...more }), {
    migrations: join(import.meta.dirname, '../../migrations'),
    guard: guardAudit,
    onError: () => {},
  })
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'portal-guard-'))
  chmodSync(dataDir, 0o755)
  portal = await open()
})
afterAll(async () => {
  await portal.close()
  rmSync(dataDir, { recursive: true, force: true })
})

const write = () =>
  portal.db.transaction().execute((tx) => recordAudit(tx, { actorId: null, action: 'an act', detail: { of: 'guard' } }))
const rows = async () => Number((await portal.pool.query('select count(*) from audit')).rows[0].count)

test('R-89 R-56 the role of the portal adds and reads rows of the audit, and can do nothing else to it', async () => {
  await write()
  const before = await rows()
  expect(before).toBeGreaterThan(0)
  const attempts = [
    "update audit set action = 'harmless'",
    'delete from audit',
    'truncate audit',
    'drop table audit cascade',
    'drop schema public cascade',
    'alter table audit disable trigger audit_link',
    'alter table audit rename to other',
    'alter schema public rename to other',
    'alter table audit owner to portal_app',
    'create rule nothing as on insert to audit do instead nothing',
    'create trigger nothing before insert on audit for each row execute function audit_is_append_only()',
    'create or replace function audit_link() returns trigger language plpgsql as $$ begin return new; end $$',
    'drop function audit_link cascade',
    'alter function audit_is_append_only() rename to other',
    'set session_replication_role = replica',
    'set role portal',
  ]
  const done: string[] = []
  for (const attempt of attempts)
    await portal.pool.query(attempt).then(
      () => done.push(attempt),
      () => {},
    )
  expect(done).toEqual([])
  // PostgreSQL only warns that this grants nothing.
  await portal.pool.query('grant delete on audit to public')
  expect(await isAuditOpen(portal.pool)).toBe(false)
  await write()
  expect(await rows()).toBe(before + 1)
})

test('R-89 a search path of the portal’s own does not put another function or table in the place of the audit’s', async () => {
  const client = await portal.pool.connect()
  try {
    await client.query(`create schema if not exists shadow`)
    await client.query(`create table if not exists shadow.audit (like public.audit)`)
    await client.query(`create or replace function shadow.audit_hash(bigint, timestamptz, integer, text, text, jsonb, bytea)
      returns bytea language sql as $$ select '\\x00'::bytea $$`)
    await client.query('set search_path = shadow, public')
    await client.query(`insert into public.audit (action) values ('shadowed')`)
    const { rows: found } = await client.query(`select length(hash) as long, id > 0 as numbered from public.audit
      where action = 'shadowed' order by id desc limit 1`)
    expect(found).toEqual([{ long: 32, numbered: true }])
  } finally {
    await client.query('drop schema if exists shadow cascade')
    client.release(true)
  }
})

test('R-89 what somebody granted by hand is taken again at the next start, and migrations may change the audit', async () => {
  if (!('host' in portal.connection)) throw new Error('the database is not embedded')
  const owner = new Client({ ...portal.connection, user: 'portal' })
  await owner.connect()
  try {
    await owner.query('grant delete on audit to portal_app')
    expect(await isAuditOpen(portal.pool)).toBe(true)
    await guardAudit(owner, 'portal_app')
    expect(await isAuditOpen(portal.pool)).toBe(false)
    await owner.query('set role portal_app')
    await expect(owner.query('alter table audit add column more text')).rejects.toThrow('must be owner')
    await owner.query('begin; set local role none; alter table audit add column more text; rollback')
    expect((await owner.query('select current_user as role')).rows).toEqual([{ role: 'portal_app' }])
  } finally {
    await owner.end()
  }
})

test('R-89 with DATABASE_URL the owner that is named beside it takes the audit; without one the portal’s role could change it', async () => {
  const { connection } = inject('testServer')
  const name = `portal_guard_${randomBytes(6).toString('hex')}`
  await administer(connection, `create role ${name} login password 'guard'`)
  await administer(connection, `create database ${name} owner ${name}`)
  const owner = databaseUrlOf(inDatabase(connection, name))
  const ours = new URL(owner)
  ours.username = name
  ours.password = 'guard'
  const rowsOf = async (env: Record<string, string>) => {
    const started = await open({ DATABASE_URL: ours.href, ...env })
    try {
      await started.db.transaction().execute((tx) => recordAudit(tx, { actorId: null, action: 'an act' }))
      const { rows: tables } = await started.pool.query(
        `select count(*)::int as others from pg_tables where schemaname = 'public' and tablename <> 'audit' and tableowner <> $1`,
        [name],
      )
      return { open: await isAuditOpen(started.pool), others: tables[0]?.others }
    } finally {
      await started.close()
    }
  }
  try {
    expect(await rowsOf({})).toEqual({ open: true, others: 0 })
    expect(await rowsOf({ DATABASE_OWNER_URL: owner })).toEqual({ open: false, others: 0 })
    // The next start, after which nothing is to be taken.
    expect(await rowsOf({ DATABASE_OWNER_URL: owner })).toEqual({ open: false, others: 0 })
  } finally {
    await administer(connection, `drop database if exists ${name} with (force)`)
    await administer(connection, `drop role ${name}`)
  }
})
