import { expect, test } from 'vitest'
import { createTestDatabase } from '#server/testing/database.ts'
import { ownFiles } from './own-file-data.ts'

test('a person’s data list the person’s files, the oldest first, and no files of others', async () => {
  const { db, drop } = await createTestDatabase()
  try {
    const [own, other] = await db
      .insertInto('accounts')
      .values(['a', 'b'].map((name) => ({ email: `${name}@example.test`, password_hash: '', created_at: new Date(0) })))
      .returning('id')
      .execute()
    const file = (id: string, account_id: number | undefined, name: string, size: number, hour: number) => ({
      ...{ id: id.repeat(32), account_id: Number(account_id), purpose: 'file' as const, name, size, sha256: '' },
      ...{ type: 'application/pdf', created_at: new Date(`2026-12-01T${hour}:05:00+03:00`) },
    })
    await db
      .insertInto('files')
      .values([
        file('a', own?.id, 'второй.pdf', 1025, 12),
        file('b', own?.id, 'первый.pdf', 1024, 11),
        file('c', other?.id, 'чужой.pdf', 1, 10),
      ])
      .execute()
    const records = await ownFiles(db, Number(own?.id))
    expect(records.map(({ lines }) => lines)).toEqual([
      [
        ['Файл', 'первый.pdf'],
        ['Размер', '1 КБ'],
        ['Загружен', '01.12.2026 11:05'],
      ],
      [
        ['Файл', 'второй.pdf'],
        ['Размер', '2 КБ'],
        ['Загружен', '01.12.2026 12:05'],
      ],
    ])
    expect(records[0]?.kept).toMatchObject({ name: 'первый.pdf', type: 'application/pdf', size: 1024 })
  } finally {
    await drop()
  }
})
