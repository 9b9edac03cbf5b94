import { expect, test } from 'vitest'
import type { FormField, FormSchema } from './field.ts'
import { sectionFacts } from './section-facts.ts'

const field = (name: string, view: FormField['view'], more: Partial<FormField> = {}): FormField => ({
  ...{ name, label: `Поле ${name}`, view },
  ...more,
})
const form = (fields: FormField[]): FormSchema => ({
  version: 1,
  sections: [
    { code: 'one', title: 'Первый', fields },
    { code: 'two', title: 'Второй', fields: [field('other', 'text')] },
  ],
})
const said = (fields: FormField[], data: Record<string, unknown>) => sectionFacts(form(fields), 'one', data).join(' · ')

test('the line of a section has its own filled fields and ticked boxes, and nothing else', () => {
  const fields = [field('a', 'number'), field('b', 'checkbox'), field('c', 'checkbox'), field('d', 'text')]
  expect(said(fields, { a: 0, b: true, c: false, d: '', other: 'чужое' })).toBe('Поле a: 0 · Поле b')
  expect(said(fields, {})).toBe('Ничего не задано')
})

test('a choice is given by its words, and a repeated group by its number of rows', () => {
  const options = [{ id: 'x', value: 'Слово' }]
  const fields = [field('a', 'select', { options }), field('rows', 'group', { fields: [field('in', 'text')] })]
  expect(said(fields, { a: 'x', rows: [{ in: 'раз' }, { in: 'два' }] })).toBe('Поле a: Слово · Поле rows: 2 записи')
  expect(said(fields, { a: 'x', rows: [] })).toBe('Поле a: Слово')
})

test('lines of a list are separated by semicolons, sentences by spaces', () => {
  const list = [field('a', 'textarea')]
  expect(said(list, { a: 'Вход \n\nАнкета\nТест\n' })).toBe('Поле a: Вход; Анкета; Тест')
  expect(said(list, { a: 'Первое.\nВторое:\n третье' })).toBe('Поле a: Первое. Второе: третье')
})

test('a long text is cut at a word, and fields after the fifth are counted', () => {
  const long = `${'слово '.repeat(9)}последнее слово`
  expect(said([field('a', 'textarea')], { a: long })).toBe(`Поле a: ${'слово '.repeat(9).trim()}…`)
  expect(said([field('a', 'textarea')], { a: 'б'.repeat(61) })).toBe(`Поле a: ${'б'.repeat(60)}…`)
  expect(said([field('a', 'textarea')], { a: 'б'.repeat(60) })).toBe(`Поле a: ${'б'.repeat(60)}`)
  const many = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((name) => field(name, 'checkbox'))
  const all = Object.fromEntries(many.map(({ name }) => [name, true]))
  expect(said(many, all)).toBe('Поле a · Поле b · Поле c · Поле d · Поле e · и ещё 2')
  expect(said(many.slice(0, 5), all)).not.toContain('ещё')
})
