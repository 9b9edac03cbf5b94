import { type AnswerData, type FormField, type FormSchema, rowsOf, textOf } from '#shared/forms/fields/field.ts'

/** Whether an added part applies to people who have handed in the whole before. */
export type AddedFor = 'unfinished' | 'all'

export const maxQuestions = 50

const answers = {
  text: 'Строка',
  textarea: 'Несколько строк',
  number: 'Число',
  date: 'Дата',
  file: 'Файл',
} as const satisfies Partial<Record<FormField['view'], string>>

/** The organiser's form for a new part. */
export const partForm: FormSchema = {
  version: 1,
  sections: [
    {
      code: 'part',
      title: 'Что спросим',
      fields: [
        { name: 'title', label: 'Название', view: 'text', validation_rules: { required: true, max_length: 200 } },
        { name: 'closes_at', label: 'Закрывается', hint: 'Пусто: вместе с набором.', view: 'datetime' },
        {
          name: 'questions',
          label: 'Вопросы',
          view: 'group',
          rows: { min: 1, max: maxQuestions },
          validation_rules: { required: true },
          fields: [
            { name: 'label', label: 'Вопрос', view: 'text', validation_rules: { required: true, max_length: 300 } },
            {
              name: 'view',
              label: 'Как отвечают',
              view: 'select',
              options: Object.entries(answers).map(([id, value]) => ({ id, value })),
              validation_rules: { required: true },
            },
            { name: 'required', label: 'Ответ обязателен', view: 'checkbox' },
          ],
        },
        {
          name: 'added_for',
          label: 'Кто уже сдал все прежние части',
          view: 'radio',
          options: [
            { id: 'unfinished', value: 'Новую часть не заполняет: для него ничего не меняется' },
            { id: 'all', value: 'Заполняет и её: набор снова открыт, участник получит уведомление' },
          ],
          validation_rules: { required: true },
        },
      ],
    },
  ],
}

/** The questions in a valid answer, as the form of the part. */
export function questionsIn(answer: AnswerData): FormSchema {
  const fields = rowsOf(answer.questions).map((row, place): FormField => {
    const label = textOf(row.label).trim()
    const view = Object.keys(answers).find((each) => each === textOf(row.view)) as keyof typeof answers | undefined
    return {
      name: `question_${place + 1}`,
      label,
      view: view ?? 'text',
      ...(row.required === true && { validation_rules: { required: true } }),
    }
  })
  return { version: 1, sections: [{ code: 'part', title: 'Вопросы', fields }] }
}
