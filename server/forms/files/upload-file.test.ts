import { expect, test } from 'vitest'
import type { Refusal } from '#shared/platform/api/refusals.ts'
import type { FilePurpose } from './tables.ts'
import { quotaOf, refuseFull } from './upload-file.ts'

test('R-67 files and pictures of a person share one limit; a portrait and recordings have others', () => {
  const purposes: FilePurpose[] = ['file', 'image', 'avatar', 'video']
  const none = Number.POSITIVE_INFINITY
  expect(purposes.map((purpose) => quotaOf({ fileQuotaBytes: 7 }, purpose))).toEqual([7, 7, none, none])
})

test('R-67 a file that fits to the last byte is accepted, and one byte more is refused with the used and the total space', () => {
  const megabyte = 1024 * 1024
  const refusal = (used: number, size: number) => {
    try {
      refuseFull(used, size, 5 * megabyte)
      return null
    } catch (fault) {
      return fault as Refusal
    }
  }
  expect([refusal(0, 0), refusal(3 * megabyte, 2 * megabyte), refusal(5 * megabyte, 0)]).toEqual([null, null, null])
  expect(refusal(3 * megabyte, 2 * megabyte + 1)).toMatchObject({
    code: 'file_space_used',
    values: { used: '3 МБ', quota: '5 МБ' },
  })
})
