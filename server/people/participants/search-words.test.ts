import { expect, test } from 'vitest'
import { searchWords } from './search-words.ts'

test.each([
  ['Ивонов Петр', { names: ['ивонов', 'петр'], digits: [], addresses: [] }],
  ['Семёнова', { names: ['семенова'], digits: [], addresses: [] }],
  ['Петров-Водкин', { names: ['петров', 'водкин'], digits: [], addresses: [] }],
  ['8 (916) 123-45-67', { names: [], digits: ['9161234567'], addresses: [] }],
  ['+79161234567', { names: [], digits: ['9161234567'], addresses: [] }],
  ['Ивонов 916 12', { names: ['ивонов'], digits: ['91612'], addresses: [] }],
  ['Anna@Mail', { names: [], digits: [], addresses: ['anna@mail'] }],
  ['  ', { names: [], digits: [], addresses: [] }],
  ['% _ \\', { names: [], digits: [], addresses: [] }],
])('the search «%s» is split into names, digits and addresses', (text, words) => {
  expect(searchWords(text)).toEqual(words)
})
