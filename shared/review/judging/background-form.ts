import { type AnswerData, chosenId, type FormSchema, textOf } from '#shared/forms/fields/field.ts'

/** The questions to a judge before the first work, so that nobody judges colleagues or neighbours. */
export const backgroundForm: FormSchema = {
  version: 1,
  sections: [
    {
      code: 'background',
      title: 'Откуда вы',
      hint: 'Нужно только для того, чтобы вам не достались работы коллег и земляков. Увидят лишь организаторы.',
      fields: [
        { name: 'abroad', label: 'Живу не в России', view: 'checkbox' },
        {
          name: 'region',
          label: 'Регион, где вы живёте',
          view: 'region',
          params: { dict: 'regions' },
          visible_when: { not: { field: 'abroad', equals: true } },
          validation_rules: { required: true },
        },
        {
          name: 'employer',
          label: 'Место работы',
          view: 'text',
          hint: 'Как в трудовой книжке. Если не работаете, напишите «нет»',
          validation_rules: { required: true, max_length: 300 },
        },
      ],
    },
  ],
}

/** Answers that mean no workplace. */
const none = /^(?:нет|не работаю|безработн(?:ый|ая)|-|—)[.\s]*$/iu

/**
 * The region and the employer of a valid answer. Null as region: the judge lives abroad; an empty employer: the judge
 * does not work.
 */
export function backgroundIn(answer: AnswerData) {
  const employer = textOf(answer.employer).trim()
  const region = answer.abroad === true ? null : (chosenId(answer.region) ?? '')
  return { region, employer: none.test(employer) ? '' : employer }
}
