import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#server/testing/database.ts'
import { createAccount, type NewAccount } from './create-account.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

const now = new Date('2026-11-21T09:00:00Z')
const create = (account: Partial<NewAccount> & { email: string }) =>
  database.db.transaction().execute((tx) => createAccount(tx, { passwordHash: 'hash', now, ...account }))

async function kept(id: number) {
  const { db } = database
  const columns = ['email', 'email_verified_at', 'phone', 'password_hash', 'avatar', 'is_demo', 'created_at'] as const
  const names = ['first_name', 'last_name', 'middle_name', 'birth_date', 'test_id as testId'] as const
  return {
    ...(await db
      .selectFrom('accounts')
      .select([...columns, ...names])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()),
    flags: await db.selectFrom('admin_flags').select('flag').where('account_id', '=', id).orderBy('flag').execute(),
    roles: await db.selectFrom('account_roles').select('role').where('account_id', '=', id).orderBy('role').execute(),
  }
}

test('an account needs only an address, which counts as confirmed unless the caller says otherwise', async () => {
  const { id, testId } = await create({ email: 'Anna@Example.test' })
  expect(await kept(id)).toEqual({
    ...{ email: 'anna@example.test', email_verified_at: now, phone: null, password_hash: 'hash', avatar: null },
    ...{ is_demo: false, created_at: now, first_name: '', last_name: '', middle_name: '', birth_date: null, testId },
    ...{ flags: [], roles: [] },
  })
  const unproved = await create({ email: 'unproved@example.test', emailVerified: false })
  expect((await kept(unproved.id)).email_verified_at).toBeNull()
})

test('all given data of a person are stored, with the flags and the roles', async () => {
  const avatar = 'a'.repeat(32)
  const { id, testId } = await create({
    ...{ email: 'vera@example.test', phone: '+79161234567', firstName: 'Вера', lastName: 'Орлова' },
    ...{ middleName: 'Ильинична', birthDate: '1990-03-15', avatar, emailVerified: true, isDemo: true },
    ...{ flags: ['faq', 'events'], roles: ['mentor', 'assessor'] },
  })
  expect(await kept(id)).toEqual({
    ...{ email: 'vera@example.test', email_verified_at: now, phone: '+79161234567', password_hash: 'hash', avatar },
    ...{ is_demo: true, created_at: now, first_name: 'Вера', last_name: 'Орлова', middle_name: 'Ильинична' },
    ...{ birth_date: '1990-03-15', testId, flags: [{ flag: 'events' }, { flag: 'faq' }] },
    roles: [{ role: 'assessor' }, { role: 'mentor' }],
  })
})

test('a taken address and a taken number are refused with separate codes', async () => {
  await create({ email: 'taken@example.test', phone: '+79161234568' })
  await expect(create({ email: 'TAKEN@example.test' })).rejects.toMatchObject({ code: 'email_exists' })
  await expect(create({ email: 'free@example.test', phone: '+79161234568' })).rejects.toMatchObject({
    code: 'phone_exists',
  })
  await expect(create({ email: 'free@example.test', birthDate: 'no day' })).rejects.toMatchObject({ code: '22007' })
})
