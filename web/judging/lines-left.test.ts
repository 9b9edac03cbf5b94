import { expect, test } from 'vitest'
import { linesLeft } from './lines-left.ts'

test('addresses that nobody has stay with what was written beside them, the others go', () => {
  const text = 'a@x.ru; Москва; Завод\nB@x.ru;Тула;Школа № 3\n\nc@x.ru, d@x.ru; Пермь'
  expect(linesLeft(text, ['b@x.ru', 'd@x.ru'])).toBe('B@x.ru;Тула;Школа № 3\nd@x.ru; Пермь')
  expect(linesLeft(text, [])).toBe('')
})

test('a line without an address stays as it was typed', () => {
  expect(linesLeft('Иванов Иван; Москва\r\na@x.ru\t77', [])).toBe('Иванов Иван; Москва')
  expect(linesLeft('a@x.ru\t77\tЗавод', ['a@x.ru'])).toBe('a@x.ru\t77\tЗавод')
})
