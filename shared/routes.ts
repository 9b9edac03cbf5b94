import { authRoutes } from '#shared/accounts/auth/routes.ts'
import { duplicateRoutes } from '#shared/accounts/duplicates/routes.ts'
import { homeRoutes } from '#shared/accounts/homes/routes.ts'
import { identityRoutes } from '#shared/accounts/identity/routes.ts'
import { invitationRoutes } from '#shared/accounts/invitations/routes.ts'
import { personViewRoutes } from '#shared/accounts/person-views/routes.ts'
import { profileRoutes } from '#shared/accounts/profile/routes.ts'
import { registrationConsoleRoutes } from '#shared/accounts/registration/console-routes.ts'
import { registrationRoutes } from '#shared/accounts/registration/routes.ts'
import { registrationStageRoutes } from '#shared/accounts/registration/stage-routes.ts'
import { rightsRoutes } from '#shared/accounts/rights/routes.ts'
import { stateServiceRoutes } from '#shared/accounts/state-service/routes.ts'
import { appRoutes } from '#shared/app/routes.ts'
import { seasonEditingRoutes } from '#shared/editing/seasons/routes.ts'
import { stageEditingRoutes } from '#shared/editing/stages/routes.ts'
import { dictionaryRoutes } from '#shared/forms/dictionaries/routes.ts'
import { faqRoutes } from '#shared/help/faq/routes.ts'
import { feedbackRoutes } from '#shared/help/support/routes.ts'
import { chooseTracksRoutes } from '#shared/kinds/choose_tracks/routes.ts'
import { feedbackStageRoutes } from '#shared/kinds/feedback/routes.ts'
import { mgmtProposalRoutes } from '#shared/kinds/mgmt_proposal/routes.ts'
import { peerRoutes } from '#shared/kinds/mgmt_solution_assessment/routes.ts'
import { multiformRoutes } from '#shared/kinds/multiform/routes.ts'
import { playoffRoutes } from '#shared/kinds/playoff/routes.ts'
import { questionnaireRoutes } from '#shared/kinds/questionnaire/routes.ts'
import { rulesPanelRoutes } from '#shared/kinds/rules/panel-routes.ts'
import { rulesRoutes } from '#shared/kinds/rules/routes.ts'
import { teamsEvaluationRoutes } from '#shared/kinds/teams_evaluation/routes.ts'
import { teamsSolutionRoutes } from '#shared/kinds/teams_solution/routes.ts'
import { testBankRoutes } from '#shared/kinds/test/bank-routes.ts'
import { testPanelRoutes } from '#shared/kinds/test/panel-routes.ts'
import { testRoutes } from '#shared/kinds/test/routes.ts'
import { uploadRoutes } from '#shared/kinds/uploads/routes.ts'
import { videoInterviewRoutes } from '#shared/kinds/videointerview/routes.ts'
import { letterRoutes } from '#shared/messages/letters/routes.ts'
import { notificationRoutes } from '#shared/messages/notifications/routes.ts'
import { undeliveredRoutes } from '#shared/messages/outbox/console-routes.ts'
import { outboxRoutes } from '#shared/messages/outbox/routes.ts'
import { broadcastRoutes } from '#shared/people/broadcasts/routes.ts'
import { bulkActRoutes } from '#shared/people/bulk-acts/routes.ts'
import { protocolFileRoutes } from '#shared/people/exports/protocol-routes.ts'
import { exportRoutes } from '#shared/people/exports/routes.ts'
import { participantRoutes } from '#shared/people/participants/routes.ts'
import { reportRoutes } from '#shared/people/reports/routes.ts'
import { faultRoutes } from '#shared/platform/faults/routes.ts'
import { fileRoutes } from '#shared/platform/files/routes.ts'
import { doorRoutes } from '#shared/programme/bookings/door-routes.ts'
import { eventPanelRoutes } from '#shared/programme/bookings/event-panel-routes.ts'
import { bookingRoutes } from '#shared/programme/bookings/routes.ts'
import { lessonRoutes } from '#shared/programme/lessons/routes.ts'
import { meetingRoutes } from '#shared/programme/meetings/routes.ts'
import { assistantRoutes } from '#shared/programme/mentors/assistant-routes.ts'
import { mentorPanelRoutes } from '#shared/programme/mentors/panel-routes.ts'
import { mentorRoutes } from '#shared/programme/mentors/routes.ts'
import { teamRoutes } from '#shared/programme/regional-teams/routes.ts'
import { teamFormationRoutes } from '#shared/programme/team-formation/routes.ts'
import { teamsFormingRoutes } from '#shared/programme/teams_forming/routes.ts'
import { appealRoutes } from '#shared/review/appeals/routes.ts'
import { assessmentRoutes } from '#shared/review/checking/routes.ts'
import { cutoffRoutes } from '#shared/review/cutoffs/routes.ts'
import { judgingRoutes } from '#shared/review/judging/routes.ts'
import { similarityRoutes } from '#shared/review/similarity/routes.ts'
import { competitionRoutes } from '#shared/seasons/competitions/routes.ts'
import { formBuildingRoutes } from '#shared/seasons/forms/routes.ts'
import { formRoutes } from '#shared/stages/forms/routes.ts'
import { stageRoutes } from '#shared/stages/routes.ts'
import { workRoutes } from '#shared/stages/work-routes.ts'

/** The whole contract. The browser imports only its type. */
export const routes = {
  ...appRoutes,
  ...faultRoutes,
  ...authRoutes,
  ...registrationRoutes,
  ...registrationConsoleRoutes,
  ...competitionRoutes,
  ...stageRoutes,
  ...workRoutes,
  ...stageEditingRoutes,
  ...seasonEditingRoutes,
  ...participantRoutes,
  ...personViewRoutes,
  ...reportRoutes,
  ...rightsRoutes,
  ...broadcastRoutes,
  ...bulkActRoutes,
  ...duplicateRoutes,
  ...identityRoutes,
  ...exportRoutes,
  ...rulesRoutes,
  ...rulesPanelRoutes,
  ...registrationStageRoutes,
  ...questionnaireRoutes,
  ...testBankRoutes,
  ...testPanelRoutes,
  ...videoInterviewRoutes,
  ...feedbackStageRoutes,
  ...multiformRoutes,
  ...mgmtProposalRoutes,
  ...chooseTracksRoutes,
  ...teamsFormingRoutes,
  ...teamsSolutionRoutes,
  ...teamsEvaluationRoutes,
  ...peerRoutes,
  ...playoffRoutes,
  ...testRoutes,
  ...formRoutes,
  ...formBuildingRoutes,
  ...dictionaryRoutes,
  ...fileRoutes,
  ...uploadRoutes,
  ...faqRoutes,
  ...profileRoutes,
  ...homeRoutes,
  ...appealRoutes,
  ...assessmentRoutes,
  ...judgingRoutes,
  ...cutoffRoutes,
  ...protocolFileRoutes,
  ...similarityRoutes,
  ...lessonRoutes,
  ...letterRoutes,
  ...notificationRoutes,
  ...feedbackRoutes,
  ...invitationRoutes,
  ...teamRoutes,
  ...teamFormationRoutes,
  ...bookingRoutes,
  ...eventPanelRoutes,
  ...doorRoutes,
  ...assistantRoutes,
  ...mentorRoutes,
  ...mentorPanelRoutes,
  ...meetingRoutes,
  ...outboxRoutes,
  ...undeliveredRoutes,
  ...stateServiceRoutes,
}

export type Routes = typeof routes
