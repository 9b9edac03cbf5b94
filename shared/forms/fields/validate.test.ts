import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type FieldView, type FormField, type FormSchema, fieldViews } from './field.ts'
import { validate } from './validate.ts'
import { viewFault } from './view-fault.ts'

const now = new Date('2026-09-01T12:00:00Z')
const field = (name: string, view: FieldView = 'text', more: Partial<FormField> = {}): FormField => ({
  name,
  label: name,
  view,
  ...more,
})
const form = (...fields: FormField[]): FormSchema => ({
  version: 1,
  sections: [{ code: 'main', title: 'Анкета', fields }],
})
const rules = (schema: FormSchema, data: Record<string, unknown>, mode: 'draft' | 'hand_in' = 'hand_in') =>
  Object.fromEntries(Object.entries(validate(schema, data, { mode, now })).map(([path, { rule }]) => [path, rule]))

const required = { validation_rules: { required: true } }
const jobs = field('jobs', 'group', {
  ...required,
  rows: { min: 1, max: 2 },
  fields: [field('place', 'text', required), field('start', 'date', required), field('end', 'date')],
})

test.each([
  { hidden: true },
  { disabled: true },
  { visible_when: { field: 'a', equals: 'yes' } },
])('VL-08 a field with %j skips validation', (more) => {
  const schema = form(field('a'), field('b', 'email', { ...required, ...more }))
  expect(rules(schema, { a: 'no', b: 'wrong' })).toEqual({})
  expect(rules(schema, { a: 'no' })).toEqual({})
})

test('VL-08 a field whose condition holds is validated', () => {
  const schema = form(field('a'), field('b', 'text', { ...required, visible_when: { field: 'a', equals: 'yes' } }))
  expect(rules(schema, { a: 'yes' })).toEqual({ b: 'required' })
})

test('VL-01 every faulty field is reported once, by its path', () => {
  const schema = form(field('name', 'text', required), field('mail', 'email'), field('phone', 'phone'), jobs)
  const data = {
    mail: 'x',
    phone: '+7',
    jobs: [
      { place: 'Завод', start: '01.02.2020' },
      { start: 'давно', end: '2020-01-01' },
    ],
  }
  expect(rules(schema, data)).toEqual({
    name: 'required',
    mail: 'email',
    phone: 'phone',
    'jobs.1.place': 'required',
    'jobs.1.start': 'date',
  })
})

test('VL-01 the form’s own message replaces the portal’s', () => {
  const schema = form(field('name', 'text', { ...required, custom_errors: { required: 'Как вас зовут?' } }))
  expect(validate(schema, {}, { mode: 'hand_in', now })).toEqual({
    name: { rule: 'required', message: 'Как вас зовут?' },
  })
})

test('VL-10 a job may not end before it starts', () => {
  const end = (start: string, finish: string) => rules(form(jobs), { jobs: [{ place: 'Завод', start, end: finish }] })
  expect(end('2020-02-01', '31.01.2020')).toEqual({ 'jobs.0.end': 'job_end_before_start' })
  expect(end('2020-02-01', '01.02.2020')).toEqual({})
  expect(end('2020-02-01', '')).toEqual({})
  const years = form(field('jobs', 'group', { fields: [field('start', 'year'), field('end', 'year')] }))
  expect(rules(years, { jobs: [{ start: '2020', end: 2019 }] })).toEqual({ 'jobs.0.end': 'job_end_before_start' })
})

test('VL-10 BR-29 dates are read in both formats, and impossible days are refused', () => {
  const schema = form(field('day', 'date'))
  expect(['2024-02-29', '29.02.2024'].map((day) => rules(schema, { day }))).toEqual([{}, {}])
  expect(rules(schema, { day: '29.02.2023' })).toEqual({ day: 'date' })
  const said = (day: string) => viewFault(field('day', 'date'), day, 'hand_in')?.message
  expect(['31.02.1990', '1990-02-31'].map(said)).toEqual(['Такой даты нет', 'Такой даты нет'])
  expect(['31.02', 'вчера'].map(said)).toEqual(['Введите дату в виде ДД.ММ.ГГГГ', 'Введите дату в виде ДД.ММ.ГГГГ'])
  const early = ['0020-02-01', '0201-02-01', '1062-02-01', '1850-02-01', '31.12.1899'].map(said)
  expect(new Set(early)).toEqual(new Set(['Проверьте год: нужен не раньше 1900']))
  expect(said('1900-01-01')).toBeUndefined()
})

test('VL-03 a group without rows is empty, and rows are counted', () => {
  const row = { place: 'Завод', start: '01.02.2020' }
  expect(rules(form(jobs), { jobs: [] })).toEqual({ jobs: 'required' })
  expect(rules(form(jobs), { jobs: [row, row, row] })).toEqual({ jobs: 'max_rows' })
  const three = form({ ...jobs, rows: { min: 3 } })
  expect(rules(three, { jobs: [row] })).toEqual({ jobs: 'min_rows' })
  expect(rules(three, { jobs: [row] }, 'draft')).toEqual({})
})

test('VL-07 not_eq compares within its row first, then with the form', () => {
  const group = field('jobs', 'group', {
    fields: [
      field('a'),
      field('b', 'text', { validation_rules: { not_eq: 'a' } }),
      field('c', 'text', { validation_rules: { not_eq: 'name' } }),
    ],
  })
  const data = {
    name: 'Анна',
    jobs: [
      { a: 'X', b: 'x', c: 'анна' },
      { a: 'Y', b: 'x' },
    ],
  }
  expect(rules(form(field('name'), group), data)).toEqual({ 'jobs.0.b': 'not_eq', 'jobs.0.c': 'not_eq' })
})

test('EN-05 a choice must be one of the options, whether they have ids or only words', () => {
  const options = [{ id: 'a', value: 'А' }]
  const schema = form(
    field('one', 'select', { options }),
    field('many', 'multiselect', { options }),
    field('word', 'radio', { params: { values: ['да', 'нет'] } }),
  )
  expect(rules(schema, { one: 'a', many: ['a'], word: 'да' })).toEqual({})
  expect(rules(schema, { one: { id: 'a', value: 'А' } })).toEqual({})
  expect(rules(schema, { one: 'b', many: ['a', 'b'], word: 'x' })).toEqual({
    one: 'options',
    many: 'options',
    word: 'options',
  })
})

test('VL-03 a consent that is not ticked is not given', () => {
  const schema = form(field('agreed', 'consent', required))
  expect(rules(schema, { agreed: false })).toEqual({ agreed: 'required' })
  expect(rules(schema, { agreed: true })).toEqual({})
})

test('VL-11 files must keep the limits of their field: number, format and size', () => {
  const schema = form(field('cv', 'file', { files: { max_files: 1, max_bytes: 100, formats: ['pdf'] } }))
  const file = (name: string, size = 1) => ({ file_id: '1', name, size })
  expect(rules(schema, { cv: [file('Резюме.PDF')] })).toEqual({})
  expect(rules(schema, { cv: [file('a.exe')] })).toEqual({ cv: 'file_type_unsupported' })
  expect(rules(schema, { cv: [file('a.pdf', 101)] })).toEqual({ cv: 'file_too_big' })
  expect(rules(schema, { cv: [file('a.pdf'), file('b.pdf')] })).toEqual({ cv: 'too_many_files' })
  // The portal stores every picture in this format.
  const photo = form(field('photo', 'image', { files: { formats: ['png'] } }))
  expect(rules(photo, { photo: [file('я.webp')] })).toEqual({})
  expect(rules(photo, { photo: [file('я.svg')] })).toEqual({ photo: 'file_type_unsupported' })
})

test('EN-05 a draft may be unfinished, but its values must have the right type and length', () => {
  const schema = form(
    field('name', 'text', { validation_rules: { required: true, min_length: 5, max_length: 6 } }),
    field('mail', 'email'),
    field('born', 'date', { validation_rules: { min_calendar_years: 18 } }),
    field('age', 'number', { validation_rules: { min_value: 18 } }),
  )
  expect(rules(schema, { mail: 'a@', born: '19', age: '1' }, 'draft')).toEqual({})
  expect(rules(schema, { age: '-' }, 'draft')).toEqual({})
  expect(rules(schema, { name: 'слишком', age: 'много', mail: ['x'] }, 'draft')).toEqual({
    name: 'max_length',
    age: 'int',
    mail: 'type',
  })
})

const anyField = fc
  .record({
    name: fc.constantFrom('a', 'b', 'c', 'education_year', 'reg_passport'),
    view: fc.constantFrom(...fieldViews),
    required: fc.boolean(),
    max_length: fc.option(fc.nat({ max: 9 }), { nil: undefined }),
    max_value: fc.option(fc.nat({ max: 9 }), { nil: undefined }),
  })
  .map(({ name, view, ...validation_rules }) =>
    field(name, view, { validation_rules, fields: [field('start', 'date'), field('end', 'date')] }),
  )

test('VL-14 validation never throws for any answer, and is never stricter for a draft', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(anyField, { selector: ({ name }) => name, maxLength: 5 }),
      fc.dictionary(fc.constantFrom('a', 'b', 'c', 'education_year', 'reg_passport', '__proto__'), fc.anything()),
      (fields, data) => {
        const schema = form(...fields)
        const strict = Object.keys(validate(schema, data, { mode: 'hand_in', now }))
        const draft = Object.keys(validate(schema, data, { mode: 'draft', now }))
        expect(strict).toEqual(expect.arrayContaining(draft))
      },
    ),
    { numRuns: 2000 },
  )
})

test('VL-14 malicious values have the wrong type', () => {
  const hostile = JSON.parse('{"toString":1,"valueOf":1}')
  expect(rules(form(jobs), { jobs: [{ place: 'x', start: hostile, end: '2020-01-01' }] })).toEqual({
    'jobs.0.start': 'type',
  })
})

test('the portal’s message is used when the form has none for the rule', () => {
  const schema = form(field('name', 'text', { ...required, custom_errors: { email: 'Не то' } }))
  expect(validate(schema, {}, { mode: 'hand_in', now }).name?.message).toBe('Обязательное поле')
})

test.each<[FieldView, unknown]>([
  ['multiselect', ['a']],
  ['checkbox', true],
  ['consent', true],
  ['group', [{ start: 'x' }]],
  ['file', [{ file_id: '1', name: 'a.pdf' }]],
  ['image', [{ file_id: '1', name: 'a.png' }]],
])('rules about text do not apply to a %s, which is chosen', (view, value) => {
  const validation_rules = { int: true, max_length: 0, min_length: 90, email: true }
  expect(rules(form(field('it', view, { validation_rules })), { it: value })).toEqual({})
})

test('VL-10 years are compared as years; other texts and fields that are not asked are not compared', () => {
  const end = (start: string, finish: string, more: Partial<FormField> = {}) => {
    const fields = [field('start', 'text', more), field('end', 'text')]
    return Object.keys(rules(form(field('jobs', 'group', { fields })), { jobs: [{ start, end: finish }] }))
  }
  expect([end('2020', '2019'), end('2020', '2020'), end('2019', '2020')]).toEqual([['jobs.0.end'], [], []])
  expect([end('2020 год', '2019'), end('2020', '19'), end('20', '3')]).toEqual([[], [], []])
  expect([end('2020', '2019', { hidden: true }), end('2020', '01.01.2019')]).toEqual([[], []])
})

test('VL-10 an end date that breaks its own rule reports that rule first, and a form may have its own message', () => {
  const own = { validation_rules: { max_calendar_years: 1 } }
  const job = (more: Partial<FormField>) => {
    const fields = [field('start', 'date'), field('end', 'date', more)]
    const jobs = [{ start: '01.01.2020', end: '01.01.2019' }]
    return validate(form(field('jobs', 'group', { fields })), { jobs }, { mode: 'hand_in', now })['jobs.0.end']
  }
  expect(job(own)?.rule).toBe('max_calendar_years')
  expect(job({})?.message).toBe('Дата окончания работы раньше даты начала')
  expect(job({ custom_errors: { job_end_before_start: 'Проверьте даты' } })?.message).toBe('Проверьте даты')
})

test('VL-08 a hidden field of a row skips validation', () => {
  const fields = [field('a'), field('b', 'email', { ...required, hidden: true })]
  expect(rules(form(field('jobs', 'group', { fields })), { jobs: [{ a: 'x', b: 'wrong' }] })).toEqual({})
})

test('VL-09 the passport of a citizen may be typed in groups, in a draft and in a hand-in: spaces are not part of the number', () => {
  const schema = form(field('citizenship'), field('reg_passport', 'text', required))
  for (const number of ['4510 123456', '45 10 123456', ' 45 10\u00a0123456 ', '45 10 1234 567'])
    for (const mode of ['draft', 'hand_in'] as const) expect(rules(schema, { reg_passport: number }, mode)).toEqual({})
  expect(rules(schema, { reg_passport: '45 10 №123456' })).toEqual({ reg_passport: 'int' })
  expect(rules(schema, { reg_passport: '45 10 12345678' })).toEqual({ reg_passport: 'max_length' })
  expect(rules(schema, { reg_passport: '   ' })).toEqual({ reg_passport: 'required' })
  // In other numbers spaces are not removed.
  expect(rules(form(field('manage_age')), { manage_age: '1 0' })).toEqual({ manage_age: 'int' })
  const abroad = form(field('citizenship'), field('reg_passport', 'text', { validation_rules: { max_length: 5 } }))
  expect(rules(abroad, { citizenship: 'KZ', reg_passport: 'N 1234' })).toEqual({ reg_passport: 'max_length' })
})
