import { fillWorks } from '../fill-works.ts'
import { portfolioAnswers, portfolioForms } from '../portfolio.ts'
import { fillChecked } from './checked.ts'
import { type KindDemo, open } from './kind-demo.ts'

const parts = ['portfolio_role', 'portfolio_project', 'portfolio_letter']

export const multiformDemo: KindDemo = {
  stages: [
    open({
      code: 'portfolio',
      type: 'multiform',
      title: 'Набор анкет',
      summary: 'Три короткие анкеты, в любом порядке. Последняя — по желанию.',
      minutes: 30,
      settings: { order: 'free', parts: [{ code: 'portfolio_letter', required: false, weight: 1 }] },
    }),
    { code: 'portfolio_role', type: 'form', group: 'portfolio', title: 'Кем вы руководите' },
    { code: 'portfolio_project', type: 'form', group: 'portfolio', title: 'Проект, которым вы гордитесь' },
    { code: 'portfolio_letter', type: 'form', group: 'portfolio', title: 'Рекомендация' },
  ],
  forms: Object.fromEntries(
    Object.entries(portfolioForms).flatMap(([code, form]) => (parts.includes(code) ? [[code, form]] : [])),
  ),
  async fill(filling) {
    await fillChecked(filling, filling.stage('portfolio_role'), {
      data: portfolioAnswers.portfolio_role ?? {},
      reason: 'Напишите, за что вы отвечаете сами',
      field: 'duty',
    })
    // Besides the first part: for one person all parts are accepted, one has handed in all of them.
    const { tx, people, stage, now } = filling
    const whole = [
      [5, 'accepted'],
      [2, 'handed_in'],
    ] as const
    await fillWorks(
      tx,
      whole.flatMap(([place, step]) => {
        const account_id = people[place]
        const data = portfolioAnswers.portfolio_project ?? {}
        return account_id === undefined ? [] : [{ account_id, step, data, stage_id: stage('portfolio_project') }]
      }),
      now,
    )
  },
}
