import { daysFrom } from '../moment.ts'
import { type KindDemo, open } from './kind-demo.ts'

const texts = ['Вопросов столько, сколько нужно.', '', 'Не сразу нашёл, где сохраняется черновик.', '', '', 'Спасибо.']

export const feedbackDemo: KindDemo = {
  stages: [
    open({
      code: 'feedback',
      type: 'feedback',
      title: 'Отзыв',
      summary: 'Две минуты: что в конкурсе понятно, а что мешает. С вашим именем.',
      minutes: 2,
      settings: {
        asked: 'before',
        hours: 0,
        anonymous: false,
        questions: ['Сроки понятны', 'Ответы сохранялись сами', 'Поддержка отвечала быстро'],
      },
    }),
  ],
  async fill({ tx, people, stage, now }) {
    const of = { stage_id: stage('feedback'), round: 'before' as const }
    // One person does not want such questions.
    const refusing = people[texts.length]
    if (refusing !== undefined) await tx.insertInto('feedback_refusals').values({ account_id: refusing }).execute()
    const given = people.slice(0, texts.length).map((account_id) => ({ ...of, account_id }))
    await tx.insertInto('feedback_given').values(given).execute()
    await tx
      .insertInto('feedback_named')
      .values(
        given.map((each, place) => ({
          ...each,
          opinion: JSON.stringify({
            recommend: 6 + (place % 5),
            marks: [3 + (place % 3), 5, place % 2 ? 4 : null],
            text: texts[place] ?? '',
          }),
          groups: JSON.stringify({ region: '', track: '', device: place % 2 ? 'phone' : 'computer' }),
          given_at: daysFrom(now, -1),
        })),
      )
      .execute()
  },
}
