import { expect, test } from 'vitest'
import { countCharacters, countWords } from './count-words.ts'

test.each([
  ['', 0],
  [' \n\t ', 0],
  ['Слово', 1],
  ['Кто-то сделал это — и всё.', 6],
  ['за\u0301мок', 1],
  ['кон\u00adкурс', 1],
  ['Ли\u200bдер', 1],
  ['name@mail.ru', 1],
  ['т.е. и т. д.', 4],
  ['1 000 000,5', 3],
  ['раз\u200b \u200e \u2060 два', 2],
  ['«Лидеры» 2026', 2],
  ["it's don’t", 2],
  ['первый\n\nвторой\u00a0третий', 3],
  ['й ё', 2],
  ['мир 世界 שלום', 3],
])('KP-05 BR-31 %j has %d words', (text, words) => {
  expect(countWords(text)).toBe(words)
})

test('KP-05 a letter of two code points and an emoji each count as one character', () => {
  expect(countCharacters('й')).toBe(1)
  expect(countCharacters('Ура 🎉')).toBe(5)
})
