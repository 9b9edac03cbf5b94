import { assistedBy, listAssisted } from '#server/accounts/rights/assistants.ts'
import { sendFile } from '#server/forms/files/send-file.ts'
import { editMeeting } from '#server/programme/meetings/make-meeting.ts'
import { readMentorMeetings, withoutNote, withoutNotes } from '#server/programme/meetings/read-mentor-meetings.ts'
import { settleTime } from '#server/programme/meetings/settle-time.ts'
import { handlersOf } from '#server/services.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import type { assistantRoutes } from '#shared/programme/mentors/assistant-routes.ts'
import { accountOf, actOnPerson } from './answer-person.ts'
import { listMentorUsers } from './list-mentor-users.ts'
import { fileForMentor } from './store.ts'

export const assistantHandlers = handlersOf<typeof assistantRoutes>()({
  'GET /assistants/mentors': ({ caller }, { db }) => listAssisted(db, caller.accountId),

  'GET /assistants/:mentor_id/users': async ({ caller, params, query }, services) => {
    const assisted = await assistedBy(services.db, caller.accountId, params.mentor_id)
    return listMentorUsers(services, assisted.mentorId, query, assisted)
  },

  'POST /assistants/:mentor_id/users/:user_id/:stage_id': async ({ caller, params, body }, services) => {
    const { mentorId, assistant } = await assistedBy(services.db, caller.accountId, params.mentor_id)
    const accountId = await accountOf(services.db, params.user_id)
    await actOnPerson(services, { accountId, stageId: params.stage_id, mentorId }, body, assistant)
    return undefined
  },

  'GET /assistants/:mentor_id/files/:file_id': async ({ caller, params, reply }, { db, disk }) => {
    const { mentorId } = await assistedBy(db, caller.accountId, params.mentor_id)
    const file = await fileForMentor(db, mentorId, params.file_id)
    if (!file) throw new Refusal('not_found')
    return sendFile(reply, disk, file)
  },

  'GET /assistants/:mentor_id/meetings': async ({ caller, params, query }, { db, clock }) => {
    const { mentorId, assistant } = await assistedBy(db, caller.accountId, params.mentor_id)
    return withoutNotes(await readMentorMeetings(db, mentorId, clock(), query.from, assistant.id))
  },

  'PUT /assistants/:mentor_id/meetings/:id': async ({ caller, params, body }, services) => {
    const { mentorId, assistant } = await assistedBy(services.db, caller.accountId, params.mentor_id)
    return editMeeting(services, mentorId, params.id, body, assistant)
  },

  'POST /assistants/:mentor_id/meetings/:id/:user_id/time': async ({ caller, params, body }, services) => {
    const { mentorId, assistant } = await assistedBy(services.db, caller.accountId, params.mentor_id)
    const { id, user_id: userId } = params
    return withoutNote(await settleTime(services, { mentorId, id, userId, ...body, assistant }))
  },
})
