import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formalName, fullName, headerName, initials, shortName } from './full-name.ts'

test('EN-01 a full name is first and last', () => {
  expect(fullName({ first_name: 'Анна', last_name: 'Петрова', middle_name: 'Сергеевна' })).toBe('Анна Петрова')
})

test('EN-01 a formal name is last, first and middle', () => {
  expect(formalName({ first_name: 'Анна', last_name: 'Петрова', middle_name: 'Сергеевна' })).toBe(
    'Петрова Анна Сергеевна',
  )
})

test('EN-01 a mentor is listed with second_name', () => {
  expect(formalName({ first_name: 'Олег', last_name: 'Ким', second_name: 'Юрьевич' })).toBe('Ким Олег Юрьевич')
})

test('EN-01 missing parts leave no spaces behind', () => {
  expect(formalName({ first_name: ' Олег ', last_name: 'Ким', middle_name: null })).toBe('Ким Олег')
  expect(fullName({ first_name: '', last_name: 'Ким' })).toBe('Ким')
  expect(fullName({})).toBe('')
})

test('a short name is the first name with the first letter of the last', () => {
  expect(shortName({ first_name: 'Анна', last_name: 'Петрова', middle_name: 'Сергеевна' })).toBe('Анна П.')
  expect(shortName({ first_name: 'Анна', last_name: ' ' })).toBe('Анна')
})

test('initials have the order of the official name', () => {
  expect(initials('Петрова Анна Сергеевна')).toBe('ПА')
  expect(initials(' ким ')).toBe('К')
  expect(initials('')).toBe('')
})

test('LY-07 a name of 49 characters is shown whole', () => {
  expect(headerName('я'.repeat(49))).toEqual({ shown: 'я'.repeat(49), tooltip: null })
})

test('LY-07 a name of 50 characters is cut to 47 and an ellipsis, with the whole name in the tooltip', () => {
  expect(headerName('я'.repeat(50))).toEqual({ shown: `${'я'.repeat(47)}…`, tooltip: 'я'.repeat(50) })
})

test('LY-07 no name is shown longer than 49 characters, and no character is split', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 80 }), (name) => {
      const { shown } = headerName(name)
      expect([...shown].length).toBeLessThan(50)
      expect(shown.isWellFormed()).toBe(true)
    }),
  )
})
