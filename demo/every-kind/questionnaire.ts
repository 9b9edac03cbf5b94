import { timesName } from '#shared/kinds/questionnaire/answer-times.ts'
import { settledName } from '#shared/kinds/questionnaire/settled.ts'
import { fillWorks, type Step } from '../fill-works.ts'
import { daysFrom } from '../moment.ts'
import { fillTraits, fillTraitsResults, traitsAnswer } from '../traits.ts'
import { type KindDemo, open } from './kind-demo.ts'

const steps: Step[] = ['begun', 'begun', 'accepted', 'accepted', 'accepted', 'accepted', 'accepted', 'handed_in']

/** Marks all answers as settled, as after each step forward: people cannot go back in this questionnaire. */
const settled = (answers: Record<string, unknown>) => ({
  ...answers,
  [settledName]: Object.fromEntries(
    Object.keys(answers)
      .filter((name) => name !== timesName)
      .map((name) => [name, 1]),
  ),
})

export const questionnaireDemo: KindDemo = {
  stages: [
    open({
      code: 'traits',
      type: 'questionnaire',
      title: 'Опросник',
      summary: 'Нет правильных и неправильных ответов. Можно прерваться и продолжить на другом устройстве.',
      minutes: 3,
      settings: { method: 'traits', reuse_months: 12, back: false },
    }),
  ],
  async fill({ tx, people, stage, now }) {
    const stage_id = stage('traits')
    await fillTraits(tx, stage_id, daysFrom(now, -60))
    const works = steps.flatMap((step, place) => {
      const account_id = people[place]
      const data = step === 'begun' ? settled(traitsAnswer(place, 4 + place)) : traitsAnswer(place)
      return account_id === undefined ? [] : [{ account_id, stage_id, step, data }]
    })
    await fillWorks(tx, works, now)
    // The answers of the last person are being counted.
    await tx
      .updateTable('stage_facts')
      .set({ processing_at: daysFrom(now, -0.01) })
      .where('stage_id', '=', stage_id)
      .where('submitted_at', 'is not', null)
      .where('passed_at', 'is', null)
      .execute()
    const handIns = await tx
      .selectFrom('hand_ins as h')
      .innerJoin('stage_facts as f', (join) =>
        join.onRef('f.stage_id', '=', 'h.stage_id').onRef('f.account_id', '=', 'h.account_id'),
      )
      .select(['h.id', 'h.account_id', 'h.data'])
      .where('h.stage_id', '=', stage_id)
      .where('f.passed_at', 'is not', null)
      .orderBy('h.id')
      .execute()
    const results = handIns.map(({ id, account_id, data }) => ({
      ...{ hand_in_id: id, account_id: account_id ?? 0, data: data as Record<string, unknown> },
    }))
    await fillTraitsResults(tx, stage_id, results, daysFrom(now, -1))
  },
}
