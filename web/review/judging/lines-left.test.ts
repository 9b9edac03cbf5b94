import { expect, test } from 'vitest'
import { linesLeft } from './lines-left.ts'

test('lines with an e-mail address are removed, other lines are kept as typed', () => {
  expect(linesLeft('a@x.ru; Москва; Завод\n\nc@x.ru, d@x.ru; Пермь')).toBe('')
  expect(linesLeft('Иванов Иван; Москва\r\na@x.ru\t77')).toBe('Иванов Иван; Москва')
  expect(linesLeft('Иванов; почта a@x.ru')).toBe('Иванов; почта a@x.ru')
})
