import { expect, test } from 'vitest'
import type { FormField, FormSchema } from '#shared/forms/fields/field.ts'
import { lockedQuestions, withLocked } from './locked-questions.ts'

const field = (name: string, more: Partial<FormField> = {}): FormField => ({ name, label: name, view: 'text', ...more })
const form: FormSchema = {
  version: 1,
  sections: [
    {
      code: 'all',
      title: 'Всё',
      fields: [
        field('last_name', { validation_rules: { required: true } }),
        field('citizenship'),
        field('reg_passport'),
        field('works', { view: 'checkbox' }),
        field('firm', { visible_when: { field: 'works', equals: true } }),
        field('post', { visible_when: { field: 'firm', filled: true } }),
        field('short', { validation_rules: { max_length: 3 } }),
        field('empty'),
      ],
    },
  ],
}
const before = {
  ...{ last_name: 'Ким', citizenship: 'RU', reg_passport: '4512345678', works: true, firm: 'Завод', post: 'Мастер' },
  short: 'долго',
}
const locked = (...fields: string[]) => [
  ...lockedQuestions(
    form,
    before,
    fields.map((name) => ({ field: name })),
    new Date('2026-11-21'),
  ),
]

test('questions without a remark are locked, except those that were not answered or whose answer is not valid now', () => {
  expect(locked('last_name')).toEqual(['citizenship', 'reg_passport', 'works', 'firm', 'post'])
})

test('questions that depend on a question with a remark are open too', () => {
  expect(locked('works')).toEqual(['last_name', 'citizenship', 'reg_passport'])
  expect(locked('citizenship')).toEqual(['last_name', 'works', 'firm', 'post'])
})

test('a return without remarks, or with a remark that names no question, opens everything', () => {
  expect(locked()).toEqual([])
  expect(locked('last_name', 'something')).toEqual([])
})

test('a locked question shows its answer', () => {
  const fields = withLocked(form, new Set(['last_name']), before).sections[0]?.fields ?? []
  expect(fields[0]).toMatchObject({ read_only: true, value: 'Ким' })
  expect(fields[1]).toEqual(field('citizenship'))
})
