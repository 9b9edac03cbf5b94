import { expect, test } from 'vitest'
import type { FormSchema } from '#shared/forms/fields/field.ts'
import { lackingQuestions } from './needed-questions.ts'

const formOf = (...names: string[]): FormSchema => ({
  version: 1,
  sections: [{ code: 'all', title: 'Всё', fields: names.map((name) => ({ name, label: name, view: 'text' })) }],
})
const on = { year: 2026, month: 12, day: 1 }

test('a registration form must ask for the name and for the fields that the criteria judge', () => {
  expect(lackingQuestions(formOf('last_name', 'first_name'), {})).toEqual([])
  expect(lackingQuestions(formOf('last_name'), {})).toEqual(['В анкете нет вопроса с кодом «first_name»: имя'])
  const admission = { age: { min: 18, on }, min_experience_years: 1 }
  expect(lackingQuestions(formOf('last_name', 'first_name', 'birth_date'), { admission })).toEqual([
    'Условие допуска «опыт» не проверить: нет вопроса с кодом «manage_age»',
  ])
})
