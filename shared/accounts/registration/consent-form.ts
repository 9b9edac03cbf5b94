import type { AnswerData, FormSchema } from '#shared/forms/fields/field.ts'
import { textOf } from '#shared/forms/fields/field.ts'
import type { ConsentDocument } from './contract.ts'

const maxText = 40_000

/**
 * The organiser's form for a consent document; the portal sets the version. The names of its fields differ from those
 * of the settings, which are on the same page.
 */
export const consentForm: FormSchema = {
  version: 1,
  sections: [
    {
      code: 'consent',
      title: 'Согласие',
      fields: [
        {
          name: 'consent_title',
          label: 'Название',
          view: 'text',
          validation_rules: { required: true, max_length: 200 },
        },
        {
          name: 'consent_purpose',
          label: 'Для чего',
          hint: 'Например, «Проведение конкурса». Человек прочитает это рядом с названием.',
          view: 'text',
          validation_rules: { required: true, max_length: 300 },
        },
        {
          name: 'consent_term',
          label: 'Сколько действует',
          hint: 'Например, «До конца сезона». Пусто — пока не отозвано.',
          view: 'text',
          validation_rules: { max_length: 300 },
        },
        {
          name: 'consent_required',
          label: 'Без этого согласия участвовать нельзя',
          view: 'checkbox',
        },
        {
          name: 'consent_text',
          label: 'Текст целиком',
          view: 'textarea',
          validation_rules: { required: true, max_length: maxText },
        },
      ],
    },
  ],
}

export const consentAnswer = ({ title, purpose, term, required, text }: ConsentDocument): AnswerData => ({
  ...{ consent_title: title, consent_purpose: purpose, consent_term: term ?? '' },
  ...{ consent_required: required, consent_text: text },
})

export const newConsent = (code: string): ConsentDocument => ({
  ...{ code, title: '', text: '', version: 1, required: true, purpose: '' },
})

/** The document in an answer of the form. */
export function consentOf(answer: AnswerData, { code, version }: ConsentDocument): ConsentDocument {
  const term = textOf(answer.consent_term).trim()
  return {
    code,
    version,
    title: textOf(answer.consent_title).trim(),
    purpose: textOf(answer.consent_purpose).trim(),
    required: answer.consent_required === true,
    text: textOf(answer.consent_text).trim(),
    ...(term && { term }),
  }
}
