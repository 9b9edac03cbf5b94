import { defaultReview } from '#server/assessment/store.ts'
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
  async fill(filling) {
    const stage_id = filling.stage('form')
    await fillChecked(filling, stage_id, {
      data: { expectation: 'Найти людей, с которыми можно спорить по делу.', readiness: '5' },
      reason: 'Напишите подробнее: по одной фразе не понять, чего вы ждёте',
      field: 'expectation',
    })
    await filling.tx
      .insertInto('stage_reviews')
      .values({
        stage_id,
        ...{ ...defaultReview, reasons: JSON.stringify(defaultReview.reasons) },
        second_look: false,
        appeal_days: 7,
      })
      .execute()
  },
}
