import { expect, test } from 'vitest'
import type { Condition, FormField, FormSchema } from '#shared/forms/fields/field.ts'
import { fieldsOf } from '#shared/forms/fields/field.ts'
import { schemaFaults } from '#shared/forms/fields/schema-faults.ts'
import { validate } from '#shared/forms/fields/validate.ts'
import { conditionForm, conditionOf, freshCondition } from './condition-form.ts'
import { isCondition } from './condition-shape.ts'
import { conditionInWords, namedAround } from './condition-words.ts'
import {
  changedField,
  freeName,
  moved,
  renamedSection,
  stepped,
  withField,
  withoutSection,
  withSection,
} from './edit-form.ts'
import { fieldAnswer, fieldForm, fieldOfAnswer } from './field-form.ts'
import { formChanges } from './form-changes.ts'
import { formFaults, formFaultsInWords } from './form-faults.ts'
import { mergeForms } from './merge-forms.ts'

const field = (name: string, more: Partial<FormField> = {}): FormField => ({ name, label: name, view: 'text', ...more })
const formOf = (...fields: FormField[]): FormSchema => ({
  version: 1,
  sections: [{ code: 'main', title: 'Главное', fields }],
})
const names = ({ sections }: FormSchema) =>
  sections.map(({ code, fields }) => [code, ...fields.map(({ name }) => name)].join(' '))
const now = new Date('2026-11-21T12:00:00+03:00')
const education = field('education', {
  label: 'Образование',
  view: 'radio',
  options: [
    { id: 'school', value: 'среднее' },
    { id: 'degree', value: 'высшее' },
  ],
})
const works = field('works', { label: 'Работаю', view: 'checkbox' })
const home = field('home', { label: 'Регион', view: 'region', params: { dict: 'regions' } })

test('a condition is made of choices and reads as a sentence', () => {
  const asked = [education, works, home, field('firm', { label: 'Фирма' })]
  expect(schemaFaults(conditionForm(asked))).toEqual([])
  const dictionaries = { regions: [{ id: '77', value: 'Москва' }] }
  const said = (answer: object) => {
    const condition = conditionOf({ ...freshCondition, ...answer })
    return condition && conditionInWords(condition, namedAround(formOf(...asked), null), dictionaries)
  }
  expect(said({ when_field: 'education', when_value_education: ['degree'] })).toBe('«Образование» = «высшее»')
  expect(said({ when_field: 'education', when_how: 'not', when_value_education: ['degree', 'school'] })).toBe(
    '«Образование» — не «высшее» и не «среднее»',
  )
  expect(said({ when_field: 'works', when_value_works: 'yes' })).toBe('«Работаю» = да')
  expect(said({ when_field: 'home', when_value_home: [{ id: '77', value: 'Москва' }] })).toBe('«Регион» = «Москва»')
  expect(said({ when_field: 'firm', when_how: 'empty' })).toBe('«Фирма» — нет ответа')
  expect(said({ when_field: 'firm', when_how: 'filled' })).toBe('«Фирма» — есть ответ')
  expect(said({ when_field: 'firm', when_value_firm: ' ' })).toBeNull()
  expect(said({})).toBeNull()
  const both: Condition = {
    any: [
      {
        all: [
          { field: 'works', equals: true },
          { field: 'education', in: ['degree', 'school'] },
        ],
      },
      { not: { field: 'firm', equals: 'Завод' } },
    ],
  }
  expect(conditionInWords(both, namedAround(formOf(...asked), null))).toBe(
    '(«Работаю» = да и «Образование» = «высшее» или «среднее») или «Фирма» ≠ «Завод»',
  )
  for (const bad of [
    null,
    {},
    { field: 'a' },
    { field: 'a', in: [] },
    { field: 'a', equals: {} },
    { not: { any: 1 } },
    { all: [], x: 1 },
  ])
    expect(isCondition(bad)).toBe(false)
  expect(isCondition(both)).toBe(true)
})

test('the form of a question keeps a question of every view unchanged', () => {
  const dictionaries = [
    { id: 'regions', value: 'Регионы', own: false },
    { id: 'schools', value: 'Школы', own: true },
  ]
  const choices = { dictionaries, others: [works], inside: false, named: false }
  expect(schemaFaults(fieldForm(choices))).toEqual([])
  const fields: FormField[] = [
    education,
    works,
    home,
    field('a', {
      hint: 'Ясно',
      validation_rules: { required: true, min_length: 2, max_length: 20, regexp: '^a', not_eq: 'works' },
    }),
    field('b', {
      view: 'number',
      validation_rules: { int: true, min_value: -2, max_value: 7 },
      custom_errors: { int: 'Целое!' },
    }),
    field('c', { view: 'year', validation_rules: { numeric: true, min_value: 1950 } }),
    field('d', { view: 'date', validation_rules: { min_calendar_years: 18, max_calendar_years: 70 }, hidden: true }),
    field('e', { view: 'email', validation_rules: { email: true, required: true } }),
    field('f', { view: 'phone', validation_rules: { phone: true }, disabled: true }),
    field('g', { view: 'suggest', params: { dict: 'schools', suggest: true, competition_specific_dict: true } }),
    field('h', { view: 'multiselect', params: { dict: 'regions' } }),
    field('e', { employer: true }),
    field('i', { view: 'file', files: { max_files: 2, max_bytes: 5 * 1024 * 1024, formats: ['pdf'] } }),
    field('j', { view: 'group', rows: { min: 1, max: 3 }, fields: [field('k')] }),
    field('l', { view: 'textarea', special: true, keep_days: 30, visible_when: { field: 'works', equals: true } }),
    field('m', { view: 'consent', validation_rules: { required: true } }),
    field('n', { view: 'image' }),
    field('o', { view: 'datetime' }),
  ]
  for (const each of fields) {
    const answer = fieldAnswer(each)
    expect(validate(fieldForm(choices), answer, { mode: 'hand_in', now }), each.name).toEqual({})
    expect(fieldOfAnswer(answer, each, { name: each.name, dictionaries }), each.name).toEqual(each)
  }
  // A reworded option keeps its id; a new option gets a new id.
  const reworded = { ...fieldAnswer(education), options: 'среднее\nуниверситет' }
  expect(fieldOfAnswer(reworded, education, { name: 'education', dictionaries }).options).toEqual([
    { id: 'school', value: 'среднее' },
    { id: 'degree', value: 'университет' },
  ])
  const longer = { ...fieldAnswer(education), options: 'нет\nсреднее\nвысшее\n\nнет' }
  expect(fieldOfAnswer(longer, education, { name: 'education', dictionaries }).options?.map(({ id }) => id)).toEqual([
    'option_1',
    'school',
    'degree',
  ])
})

test('a fault names the question by its words', () => {
  const words = (...fields: FormField[]) => formFaultsInWords(formOf(...fields))
  expect(words(field('a', { label: ' ' }))).toEqual(['Вопрос « »: Нет текста вопроса'])
  expect(words(field('a', { label: 'Вид', view: 'select' }))).toEqual([
    'Вопрос «Вид»: Не из чего выбирать: напишите варианты или назовите справочник',
  ])
  expect(words(field('a', { label: 'Длина', validation_rules: { min_length: 5, max_length: 2 } }))).toEqual([
    'Вопрос «Длина»: Наименьшая длина больше наибольшей',
  ])
  const jobs = field('jobs', {
    label: 'Работа',
    view: 'group',
    fields: [field('end', { label: 'По', visible_when: { field: 'x', filled: true } })],
  })
  expect(words(jobs)).toEqual(['Вопрос «Работа: По»: В условии или правиле назван вопрос «x», которого в анкете нет'])
  const empty = formOf(field('jobs', { label: 'Работа', view: 'group' }))
  expect(formFaults(empty)).toEqual({})
  expect(formFaultsInWords(empty, formFaults(empty, 'publish'))).toEqual([
    'Вопрос «Работа»: В блоке нет ни одного вопроса',
  ])
})

test('a change affects the answers of those who have answered, of those who have not, or nobody’s', () => {
  const hurts = (before: FormField[], after: FormField[]) =>
    formChanges(formOf(...before), formOf(...after)).map(({ field: name, hurts: whom }) => `${name}: ${whom}`)
  const a = field('a')
  const strict = { ...a, validation_rules: { required: true } }
  expect(hurts([a], [a, field('b')])).toEqual(['b: null', ': null'])
  expect(hurts([a], [a, field('b', { validation_rules: { required: true } })])).toEqual(['b: unanswered', ': null'])
  expect(hurts([a, works], [a])).toEqual(['works: answered', ': null'])
  expect(hurts([a], [{ ...a, label: 'Иначе', hint: 'Да' }])).toEqual(['a: null'])
  expect(hurts([a], [strict])).toEqual(['a: unanswered'])
  expect(hurts([strict], [a])).toEqual(['a: null'])
  expect(hurts([a, works], [{ ...a, visible_when: { field: 'works', equals: true } }, works])).toEqual(['a: answered'])
  expect(hurts([a], [{ ...a, view: 'number' }])).toEqual(['a: answered'])
  expect(hurts([a], [{ ...a, validation_rules: { max_length: 3 } }])).toEqual(['a: answered'])
  expect(
    hurts([{ ...a, validation_rules: { max_length: 3 } }], [{ ...a, validation_rules: { max_length: 9 } }]),
  ).toEqual(['a: null'])
  const [school, degree] = education.options as [{ id: string; value: string }, { id: string; value: string }]
  expect(hurts([education], [{ ...education, options: [school] }])).toEqual(['education: answered'])
  expect(hurts([education], [{ ...education, options: [school, degree, { id: 'x', value: 'нет' }] }])).toEqual([
    'education: null',
  ])
  const group = (...fields: FormField[]) => field('jobs', { view: 'group', fields })
  expect(hurts([group(a)], [group(strict)])).toEqual(['jobs: answered'])
  expect(hurts([group(a)], [group(a, field('b'))])).toEqual(['jobs: null', 'jobs: null'])
  expect(formChanges(null, formOf(a))).toMatchObject([{ field: 'a', hurts: null }])
})

test('questions and sections are added, moved and removed', () => {
  let form = withSection(formOf(field('a'), field('b')), { title: 'Опыт работы', hint: ' ' })
  expect(form.sections[1]).toEqual({ code: 'opyt_raboty', title: 'Опыт работы', fields: [] })
  form = withField(form, { section: 'opyt_raboty' }, field('c', { view: 'group', fields: [field('d'), field('e')] }))
  expect(names(form)).toEqual(['main a b', 'opyt_raboty c'])
  const after = (next: FormSchema | null) => next && names(next)
  expect(after(moved(form, { field: 'a' }, { field: 'c' }, 'after'))).toEqual(['main b', 'opyt_raboty c a'])
  expect(after(moved(form, { field: 'c' }, { section: 'main' }, 'on'))).toEqual(['main a b c', 'opyt_raboty'])
  expect(after(moved(form, { section: 'opyt_raboty' }, { section: 'main' }, 'before'))).toEqual([
    'opyt_raboty c',
    'main a b',
  ])
  expect(moved(form, { field: 'c', child: 'd' }, { field: 'a' }, 'after')).toBeNull()
  expect(moved(form, { section: 'main' }, { field: 'c' }, 'before')).toBeNull()
  expect(moved(form, { field: 'a' }, { field: 'c', child: 'd' }, 'before')).toBeNull()
  expect(after(stepped(form, { field: 'b' }, 'down'))).toEqual(['main a', 'opyt_raboty b c'])
  expect(after(stepped(form, { field: 'c' }, 'up'))).toEqual(['main a b c', 'opyt_raboty'])
  expect(stepped(form, { field: 'a' }, 'up')).toBeNull()
  const turned = stepped(form, { field: 'c', child: 'd' }, 'down')
  expect(turned && fieldsOf(turned)[2]?.fields?.map(({ name }) => name)).toEqual(['e', 'd'])
  expect(names(changedField(form, { field: 'a' }, null))).toEqual(['main b', 'opyt_raboty c'])
  expect(names(withoutSection(form, 'main'))).toEqual(['opyt_raboty c'])
  expect(renamedSection(form, 'main', { title: 'Я', hint: 'Кто вы' }).sections[0]).toMatchObject({
    title: 'Я',
    hint: 'Кто вы',
  })
  expect(freeName('Где вы учились?', new Set(['gde_vy_uchilis']))).toBe('gde_vy_uchilis_2')
  expect(freeName('2 года', new Set())).toBe('q_2_goda')
})

test('edits that two organisers made at once are merged, and questions that both changed are shown', () => {
  const [a, b, c] = [field('a'), field('b'), field('c')]
  const base = formOf(a, b, c)
  const mine = formOf({ ...a, label: 'Моё' }, b, c, field('d'))
  const theirs = formOf({ ...a, label: 'Их' }, field('e'), b)
  const { form, theirs: taken, clashes } = mergeForms(base, mine, theirs)
  expect(names(form)).toEqual(['main a e b d'])
  expect(fieldsOf(form)[0]?.label).toBe('Моё')
  expect(taken).toEqual(['e', 'c'])
  expect(clashes).toEqual([{ name: 'a', label: 'Моё', saved: { ...a, label: 'Их' } }])
  expect(mergeForms(base, base, theirs).form.sections).toEqual(theirs.sections)
  expect(mergeForms(base, mine, base).form.sections).toEqual(mine.sections)
  const removed = mergeForms(base, formOf(a, b), formOf(a, b, { ...c, label: 'Нужно' }))
  expect(names(removed.form)).toEqual(['main a b c'])
})
