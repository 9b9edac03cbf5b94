import type { FastifyReply } from 'fastify'
import type { Db } from '#server/db.ts'
import { withPicture } from '#server/forms/files/picture-name.ts'
import { sendAttachment } from '#server/platform/http/attachment.ts'
import { handlersOf, type Services } from '#server/services.ts'
import { oneStage } from '#server/stages/one-stage.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import type { meetingRoutes } from '#shared/programme/meetings/routes.ts'
import { mentorChoiceKinds } from '#shared/programme/mentors/mentorship-status.ts'
import { answerMeeting } from './answer-meeting.ts'
import { listNoShows, listQuota, readBoard } from './board.ts'
import { cancelMeeting, editMeeting, listMentees, makeMeeting } from './make-meeting.ts'
import { mentorshipStage } from './mentorship.ts'
import { moveMeetings } from './move-meetings.ts'
import { ownCalendar } from './own-calendar.ts'
import { ownMeetingOnWire, readMentorMeetings } from './read-mentor-meetings.ts'
import { markMeeting, reportMeeting } from './report-meeting.ts'
import { settleTime } from './settle-time.ts'
import { meetingsOf, oneMeeting } from './store.ts'

const kinds = [...mentorChoiceKinds, 'mentor_meetings']

export const meetingHandlers = handlersOf<typeof meetingRoutes>()({
  'POST /user/meetings/query': async ({ caller: { accountId }, body }, services) => {
    const { db, seasons, clock } = services
    const stageId = await mentorshipStage(db, accountId, body.mentorship, kinds)
    const { row } = await oneStage(db, seasons, accountId, { stageId }, clock())
    const stageIds = row.type === 'mentor_meetings' ? await stagesOfMeetings(db, row.competitionCode) : [stageId]
    const { limit = 50, offset = 0 } = body
    const now = clock()
    const { rows, count } = await meetingsOf(db, { accountId, stageIds, limit, offset }, now)
    return { meetings: rows.map((row) => ownMeetingOnWire(withPicture(services, row), now)), count }
  },

  'POST /user/meeting-invitations/:id': async ({ caller: { accountId }, params, body }, services) => {
    await answerMeeting(services, {
      accountId,
      meetingId: params.id,
      status: body.status,
      reasons: body.reasons ?? [],
      comment: body.comment ?? '',
      proposedDates: body.proposed_dates ?? [],
      revision: body.revision,
    })
    return own(services, accountId, params.id)
  },

  'POST /user/meetings/:id/outcome': async ({ caller: { accountId }, params: { id }, body }, services) => {
    await markMeeting(services, { accountId, id }, body)
    return own(services, accountId, id)
  },

  'GET /user/meetings/:id/calendar': async ({ caller: { accountId }, params: { id }, reply }, services) =>
    sendCalendar(reply, await ownCalendar(services, { accountId, id })),

  'GET /mentors/meetings': ({ caller, query }, { db, clock }) =>
    readMentorMeetings(db, caller.accountId, clock(), query.from),

  'GET /mentors/meetings/people': ({ caller, query }, { db }) => listMentees(db, caller.accountId, query.search),

  'POST /mentors/meetings': ({ caller, body }, services) => makeMeeting(services, caller.accountId, body),

  'PUT /mentors/meetings/:id': ({ caller, params, body }, services) =>
    editMeeting(services, caller.accountId, params.id, body),

  'POST /mentors/meetings/:id/cancel': async ({ caller, params, body }, services) => {
    await cancelMeeting(services, caller.accountId, params.id, body)
    return undefined
  },

  'GET /mentors/meetings/:id/calendar': async ({ caller, params: { id }, reply }, services) =>
    sendCalendar(reply, await ownCalendar(services, { mentorId: caller.accountId, id })),

  'POST /mentors/meetings/:id/:user_id/time': ({ caller, params, body }, services) =>
    settleTime(services, { mentorId: caller.accountId, id: params.id, userId: params.user_id, ...body }),

  'POST /mentors/meetings/:id/:user_id/report': ({ caller, params, body }, services) =>
    reportMeeting(services, { mentorId: caller.accountId, id: params.id, userId: params.user_id, ...body }),

  'GET /admin/competitions/:competition/stages/:code/meetings': ({ params, query }, services) =>
    readBoard(services, params, query),

  'GET /admin/competitions/:competition/stages/:code/meetings/people': ({ params, query }, services) =>
    listQuota(services, params, query),

  'GET /admin/competitions/:competition/stages/:code/meetings/no-shows': ({ params, query }, services) =>
    listNoShows(services, params, query),

  'POST /admin/competitions/:competition/stages/:code/meetings/moves': ({ caller, params, body }, services) =>
    moveMeetings(services, caller.accountId, params, body),
})

async function own(services: Services, accountId: number, id: number) {
  const now = services.clock()
  const meeting = await oneMeeting(services.db, { accountId, id }, now)
  if (!meeting) throw new Refusal('meeting_not_found')
  return ownMeetingOnWire(withPicture(services, meeting), now)
}

const sendCalendar = (reply: FastifyReply, body: Buffer) =>
  sendAttachment(reply, { name: 'vstrecha.ics', type: 'text/calendar; charset=utf-8', body, size: body.length })

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
