import type { AnswerData, FormSchema } from '#shared/forms/field.ts'
import { textOf } from '#shared/forms/field.ts'
import type { ConsentDocument } from '#shared/stages/registration/contract.ts'

const maxText = 40_000

/** What an organiser says of a document to agree to. Its version is the portal's. */
export const consentForm: FormSchema = {
  version: 1,
  sections: [
    {
      code: 'consent',
      title: 'Согласие',
      fields: [
        { name: 'title', label: 'Название', view: 'text', validation_rules: { required: true, max_length: 200 } },
        {
          name: 'purpose',
          label: 'Для чего',
          hint: 'Например, «Проведение конкурса». Человек прочитает это рядом с названием.',
          view: 'text',
          validation_rules: { required: true, max_length: 300 },
        },
        {
          name: 'term',
          label: 'Сколько действует',
          hint: 'Например, «До конца сезона». Пусто — пока не отозвано.',
          view: 'text',
          validation_rules: { max_length: 300 },
        },
        {
          name: 'required',
          label: 'Без этого согласия участвовать нельзя',
          view: 'checkbox',
        },
        {
          name: 'text',
          label: 'Текст целиком',
          view: 'textarea',
          validation_rules: { required: true, max_length: maxText },
        },
      ],
    },
  ],
}

export const consentAnswer = ({ title, purpose, term, required, text }: ConsentDocument): AnswerData => ({
  ...{ title, purpose, term: term ?? '', required, text },
})

export const newConsent = (code: string): ConsentDocument => ({
  ...{ code, title: '', text: '', version: 1, required: true, purpose: '' },
})

/** The document as it was typed. */
export function consentOf(answer: AnswerData, { code, version }: ConsentDocument): ConsentDocument {
  const term = textOf(answer.term).trim()
  return {
    code,
    version,
    title: textOf(answer.title).trim(),
    purpose: textOf(answer.purpose).trim(),
    required: answer.required === true,
    text: textOf(answer.text).trim(),
    ...(term && { term }),
  }
}
