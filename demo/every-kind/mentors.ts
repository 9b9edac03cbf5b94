import type { Tx } from '#server/db.ts'
import { chosen, fillMeetings, handIn, keepDraft, mentorAccounts } from '../fill-mentors.ts'
import { finalistChoice, keptBy, keptMeeting, otherMeetings, settledMeetings, unsettledMeetings } from '../mentors.ts'
import { daysFrom } from '../moment.ts'
import { type KindDemo, type KindFilling, open } from './kind-demo.ts'

const settings = { min_mentors: 1, max_mentors: 3 }
const choices = ['mentor', 'final_mentor', 'mentor_matching']

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
    {
      ...open({
        code: 'mentor_matching',
        type: 'mentor_choice',
        title: 'Подбор наставников',
        summary: 'Этап закрыт: организатор подбирает пары и публикует их.',
        minutes: 10,
        settings: { ...settings, way: 'matching', region: 'same' },
      }),
      opens: -20,
      closes: -1,
    },
  ],
  async fill({ tx, named, people, stage, now }) {
    const mentors = await mentorAccounts(tx, { named })
    await tx
      .insertInto('stage_mentors')
      .values(choices.flatMap((code) => mentors.map((mentor_id) => ({ stage_id: stage(code), mentor_id }))))
      .execute()
    for (const code of choices.slice(0, 2)) {
      const [drafting, waiting, taken] = people.map((account_id) => ({ account_id, stage_id: stage(code) }))
      const choice = chosen(mentors, finalistChoice.slice(0, 2))
      if (drafting) await keepDraft(tx, drafting, choice, now)
      if (waiting) await handIn(tx, waiting, choice, daysFrom(now, -2), false)
      if (!taken) continue
      await handIn(tx, taken, choice, daysFrom(now, -3), true)
      const passed = tx.updateTable('stage_facts').set({ passed_at: daysFrom(now, -2) })
      await passed.where('stage_id', '=', taken.stage_id).where('account_id', '=', taken.account_id).execute()
    }
    await fillMatching({ tx, mentors, people, stage_id: stage('mentor_matching'), now })
    // Begins with other mentors: the named one has enough to answer in the other competitions.
    const from = (place: number) => [...mentors.slice(place), ...mentors.slice(0, place)]
    const [, , taken = 0] = people
    const of = (account_id: number, place: number) => ({ stage_id: stage('mentor'), account_id, mentors: from(place) })
    await fillMeetings(tx, of(named.participant, 3), otherMeetings, now)
    await fillMeetings(tx, of(taken, 4), otherMeetings, now)
    await fillMeetings(tx, of(taken, 5), settledMeetings, now)
    await fillMeetings(tx, of(taken, 9), unsettledMeetings, now)
    await fillKept(tx, mentors, stage('mentor'), now)
  },
}

/** Two people of a mentor who has no others, one of them after a meeting without a report. */
async function fillKept(tx: Tx, mentors: readonly number[], stage_id: number, now: Date): Promise<void> {
  const rows = await tx
    .selectFrom('accounts')
    .select('id')
    .where('email', 'in', ['demo026@demo.test', 'demo027@demo.test'])
    .orderBy('email')
    .execute()
  const ids = rows.map(({ id }) => id)
  const choice = chosen(mentors, [{ mentor: keptBy, reasons: [2], comment: 'Хочу обсудить план на год.' }])
  for (const account_id of ids) await handIn(tx, { account_id, stage_id }, choice, daysFrom(now, -4), true)
  if (ids[1]) await fillMeetings(tx, { stage_id, account_id: ids[1], mentors }, [keptMeeting], now)
}

/** The mentors chosen by each person, by their place in the list of mentors. Three want the only place of the fifth. */
const wished = [[4, 0], [4, 1], [4], [0, 3], [8], [3, 6], [1, 0]]

/**
 * A matching before its second publication: one person works with a mentor, one waits for a mentor's answer, one was
 * declined, and the others wait for a plan.
 */
async function fillMatching({
  tx,
  mentors,
  people,
  stage_id,
  now,
}: Pick<KindFilling, 'tx' | 'people' | 'now'> & { mentors: readonly number[]; stage_id: number }): Promise<void> {
  for (const [at, places] of wished.entries()) {
    const account_id = people[at + 3]
    if (account_id === undefined) continue
    const choice = chosen(
      mentors,
      places.map((mentor) => ({ mentor, reasons: [3], comment: '' })),
    )
    await handIn(tx, { account_id, stage_id }, choice, daysFrom(now, -3), false)
  }
  const first = mentors[0] ?? 0
  const answered = daysFrom(now, -1)
  const until = daysFrom(now, 6)
  const [, , , accepted, , offered, declined] = people.slice(3)
  const row = (account_id: number | undefined, mentor_id: number) =>
    tx
      .updateTable('mentor_choices')
      .where('stage_id', '=', stage_id)
      .where('account_id', '=', account_id ?? 0)
      .where('mentor_id', '=', mentor_id)
  const asked = { matched: true, offered_at: daysFrom(now, -1), told_at: daysFrom(now, -1), answer_until: until }
  await row(accepted, first)
    .set({ ...asked, status: 'accepted', answered_at: answered, answered_by: 'letter', answer: 'Жду вас во вторник' })
    .execute()
  await tx
    .updateTable('stage_facts')
    .set({ passed_at: answered })
    .where('stage_id', '=', stage_id)
    .where('account_id', '=', accepted ?? 0)
    .execute()
  await row(offered, mentors[3] ?? 0)
    .set(asked)
    .execute()
  await row(declined, mentors[1] ?? 0)
    .set({ ...asked, status: 'declined', answered_at: answered, answered_by: 'mentor', refusal: 'no_time' })
    .execute()
  await row(people[3], mentors[4] ?? 0)
    .set({ wish: 1 })
    .execute()
  await tx
    .insertInto('mentor_publications')
    .values({ stage_id, published_at: daysFrom(now, -1), published_by: null, matched: 3, unmatched: 0 })
    .execute()
}
