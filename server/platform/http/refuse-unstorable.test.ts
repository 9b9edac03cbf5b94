import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { refuseUnstorable } from './refuse-unstorable.ts'

const refused = (value: unknown) => {
  try {
    refuseUnstorable(value)
    return null
  } catch (fault) {
    return fault instanceof Refusal ? fault.code : 'fault'
  }
}

test('R-33 NUL, lone surrogates, infinite numbers and too deep nesting are refused anywhere', () => {
  const bottomless = Array.from({ length: 5000 }).reduce<unknown>((inner) => [inner], 1)
  for (const bad of ['a\u0000', '\ud800', Number.POSITIVE_INFINITY, Number.NaN, bottomless])
    for (const place of [bad, [bad], { a: bad }, { a: [{ b: bad }] }]) expect(refused(place)).toBe('invalid_request')
  expect(refused({ 'a\u0000': 1 })).toBe('invalid_request')
})

test('R-33 any text that a column can store is accepted, in any alphabet', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      fc.pre(!text.includes('\u0000'))
      expect(refused({ text: text.toWellFormed() })).toBeNull()
    }),
  )
})
