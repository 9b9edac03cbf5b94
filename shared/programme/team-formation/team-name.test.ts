import fc from 'fast-check'
import { expect, test } from 'vitest'
import { maxTeamNameLength } from './limits.ts'
import { teamNameFault, teamNameKey, tidyTeamName } from './team-name.ts'

test.each([
  ['Точка роста', 'ТОЧКА  РОСТА'],
  ['Точка роста', 'Точкароста'],
  ['Ёлка', 'елка'],
  ['Север', 'Cевер'],
  ['Рост', 'POCT'],
  ['«Рост»', 'Рост'],
  ['Высота', 'BЫCOTA'],
  ['Ход 0', 'Ход О'],
])('the names %j and %j look alike', (one, other) => {
  expect(teamNameKey(one)).toBe(teamNameKey(other))
})

test.each([
  ['Север', 'Сервер'],
  ['Команда 1', 'Команда 2'],
  ['Май', 'Маи'],
  ['Lion', 'Лион'],
])('the names %j and %j are different', (one, other) => {
  expect(teamNameKey(one)).not.toBe(teamNameKey(other))
})

test('spaces and case do not change the key of a name', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...'АБВЕёжABCXyz 12«-')), (letters) => {
      const name = letters.join('')
      expect(teamNameKey(` ${name.toLowerCase()} `)).toBe(teamNameKey(name))
      expect(teamNameKey(tidyTeamName(name))).toBe(teamNameKey(name))
    }),
  )
})

test('a name needs two letters or digits and has a maximum length', () => {
  expect(teamNameFault('  ')).not.toBeNull()
  expect(teamNameFault('«!»')).not.toBeNull()
  expect(teamNameFault('А')).not.toBeNull()
  expect(teamNameFault('А1')).toBeNull()
  expect(teamNameFault('я'.repeat(maxTeamNameLength))).toBeNull()
  expect(teamNameFault('я'.repeat(maxTeamNameLength + 1))).not.toBeNull()
  expect(tidyTeamName('  Точка \n роста ')).toBe('Точка роста')
})
