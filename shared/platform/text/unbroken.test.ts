import { expect, test } from 'vitest'
import { idNumber, inUnits, numbered, outOf, placeName } from './unbroken.ts'

test.each([
  [idNumber(123), 'ID_123'],
  [numbered(5), '№_5'],
  [outOf(12, 20), '12_из_20'],
  [outOf(12, '20 мест'), '12_из_20 мест'],
  [inUnits(5, 'мин'), '5_мин'],
  [placeName('Зал 1'), 'Зал_1'],
  [placeName('Кабинет № 14, второй этаж'), 'Кабинет №_14, второй этаж'],
])('«%s» has a no-break space between the number and its word', (text, seen) => {
  expect(text.replaceAll('\u00a0', '_')).toBe(seen)
})
