import { expect, test } from 'vitest'
import { withVersions } from './consent-versions.ts'

const document = { code: 'pd', title: 'Согласие', text: 'Текст', version: 3, required: true, purpose: 'Конкурс' }

test('a changed document gets the next version, and its old version again when the change is undone', () => {
  const versions = (more: Partial<typeof document> & { term?: string }) =>
    withVersions([{ ...document, ...more }], [document]).map(({ version }) => version)
  expect(versions({ text: 'Другой текст', version: 1 })).toEqual([4])
  expect(versions({ purpose: 'Отбор' })).toEqual([4])
  expect(versions({ title: 'Иначе' })).toEqual([4])
  expect(versions({ term: 'Год' })).toEqual([4])
  expect(versions({ version: 4 })).toEqual([3])
  expect(versions({ term: '' })).toEqual([3])
})

test('a change of `required` makes no new version, and a new document keeps its version', () => {
  expect(withVersions([{ ...document, required: false }], [document])).toEqual([{ ...document, required: false }])
  expect(withVersions([{ ...document, code: 'news', version: 1 }], [document])).toMatchObject([{ version: 1 }])
})
