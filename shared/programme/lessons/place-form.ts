import { type AnswerData, chosenId, type FormSchema, rowsOf, textOf } from '#shared/forms/fields/field.ts'

const maxDates = 60

/** The organiser's form for a school that takes lessons. */
export const placeForm: FormSchema = {
  version: 1,
  sections: [
    {
      code: 'place',
      title: 'Школа',
      fields: [
        { name: 'school', label: 'Название', view: 'text', validation_rules: { required: true, max_length: 200 } },
        { name: 'address', label: 'Адрес', view: 'text', validation_rules: { required: true, max_length: 300 } },
        {
          name: 'region',
          label: 'Регион',
          view: 'region',
          params: { dict: 'regions' },
          hint: 'Школу увидят участники из этого региона',
          validation_rules: { required: true },
        },
        {
          name: 'dates',
          label: 'Свободный день',
          view: 'group',
          rows: { min: 1, max: maxDates },
          validation_rules: { required: true },
          fields: [{ name: 'day', label: 'День', view: 'date', validation_rules: { required: true } }],
        },
      ],
    },
  ],
}

/** The school in a valid answer. */
export const placeIn = (answer: AnswerData) => ({
  school: textOf(answer.school).trim(),
  address: textOf(answer.address).trim(),
  region: chosenId(answer.region) ?? '',
  dates: [...new Set(rowsOf(answer.dates).map(({ day }) => textOf(day)))].sort(),
})
