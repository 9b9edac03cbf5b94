import { expect, test } from 'vitest'
import { aliasOf, aliasPattern, freeAlias, maxAliasLength } from './alias.ts'

test('an alias is the title in Latin letters', () => {
  expect(aliasOf('Как подать заявку?')).toBe('kak-podat-zayavku')
  expect(aliasOf('Съёмка видеоинтервью: щит, эхо и ЮЛА')).toBe('semka-videointervyu-schit-eho-i-yula')
  expect(aliasOf('  «Госуслуги» — вход №2 ')).toBe('gosuslugi-vhod-no2')
  expect(aliasOf('???')).toBe('statya')
})

test('an alias is never too long, and is cut between words', () => {
  for (const title of ['Очень длинное название '.repeat(20), 'щ'.repeat(300), 'ё-'.repeat(100)]) {
    expect(aliasOf(title).length).toBeLessThanOrEqual(maxAliasLength)
    expect(aliasOf(title)).toMatch(new RegExp(aliasPattern))
  }
  expect(aliasOf('Очень длинное название '.repeat(20))).toMatch(/-(ochen|dlinnoe|nazvanie)$/)
})

test('an alias that is taken gets a number', () => {
  expect(freeAlias('a', new Set(['b']))).toBe('a')
  expect(freeAlias('a', new Set(['a', 'a-2']))).toBe('a-3')
  expect(freeAlias('a'.repeat(maxAliasLength), new Set(['a'.repeat(maxAliasLength)]))).toHaveLength(maxAliasLength)
})
