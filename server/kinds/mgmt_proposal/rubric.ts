import type { Criterion } from '#shared/stages/rubric.ts'

const criterion = (code: string, title: string, hint: string): Criterion => ({
  code,
  title,
  hint,
  max: 5,
  weight: 2,
  required: true,
  levels: [
    { value: 0, text: 'не раскрыто' },
    { value: 3, text: 'раскрыто, есть пробелы' },
    { value: 5, text: 'убедительно' },
  ],
})

/** The default criteria of proposals. */
export const usualCriteria: readonly Criterion[] = [
  criterion('relevance', 'Значимость', 'Существует ли проблема и скольких людей касается.'),
  criterion('feasibility', 'Выполнимость', 'Хватит ли названных ресурсов, времени и полномочий.'),
  criterion('effect', 'Эффект', 'Измерим ли результат и следует ли он из предложенного.'),
  criterion('novelty', 'Новизна', 'Чем предложение отличается от того, что уже делают.'),
  criterion('argument', 'Обоснование', 'Подтверждены ли выводы данными и ссылками.'),
  {
    code: 'recommendation',
    title: 'Рекомендация',
    hint: 'Что делать с предложением дальше. Почему — напишите в закрытой заметке.',
    max: 2,
    weight: 1,
    required: true,
    levels: [
      { value: 0, text: 'не поддерживать' },
      { value: 1, text: 'поддержать после доработки' },
      { value: 2, text: 'поддержать' },
    ],
  },
]
