import { survey } from '../questionnaire.ts'
import { fillChecked } from './checked.ts'
import { type KindDemo, open } from './kind-demo.ts'

export const formDemo: KindDemo = {
  stages: [
    open({
      code: 'form',
      type: 'form',
      title: 'Анкета',
      summary: 'Два вопроса. Её проверяют люди.',
      minutes: 5,
      settings: { check: 'manual' },
    }),
  ],
  forms: { form: survey('Чего вы ждёте от конкурса', 'Одной-двух фраз достаточно.') },
  fill: (filling) =>
    fillChecked(filling, filling.stage('form'), {
      data: { expectation: 'Найти людей, с которыми можно спорить по делу.', readiness: '5' },
      reason: 'Напишите подробнее: по одной фразе не понять, чего вы ждёте',
      field: 'expectation',
    }),
}
