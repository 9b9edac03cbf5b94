import type { Tx } from '#server/db.ts'
import type { FormSchema } from '#shared/forms/fields/field.ts'
import type { FilledPeople } from './fill-people.ts'
import { fillWorks, type Step } from './fill-works.ts'
import { daysFrom } from './moment.ts'
import { numberOf, type StageIds } from './stage-ids.ts'

const form = (title: string, fields: FormSchema['sections'][number]['fields']): FormSchema => ({
  version: 1,
  sections: [{ code: 'main', title, fields }],
})
const required = { required: true, max_length: 1000 }

/** The forms of the parts, by the code of the part. */
export const portfolioForms: Record<string, FormSchema> = {
  portfolio_role: form('Ваша работа', [
    { name: 'role', label: 'Ваша должность', view: 'text', validation_rules: { required: true, max_length: 200 } },
    {
      name: 'people',
      label: 'Сколько человек в команде',
      view: 'number',
      validation_rules: { required: true, int: true, min_value: 0, max_value: 100_000 },
    },
    { name: 'duty', label: 'За что вы отвечаете', view: 'textarea', validation_rules: required },
  ]),
  portfolio_project: form('О проекте', [
    { name: 'name', label: 'Название проекта', view: 'text', validation_rules: { required: true, max_length: 200 } },
    {
      name: 'result',
      label: 'Чего удалось добиться',
      view: 'textarea',
      hint: 'С цифрами.',
      validation_rules: required,
    },
    { name: 'proof', label: 'Подтверждение', view: 'file', files: { max_files: 1 } },
  ]),
  portfolio_lesson: form('Что случилось', [
    { name: 'story', label: 'Что пошло не так', view: 'textarea', validation_rules: required },
    { name: 'lesson', label: 'Что вы делаете теперь иначе', view: 'textarea', validation_rules: required },
  ]),
  portfolio_letter: form('Кто вас знает', [
    { name: 'who', label: 'Кто вас рекомендует', view: 'text', hint: 'Имя, должность, телефон.' },
    { name: 'letter', label: 'Письмо', view: 'file', files: { max_files: 1, formats: ['pdf', 'docx'] } },
  ]),
}

/** A full answer to each part. */
export const portfolioAnswers: Record<string, Record<string, unknown>> = {
  portfolio_role: { role: 'Главный инженер', people: '24', duty: 'За ремонт и за людей, которые его делают.' },
  portfolio_project: { name: 'Цех без остановок', result: 'Простои сократились с 40 часов в месяц до шести.' },
  portfolio_lesson: { story: 'Сменили подрядчика в разгар сезона.', lesson: 'Теперь готовим двоих заранее.' },
}

/** How far some people of the crowd have come, part by part. */
const ways: [number: number, role: Step, project?: Step, lesson?: Step][] = [
  [17, 'accepted', 'handed_in', 'begun'],
  [24, 'handed_in'],
  [29, 'accepted', 'accepted', 'accepted'],
  [37, 'returned', 'handed_in', 'handed_in'],
  [49, 'begun'],
  [64, 'handed_in', 'handed_in', 'handed_in'],
  [69, 'accepted', 'returned'],
  [104, 'handed_in', 'begun'],
]

/** The works of people on the portfolio so far, and its checkers. */
export async function fillPortfolio(tx: Tx, { named, crowd }: FilledPeople, ids: StageIds, now: Date): Promise<void> {
  const parts = ['portfolio_role', 'portfolio_project', 'portfolio_lesson']
  const works = ways.flatMap(([number, ...steps]) =>
    steps.flatMap((step, place) => {
      const code = step && parts[place]
      if (!code) return []
      const account_id = crowd[number - 1]?.accountId ?? 0
      const reason = 'Добавьте цифры: без них результат не оценить'
      return [
        {
          account_id,
          stage_id: numberOf(ids, `ru_season_5/${code}`),
          step,
          data: portfolioAnswers[code] ?? {},
          reason,
        },
      ]
    }),
  )
  await fillWorks(tx, works, now)
  await tx
    .insertInto('stage_staff')
    .values(
      [...parts, 'portfolio_letter'].map((code) => ({
        stage_id: numberOf(ids, `ru_season_5/${code}`),
        account_id: named.assessor,
        duty: 'check' as const,
        added_at: daysFrom(now, -9),
        added_by: named.admin,
      })),
    )
    .execute()
}
