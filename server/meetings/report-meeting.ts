import type { Services } from '#server/services.ts'
import { Refusal } from '#shared/api/refusals.ts'
import { mayReport, mentorMeetingOnWire } from './read-mentor-meetings.ts'
import { lockMentorMeeting } from './store.ts'

interface Report {
  mentorId: number
  id: number
  userId: number
  came: boolean
  report: string
}

/** Keeps what the mentor says of a person after a meeting. With the first report the meeting is past and no longer waits. */
export function reportMeeting({ db, clock }: Services, { mentorId, id, userId, came, report }: Report) {
  return db.transaction().execute(async (tx) => {
    const at = clock()
    const meeting = await lockMentorMeeting(tx, { id, mentorId, userId }, at)
    if (!meeting) throw new Refusal('meeting_not_found')
    if (!mayReport(meeting)) throw new Refusal('meeting_not_over')
    const said = { came, report: report.trim(), reported_at: at }
    await tx
      .updateTable('meeting_parties')
      .set(said)
      .where('meeting_id', '=', id)
      .where('account_id', '=', meeting.account_id)
      .execute()
    await tx.updateTable('meetings').set({ status: 'past' }).where('id', '=', id).execute()
    return mentorMeetingOnWire({ ...meeting, ...said, status: 'past' })
  })
}
