import { expect, test } from 'vitest'
import { showMoscowTime } from '#shared/platform/time/moscow.ts'
import { atMoments, atParts } from './whole-moments.ts'

/** The text with every moment in brackets, and inside it the unbreakable parts in angle brackets. */
const seen = (text: string) =>
  atMoments(text)
    .map((words, place) => (place % 2 === 0 ? words : `[${parts(words)}]`))
    .join('')
const parts = (moment: string) =>
  atParts(moment)
    .map((words, place) => (place % 2 === 0 ? words : `<${words}>`))
    .join('')

test.each([
  ['Открыт до 12.12.2026 23:59', 'Открыт до [<12.12.2026> <23:59>]'],
  ['до 12.12.2026 23:59 по Москве. Дальше', 'до [<12.12.2026> <23:59 по Москве>]. Дальше'],
  ['12 декабря в 10:00', '[<12 декабря> <в 10:00>]'],
  ['12 декабря 2026, 10:00 МСК', '[<12 декабря 2026>, <10:00 МСК>]'],
  ['13.12.2026, среда, 23:59', '[<13.12.2026>, среда, <23:59>]'],
  ['с 3 мая 2026 года по 5 мая', 'с [<3 мая 2026 года>] по [<5 мая>]'],
  ['10:00 по Москве (12:00 на площадке)', '[<10:00 по Москве>] ([<12:00 на площадке>])'],
  ['Выберите 2 маяка в 10 странах', 'Выберите 2 маяка в 10 странах'],
  ['Без дат', 'Без дат'],
])('the moments in «%s» are not broken, and no text is lost', (text, whole) => {
  expect(seen(text)).toBe(whole)
  expect(atMoments(text).join('')).toBe(text)
})

test('Moscow time is named', () => {
  expect(showMoscowTime(new Date('2026-12-12T07:00:00Z'))).toBe('12.12.2026 10:00 по Москве')
})
