import { expect, test } from 'vitest'
import type { FormSchema } from '#shared/forms/fields/field.ts'
import { mergeEdits } from './merge-edits.ts'

const form: FormSchema = {
  version: 1,
  sections: [
    {
      code: 'one',
      title: '',
      fields: ['title', 'motto', 'end'].map((name) => ({ name, label: name, view: 'text' })),
    },
  ],
}
const base = { title: 'Сезон', motto: '', end: '2027' }
const merged = (mine: object, saved: object) => {
  const { answer, theirs, clashes } = mergeEdits(form, base, { ...base, ...mine }, { ...base, ...saved })
  return { answer, theirs: theirs.map(({ name }) => name), clashes: clashes.map(({ name }) => name) }
}

test('edits of two organisers in different fields are both kept', () => {
  expect(merged({ title: 'Мой' }, { end: '2028' })).toEqual({
    answer: { title: 'Мой', motto: '', end: '2028' },
    theirs: ['end'],
    clashes: [],
  })
})

test('when both changed a field, the later organiser’s value stays and the clash is shown; equal changes are no clash', () => {
  expect(merged({ title: 'Мой', motto: 'Вперёд' }, { title: 'Чужой', motto: 'Вперёд' })).toEqual({
    answer: { title: 'Мой', motto: 'Вперёд', end: '2027' },
    theirs: [],
    clashes: ['title'],
  })
})
