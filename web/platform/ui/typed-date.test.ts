import { expect, test } from 'vitest'
import { pastedDate, typedDate } from './typed-date.ts'

test('BR-29 a whole date is found in what is pasted', () => {
  const texts = [
    ' 05.09.1990',
    '05.09.1990 г.',
    'Дата рождения: 5.9.1990',
    '05/09/1990',
    '1990-09-05',
    '1990-09-05T00:00\n',
    '5 сентября 1990 года',
    '5\u00a0сент. 1990',
    '\u200e05.09.1990\u200e',
    '1990/9/5',
  ]
  expect(texts.map(pastedDate)).toEqual(texts.map(() => '1990-09-05'))
})

test('a text with several dates, or none, is pasted as it is', () => {
  const texts = ['с 05.09.1990 по 06.09.1990', 'пятого сентября 1990 года', '05.09.19901', '05.09', '']
  expect(texts.map(pastedDate)).toEqual(texts.map(() => null))
})

test('a pasted date that the calendar does not have stays as people write it', () => {
  expect(pastedDate(' 31.02.1990')).toBe('31.02.1990')
})

/** Types sign after sign at the end of the field. */
const typed = (signs: string) =>
  [...signs].reduce((value, sign) => {
    const shown = value.replace(/^(\d{4})-(\d\d)-(\d\d)$/, '$3.$2.$1') + sign
    return typedDate({ value: shown, selectionStart: shown.length } as HTMLInputElement, value)
  }, '')

test.each([
  ['01022001', '2001-02-01'],
  ['1.2.2001', '2001-02-01'],
  ['01/02/2001', '2001-02-01'],
  ['2001-02-01', '2001-02-01'],
  ['20010201', '2001-02-01'],
  ['20.01.2010', '2010-01-20'],
  ['01021850', '1850-02-01'],
  ['31022001', '31.02.2001'],
])('BR-29 %s typed key by key is %s', (signs, value) => {
  expect(typed(signs)).toBe(value)
})

test.each(['05.09.1990', '1990-09-05', '5/9/1990'])('BR-29 %s filled in by a program is a date', (value) => {
  expect(typedDate({ value, selectionStart: value.length } as HTMLInputElement, '')).toBe('1990-09-05')
})
