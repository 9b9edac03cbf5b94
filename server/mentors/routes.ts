import { sendFile } from '#server/files/send-file.ts'
import { handlersOf } from '#server/services.ts'
import { oneStage } from '#server/stages/one-stage.ts'
import { Refusal } from '#shared/api/refusals.ts'
import type { mentorRoutes } from '#shared/mentors/routes.ts'
import { chooseMentors } from './choose-mentors.ts'
import { commentMentor } from './comment-mentor.ts'
import { mentorshipStage } from './mentorship.ts'
import { choiceSoFar, readChoice } from './read-choice.ts'
import { agreedMentors, fileForMentor, findMentors } from './store.ts'
import { whoChose } from './who-chose.ts'

export const mentorHandlers = handlersOf<typeof mentorRoutes>()({
  'GET /user/mentors': async ({ caller: { accountId }, query }, { db, seasons, clock }) => {
    const stageId = await mentorshipStage(db, accountId, query.mentorship)
    const stage = await oneStage(db, seasons, accountId, { stageId }, clock())
    const { search = '', field = '', limit, offset } = query
    const { mentors, ...found } = await findMentors(db, { stageId, accountId, search, field, limit, offset })
    const { chosen } = await choiceSoFar(db, stage, accountId)
    const own = new Map(chosen.map((each) => [each.mentor_id, each]))
    return {
      ...found,
      mentors: mentors.map((mentor) => {
        const { user_comment = '', user_file_url = null, user_file_name = null } = own.get(mentor.id) ?? {}
        return { ...mentor, user_comment, user_file_url, user_file_name }
      }),
    }
  },

  'GET /user/choosed_mentors': ({ caller, query }, services) =>
    readChoice(services, caller.accountId, query.mentorship, services.clock()),

  'POST /user/choosed_mentors': ({ caller, body, receivedAt, ip, idempotencyKey }, services) =>
    chooseMentors(services, {
      accountId: caller.accountId,
      mentorship: body.mentorship,
      chosen: body.choosed_mentors,
      draft: body.draft ?? false,
      revision: body.revision,
      receivedAt,
      ip,
      idempotencyKey,
    }),

  'POST /user/choosed_mentors/:mentor_id': ({ caller, params, body, receivedAt }, services) =>
    commentMentor(services, {
      accountId: caller.accountId,
      mentorId: params.mentor_id,
      mentorship: body.mentorship,
      comment: body.comment,
      receivedAt,
    }),

  'GET /user/ind-program-mentors': async ({ caller: { accountId }, query }, { db }) => {
    const stageId = await mentorshipStage(db, accountId, query.mentorship_id)
    const mentors = await agreedMentors(db, { stageId, accountId })
    return { mentors, count: mentors.length }
  },

  'GET /mentors/files/:file_id': async ({ caller, params, reply }, { db, disk }) => {
    const file = await fileForMentor(db, caller.accountId, params.file_id)
    if (!file) throw new Refusal('not_found')
    return sendFile(reply, disk, file)
  },

  'GET /mentors/users': ({ caller, query }, { db, clock }) => whoChose(db, caller.accountId, query, clock()),
})
