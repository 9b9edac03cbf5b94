import { expect, test } from 'vitest'
import { countCharacters, countWords } from './count-words.ts'

test.each([
  ['', 0],
  [' \n\t ', 0],
  ['Слово', 1],
  ['Кто-то сделал это — и всё.', 5],
  ['«Лидеры» 2026', 2],
  ["it's don’t", 2],
  ['первый\n\nвторой\u00a0третий', 3],
  ['й ё', 2],
  ['мир 世界 שלום', 3],
])('KP-05 %j has %d words', (text, words) => {
  expect(countWords(text)).toBe(words)
})

test('KP-05 a letter of two code points and an emoji each count as one character', () => {
  expect(countCharacters('й')).toBe(1)
  expect(countCharacters('Ура 🎉')).toBe(5)
})
