import { expect, test } from 'vitest'
import { schoolKey } from './school-key.ts'

test.each([
  ['МБОУ «СОШ №12»', 'Школа 12'],
  ['Средняя общеобразовательная школа № 12', 'ГБОУ школа № 12'],
  ['Гимназия № 3 имени Королёва', 'гимназия 3 им. Королева'],
])('«%s» and «%s» are one school', (one, other) => {
  expect(schoolKey(one)).toBe(schoolKey(other))
})

test.each([
  ['Школа № 12', 'Школа № 112'],
  ['Гимназия № 12', 'Лицей № 12'],
  ['Школа Сколково', 'Школа Летово'],
])('«%s» and «%s» are two schools', (one, other) => {
  expect(schoolKey(one)).not.toBe(schoolKey(other))
})

test('a name that consists of usual words stays as it is', () => {
  expect(schoolKey('Средняя школа')).toBe('средняя школа')
})
