import { timesName } from '#shared/stages/questionnaire/answer-times.ts'
import { settledName } from '#shared/stages/questionnaire/settled.ts'
import { fillWorks, type Step } from '../fill-works.ts'
import { daysFrom } from '../moment.ts'
import { fillTraits, fillTraitsResults, traitsAnswer } from '../traits.ts'
import { type KindDemo, open } from './kind-demo.ts'

const steps: Step[] = ['begun', 'begun', 'accepted', 'accepted', 'accepted', 'accepted', 'accepted']

/** Nobody goes back here: each answer was settled by going on. */
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
    const handIns = await tx
      .selectFrom('hand_ins')
      .select(['id', 'account_id', 'data'])
      .where('stage_id', '=', stage_id)
      .execute()
    const results = handIns.map(({ id, account_id, data }) => ({
      ...{ hand_in_id: id, account_id: account_id ?? 0, data: data as Record<string, unknown> },
    }))
    await fillTraitsResults(tx, stage_id, results, daysFrom(now, -1))
  },
}
