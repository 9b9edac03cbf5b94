import { sendCsv } from '#server/platform/http/csv.ts'
import { handlersOf } from '#server/services.ts'
import type { mgmtProposalRoutes } from '#shared/kinds/mgmt_proposal/routes.ts'
import { setStaffTopics, showAnnotations } from './edit-proposals.ts'
import { tableForAgency } from './give-to-agency.ts'
import { listAnnotations } from './list-annotations.ts'
import { listProposals } from './list-proposals.ts'
import { readOwnProposal } from './read-own-proposal.ts'
import { setUseConsent } from './use-consents.ts'
import { withdrawProposal } from './withdraw-proposal.ts'

export const mgmtProposalHandlers = handlersOf<typeof mgmtProposalRoutes>()({
  'GET /user/stages/:stage_id/proposal': ({ caller, params }, services) =>
    readOwnProposal(services, caller.accountId, params.stage_id),

  'POST /user/stages/:stage_id/proposal/withdrawal': async ({ caller, params }, services) => {
    await withdrawProposal(services, caller.accountId, params.stage_id)
    return readOwnProposal(services, caller.accountId, params.stage_id)
  },

  'PUT /user/stages/:stage_id/proposal/consents/:purpose': async ({ caller, params, body, ip }, services) => {
    const { accountId } = caller
    await setUseConsent(services, { accountId, stageId: params.stage_id, purpose: params.purpose, ...body, ip })
    return readOwnProposal(services, accountId, params.stage_id)
  },

  'GET /competitions/:competition/annotations': ({ params }, services) => listAnnotations(services, params.competition),

  'GET /admin/competitions/:competition/stages/:code/proposals': ({ params, query }, services) =>
    listProposals(services, params, query),

  'PUT /admin/competitions/:competition/stages/:code/proposals/staff/:test_id': async (
    { params, body, caller },
    services,
  ) => {
    await setStaffTopics(services, caller.accountId, params, { testId: params.test_id, ...body })
    return undefined
  },

  'PUT /admin/competitions/:competition/stages/:code/proposals/annotations': ({ params, body, caller }, services) =>
    showAnnotations(services, caller.accountId, params, body),

  'GET /admin/competitions/:competition/stages/:code/proposals/csv': async ({ params, caller, reply }, services) => {
    const { head, rows } = await tableForAgency(services, caller.accountId, params)
    return sendCsv(reply, `proposals-${params.code}.csv`, head, rows)
  },
})
