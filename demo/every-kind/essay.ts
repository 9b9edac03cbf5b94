import { essays } from '../essays.ts'
import { fillReadings } from '../fill-judging.ts'
import { fillWorks, type Step } from '../fill-works.ts'
import { type KindDemo, open } from './kind-demo.ts'

const steps: Step[] = ['begun', 'begun', 'accepted', 'refused', 'returned']

export const essayDemo: KindDemo = {
  stages: [
    open({
      code: 'essay',
      type: 'essay',
      title: 'Эссе',
      summary: 'До 300 слов. Эксперты читают его без имён.',
      minutes: 60,
      settings: {
        task: 'Расскажите о решении, за которое вам пришлось отвечать.',
        min_words: 20,
        max_words: 300,
        max_characters: 3000,
        file: true,
      },
    }),
  ],
  async fill({ tx, people, named, stage, now }) {
    const works = steps.flatMap((step, place) => {
      const account_id = people[place]
      const reason = 'Это рассказ о команде. Напишите о решении, которое приняли вы сами'
      const data = { text: essays[place % essays.length] }
      return account_id === undefined
        ? []
        : [{ account_id, stage_id: stage('essay'), step, data, reason, field: 'text' }]
    })
    await fillWorks(tx, works, now)
    const others = await tx
      .selectFrom('accounts')
      .select('id')
      .where('email', 'in', ['mentor02@demo.test', 'mentor03@demo.test'])
      .execute()
    const judges = [named.assessor, ...others.map(({ id }) => id)]
    const read = { stage_id: stage('essay'), people: people.slice(steps.length, steps.length + 6) }
    await fillReadings(tx, { ...read, judges, by: named.admin }, now)
  },
}
