import { expect, test } from 'vitest'
import { fileLimits, unknownFormats } from './file-limits.ts'

const MB = 1024 * 1024

test('a field without limits of its own has the portal’s limits', () => {
  const formats = ['pdf', 'docx', 'xlsx', 'pptx', 'jpg', 'jpeg', 'png']
  expect(fileLimits({ view: 'file' })).toEqual({ maxFiles: 5, maxBytes: 20 * MB, formats })
  expect(fileLimits({ view: 'image' })).toEqual({
    maxFiles: 1,
    maxBytes: 10 * MB,
    formats: ['jpg', 'jpeg', 'png', 'gif'],
  })
})

test('a form may lower the usual limits or allow larger files, but never more than the portal takes', () => {
  const files = { max_files: 7, max_bytes: 30 * MB, formats: ['pdf', 'exe'] }
  expect(fileLimits({ view: 'file', files })).toEqual({ maxFiles: 7, maxBytes: 30 * MB, formats: ['pdf'] })
  expect(fileLimits({ view: 'file', files: { max_bytes: 600 * MB } }).maxBytes).toBe(500 * MB)
  expect(fileLimits({ view: 'image', files })).toEqual({ maxFiles: 7, maxBytes: 10 * MB, formats: [] })
  expect(fileLimits({ view: 'file', files: { max_bytes: MB } }).maxBytes).toBe(MB)
  expect(unknownFormats({ view: 'file', files })).toEqual(['exe'])
  expect(unknownFormats({ view: 'image', files })).toEqual(['pdf', 'exe'])
  expect(unknownFormats({ view: 'file' })).toEqual([])
})
