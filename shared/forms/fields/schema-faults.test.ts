import { expect, test } from 'vitest'
import type { FormField, FormSchema } from './field.ts'
import { faultsInWords, schemaFaults } from './schema-faults.ts'

const field = (name: string, more: Partial<FormField> = {}): FormField => ({ name, label: name, view: 'text', ...more })
const faultsOf = (...fields: FormField[]) => {
  const schema: FormSchema = { version: 1, sections: [{ code: 'main', title: 'Анкета', fields }] }
  return schemaFaults(schema).map(({ field: path, message }) => `${path}: ${message}`)
}

test('EN-05 field names are unique, and conditions refer to existing fields', () => {
  const inside = field('end', { visible_when: { field: 'start', filled: true }, validation_rules: { not_eq: 'a' } })
  expect(faultsOf(field('a'), field('jobs', { view: 'group', fields: [field('start'), inside] }))).toEqual([])
  expect(
    faultsOf(field('a'), field('a'), field('имя'), field('b', { visible_when: { field: 'c', filled: true } })),
  ).toEqual([
    'a: Имя поля уже занято',
    'имя: Имя поля: латинские буквы, цифры и «_», до 64 символов',
    'b: Поля «c» в анкете нет',
  ])
})

test('EN-05 a circle of conditions is reported with its path', () => {
  const a = field('a', { visible_when: { field: 'b', filled: true } })
  const b = field('b', { visible_when: { field: 'a', filled: true } })
  expect(faultsOf(a, b)).toEqual(['a: Условия показа замкнуты в круг: a → b → a'])
})

test('R-67 a format that the portal does not recognise is a fault of the form', () => {
  const cv = field('cv', { view: 'file', files: { formats: ['pdf', 'txt', 'exe'] } })
  const photo = field('photo', { view: 'image', files: { formats: ['png'] } })
  const film = field('film', { view: 'file', files: { formats: ['avi'] } })
  expect(faultsOf(cv, photo, film)).toEqual([
    'cv: Файлы этих видов портал не принимает: txt, exe',
    'film: Файлы этих видов портал не принимает: avi',
  ])
})

test('a name is unique among the fields of the form and within a group; a group may repeat a name of the form', () => {
  const rows = (...fields: FormField[]) => field('rows', { view: 'group', fields })
  expect(faultsOf(field('a'), rows(field('a'), field('b')))).toEqual([])
  expect(faultsOf(field('a'), rows(field('b'), field('b')))).toEqual(['rows.b: Имя поля уже занято'])
  expect(faultsOf(field('a', { visible_when: { field: 'b', filled: true } }), rows(field('b')))).toEqual([
    'a: Поля «b» в анкете нет',
  ])
})

test('all faults are reported as sentences, each with its field', () => {
  const fields = [field('a'), field('a', { validation_rules: { not_eq: 'b' } })]
  expect(faultsInWords({ version: 1, sections: [{ code: 'main', title: 'Анкета', fields }] })).toBe(
    'Поле «a»: Имя поля уже занято. Поле «a»: Поля «b» в анкете нет',
  )
})
