import { sql } from 'kysely'
import type { Tx } from '#server/db.ts'
import type { FilledPeople } from './fill-people.ts'
import { finalistChoice, finalistMeetings, mentorProfiles, mentorTerms, otherMeetings } from './mentors.ts'
import { byDay, daysFrom, momentAt } from './moment.ts'
import { otherMentors } from './named-people.ts'
import { numberOf, type StageIds } from './stage-ids.ts'

const stages = ['young_managers/mentor', 'ru_season_5/final_mentor']

/** The mentors, people's choices, and their meetings. */
export async function fillMentors(tx: Tx, people: FilledPeople, ids: StageIds, now: Date): Promise<void> {
  const mentors = await mentorAccounts(tx, people)
  await tx
    .insertInto('mentor_profiles')
    .values(
      mentors.map((account_id, number) => {
        const { away: _away, ...terms } = mentorTerms[number] ?? { capacity: null, topics: [] }
        return { account_id, ...mentorProfiles[number], ...terms }
      }),
    )
    .execute()
  await tx
    .insertInto('mentor_absences')
    .values(
      mentors.flatMap((mentor_id, number) => {
        const { away } = mentorTerms[number] ?? {}
        return away ? [{ mentor_id, begins: dayOf(now, away[0]), ends: dayOf(now, away[1]) }] : []
      }),
    )
    .execute()
  await tx
    .insertInto('stage_mentors')
    .values(stages.flatMap((stage) => mentors.map((mentor_id) => ({ stage_id: numberOf(ids, stage), mentor_id }))))
    .execute()
  const stage_id = numberOf(ids, 'young_managers/mentor')
  const { finalist } = people.named
  const [second, third] = people.crowd
  const fourth = people.crowd[8]
  await handIn(tx, { account_id: finalist, stage_id }, chosen(mentors, finalistChoice), daysFrom(now, -5), true)
  if (second) {
    const others = chosen(mentors, [
      { mentor: 0, reasons: [1], comment: 'Хочу научиться вести большие проекты.' },
      { mentor: 4, reasons: [3], comment: '' },
      { mentor: 9, reasons: [2, 5], comment: 'Расскажите, как устроено хозяйство изнутри.' },
    ])
    await handIn(tx, { account_id: second.accountId, stage_id }, others, daysFrom(now, -3), true)
  }
  if (fourth) {
    const others = chosen(mentors, [
      { mentor: 0, reasons: [4], comment: 'Запускаю школу мастеров, нужен взгляд со стороны.' },
      { mentor: 10, reasons: [2], comment: 'Хочу, чтобы о школе узнал весь город.' },
    ])
    await handIn(tx, { account_id: fourth.accountId, stage_id }, others, daysFrom(now, -2), false)
  }
  if (third)
    await keepDraft(tx, { account_id: third.accountId, stage_id }, chosen(mentors, finalistChoice.slice(0, 2)), now)
  await fillMeetings(tx, { stage_id, account_id: finalist, mentors }, finalistMeetings, now)
  if (second) await fillMeetings(tx, { stage_id, account_id: second.accountId, mentors }, otherMeetings, now)
}

const dayOf = (now: Date, days: number) => daysFrom(now, days).toISOString().slice(0, 10)

export async function mentorAccounts(tx: Tx, { named }: Pick<FilledPeople, 'named'>): Promise<number[]> {
  const emails = otherMentors.map((_mentor, number) => `mentor${String(number + 2).padStart(2, '0')}@demo.test`)
  const rows = await tx.selectFrom('accounts').select('id').where('email', 'in', emails).orderBy('email').execute()
  return [named.mentor, ...rows.map(({ id }) => id)]
}

type Chosen = { mentor_id: number; reasons: number[]; comment: string }[]
export const chosen = (mentors: readonly number[], choice: typeof finalistChoice): Chosen =>
  choice.map(({ mentor, ...why }) => ({ mentor_id: mentors[mentor] ?? 0, ...why }))

type OfPerson = { account_id: number; stage_id: number }

export async function keepDraft(tx: Tx, of: OfPerson, choice: Chosen, at: Date) {
  const data = JSON.stringify({ choosed_mentors: choice })
  const moment = new Date(at.getTime() - 3_600_000)
  await tx
    .insertInto('stage_drafts')
    .values({ ...of, revision: 1, data, saved_at: moment })
    .execute()
  await tx
    .insertInto('stage_facts')
    .values({ ...of, started_at: moment })
    .execute()
}

export async function handIn(tx: Tx, of: OfPerson, choice: Chosen, at: Date, accepted: boolean) {
  const moment = byDay(at)
  const data = JSON.stringify({ choosed_mentors: choice })
  await tx
    .insertInto('stage_drafts')
    .values({ ...of, revision: 1, data, saved_at: moment })
    .execute()
  const { rows } = await sql<{ number: string }>`
    select extract(year from now())::text || '-' || lpad(nextval('receipt_numbers')::text, 7, '0') as number`.execute(
    tx,
  )
  const receipt_number = rows[0]?.number ?? ''
  await tx
    .insertInto('hand_ins')
    .values({ ...of, revision: 1, arrived_at: moment, receipt_number, data })
    .execute()
  await tx
    .insertInto('stage_facts')
    .values({ ...of, started_at: moment, submitted_at: moment })
    .execute()
  await tx
    .insertInto('mentor_choices')
    .values(
      choice.map((each, place) => ({
        ...of,
        ...each,
        rank: place + 1,
        chosen_at: moment,
        status: accepted && place === 0 ? ('accepted' as const) : ('proposed' as const),
      })),
    )
    .execute()
}

export async function fillMeetings(
  tx: Tx,
  { stage_id, account_id, mentors }: OfPerson & { mentors: readonly number[] },
  meetings: typeof finalistMeetings,
  now: Date,
) {
  const made = await tx
    .insertInto('meetings')
    .values(
      meetings.map(({ mentor, days, time, format, place, status }) => ({
        stage_id,
        mentor_id: mentors[mentor] ?? 0,
        format,
        place,
        status,
        starts_at: momentAt(now, days, time),
        created_at: byDay(daysFrom(now, Math.min(days, 0) - 2)),
      })),
    )
    .returning('id')
    .execute()
  await tx
    .insertInto('meeting_parties')
    .values(
      meetings.map(({ answer, reasons = [], comment = '', proposed = [], days, status, after }, number) => ({
        meeting_id: made[number]?.id ?? 0,
        account_id,
        user_meeting_status: answer,
        reasons,
        comment,
        proposed: proposed.map((day) => momentAt(now, day, '19:00:00')),
        asked_at: byDay(daysFrom(now, Math.min(days, 0) - (status === 'wait' ? 4 : 2))),
        answered_at: answer === 'pending' ? null : byDay(daysFrom(now, Math.min(days, 0) - 1)),
        nudged_at: answer === 'pending' && status === 'wait' ? byDay(daysFrom(now, -1)) : null,
        ...(after ? afterMeeting(after, byDay(daysFrom(now, days + 1))) : {}),
      })),
    )
    .execute()
}

const afterMeeting = (
  { came, report, shared, rating, note }: NonNullable<(typeof finalistMeetings)[number]['after']>,
  at: Date,
) => ({
  ...{ came, report, shared_note: shared, reported_at: at },
  ...{ held: came, rating, note, note_shared: note !== '', marked_at: at },
})
