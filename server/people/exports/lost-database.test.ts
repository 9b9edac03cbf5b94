import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { workbookOf } from '#server/platform/documents/workbook.ts'

async function* rowsUntilLost() {
  yield [['Анна']]
  throw new Error('the database is lost')
}

test('R-69: a workbook whose rows stop because the database is lost ends with that fault, and nothing else does', async () => {
  await expect(buffer(workbookOf(['Имя'], rowsUntilLost()))).rejects.toThrow('the database is lost')
})
