import type { Tx } from '#server/db.ts'
import { messagePerson } from '#server/notifications/message-person.ts'
import type { Services } from '#server/services.ts'
import { Refusal } from '#shared/api/refusals.ts'
import { showDateTime } from '#shared/time/moscow.ts'
import { asksTime, mentorMeetingOnWire } from './read-mentor-meetings.ts'
import { lockMentorMeeting } from './store.ts'

interface TimeAnswer {
  mentorId: number
  id: number
  /** The public number of the person who asks for another time. */
  userId: number
  agreed: boolean
  /** The revision that the mentor saw. */
  revision?: number
}

/**
 * Moves the meeting to the time that a person asked for, or leaves it and asks the person again. Other people who had
 * agreed to the earlier time are asked again too.
 */
export function settleTime(services: Services, { mentorId, id, userId, agreed, revision }: TimeAnswer) {
  const { db, clock } = services
  return db.transaction().execute(async (tx) => {
    const at = clock()
    const of = { id, mentorId, userId }
    const meeting = await lockMentorMeeting(tx, of, at)
    if (!meeting) throw new Refusal('meeting_not_found')
    if (!asksTime(meeting) || (revision ?? meeting.revision) !== meeting.revision) throw new Refusal('meeting_changed')
    const moved = agreed ? meeting.proposed_at : null
    if (agreed && (!moved || moved <= at)) throw new Refusal('meeting_time_passed')
    await tx
      .updateTable('meeting_parties')
      .set({ user_meeting_status: moved ? 'accepted' : 'pending', proposed_at: null })
      .where('meeting_id', '=', id)
      .where('account_id', '=', meeting.account_id)
      .execute()
    await tx
      .updateTable('meetings')
      .set((eb) => ({ revision: eb('revision', '+', 1), ...(moved && { starts_at: moved }) }))
      .where('id', '=', id)
      .execute()
    const asked = moved ? await askOthers(tx, id, meeting.account_id) : []
    const time = showDateTime(moved ?? meeting.starts_at)
    const tell = (accountId: number, title: string, text: string) =>
      messagePerson(tx, services, accountId, { kind: 'meetings', title, text, sms: `${title}: ${time}` })
    const was = showDateTime(meeting.starts_at)
    if (moved) {
      const now = `Встреча перенесена с ${was} на ${time} по Москве.`
      await tell(meeting.account_id, 'Наставник согласен на другое время', now)
      for (const accountId of asked) await tell(accountId, 'Встреча перенесена', `${now} Ответьте, придёте ли вы.`)
    } else
      await tell(
        meeting.account_id,
        'Наставник оставил прежнее время',
        `Встреча будет ${was} по Москве. Ответьте, придёте ли вы.`,
      )
    const settled = await lockMentorMeeting(tx, of, at)
    if (!settled) throw new Refusal('meeting_not_found')
    return mentorMeetingOnWire(settled)
  })
}

/** Who had agreed to the earlier time. */
async function askOthers(tx: Tx, meetingId: number, but: number): Promise<number[]> {
  const rows = await tx
    .updateTable('meeting_parties')
    .set({ user_meeting_status: 'pending' })
    .where('meeting_id', '=', meetingId)
    .where('account_id', '!=', but)
    .where('user_meeting_status', '=', 'accepted')
    .returning('account_id')
    .execute()
  return rows.map(({ account_id }) => account_id)
}
