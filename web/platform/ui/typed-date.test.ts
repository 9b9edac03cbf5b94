import { expect, test } from 'vitest'
import { pastedDate } from './typed-date.ts'

test('a whole date is found in what is pasted', () => {
  const texts = [
    ' 05.09.1990',
    '05.09.1990 г.',
    'Дата рождения: 5.9.1990',
    '05/09/1990',
    '1990-09-05',
    '1990-09-05T00:00\n',
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
