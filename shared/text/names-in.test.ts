import { expect, test } from 'vitest'
import { namesIn, withoutNames } from './names-in.ts'

test('KP-05 a surname is found in any case, and with ё written as е', () => {
  expect(namesIn('Я, Королёв, писал. У Королева был план.', ['Королёв'])).toEqual(['Королёв', 'Королева'])
  expect(namesIn('Мне, Анне Воронцовой, это близко', ['Воронцова', 'Анна'])).toEqual(['Воронцовой', 'Анне'])
})

test('KP-05 other words and very short names are not marked', () => {
  expect(namesIn('Королевство и корова', ['Королёв'])).toEqual([])
  expect(namesIn('Ли лица не показал', ['Ли'])).toEqual([])
  expect(namesIn('Текст', [''])).toEqual([])
})

test('KP-05 the text for assessors has no such word', () => {
  expect(withoutNames('Меня зовут Анна Воронцова.', ['Воронцова', 'Анна'])).toBe('Меня зовут [скрыто] [скрыто].')
})
