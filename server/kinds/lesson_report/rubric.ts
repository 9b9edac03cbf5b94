import type { Criterion } from '#shared/stages/rubric.ts'

const criterion = (code: string, title: string, hint: string, levels: [string, string, string]): Criterion => ({
  code,
  title,
  hint,
  max: 5,
  weight: 1,
  required: true,
  levels: [
    { value: 0, text: levels[0] },
    { value: 3, text: levels[1] },
    { value: 5, text: levels[2] },
  ],
})

/** The default criteria of lessons on video. */
export const usualCriteria: readonly Criterion[] = [
  criterion('content', 'Содержание', 'Верно ли сказанное и понятно ли оно этим слушателям.', [
    'есть грубые ошибки',
    'верно, но не всё понятно',
    'верно и понятно',
  ]),
  criterion('contact', 'Контакт с классом', 'Спрашивает ли автор слушателей и отвечает ли им.', [
    'читает, не глядя на класс',
    'разговаривает с частью класса',
    'в разговоре участвует весь класс',
  ]),
  criterion('time', 'Время', 'Уложился ли урок в отведённое время и хватило ли его на главное.', [
    'главное не успели',
    'успели в спешке',
    'времени хватило на всё',
  ]),
]
