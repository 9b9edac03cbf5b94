import { expect, test } from 'vitest'
import type { ReportSettings } from './contract.ts'
import { reportFaults } from './report-faults.ts'
import { mayUpload } from './report-form.ts'

const settings = { min_photos: 4, photo_rules: [] as string[] } as ReportSettings
const photos = (count: number) => ({
  minors_consent: true,
  photos: Array.from({ length: count }, () => ({ file_id: 'a' })),
})
const faults = (answer: Record<string, unknown>, mode: 'hand_in' | 'draft' = 'hand_in') =>
  Object.fromEntries(Object.entries(reportFaults(settings, answer, mode)).map(([name, { message }]) => [name, message]))

test('the fault of a report with too few photographs states how many are missing; a draft may have fewer, and no photographs are another fault', () => {
  expect(faults(photos(3))).toEqual({ photos: 'Добавьте ещё 1 фотографию' })
  expect(faults(photos(1))).toEqual({ photos: 'Добавьте ещё 3 фотографии' })
  expect(faults(photos(4))).toEqual({})
  expect(faults(photos(1), 'draft')).toEqual({})
  for (const none of [photos(0), {}, { minors_consent: true, photos: 'x' }]) expect(faults(none)).toEqual({})
  expect(faults({ ...photos(1), minors_consent: false })).toEqual({})
  expect(reportFaults(settings, photos(1), 'hand_in').photos?.rule).toBe('min_files')
})

test('a video is a link that can be opened, or nothing', () => {
  const wrong = { video: 'Вставьте ссылку целиком: она начинается с https://' }
  for (const video of ['https://example.org', ' http://video.example/a?b=1 ', '', '  '])
    expect(faults({ video }), video).toEqual({})
  for (const video of ['example.org', 'https://', 'https://host', 'ftp://example.org', 'https://a b.example'])
    expect(faults({ video }), video).toEqual(wrong)
  expect(faults({ video: 'запись' }, 'draft')).toEqual(wrong)
  expect(reportFaults(settings, { video: 'x' }, 'draft').video?.rule).toBe('regexp')
})

test('pictures may be added when each rule and the consent are ticked', () => {
  const two = { ...settings, photo_rules: ['Без имён', 'Без адресов'] }
  const all = { rule_1: true, rule_2: true, minors_consent: true }
  expect(mayUpload(two, all)).toBe(true)
  for (const name of Object.keys(all)) expect(mayUpload(two, { ...all, [name]: false }), name).toBe(false)
})
