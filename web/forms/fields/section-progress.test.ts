import { expect, test } from 'vitest'
import type { FormSchema } from '#shared/forms/fields/field.ts'
import { chosenFileFault, fileLimitsText } from './file-limits.ts'
import { labelAt, sectionProgress } from './section-progress.ts'

const schema: FormSchema = {
  version: 1,
  sections: [
    {
      code: 'one',
      title: 'Первый',
      fields: [
        { name: 'a', label: 'А', view: 'text', validation_rules: { required: true } },
        { name: 'b', label: 'Б', view: 'text' },
      ],
    },
    {
      code: 'two',
      title: 'Второй',
      fields: [
        {
          name: 'c',
          label: 'В',
          view: 'group',
          rows: { min: 1 },
          visible_when: { field: 'b', filled: true },
          fields: [{ name: 'd', label: 'Г', view: 'text', validation_rules: { required: true } }],
        },
      ],
    },
  ],
}

test('SK-03 the contents name the sections that are asked, how much of each is filled and what is wrong', () => {
  expect(sectionProgress(schema, {})).toEqual([
    { code: 'one', title: 'Первый', required: 1, filled: 0, begun: false, faults: 0, remarks: 0 },
  ])
  const faults = { 'c.0.d': { rule: 'required', message: 'Обязательное поле' } }
  expect(sectionProgress(schema, { a: 'x', b: 'y', c: [{ d: 'есть' }, {}] }, faults)).toEqual([
    { code: 'one', title: 'Первый', required: 1, filled: 1, begun: true, faults: 0, remarks: 0 },
    { code: 'two', title: 'Второй', required: 1, filled: 0, begun: true, faults: 1, remarks: 0 },
  ])
})

test('SK-03 a section with remarks of reviewers says how many there are, also in its rows', () => {
  const whole = { a: 'x', b: 'y', c: [{ d: 'есть' }, { d: 'тоже' }] }
  const sections = sectionProgress(schema, whole, {}, ['c.0.d', 'c.1.d', 'gone'])
  expect(sections.map(({ code, remarks }) => [code, remarks])).toEqual([
    ['one', 0],
    ['two', 2],
  ])
})

test('SK-03 a fault in a row is named by its question and the number of the row', () => {
  expect(labelAt(schema, 'a')).toBe('А')
  expect(labelAt(schema, 'c.1.d')).toBe('В 2, Г')
})

test('VL-11 sizes and formats are shown before choosing, and a wrong file is refused before it is sent', () => {
  expect(fileLimitsText({ name: 'p', label: 'Фото', view: 'image' })).toBe(
    'JPG, JPEG, PNG, GIF, не меньше 500×500 пикселей, до 10 МБ',
  )
  const field = {
    name: 'f',
    label: 'Файл',
    view: 'file',
    files: { max_files: 2, max_bytes: 1048576, formats: ['pdf'] },
  }
  const asFile = field as Parameters<typeof fileLimitsText>[0]
  expect(fileLimitsText(asFile)).toBe('PDF, до 1 МБ каждый, не больше 2 файлов')
  expect(chosenFileFault(asFile, { name: 'a.exe', size: 5 })).toBe('Файлы такого вида не принимаются. Подойдут: pdf')
  expect(chosenFileFault(asFile, { name: 'a.pdf', size: 0 })).toBe('Файл пустой. Выберите другой')
  expect(chosenFileFault(asFile, { name: 'a.pdf', size: 1048577 })).toBe('Файл слишком большой: не больше 1 МБ')
  expect(chosenFileFault(asFile, { name: 'A.PDF', size: 1048576 })).toBeNull()
})
