import { LoginPage } from '#web/accounts/auth/LoginPage.tsx'
import { lazyPage } from '#web/platform/navigation/lazy-page.tsx'

/** The page of a stage kind; the screen itself comes by its own import. */
export const stageScreen = (type: string) =>
  lazyPage(async () => {
    const { StagePage } = await import('./rooms.ts')
    return () => <StagePage type={type} />
  })

/** Every page of the portal, each by its own import. */
export const pages = {
  index: lazyPage(async () => (await import('#web/app/places/IndexPage.tsx')).IndexPage),
  competition: lazyPage(async () => (await import('./rooms.ts')).CompetitionPage),
  track: lazyPage(async () => (await import('./rooms.ts')).TrackPage),
  // Part of what every visit begins with.
  login: lazyPage(async () => LoginPage),
  forgot: lazyPage(async () => (await import('#web/accounts/auth/ForgotPage.tsx')).ForgotPage),
  verify: lazyPage(async () => (await import('#web/accounts/auth/VerifyPage.tsx')).VerifyPage),
  notMe: lazyPage(async () => (await import('#web/accounts/auth/NotMePage.tsx')).NotMePage),
  stop: lazyPage(async () => (await import('#web/accounts/identity/StopPage.tsx')).StopPage),
  stateService: lazyPage(
    async () => (await import('#web/accounts/state-service/StateServicePage.tsx')).StateServicePage,
  ),
  staffInvitation: lazyPage(
    async () => (await import('#web/review/checking/StaffInvitationPage.tsx')).StaffInvitationPage,
  ),
  firstAdministrator: lazyPage(
    async () => (await import('#web/accounts/auth/FirstAdministratorPage.tsx')).FirstAdministratorPage,
  ),
  register: lazyPage(async () => (await import('#web/accounts/registration/RegisterPage.tsx')).RegisterPage),
  profileLayout: lazyPage(async () => (await import('#web/accounts/profile/ProfileLayout.tsx')).ProfileLayout),
  profile: lazyPage(async () => (await import('#web/accounts/profile/PersonalPage.tsx')).PersonalPage),
  security: lazyPage(async () => (await import('#web/accounts/profile/SecurityPage.tsx')).SecurityPage),
  notifications: lazyPage(async () => (await import('#web/accounts/profile/NotificationsPage.tsx')).NotificationsPage),
  consents: lazyPage(async () => (await import('#web/accounts/profile/ConsentsPage.tsx')).ConsentsPage),
  ownData: lazyPage(async () => (await import('#web/accounts/profile/OwnDataPage.tsx')).OwnDataPage),
  email: lazyPage(async () => (await import('#web/accounts/profile/EmailPage.tsx')).EmailPage),
  booking: lazyPage(async () => (await import('#web/programme/bookings/BookingPage.tsx')).BookingPage),
  invite: lazyPage(async () => (await import('#web/accounts/invitations/InvitePage.tsx')).InvitePage),
  support: lazyPage(async () => (await import('#web/help/support/SupportPage.tsx')).SupportPage),
  inbox: lazyPage(async () => (await import('#web/help/support/InboxPage.tsx')).InboxPage),
  annotations: lazyPage(async () => (await import('#web/review/annotations/AnnotationsPage.tsx')).AnnotationsPage),
  manual: lazyPage(async () => (await import('#web/kinds/ManualPage.tsx')).ManualPage),
  consoleHelp: lazyPage(async () => (await import('#web/help/faq/ConsoleHelp.tsx')).ConsoleHelp),
  faqLayout: lazyPage(async () => (await import('#web/help/faq/FaqLayout.tsx')).FaqLayout),
  faq: lazyPage(async () => (await import('#web/help/faq/FaqIndexPage.tsx')).FaqIndexPage),
  faqArticle: lazyPage(async () => {
    const [{ FaqArticlePage }, { loadSanitiser }] = await Promise.all([
      import('#web/help/faq/FaqArticlePage.tsx'),
      import('#web/platform/html/SafeHtml.tsx'),
    ])
    await loadSanitiser()
    return FaqArticlePage
  }),
  mentorAnswer: lazyPage(async () => (await import('#web/programme/mentors/MentorAnswerPage.tsx')).MentorAnswerPage),
  mentorUsers: lazyPage(async () => (await import('#web/programme/mentors/MentorUsersPage.tsx')).MentorUsersPage),
  homeChoice: lazyPage(async () => (await import('#web/accounts/homes/HomeChoicePage.tsx')).HomeChoicePage),
  checkWork: lazyPage(async () => (await import('#web/app/desk/CheckPage.tsx')).CheckPage),
  checkTeam: lazyPage(async () => (await import('#web/app/desk/TeamCheckPage.tsx')).TeamCheckPage),
  reading: lazyPage(async () => (await import('#web/review/judging/ReadingPage.tsx')).ReadingPage),
  match: lazyPage(async () => (await import('#web/kinds/playoff/desk/MatchPage.tsx')).MatchPage),
  observation: lazyPage(
    async () => (await import('#web/kinds/teams_evaluation/desk/ObservationPage.tsx')).ObservationPage,
  ),
  door: lazyPage(async () => (await import('#web/programme/bookings/DoorPage.tsx')).DoorPage),
  readings: lazyPage(async () => (await import('#web/review/judging/ReadingsPage.tsx')).ReadingsPage),
  queue: lazyPage(async () => (await import('#web/review/checking/QueuePage.tsx')).QueuePage),
  desk: lazyPage(async () => (await import('#web/app/desk/DeskPage.tsx')).DeskPage),
  checks: lazyPage(async () => (await import('#web/app/desk/ChecksPage.tsx')).ChecksPage),
  duties: lazyPage(async () => (await import('#web/accounts/homes/DutiesPage.tsx')).DutiesPage),
  participants: lazyPage(async () => (await import('#web/people/participants/ParticipantsPage.tsx')).ParticipantsPage),
  participant: lazyPage(async () => (await import('#web/people/participants/ParticipantPage.tsx')).ParticipantPage),
  duplicates: lazyPage(async () => (await import('#web/accounts/duplicates/DuplicatesPage.tsx')).DuplicatesPage),
  duplicatePair: lazyPage(async () => (await import('#web/accounts/duplicates/PairPage.tsx')).PairPage),
  report: lazyPage(async () => (await import('#web/people/reports/ReportPage.tsx')).ReportPage),
  stageReport: lazyPage(async () => (await import('#web/people/reports/StageReportPage.tsx')).StageReportPage),
  broadcasts: lazyPage(async () => (await import('#web/people/broadcasts/BroadcastsPage.tsx')).BroadcastsPage),
  letters: lazyPage(async () => (await import('#web/editing/letters/LettersPage.tsx')).LettersPage),
  undelivered: lazyPage(async () => (await import('#web/messages/outbox/UndeliveredPage.tsx')).UndeliveredPage),
  portalRights: lazyPage(async () => (await import('#web/accounts/rights/PortalRightsPage.tsx')).PortalRightsPage),
  rights: lazyPage(async () => (await import('#web/accounts/rights/RightsPage.tsx')).RightsPage),
  bulkActs: lazyPage(async () => (await import('#web/people/bulk-acts/BulkActsPage.tsx')).BulkActsPage),
  exports: lazyPage(async () => (await import('#web/people/exports/ExportsPage.tsx')).ExportsPage),
  cutoffs: lazyPage(async () => (await import('#web/review/cutoffs/CutoffsPage.tsx')).CutoffsPage),
  cutoff: lazyPage(async () => (await import('#web/review/cutoffs/CutoffPage.tsx')).CutoffPage),
  protocol: lazyPage(async () => (await import('#web/review/cutoffs/ProtocolPage.tsx')).ProtocolPage),
  consoleLayout: lazyPage(async () => (await import('#web/editing/console/ConsoleLayout.tsx')).ConsoleLayout),
  console: lazyPage(async () => (await import('#web/editing/console/ConsolePage.tsx')).ConsolePage),
  season: lazyPage(async () => (await import('#web/editing/console/SeasonPage.tsx')).SeasonPage),
  preview: lazyPage(async () => (await import('#web/editing/console/PreviewPage.tsx')).PreviewPage),
}
