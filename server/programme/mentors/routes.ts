import { withPicture } from '#server/forms/files/picture-name.ts'
import { sendFile } from '#server/forms/files/send-file.ts'
import { mentorshipStage } from '#server/programme/meetings/mentorship.ts'
import { handlersOf } from '#server/services.ts'
import { oneStage } from '#server/stages/one-stage.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import type { mentorPanelRoutes } from '#shared/programme/mentors/panel-routes.ts'
import type { mentorRoutes } from '#shared/programme/mentors/routes.ts'
import { accountOf, actOnPerson } from './answer-person.ts'
import { chooseMentors } from './choose-mentors.ts'
import { commentMentor } from './comment-mentor.ts'
import { nameMentor, pinMentor, removeMentor } from './edit-mentors.ts'
import { answerLetter, capacityByLetter, fileByLetter, readLetter } from './letter-answer.ts'
import { listMentorUsers } from './list-mentor-users.ts'
import { askForPlan } from './make-plan.ts'
import { readProfile, saveProfile } from './mentor-profile.ts'
import { publishPlan } from './publish-plan.ts'
import { choiceSoFar, readChoice } from './read-choice.ts'
import { listMatched, listMentors, readOverview, readPlans } from './read-panel.ts'
import { openSecondRound } from './second-round.ts'
import { agreedMentors, fileForMentor, findMentors } from './store.ts'
import { withdrawMentor } from './withdraw-mentor.ts'

export const mentorHandlers = handlersOf<typeof mentorRoutes>()({
  'GET /user/mentors': async ({ caller: { accountId }, query }, services) => {
    const { db, seasons, clock } = services
    const stageId = await mentorshipStage(db, accountId, query.mentorship)
    const stage = await oneStage(db, seasons, accountId, { stageId }, clock())
    const { search = '', field = '', limit, offset } = query
    const { mentors, ...found } = await findMentors(db, { stageId, accountId, search, field, limit, offset }, clock())
    const { chosen } = await choiceSoFar(db, stage, accountId)
    const own = new Map(chosen.map((each) => [each.mentor_id, each]))
    return {
      ...found,
      mentors: mentors.map((mentor) => {
        const { user_comment = '', user_file_url = null, user_file_name = null } = own.get(mentor.id) ?? {}
        return { ...withPicture(services, mentor), user_comment, user_file_url, user_file_name }
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

  'GET /user/ind-program-mentors': async ({ caller: { accountId }, query }, services) => {
    const stageId = await mentorshipStage(services.db, accountId, query.mentorship_id)
    const agreed = await agreedMentors(services.db, { stageId, accountId }, services.clock())
    const mentors = agreed.map((mentor) => withPicture(services, mentor))
    return { mentors, count: mentors.length }
  },

  'GET /mentors/files/:file_id': async ({ caller, params, reply }, { db, disk }) => {
    const file = await fileForMentor(db, caller.accountId, params.file_id)
    if (!file) throw new Refusal('not_found')
    return sendFile(reply, disk, file)
  },

  'GET /mentors/profile': ({ caller }, { db }) => readProfile(db, caller.accountId),

  'PUT /mentors/profile': ({ caller, body }, services) => saveProfile(services, caller.accountId, body),

  'POST /mentors/users/:user_id/:stage_id': async ({ caller, params, body }, services) => {
    const mentorId = caller.accountId
    const pair = { accountId: await accountOf(services.db, params.user_id), stageId: params.stage_id, mentorId }
    await actOnPerson(services, pair, body)
    return undefined
  },

  'POST /mentors/answer/read': ({ body }, services) => readLetter(services, body.token),

  'POST /mentors/answer': ({ body }, services) => answerLetter(services, body),

  'POST /mentors/answer/capacity': ({ body }, services) => capacityByLetter(services, body.token, body.capacity),

  'POST /mentors/answer/file': ({ body, reply }, services) => fileByLetter(services, body.token, reply),

  'GET /mentors/users': ({ caller, query }, services) => listMentorUsers(services, caller.accountId, query),
})

export const mentorPanelHandlers = handlersOf<typeof mentorPanelRoutes>()({
  'GET /admin/competitions/:competition/stages/:code/mentors': ({ params }, services) => readOverview(services, params),

  'GET /admin/competitions/:competition/stages/:code/mentors/list': ({ params, query }, services) =>
    listMentors(services, params, query),

  'PUT /admin/competitions/:competition/stages/:code/mentors/list/:test_id': async (
    { caller, params, body },
    services,
  ) => {
    await nameMentor(services, caller.accountId, params, body)
    return undefined
  },

  'DELETE /admin/competitions/:competition/stages/:code/mentors/list/:test_id': async (
    { caller, params },
    services,
  ) => {
    await removeMentor(services, caller.accountId, params)
    return undefined
  },

  'POST /admin/competitions/:competition/stages/:code/mentors/list/:test_id/withdrawal': (
    { caller, params, body },
    services,
  ) => withdrawMentor(services, caller.accountId, params, body.reason),

  'GET /admin/competitions/:competition/stages/:code/matching': ({ params }, services) => readPlans(services, params),

  'POST /admin/competitions/:competition/stages/:code/matching': async ({ caller, params, body }, services) => {
    await askForPlan(services, caller.accountId, params, body)
    return undefined
  },

  'GET /admin/competitions/:competition/stages/:code/matching/people': ({ params, query }, services) =>
    listMatched(services, params, query),

  'PUT /admin/competitions/:competition/stages/:code/matching/people/:test_id': async (
    { caller, params, body },
    services,
  ) => {
    await pinMentor(services, caller.accountId, params, body)
    return undefined
  },

  'POST /admin/competitions/:competition/stages/:code/matching/publication': ({ caller, params, body }, services) =>
    publishPlan(services, caller.accountId, params, body.version),

  'POST /admin/competitions/:competition/stages/:code/matching/second-round': ({ caller, params, body }, services) =>
    openSecondRound(services, caller.accountId, params, body.closes_at),
})
