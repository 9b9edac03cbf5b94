import { expect, test } from 'vitest'
import { chosenId, type FormField, fieldViews, isEmpty, isRecord, optionsOf, rowsOf, textOf, valueIn } from './field.ts'

const field: FormField = { name: 'a', label: 'a', view: 'text', value: 'of the portal' }

test('the views are those of the specification', () => {
  expect(fieldViews.join(' ')).toBe(
    'text textarea number year date datetime phone email select multiselect radio checkbox consent suggest region group file image',
  )
})

test('a field that people cannot fill in has the portal’s value, other fields have the answer', () => {
  for (const closed of [{ hidden: true }, { disabled: true }, { read_only: true }])
    expect(valueIn({ ...field, ...closed }, { a: 'typed' })).toBe('of the portal')
  expect(valueIn(field, { a: 'typed' })).toBe('typed')
  expect(valueIn({ ...field, name: 'toString' }, {})).toBeUndefined()
})

test.each([undefined, null, false, '', ' \n', [], {}])('%j is empty', (value) => {
  expect(isEmpty(value)).toBe(true)
})

test.each([
  ['a zero-width space', '\u200b'],
  ['a word joiner', '\u2060'],
  ['a Braille blank', '\u2800'],
  ['a Hangul filler', '\u3164'],
  ['a soft hyphen', '\u00ad'],
  ['marks of direction', '\u200e\u202a \u202c'],
  ['an accent without a letter', ' \u0301'],
])('BR-25 %s is no answer', (_what, text) => {
  expect(isEmpty(text)).toBe(true)
  expect(isEmpty(`${text}а`)).toBe(false)
})

test.each([true, 0, 'x', [''], { id: '' }])('%j is not empty', (value) => {
  expect(isEmpty(value)).toBe(false)
})

test.each([
  ['a', 'a', 'a'],
  [{ id: 'a', value: 'А' }, 'a', 'a'],
  [{ id: 5 }, null, ''],
  [{}, null, ''],
  [Object.create({ id: 'inherited' }), null, ''],
  [Object.assign([], { id: 'a' }), null, ''],
  [null, null, ''],
  [true, null, ''],
  [5, null, '5'],
])('%j names the choice %j and reads as «%s»', (value, id, text) => {
  expect(chosenId(value)).toBe(id)
  expect(textOf(value)).toBe(text)
})

test('a field lists its choices with ids or as words, and a field with a dictionary lists none', () => {
  const options = [{ id: 'a', value: 'А' }]
  expect(optionsOf({ ...field, options, params: { values: ['да'] } })).toEqual(options)
  expect(optionsOf({ ...field, options: [], params: { values: ['да'] } })).toEqual([{ id: 'да', value: 'да' }])
  expect(optionsOf({ ...field, params: { dict: 'regions' } })).toBeNull()
  expect(optionsOf(field)).toBeNull()
})

test('rows keep their numbers even when values between them are not records', () => {
  const row = { a: 1 }
  expect(rowsOf([row, null, 'x', [], row])).toEqual([row, {}, {}, {}, row])
  expect(rowsOf({ length: 1 })).toEqual([])
  expect([{}, null, [], 'x', undefined].map(isRecord)).toEqual([true, false, false, false, false])
})
