import { type AnswerData, type FormSchema, isEmpty, rowsOf, textOf } from '#shared/forms/fields/field.ts'
import type { CheckReason } from './check.ts'

/** How the works of a stage are checked. */
export interface Review {
  second_look: boolean
  return_days: number
  target_hours: number
  /** Days after a decision in which people may appeal; null: no appeals. */
  appeal_days: number | null
  reasons: CheckReason[]
}

const maxReasons = 30

/** The organiser's form for these settings. */
export const reviewForm: FormSchema = {
  version: 1,
  sections: [
    {
      code: 'check',
      title: 'Как проверяют',
      fields: [
        {
          name: 'second_look',
          label: 'Отказ подтверждает второй человек',
          view: 'checkbox',
          hint: 'Нужны хотя бы двое проверяющих',
        },
        {
          name: 'return_days',
          label: 'Дней на исправление возвращённой работы',
          view: 'number',
          validation_rules: { required: true, int: true, min_value: 1, max_value: 60 },
        },
        {
          name: 'target_hours',
          label: 'За сколько часов обещаем проверить',
          view: 'number',
          validation_rules: { required: true, int: true, min_value: 1, max_value: 2000 },
        },
        {
          name: 'appeal_days',
          label: 'Дней на апелляцию после решения',
          view: 'number',
          hint: 'Отвечает на неё не тот, кто проверял или решал. Пусто — апелляций нет',
          validation_rules: { int: true, min_value: 1, max_value: 90 },
        },
        {
          name: 'reasons',
          label: 'Причины отказа',
          view: 'group',
          hint: 'Проверяющий выбирает причину, участник читает её текст',
          rows: { max: maxReasons },
          fields: [
            {
              name: 'title',
              label: 'Название для проверяющих',
              view: 'text',
              validation_rules: { required: true, max_length: 120 },
            },
            {
              name: 'text',
              label: 'Что прочитает участник',
              view: 'textarea',
              validation_rules: { required: true, max_length: 1000 },
            },
          ],
        },
      ],
    },
  ],
}

/** There are no appeals against decisions about teams: a team corrects what is wrong and is checked again. */
export const reviewFormOf = (of: 'works' | 'teams'): FormSchema =>
  of === 'works'
    ? reviewForm
    : {
        ...reviewForm,
        sections: reviewForm.sections.map((section) => ({
          ...section,
          fields: section.fields.filter(({ name }) => name !== 'appeal_days'),
        })),
      }

export const reviewAnswer = ({ reasons, return_days, target_hours, second_look, appeal_days }: Review): AnswerData => ({
  appeal_days: appeal_days === null ? '' : String(appeal_days),
  second_look,
  return_days: String(return_days),
  target_hours: String(target_hours),
  reasons: reasons.map(({ title, text }) => ({ title, text })),
})

/** The settings in a valid answer. A reason keeps its code while its title stays the same. */
export function reviewIn(answer: AnswerData, known: readonly CheckReason[]): Review {
  const reasons = rowsOf(answer.reasons).map((row, place) => {
    const title = textOf(row.title).trim()
    const code = known.find((reason) => reason.title === title)?.code ?? `reason_${place + 1}_${title.length}`
    return { code, title, text: textOf(row.text).trim() }
  })
  return {
    second_look: answer.second_look === true,
    return_days: Number(answer.return_days),
    target_hours: Number(answer.target_hours),
    appeal_days: isEmpty(answer.appeal_days) ? null : Number(answer.appeal_days),
    reasons,
  }
}
