import { chosen, fillMeetings, handIn, keepDraft, mentorAccounts } from '../fill-mentors.ts'
import { finalistChoice, otherMeetings, settledMeetings } from '../mentors.ts'
import { daysFrom } from '../moment.ts'
import { type KindDemo, open } from './kind-demo.ts'

const settings = { min_mentors: 1, max_mentors: 3 }
const choices = ['mentor', 'final_mentor']

export const mentorsDemo: KindDemo = {
  stages: [
    open({
      code: 'mentor',
      type: 'mentor_choice',
      title: 'Выбор наставника',
      summary: 'От одного до трёх человек, с которыми вы хотели бы работать.',
      minutes: 10,
      settings,
    }),
    open({
      code: 'meetings',
      type: 'mentor_meetings',
      title: 'Встречи с наставниками',
      summary: 'Приглашения наставников: ответьте на каждое.',
      settings: { quota: 2, answer_days: 3, cancel_days: 5, mentor_limit: 10 },
    }),
    open({
      code: 'final_mentor',
      type: 'final_mentor_choose',
      title: 'Выбор наставника после финала',
      summary: 'Наставник на год. Выбирают финалисты.',
      minutes: 10,
      settings,
    }),
  ],
  async fill({ tx, named, people, stage, now }) {
    const mentors = await mentorAccounts(tx, { named })
    await tx
      .insertInto('stage_mentors')
      .values(choices.flatMap((code) => mentors.map((mentor_id) => ({ stage_id: stage(code), mentor_id }))))
      .execute()
    for (const code of choices) {
      const [drafting, waiting, taken] = people.map((account_id) => ({ account_id, stage_id: stage(code) }))
      const choice = chosen(mentors, finalistChoice.slice(0, 2))
      if (drafting) await keepDraft(tx, drafting, choice, now)
      if (waiting) await handIn(tx, waiting, choice, daysFrom(now, -2), false)
      if (taken) await handIn(tx, taken, choice, daysFrom(now, -3), true)
    }
    // The mentor with a name has enough to answer in the other competitions.
    const others = [...mentors.slice(3), ...mentors.slice(0, 3)]
    for (const account_id of [named.participant, people[2] ?? 0])
      await fillMeetings(tx, { stage_id: stage('mentor'), account_id, mentors: others }, otherMeetings, now)
    await fillMeetings(
      tx,
      { stage_id: stage('mentor'), account_id: people[2] ?? 0, mentors: others },
      settledMeetings,
      now,
    )
  },
}
