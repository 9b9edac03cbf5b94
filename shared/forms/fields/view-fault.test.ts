import { expect, test } from 'vitest'
import type { FieldView, FormField } from './field.ts'
import { viewFault } from './view-fault.ts'

const row = {}
const file = (name: string, size?: number) => ({ file_id: '1', name, size })
const options = [{ id: 'a', value: 'А' }]
const inDay = { date: 'Введите дату в виде ДД.ММ.ГГГГ', time: 'Введите время в виде ЧЧ:ММ' }

/** The message for a hand-in, and whether a draft gets it too. */
const cases: [FieldView, unknown, string | null, Partial<FormField>?, 'draft'?][] = [
  ['text', 'x', null],
  ['number', 5, null],
  ['number', 1e21, null],
  ['number', '-5,25', null],
  ['number', '5.25', null],
  ['number', '5.', 'Введите число'],
  ['number', '1e5', 'Введите число'],
  ['number', 'x', 'Введите число'],
  ['date', '01.12.2026', null],
  ['date', '01.12', inDay.date],
  ['datetime', '2026-12-01 10:05', null],
  ['datetime', '2026-12-01 10:05:07', inDay.time],
  ['datetime', '2026-12-01 24:00', inDay.time],
  ['datetime', '2026-12-01 1:05', inDay.time],
  ['datetime', '2026-12-01 10:05 ', inDay.time],
  ['datetime', '2026-12-01', 'Введите время'],
  ['datetime', '2026-12-01 ', 'Введите время'],
  ['datetime', ' 10:05', inDay.date],
  ['datetime', '2026-02-30 10:05', 'Такой даты нет'],
  ...(['select', 'radio', 'suggest', 'region'] as const).flatMap((view): (typeof cases)[number][] => [
    [view, 'a', null, { options }],
    [view, { id: 'a' }, null, { options }],
    [view, 'b', 'Выберите значение из списка', { options }, 'draft'],
    [view, 'b', null],
    [view, 'b', null, { options, params: { suggest: true } }],
  ]),
  ['multiselect', ['a', '', 'a'], null, { options }],
  ['multiselect', ['a', 'b'], 'Выберите значение из списка', { options }, 'draft'],
  ['group', [row, row], null, { rows: { min: 2, max: 2 } }],
  ['group', [row, row], null, { rows: {} }],
  ['group', [row, row], 'Не больше 1 записи', { rows: { max: 1 } }, 'draft'],
  ['group', [row, row], 'Добавьте не меньше 3 записей', { rows: { min: 3 } }],
  ['file', [file('a.pdf', 100), file('b.PDF')], null, { files: { max_files: 2, max_bytes: 100 } }],
  ['file', [file('a.pdf')], null, { files: { max_bytes: 0 } }],
  ['file', [file('a.pdf'), file('b.pdf')], 'Слишком много файлов: не больше 1', { files: { max_files: 1 } }, 'draft'],
  ['file', [file('a.pdf'), file('b.webp')], 'pdf, docx, xlsx, pptx, jpg, jpeg, png', {}, 'draft'],
  ['file', [file('a.pdf', 1024 * 1024 + 1)], 'не больше 1 МБ', { files: { max_bytes: 1024 * 1024 } }, 'draft'],
  ['image', [file('a.webp')], null],
  ['image', [file('a.pdf')], 'jpg, jpeg, png, gif', {}, 'draft'],
]

test.each(cases)('a %s of %j gets the message: %s', (view, value, message, more = {}, draft = undefined) => {
  const field = { name: 'it', label: 'it', view, ...more }
  const told = viewFault(field, value, 'hand_in')?.message ?? null
  expect(message === null ? told : told?.endsWith(message)).toBe(message === null ? null : true)
  expect(viewFault(field, value, 'draft')?.message ?? null).toBe(draft ? told : null)
})

test('a fault is named by its rule', () => {
  const ruleOf = (view: FieldView, value: unknown, more: Partial<FormField> = {}) =>
    viewFault({ name: 'it', label: 'it', view, ...more }, value, 'hand_in')?.rule
  expect([
    ruleOf('number', 'x'),
    ruleOf('date', 'x'),
    ruleOf('datetime', 'x'),
    ruleOf('datetime', '2026-12-01 x'),
    ruleOf('select', 'b', { options }),
    ruleOf('group', [row], { rows: { max: 0 } }),
    ruleOf('group', [row], { rows: { min: 2 } }),
    ruleOf('file', [file('a.pdf')], { files: { max_files: 0 } }),
    ruleOf('file', [file('a')]),
    ruleOf('file', [file('a.pdf', 1)], { files: { max_bytes: 0 } }),
  ]).toEqual([
    ...['number', 'date', 'date', 'time', 'options', 'max_rows', 'min_rows'],
    ...['too_many_files', 'file_type_unsupported', 'file_too_big'],
  ])
})
