import { afterAll, beforeAll, expect, test } from 'vitest'
import { anAccount } from '#server/testing/an-account.ts'
import { type TestApp, testApp } from '#server/testing/test-app.ts'
import { findPersonalKey, findPersonalKeys, personalKey } from './personal-key.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const keyOf = (id: number) => app.db.transaction().execute((tx) => personalKey(tx, app.config, id))
const found = (id: number) => findPersonalKey(app.db, app.config, id)
const foundAll = (ids: number[]) => findPersonalKeys(app.db, app.config, ids)

test('the key of a person is made once, never changes, and differs from the keys of others', async () => {
  const [person, other] = [await anAccount(app), await anAccount(app)]
  expect(await found(person.id)).toBeNull()
  const [key, others] = [await keyOf(person.id), await keyOf(other.id)]
  expect([key.length, key.equals(others)]).toEqual([32, false])
  expect([await keyOf(person.id), await found(person.id), await found(other.id)]).toEqual([key, key, others])
  const { wrapped } = await app.db
    .selectFrom('personal_keys')
    .select('wrapped')
    .where('account_id', '=', person.id)
    .executeTakeFirstOrThrow()
  expect(wrapped.includes(key)).toBe(false)
})

test('the keys of the requested accounts are returned by account, without people who were erased', async () => {
  const { rows } = { rows: await app.db.selectFrom('accounts').select('id').execute() }
  // Account 1 is among them.
  expect(rows.map(({ id }) => id)).toContain(1)
  const [one, two, erased, stranger] = [1, ...(await Promise.all([1, 2, 3].map(async () => (await anAccount(app)).id)))]
  const ids = [one, two, erased, stranger].map(Number)
  const keys = await Promise.all(ids.map(keyOf))
  await app.db.deleteFrom('personal_keys').where('account_id', '=', Number(erased)).execute()
  expect(await foundAll([Number(two), Number(erased)])).toEqual(new Map([[two, keys[1]]]))
  expect(await foundAll([Number(one), Number(two)])).toEqual(
    new Map([
      [one, keys[0]],
      [two, keys[1]],
    ]),
  )
  expect(await foundAll([])).toEqual(new Map())
  expect(await found(Number(erased))).toBeNull()
})

test('a key copied to the row of another person cannot be opened', async () => {
  const [person, other] = [await anAccount(app), await anAccount(app)]
  await keyOf(person.id)
  await keyOf(other.id)
  const rowOf = (id: number) =>
    app.db.selectFrom('personal_keys').select('wrapped').where('account_id', '=', id).executeTakeFirstOrThrow()
  const { wrapped } = await rowOf(other.id)
  await app.db.updateTable('personal_keys').set({ wrapped }).where('account_id', '=', person.id).execute()
  await expect(found(person.id)).rejects.toThrow()
  await expect(foundAll([person.id])).rejects.toThrow()
  await expect(keyOf(person.id)).rejects.toThrow()
})
