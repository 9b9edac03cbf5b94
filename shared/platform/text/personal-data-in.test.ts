import { expect, test } from 'vitest'
import { personalDataIn } from './personal-data-in.ts'

test.each([
  ['Звоните Петровой: +7 (912) 345-67-89', ['+7 (912) 345-67-89']],
  ['пишите на petrova@example.ru, petrova@example.ru', ['petrova@example.ru']],
  ['паспорт 45 08 123456 выдан', ['45 08 123456']],
  ['паспорт 4508 № 123456', ['4508 № 123456']],
  ['СНИЛС 112-233-445 95', ['112-233-445 95']],
])('possible personal data is found: %s', (text, found) => {
  expect(personalDataIn(text)).toEqual(found)
})

test.each([
  'Бюджет 12 000 000 рублей',
  'с 2024 по 2026 год',
  '45,08 процента',
  '',
])('other texts are not taken for personal data: %s', (text) => {
  expect(personalDataIn(text)).toEqual([])
})
