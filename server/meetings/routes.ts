import type { Db } from '#server/db.ts'
import { mentorshipStage } from '#server/mentors/mentorship.ts'
import { handlersOf } from '#server/services.ts'
import { oneStage } from '#server/stages/one-stage.ts'
import { Refusal } from '#shared/api/refusals.ts'
import type { meetingRoutes } from '#shared/meetings/routes.ts'
import { mentorChoiceKinds } from '#shared/mentors/mentorship-status.ts'
import { formalName } from '#shared/people/full-name.ts'
import { formatWire } from '#shared/time/moscow.ts'
import { answerMeeting } from './answer-meeting.ts'
import { readMentorMeetings } from './read-mentor-meetings.ts'
import { reportMeeting } from './report-meeting.ts'
import { settleTime } from './settle-time.ts'
import { meetingsOf, oneMeeting } from './store.ts'

const kinds = [...mentorChoiceKinds, 'mentor_meetings']

export const meetingHandlers = handlersOf<typeof meetingRoutes>()({
  'POST /user/meetings/query': async ({ caller: { accountId }, body }, { db, seasons, clock }) => {
    const stageId = await mentorshipStage(db, accountId, body.mentorship, kinds)
    const { row } = await oneStage(db, seasons, accountId, { stageId }, clock())
    const stageIds = row.type === 'mentor_meetings' ? await stagesOfMeetings(db, row.competitionCode) : [stageId]
    const { limit = 50, offset = 0 } = body
    const { rows, count } = await meetingsOf(db, { accountId, stageIds, limit, offset }, clock())
    return { meetings: rows.map(onWire), count }
  },

  'POST /user/meeting-invitations/:id': async ({ caller: { accountId }, params, body }, services) => {
    await answerMeeting(services, {
      accountId,
      meetingId: params.id,
      status: body.status,
      reasons: body.reasons ?? [],
      comment: body.comment ?? '',
      proposedDate: body.proposed_date,
      revision: body.revision,
    })
    const meeting = await oneMeeting(services.db, { accountId, id: params.id }, services.clock())
    if (!meeting) throw new Refusal('meeting_not_found')
    return onWire(meeting)
  },

  'GET /mentors/meetings': ({ caller }, { db, clock }) => readMentorMeetings(db, caller.accountId, clock()),

  'POST /mentors/meetings/:id/:user_id/time': ({ caller, params, body }, services) =>
    settleTime(services, { mentorId: caller.accountId, id: params.id, userId: params.user_id, ...body }),

  'POST /mentors/meetings/:id/:user_id/report': ({ caller, params, body }, services) =>
    reportMeeting(services, { mentorId: caller.accountId, id: params.id, userId: params.user_id, ...body }),
})

/** A meetings stage shows the meetings of every mentorship of its competition. */
async function stagesOfMeetings(db: Db, competitionCode: string): Promise<number[]> {
  const rows = await db
    .selectFrom('stages')
    .select('id')
    .where('competition_code', '=', competitionCode)
    .where('type', 'in', kinds)
    .execute()
  return rows.map(({ id }) => id)
}

function onWire(row: NonNullable<Awaited<ReturnType<typeof oneMeeting>>>) {
  return {
    id: row.id,
    status: row.status,
    user_meeting_status: row.user_meeting_status,
    reasons: row.reasons,
    comment: row.comment,
    format: row.format,
    meeting_date: formatWire(row.starts_at),
    place: row.place,
    proposed_date: row.proposed_at && formatWire(row.proposed_at),
    revision: row.revision,
    mentor: { mentor_id: row.mentor_id, fio: formalName(row), avatar: row.avatar, position: row.position ?? '' },
  }
}
