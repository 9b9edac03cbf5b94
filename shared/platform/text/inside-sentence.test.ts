import { expect, test } from 'vitest'
import { insideSentence } from './inside-sentence.ts'

test('a sentence inside another begins with a small letter, except for an abbreviation or a quotation', () => {
  expect(insideSentence('Трек проходит в других регионах')).toBe('трек проходит в других регионах')
  expect(insideSentence('У вас нет письма')).toBe('у вас нет письма')
  for (const kept of ['ФИО не совпадает', '«Анкета» не сдана', '18 лет ещё нет', ''])
    expect(insideSentence(kept)).toBe(kept)
})
