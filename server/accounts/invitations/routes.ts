import { competitionOfCall } from '#server/seasons/competitions/competition-of-call.ts'
import { findCompetition } from '#server/seasons/competitions/store.ts'
import { handlersOf } from '#server/services.ts'
import type { invitationRoutes } from '#shared/accounts/invitations/routes.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { shortName } from '#shared/platform/names/full-name.ts'
import { formatWire } from '#shared/platform/time/moscow.ts'
import { inviteLink } from './invitation-letter.ts'
import { inviteFriend } from './invite-friend.ts'
import { arrivalsOf, countInvitations, inviteCodeOf, inviterOf } from './store.ts'

export const invitationHandlers = handlersOf<typeof invitationRoutes>()({
  'POST /user/invite': async ({ body, caller, idempotencyKey }, services) => ({
    accepted: true as const,
    ...(await inviteFriend(services, {
      inviterId: caller.accountId,
      competitionCode: await competitionOfCall(services.db, body.competition_code, caller),
      email: body.email,
      idempotencyKey,
    })),
  }),

  'GET /user/invite': async ({ query, caller }, { db, config }) => {
    const competitionCode = query.competition_code
    if (!(await findCompetition(db, competitionCode))) throw new Refusal('competition_not_found')
    const counts = await countInvitations(db, { inviterId: caller.accountId, competitionCode })
    const code = await inviteCodeOf(db, caller.accountId)
    const inviter = await inviterOf(db, { accountId: caller.accountId, competitionCode })
    return {
      link: inviteLink(config.publicUrl, competitionCode, code),
      ...counts,
      invited_by: (inviter && shortName(inviter)) || null,
    }
  },

  'GET /user/invite/people': async ({ query, caller }, { db }) => {
    const of = { inviterId: caller.accountId, competitionCode: query.competition_code }
    const { rows, count } = await arrivalsOf(db, of, query)
    return {
      people: rows.map((person) => ({ name: shortName(person), came: formatWire(person.came_at) })),
      count,
    }
  },
})
