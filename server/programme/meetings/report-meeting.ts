import type { Services } from '#server/services.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { mayMark, mayReport, mentorMeetingOnWire } from './read-mentor-meetings.ts'
import { mentorMeeting, oneMeeting } from './store.ts'
import { tellParties } from './tell.ts'
import { auditMeeting, lockOfMentor, lockWhole, logMeeting } from './whole.ts'

interface Report {
  mentorId: number
  id: number
  userId: number
  came: boolean
  report: string
  /** A note that the person reads; without it the earlier note stays. */
  shared_note?: string
}

/** Stores the mentor's report about a person after a meeting. With the first report the meeting is past. */
export function reportMeeting(services: Services, { mentorId, id, userId, came, report, shared_note: shared }: Report) {
  const { db, clock } = services
  return db.transaction().execute(async (tx) => {
    const at = clock()
    const whole = await lockOfMentor(tx, { id, mentorId }, at)
    const party = whole.parties.find(({ test_id }) => test_id === userId)
    const before = await mentorMeeting(tx, { id, mentorId, userId }, at)
    if (!party || !before) throw new Refusal('meeting_not_found')
    if (!mayReport(before)) throw new Refusal('meeting_not_over')
    const note = shared?.trim()
    const said = { came, report: report.trim(), reported_at: at, ...(note === undefined ? {} : { shared_note: note }) }
    await tx
      .updateTable('meeting_parties')
      .set(said)
      .where('meeting_id', '=', id)
      .where('account_id', '=', party.account_id)
      .execute()
    await tx.updateTable('meetings').set({ status: 'past' }).where('id', '=', id).execute()
    await logMeeting(tx, whole, { side: 'mentor', what: 'reported', at })
    if (note && note !== before.shared_note)
      await tellParties(tx, services, whole, [party], {
        title: 'Наставник написал вам о встрече',
        text: (when) => `${whole.meeting.mentor}, встреча ${when}: «${note}»`,
      })
    const inWords = ({ reported_at, came: has }: { reported_at: Date | null; came: boolean | null }) =>
      reported_at === null ? 'нет отчёта' : has ? 'пришёл' : 'не пришёл'
    await auditMeeting(tx, whole, 'meeting_reported', { before: inWords(before), after: inWords(said), about: [party] })
    return mentorMeetingOnWire({ ...before, ...said, status: 'past' })
  })
}

interface Outcome {
  held: boolean
  rating: number | null
  note: string
  note_shared: boolean
}

/** Stores the person's outcome of a meeting. The mentor sees only a shared note of it. */
export function markMeeting(
  { db, clock }: Services,
  { accountId, id }: { accountId: number; id: number },
  { held, rating, note, note_shared }: Outcome,
): Promise<void> {
  return db.transaction().execute(async (tx) => {
    const at = clock()
    const whole = await lockWhole(tx, id, at)
    const party = whole?.parties.find(({ account_id }) => account_id === accountId)
    if (!whole || !party) throw new Refusal('meeting_not_found')
    const before = await oneMeeting(tx, { accountId, id }, at)
    if (!before || !mayMark(before, at)) throw new Refusal('meeting_not_over')
    await tx
      .updateTable('meeting_parties')
      // A meeting that was not held has no rating.
      .set({ held, rating: held ? rating : null, note: note.trim(), note_shared, marked_at: at })
      .where('meeting_id', '=', id)
      .where('account_id', '=', accountId)
      .execute()
    await logMeeting(tx, whole, { side: 'participant', what: 'marked', at })
  })
}
