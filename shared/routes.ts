import { appRoutes } from './app/routes.ts'
import { appealRoutes } from './appeals/routes.ts'
import { assessmentRoutes } from './assessment/routes.ts'
import { authRoutes } from './auth/routes.ts'
import { doorRoutes } from './bookings/door-routes.ts'
import { eventPanelRoutes } from './bookings/event-panel-routes.ts'
import { bookingRoutes } from './bookings/routes.ts'
import { broadcastRoutes } from './broadcasts/routes.ts'
import { bulkActRoutes } from './bulk-acts/routes.ts'
import { competitionRoutes } from './competitions/routes.ts'
import { cutoffRoutes } from './cutoffs/routes.ts'
import { dictionaryRoutes } from './dictionaries/routes.ts'
import { duplicateRoutes } from './duplicates/routes.ts'
import { exportRoutes } from './exports/routes.ts'
import { faqRoutes } from './faq/routes.ts'
import { faultRoutes } from './faults/routes.ts'
import { feedbackRoutes } from './feedback/routes.ts'
import { fileRoutes } from './files/routes.ts'
import { formBuildingRoutes } from './form-building/routes.ts'
import { formRoutes } from './forms/routes.ts'
import { homeRoutes } from './homes/routes.ts'
import { identityRoutes } from './identity/routes.ts'
import { invitationRoutes } from './invitations/routes.ts'
import { judgingRoutes } from './judging/routes.ts'
import { lessonRoutes } from './lessons/routes.ts'
import { letterRoutes } from './letters/routes.ts'
import { meetingRoutes } from './meetings/routes.ts'
import { assistantRoutes } from './mentors/assistant-routes.ts'
import { mentorPanelRoutes } from './mentors/panel-routes.ts'
import { mentorRoutes } from './mentors/routes.ts'
import { notificationRoutes } from './notifications/routes.ts'
import { undeliveredRoutes } from './outbox/console-routes.ts'
import { outboxRoutes } from './outbox/routes.ts'
import { participantRoutes } from './participants/routes.ts'
import { personViewRoutes } from './person-views/routes.ts'
import { profileRoutes } from './profile/routes.ts'
import { registrationConsoleRoutes } from './registration/console-routes.ts'
import { registrationRoutes } from './registration/routes.ts'
import { reportRoutes } from './reports/routes.ts'
import { rightsRoutes } from './rights/routes.ts'
import { seasonEditingRoutes } from './season-editing/routes.ts'
import { similarityRoutes } from './similarity/routes.ts'
import { stageEditingRoutes } from './stage-editing/routes.ts'
import { chooseTracksRoutes } from './stages/choose_tracks/routes.ts'
import { feedbackStageRoutes } from './stages/feedback/routes.ts'
import { mgmtProposalRoutes } from './stages/mgmt_proposal/routes.ts'
import { peerRoutes } from './stages/mgmt_solution_assessment/routes.ts'
import { multiformRoutes } from './stages/multiform/routes.ts'
import { playoffRoutes } from './stages/playoff/routes.ts'
import { questionnaireRoutes } from './stages/questionnaire/routes.ts'
import { registrationStageRoutes } from './stages/registration/routes.ts'
import { stageRoutes } from './stages/routes.ts'
import { rulesPanelRoutes } from './stages/rules/panel-routes.ts'
import { rulesRoutes } from './stages/rules/routes.ts'
import { teamsEvaluationRoutes } from './stages/teams_evaluation/routes.ts'
import { teamsFormingRoutes } from './stages/teams_forming/routes.ts'
import { teamsSolutionRoutes } from './stages/teams_solution/routes.ts'
import { testBankRoutes } from './stages/test/bank-routes.ts'
import { testPanelRoutes } from './stages/test/panel-routes.ts'
import { testRoutes } from './stages/test/routes.ts'
import { videoInterviewRoutes } from './stages/videointerview/routes.ts'
import { workRoutes } from './stages/work-routes.ts'
import { stateServiceRoutes } from './state-service/routes.ts'
import { teamFormationRoutes } from './team-formation/routes.ts'
import { teamRoutes } from './teams/routes.ts'
import { uploadRoutes } from './uploads/routes.ts'

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
