import { expect, test } from 'vitest'
import { atMoments, boundMoments, showMoscowTime } from './whole-moments.ts'

/** Where a line may still end is a blank; elsewhere a tilde. */
const seen = (text: string) => text.replaceAll('\u00a0', '~')

test.each([
  ['Открыт до 12.12.2026 23:59', 'Открыт до 12.12.2026 23:59'],
  ['до 12.12.2026 23:59 по Москве. Дальше', 'до 12.12.2026 23:59~по~Москве. Дальше'],
  ['12 декабря в 10:00', '12~декабря в~10:00'],
  ['12 декабря 2026, 10:00 МСК', '12~декабря~2026, 10:00~МСК'],
  ['с 3 мая 2026 года по 5 мая', 'с 3~мая~2026~года по 5~мая'],
  ['10:00 по Москве (12:00 на площадке)', '10:00~по~Москве (12:00~на~площадке)'],
  ['Выберите 2 маяка в 10 странах', 'Выберите 2 маяка в 10 странах'],
  ['Без дат', 'Без дат'],
])('the day and the time of «%s» stay whole', (text, bound) => {
  expect(seen(boundMoments(text))).toBe(bound)
})

test('Moscow time is named', () => {
  expect(seen(showMoscowTime(new Date('2026-12-12T07:00:00Z')))).toBe('12.12.2026 10:00~по~Москве')
})

test('a text is taken apart at its moments, and nothing of it is lost', () => {
  const text = 'С 12 декабря в 10:00 по Москве до 13.12.2026, среда, 23:59'
  expect(atMoments(text)).toEqual(['С ', '12 декабря в 10:00 по Москве', ' до ', '13.12.2026, среда, 23:59', ''])
  expect(atMoments(boundMoments(text)).join('')).toBe(text)
  expect(atMoments('Без дат')).toEqual(['Без дат'])
})
