import { expect, test } from 'vitest'
import { schemaFaults } from '#shared/forms/fields/schema-faults.ts'
import { validate } from '#shared/forms/fields/validate.ts'
import { partForm, questionsIn } from './part-form.ts'

const now = new Date('2026-11-21T12:00:00+03:00')
const answer = {
  title: ' Рекомендации ',
  closes_at: '',
  questions: [
    { label: 'Кто вас рекомендует ', view: 'text', required: true },
    { label: 'Письмо', view: 'file' },
  ],
  added_for: 'unfinished',
}

test('the organiser’s form of a part has no faults, and neither has the form made of its questions', () => {
  expect(schemaFaults(partForm)).toEqual([])
  expect(validate(partForm, answer, { mode: 'hand_in', now })).toEqual({})
  const made = questionsIn(answer)
  expect(schemaFaults(made)).toEqual([])
  expect(made).toEqual({
    version: 1,
    sections: [
      {
        code: 'part',
        title: 'Вопросы',
        fields: [
          { name: 'question_1', label: 'Кто вас рекомендует', view: 'text', validation_rules: { required: true } },
          { name: 'question_2', label: 'Письмо', view: 'file' },
        ],
      },
    ],
  })
})

test('a part needs a name, a question with a kind of answer, and a rule for people who have finished', () => {
  const faulty = validate(partForm, { questions: [{ label: '', view: '' }] }, { mode: 'hand_in', now })
  expect(Object.keys(faulty).toSorted()).toEqual(['added_for', 'questions.0.label', 'questions.0.view', 'title'])
  expect(Object.keys(validate(partForm, { ...answer, questions: [] }, { mode: 'hand_in', now }))).toEqual(['questions'])
})
