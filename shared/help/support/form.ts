import type { FormSchema } from '#shared/forms/fields/field.ts'
import type { FeedbackTopic } from '#shared/seasons/competitions/topics.ts'

const feedbackTextMax = 4000
export const maxFeedbackFiles = 5

/**
 * The feedback form with the topics of a competition. The browser draws it, and the server validates requests with it.
 */
export function feedbackForm(topics: readonly FeedbackTopic[]): FormSchema {
  const required = { required: true }
  return {
    version: 1,
    sections: [
      {
        code: 'feedback',
        title: 'Обращение',
        fields: [
          {
            name: 'topic',
            label: 'Тема',
            view: 'select',
            options: topics.map(({ code, title }) => ({ id: code, value: title })),
            validation_rules: required,
            custom_errors: { required: 'Выберите тему' },
          },
          {
            name: 'text',
            label: 'Что случилось',
            hint: 'Что вы делали, что увидели и чего ждали. Пароли и коды из СМС не пишите.',
            view: 'textarea',
            validation_rules: { ...required, min_length: 10, max_length: feedbackTextMax },
            custom_errors: {
              required: 'Опишите, что случилось',
              min_length: 'Опишите подробнее, хотя бы одной фразой',
            },
          },
          {
            name: 'files',
            label: 'Файлы',
            hint: 'Снимок экрана часто объясняет быстрее слов.',
            view: 'file',
            files: { max_files: maxFeedbackFiles },
          },
          {
            name: 'email',
            label: 'Куда ответить',
            hint: 'Ответ придёт на эту почту и появится здесь же',
            view: 'email',
            validation_rules: { ...required, email: true, max_length: 254 },
            custom_errors: { required: 'Введите адрес, на который прислать ответ' },
          },
        ],
      },
    ],
  }
}
