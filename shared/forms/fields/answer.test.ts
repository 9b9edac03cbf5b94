import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cleanAnswer, humanReadable } from './answer.ts'
import type { FieldView, FormField, FormSchema } from './field.ts'

const field = (name: string, view: FieldView = 'text', more: Partial<FormField> = {}): FormField => ({
  name,
  label: name,
  view,
  ...more,
})
const schema: FormSchema = {
  version: 1,
  sections: [
    {
      code: 'main',
      title: 'О себе',
      fields: [
        field('name'),
        field('works', 'checkbox'),
        field('post', 'text', { visible_when: { field: 'works', equals: true } }),
        field('secret', 'text', { hidden: true, value: 'x' }),
        field('off', 'text', { disabled: true, value: 'x' }),
        field('mail', 'email', { read_only: true, value: 'a@b.ru' }),
        field('jobs', 'group', {
          fields: [
            field('now', 'checkbox'),
            field('end', 'date', { visible_when: { not: { field: 'now', equals: true } } }),
          ],
        }),
      ],
    },
  ],
}
const typed = {
  name: 'Анна',
  works: false,
  post: 'Директор',
  secret: 'подмена',
  off: 'подмена',
  mail: 'evil@b.ru',
  jobs: [
    { now: true, end: '2020-01-01' },
    { now: false, end: '2020-01-01' },
  ],
}

test('VL-08 a hand-in drops answers that its form does not ask for, and read-only fields keep their values', () => {
  expect(cleanAnswer(schema, typed)).toEqual({
    data: { name: 'Анна', works: false, mail: 'a@b.ru', jobs: [{ now: true }, { now: false, end: '2020-01-01' }] },
    unknown: [],
  })
})

test('EN-05 a draft keeps answers whose condition has become false', () => {
  expect(cleanAnswer(schema, typed, 'draft').data).toMatchObject({ post: 'Директор', jobs: typed.jobs })
})

test('VL-14 names that the form does not have are reported and never kept', () => {
  const data = JSON.parse('{"name":"Анна","role":"admin","__proto__":{"x":1},"jobs":[{"now":true,"salary":1}]}')
  const cleaned = cleanAnswer(schema, data)
  expect(cleaned.unknown.toSorted()).toEqual(['__proto__', 'jobs.0.salary', 'role'])
  expect(cleaned.data).toEqual({ name: 'Анна', mail: 'a@b.ru', jobs: [{ now: true }] })
})

test('VL-08 cleaning an answer twice changes nothing', () => {
  const names = fc.constantFrom('name', 'works', 'post', 'secret', 'jobs', 'mail', 'other')
  fc.assert(
    fc.property(fc.dictionary(names, fc.oneof(fc.boolean(), fc.anything())), (data) => {
      const { data: once } = cleanAnswer(schema, data)
      expect(cleanAnswer(schema, once)).toEqual({ data: once, unknown: [] })
    }),
  )
})

test('EN-05 an answer is put into words in the order of the form', () => {
  const form: FormSchema = {
    version: 1,
    sections: [
      {
        code: 'main',
        title: 'О себе',
        fields: [
          field('born', 'date', { label: 'Дата рождения' }),
          field('level', 'select', { label: 'Образование', options: [{ id: 'master', value: 'Магистратура' }] }),
          field('region', 'region', { label: 'Регион', params: { dict: 'regions' } }),
          field('city', 'suggest', { label: 'Город', params: { dict: 'cities' } }),
          field('agreed', 'consent', { label: 'Согласие' }),
          field('cv', 'file', { label: 'Резюме' }),
          field('jobs', 'group', { label: 'Место работы', fields: [field('place', 'text', { label: 'Организация' })] }),
          field('empty', 'text', { label: 'Пусто' }),
        ],
      },
    ],
  }
  const data = {
    jobs: [{ place: 'Завод' }, { place: 'Школа' }],
    born: '1990-02-28',
    level: 'master',
    region: '7700000000000',
    city: { id: '77-moskva', value: 'Москва' },
    agreed: true,
    cv: [{ file_id: '1', name: 'cv.pdf' }],
    empty: ' ',
  }
  const lines = humanReadable(form, data, { regions: [{ id: '7700000000000', value: 'Москва' }] })
  expect(lines.map(({ label, value }) => `${label}: ${value}`)).toEqual([
    'Дата рождения: 28.02.1990',
    'Образование: Магистратура',
    'Регион: Москва',
    'Город: Москва',
    'Согласие: Да',
    'Резюме: cv.pdf',
    'Место работы 1: Организация: Завод',
    'Место работы 2: Организация: Школа',
  ])
})

test('fields that are not asked are left out of the words, also in a row', () => {
  const children = [field('place'), field('in_secret', 'text', { hidden: true, value: 'x' })]
  const form = {
    version: 1,
    sections: [
      ...schema.sections,
      {
        code: 'more',
        title: 'Ещё',
        fields: [
          field('closed', 'text', { disabled: true, value: 'x' }),
          field('rows', 'group', {
            fields: [
              ...children,
              field('in_closed', 'text', { disabled: true, value: 'x' }),
              field('asked_later', 'text', { visible_when: { field: 'place', equals: 'Школа' } }),
            ],
          }),
        ],
      },
    ],
  }
  const rows = [
    { place: 'Завод', asked_later: 'x' },
    { place: ' ', asked_later: 'x' },
  ]
  expect(humanReadable(form, { ...typed, rows }).map(({ section, label, value }) => [section, label, value])).toEqual([
    ['О себе', 'name', 'Анна'],
    ['О себе', 'mail', 'a@b.ru'],
    ['О себе', 'jobs 1: now', 'Да'],
    ['О себе', 'jobs 2: end', '01.01.2020'],
    ['Ещё', 'rows 1: place', 'Завод'],
  ])
})

test.each<[FieldView, unknown, string, Partial<FormField>?]>([
  ['text', 'x', 'x'],
  [
    'text',
    undefined,
    'Как написал портал',
    { value: 'x', human_readable_value: 'Как написал портал', read_only: true },
  ],
  ['text', 'x', 'x', { human_readable_value: 'Как написал портал' }],
  ['text', undefined, 'x', { value: 'x', read_only: true }],
  ['number', 5, '5'],
  ['date', 'вчера', 'вчера'],
  ['datetime', '2026-12-01 10:05', '01.12.2026 10:05'],
  ['datetime', 'вчера', 'вчера'],
  ['multiselect', ['a', { id: 'b' }, 'c'], 'А, Б, c', { params: { dict: 'letters' } }],
  ['select', { id: 'c', value: 'В' }, 'В', { params: { dict: 'letters' } }],
  ['select', { id: 'c', value: 5 }, 'c', { params: { dict: 'constructor' } }],
  ['select', 'a', 'a'],
  ['radio', 'да', 'да', { params: { values: ['да'], dict: 'letters' } }],
  ['file', [{ name: 'a.pdf' }, null, { name: 'b.pdf' }], 'a.pdf, b.pdf'],
  ['image', [{ name: 'a.webp' }], 'a.webp'],
  ['image', 'a.webp', ''],
])('a %s of %j reads «%s»', (view, value, words, more) => {
  const form = { version: 1, sections: [{ code: 'main', title: 'x', fields: [field('it', view, more)] }] }
  const dictionaries = {
    others: [{ id: 'a', value: 'Не та' }],
    letters: [
      { id: 'a', value: 'А' },
      { id: 'b', value: 'Б' },
    ],
  }
  expect(humanReadable(form, value === undefined ? {} : { it: value }, dictionaries).map((line) => line.value)).toEqual(
    [words],
  )
})

test('EN-05 any answer can be put into words', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.constantFrom('name', 'works', 'post', 'jobs'), fc.anything()), (data) => {
      for (const { value } of humanReadable(schema, data)) expect(typeof value).toBe('string')
    }),
  )
})

test('VL-14 malicious values count as empty', () => {
  const hostile = JSON.parse('{"toString":1,"valueOf":1}')
  const form: FormSchema = {
    version: 1,
    sections: [{ code: 'main', title: 'x', fields: [field('day', 'date'), field('name')] }],
  }
  expect(humanReadable(form, { day: hostile, name: hostile }).map(({ value }) => value)).toEqual(['', ''])
})

test('the line of a file field lists its files, also a file without a name, and lines of other fields list none', () => {
  const fields = [field('about'), field('papers', 'file')]
  const form: FormSchema = { version: 1, sections: [{ code: 'main', title: 'О себе', fields }] }
  const papers = [{ file_id: 'a', name: 'Диплом.pdf' }, { file_id: 'b' }]
  expect(humanReadable(form, { about: 'Да', papers })).toEqual([
    { section: 'О себе', label: 'about', field: 'about', value: 'Да' },
    { section: 'О себе', label: 'papers', field: 'papers', value: 'Диплом.pdf, ', files: papers },
  ])
})
