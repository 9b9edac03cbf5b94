import fc from 'fast-check'
import { Value } from 'typebox/value'
import { expect, test } from 'vitest'
import { validatorOf } from '#server/stages/read-settings.ts'
import type { SeasonStage } from '#server/stages/season.ts'
import { type FormField, type FormSchema, fieldsOf, fieldViews, isEmpty } from '#shared/forms/fields/field.ts'
import { validate } from '#shared/forms/fields/validate.ts'
import { serverStageKinds } from './kinds.ts'

const row: FormField = { name: 'inside', label: 'Внутри', view: 'text' }
const field = (view: FormField['view']): FormField => {
  const more = view === 'group' ? { fields: [row] } : { options: [{ id: 'a', value: 'А' }] }
  return { name: `of_${view}`, label: view, view, ...(['group', 'select', 'radio'].includes(view) ? more : {}) }
}
const everyView: FormSchema = { version: 1, sections: [{ code: 'a', title: 'А', fields: fieldViews.map(field) }] }

const fileOf = (name: string) => [{ file_id: 'a'.repeat(32), name, size: 1 }]
/** Values as browsers and other clients send them, at least one valid value for each view. */
const sent: unknown[] = [
  ...[null, [], {}, '', false, true, 12, 'a', ['a'], { id: 'a', value: 'А' }, [{ id: 'a', value: 'А' }]],
  ...['2026-11-21', '2026-11-21 10:00', '+79160000000', 'a@example.test', '2019', [{ inside: 'x' }]],
  ...[fileOf('a.pdf'), fileOf('a.png'), 'слово '.repeat(40).trim(), 'https://example.test/work'],
]

/** Kinds with a form, each with the questions of a stage whose settings allow everything possible. */
const asking = Object.values(serverStageKinds).flatMap((kind) => {
  const usual = Value.Default(kind.contract.settings, {}) as Record<string, unknown>
  const settings = Object.fromEntries(Object.entries(usual).map(([name, value]) => [name, value === false || value]))
  const form = kind.work?.draft && kind.work.questions({ settings, form: everyView } as SeasonStage)
  return form ? [{ type: kind.contract.type, answer: kind.contract.answer, form }] : []
})

test('the kinds with a form are found', () => {
  expect(asking.map(({ type }) => type)).toEqual(expect.arrayContaining(['form', 'essay']))
})

test.each(asking)('the contract of $type accepts every answer that its questions accept', ({ answer, form }) => {
  const now = new Date('2026-11-21T12:00:00+03:00')
  if (!answer) throw new Error('a kind that asks says no shape of its answer')
  const filled = new Set<string>()
  const look = (name: string, value: unknown) => {
    if (name in validate(form, { [name]: value }, { mode: 'hand_in', now })) return
    if (!isEmpty(value)) filled.add(name)
    expect(validatorOf(answer).Check({ [name]: value }), `${name}: ${JSON.stringify(value)}`).toBe(true)
  }
  for (const { name, options = [] } of fieldsOf(form)) {
    for (const value of [...sent, ...options, ...options.map(({ id }) => id)]) look(name, value)
    fc.assert(fc.property(fc.anything(), (value) => look(name, value)))
  }
  expect([...filled].toSorted()).toEqual(
    fieldsOf(form)
      .map(({ name }) => name)
      .toSorted(),
  )
})
