import { expect, test } from 'vitest'
import { changedFields } from './changed-fields.ts'
import type { FormField, FormSchema } from './field.ts'

const form = (...fields: FormField[]): FormSchema => ({
  version: 1,
  sections: [{ code: 'main', title: 'Анкета', fields }],
})
const field = (name: string, more: Partial<FormField> = {}): FormField => ({ name, label: name, view: 'text', ...more })

test('new, changed and removed questions must be checked again', () => {
  const before = form(field('same'), field('gone'), field('other', { label: 'Как было' }))
  const after = form(field('other', { label: 'Как стало' }), field('same'), field('new'))
  expect(changedFields(before, after)).toEqual({
    other: { rule: 'changed', message: 'Вопрос изменился. Проверьте ответ' },
    new: { rule: 'added', message: 'Новый вопрос. Ответьте на него' },
    gone: { rule: 'removed', message: 'Этот вопрос больше не задаём' },
  })
})

test('another order of keys is no change, at any depth; another order of a list is a change', () => {
  const [a, b] = [
    { id: 'a', value: 'А' },
    { id: 'b', value: 'Б' },
  ]
  const before = field('x', { options: [a, b], validation_rules: { required: true, int: true }, value: null })
  const turned = {
    value: null,
    validation_rules: { int: true, required: true },
    view: before.view,
    label: 'x',
    name: 'x',
  }
  expect(changedFields(form(before), form({ ...turned, options: [{ value: 'А', id: 'a' }, b] }))).toEqual({})
  expect(Object.keys(changedFields(form(before), form({ ...turned, options: [b, a] })))).toEqual(['x'])
})
