import { existsSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Db, Tx } from '#server/db.ts'
import { jobTasks } from '#server/jobs.ts'
import { stageFiles } from '#server/kinds/held-files.ts'
import { withOwnFiles } from '#server/stages/forms/own-files.ts'
import { aCompetition, aPerson, takesPart } from '#server/testing/a-competition.ts'
import { anAccount } from '#server/testing/an-account.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import type { FormSchema } from '#shared/forms/fields/field.ts'
import { ownFiles, takeIntoUse } from './store.ts'
import { type FileHolder, sweepFiles } from './sweep-files.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const hour = 3_600_000
let made = 0

async function aFile(accountId: number, handedIn = false): Promise<string> {
  made += 1
  const id = made.toString(16).padStart(32, 'a')
  await app.services.disk.put(id, Buffer.from('содержимое'))
  await app.db
    .insertInto('files')
    .values({
      id,
      account_id: accountId,
      purpose: 'file',
      name: 'файл.pdf',
      type: 'application/pdf',
      size: 10,
      sha256: '',
      handed_in: handedIn,
      created_at: app.clock.now(),
    })
    .execute()
  return id
}

const sweep = () => jobTasks(app.services).sweep_files?.({} as never, { id: '1', attempt: 1, lastAttempt: false })
const there = async (id: string) =>
  (await app.db.selectFrom('files').select('id').where('id', '=', id).execute()).length === 1 &&
  (await app.services.disk.open(id)) !== null

test('a file that is not in use is removed after a day; files of a draft, a hand-in or the profile stay', async () => {
  const person = await aPerson(app)
  const { code, stageIds } = await aCompetition(app.db, { form: { type: 'form' } })
  await takesPart(app.db, person.id, code, null, app.clock.now())
  const [lost, drafted, old, handedIn, avatar] = [
    await aFile(person.id),
    await aFile(person.id),
    await aFile(person.id),
    await aFile(person.id, true),
    await aFile(person.id),
  ]
  const of = { account_id: person.id, stage_id: stageIds.form }
  const data = JSON.stringify({ cv: [{ file_id: drafted, name: 'резюме.pdf' }] })
  const now = app.clock.now()
  const { id: draft_id } = await app.db
    .insertInto('stage_drafts')
    .values({ ...of, revision: 2, data, saved_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  await app.db
    .insertInto('stage_draft_revisions')
    .values({ draft_id, revision: 1, data: JSON.stringify({ cv: [{ file_id: old }] }), saved_at: now })
    .execute()
  await app.db.updateTable('accounts').set({ avatar }).where('id', '=', person.id).execute()

  await sweep()
  app.clock.advance(25 * hour)
  await sweep()
  expect(await there(lost)).toBe(true)
  app.clock.advance(25 * hour)
  await sweep()
  expect(await there(lost)).toBe(false)
  expect(await app.services.disk.open(lost)).toBeNull()
  for (const kept of [drafted, old, handedIn, avatar]) expect(await there(kept)).toBe(true)
})

test('a file is not kept when only another person’s draft names it', async () => {
  const [person, stranger] = [await aPerson(app), await aPerson(app)]
  const { code, stageIds } = await aCompetition(app.db, { form: { type: 'form' } })
  await takesPart(app.db, stranger.id, code, null, app.clock.now())
  const file = await aFile(person.id)
  const data = JSON.stringify({ cv: [{ file_id: file }] })
  await app.db
    .insertInto('stage_drafts')
    .values({ account_id: stranger.id, stage_id: stageIds.form, revision: 1, data, saved_at: app.clock.now() })
    .execute()
  for (let day = 0; day < 2; day += 1) {
    app.clock.advance(25 * hour)
    await sweep()
  }
  expect(await there(file)).toBe(false)
})

test('the sweep checks every file of more than one batch, and one that is named again in a later batch stays', async () => {
  const { id: account_id } = await aPerson(app)
  const file = { account_id, purpose: 'file' as const, name: 'а.pdf', type: 'application/pdf', size: 1, sha256: '' }
  const [old, made] = [app.clock.now(), app.clock.now()]
  app.clock.advance(25 * hour)
  // The later in the order of the sweep, the earlier they were made.
  const ids = Array.from({ length: 1100 }, (_none, n) => `e${(1100 - n).toString(16).padStart(31, '0')}`)
  await app.db
    .insertInto('files')
    .values(ids.map((id) => ({ id, ...file, created_at: made })))
    .execute()
  const again = 'f'.repeat(32)
  await app.db
    .insertInto('files')
    .values({ id: again, ...file, created_at: old, unreferenced_since: old })
    .execute()
  app.clock.advance(1)
  await sweepFiles(app.services, [async () => [again]])
  const left = await app.db
    .selectFrom('files')
    .select(({ fn }) => ['unreferenced_since', fn.countAll<string>().as('count')])
    .where('account_id', '=', account_id)
    .groupBy('unreferenced_since')
    .orderBy('count')
    .execute()
  expect(left).toEqual([
    { unreferenced_since: null, count: '1' },
    { unreferenced_since: app.clock.now(), count: '1100' },
  ])
  await app.db.deleteFrom('files').where('account_id', '=', account_id).execute()
})

test('a file that is handed in during the sweep stays, and the next sweep skips it', async () => {
  const { id: account_id } = await aPerson(app)
  const file = await aFile(account_id)
  app.clock.advance(25 * hour)
  await sweepFiles(app.services, [])
  app.clock.advance(25 * hour)
  const asked: string[] = []
  const handsIn: FileHolder = async (db, files) => {
    asked.push(...files.map(({ id }) => id).filter((id) => id === file))
    await db.updateTable('files').set({ handed_in: true }).where('id', '=', file).execute()
    return []
  }
  await sweepFiles(app.services, [handsIn])
  await sweepFiles(app.services, [handsIn])
  expect([asked, await there(file)]).toEqual([[file], true])
})

/** An unused file that the next sweep removes, and a participant who may name it in a form. */
async function aMarkedFile() {
  const account = await anAccount(app)
  const { code, stageIds } = await aCompetition(app.db, { form: { type: 'form' } })
  await takesPart(app.db, account.id, code, null, app.clock.now())
  const file = await aFile(account.id)
  app.clock.advance(25 * hour)
  await sweepFiles(app.services, stageFiles)
  app.clock.advance(25 * hour)
  const schema: FormSchema = {
    version: 1,
    sections: [{ code: 'one', title: 'Резюме', fields: [{ name: 'cv', view: 'file', label: 'Резюме' }] }],
  }
  const name = (db: Db | Tx) => withOwnFiles(db, account.id, schema, { cv: [{ file_id: file, name: 'а' }] })
  const save = (db: Db | Tx, data: Record<string, unknown>) =>
    db
      .insertInto('stage_drafts')
      .values({
        ...{ account_id: account.id, stage_id: stageIds.form, revision: 1 },
        ...{ data: JSON.stringify(data), saved_at: app.clock.now() },
      })
      .execute()
  return { id: account.id, file, name, save }
}

test('a file that is named during the sweep stays, even when the draft with it is saved later', async () => {
  const { file, name, save } = await aMarkedFile()
  let named: Awaited<ReturnType<typeof name>> | undefined
  // The other holders have already reported that they do not use the file.
  const names: FileHolder = async (db) => {
    named = await name(db)
    return []
  }
  await sweepFiles(app.services, [names])
  expect([named?.faults, await there(file)]).toEqual([{}, true])
  await sweepFiles(app.services, [])
  expect(await there(file)).toBe(true)
  await save(app.db, named?.data ?? {})
  for (let day = 0; day < 3; day += 1) {
    app.clock.advance(25 * hour)
    await sweepFiles(app.services, stageFiles)
  }
  expect(await there(file)).toBe(true)
})

test('the sweep skips a file that a transaction is naming and does not wait; a removed file is no longer found', async () => {
  const { id, file, name, save } = await aMarkedFile()
  await app.db.transaction().execute(async (tx) => {
    const { data, faults } = await name(tx)
    expect(faults).toEqual({})
    await sweepFiles(app.services, stageFiles)
    await save(tx, data)
  })
  await sweepFiles(app.services, stageFiles)
  expect(await there(file)).toBe(true)

  const other = await aMarkedFile()
  await sweepFiles(app.services, stageFiles)
  expect(await there(other.file)).toBe(false)
  expect((await other.name(app.db)).faults).toMatchObject({ cv: { rule: 'file' } })
  expect(await ownFiles(app.db, id, [file, other.file])).toEqual(new Set([file]))
})

test('a file that was removed after it was looked up is not taken into use', async () => {
  const { id } = await aPerson(app)
  const [gone, left] = [await aFile(id), await aFile(id)]
  const marked = [gone, left].map((file) => ({ id: file, unreferenced_since: app.clock.now() }))
  await app.db.deleteFrom('files').where('id', '=', gone).execute()
  expect((await takeIntoUse(app.db, marked)).map((file) => file.id)).toEqual([left])
})

test('a file that is named again within the day stays', async () => {
  const person = await aPerson(app)
  const file = await aFile(person.id)
  app.clock.advance(25 * hour)
  await sweep()
  await app.db.updateTable('accounts').set({ avatar: file }).where('id', '=', person.id).execute()
  app.clock.advance(25 * hour)
  await sweep()
  await app.db.updateTable('accounts').set({ avatar: null }).where('id', '=', person.id).execute()
  await sweep()
  app.clock.advance(23 * hour)
  await sweep()
  expect(await there(file)).toBe(true)
  app.clock.advance(2 * hour)
  await sweep()
  expect(await there(file)).toBe(false)
})

test('the day begins when nothing refers to the file, and the file is a day old by then', async () => {
  const file = await aFile((await aPerson(app)).id)
  const day = 24 * hour
  // Not marked yet, then marked, then marked for exactly a day, then for longer.
  for (const [later, stays] of [
    [day, true],
    [1, true],
    [day, true],
    [1, false],
  ] as const) {
    app.clock.advance(later)
    await sweep()
    expect(await there(file)).toBe(stays)
  }
})

test('R-67 nameless bytes of a process that has ended are removed after a day, fresh ones stay', async () => {
  const left = await app.services.disk.receive(Buffer.from('половина'))
  app.clock.set(new Date())
  await sweep()
  expect(existsSync(left.path)).toBe(true)
  app.clock.advance(25 * hour)
  await sweep()
  expect(existsSync(left.path)).toBe(false)
})

test('silent uploads of more than one batch are all removed, and one that continues meanwhile stays', async () => {
  const { id: account_id } = await aPerson(app)
  const moment = app.clock.now()
  const upload = { account_id, purpose: 'file' as const, name: 'а.pdf', size: 1, began_at: moment, heard_at: moment }
  const ids = Array.from({ length: 1200 }, (_none, n) => (n + 1).toString(16).padStart(32, '0'))
  await app.db
    .insertInto('uploads')
    .values(ids.map((id) => ({ id, ...upload })))
    .execute()
  const { unfinished } = app.services.disk
  const remove = unfinished.remove
  let alive: string | undefined
  unfinished.remove = async (gone) => {
    // While the first of them is being removed, bytes of another come.
    if (alive === undefined) {
      alive = ids.find((id) => id !== gone)
      await app.db
        .updateTable('uploads')
        .set({ heard_at: app.clock.now() })
        .where('id', '=', alive ?? '')
        .execute()
    }
    await remove(gone)
  }
  app.clock.advance(24 * hour)
  await sweepFiles(app.services, [])
  const left = () => app.db.selectFrom('uploads').select('id').where('account_id', '=', account_id).execute()
  expect(await left()).toHaveLength(1200)
  app.clock.advance(1)
  await sweepFiles(app.services, [])
  unfinished.remove = remove
  expect(await left()).toEqual([{ id: alive }])
  await app.db.deleteFrom('uploads').where('account_id', '=', account_id).execute()
})

test('an upload whose holder has died is removed like any other', async () => {
  const { id: account_id } = await aPerson(app)
  const moment = app.clock.now()
  const upload = { account_id, purpose: 'file' as const, name: 'а.pdf', size: 1, began_at: moment, heard_at: moment }
  const [ended, held] = ['1'.repeat(32), '2'.repeat(32)]
  const lease = (id: string, until: string) => ({ id, ...upload, writer: 'a call', writer_until: new Date(until) })
  await app.db
    .insertInto('uploads')
    .values([lease(ended, '2000-01-01T00:00:00Z'), lease(held, '2100-01-01T00:00:00Z')])
    .execute()
  app.clock.advance(25 * hour)
  await sweepFiles(app.services, [])
  const left = await app.db.selectFrom('uploads').select('id').where('account_id', '=', account_id).execute()
  expect(left).toEqual([{ id: held }])
})
