import { sql } from 'kysely'
import { defaultReview } from '#server/review/checking/store.ts'
import { survey } from '../questionnaire.ts'
import { fillChecked } from './checked.ts'
import { type KindDemo, open } from './kind-demo.ts'

const appeal = 'Подсказка предлагала одну-две фразы, у меня как раз одна. Прошу посмотреть ещё раз.'

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
    // The person who was refused has appealed and waits for an answer.
    await sql`
      insert into appeals (work_id, hand_in_id, decision_id, account_id, text, filed_at)
      select w.id, w.hand_in_id, d.id, d.account_id, ${appeal}, ${filling.now}::timestamptz - interval '3 hours'
      from stage_decisions d join works w on w.account_id = d.account_id and w.stage_id = d.stage_id
      where d.stage_id = ${stage_id} and d.outcome = 'failed' and d.published_at is not null`.execute(filling.tx)
  },
}
