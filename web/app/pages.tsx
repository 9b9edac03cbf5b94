import { LoginPage } from '#web/auth/LoginPage.tsx'
import { lazyPage } from '#web/platform/navigation/lazy-page.tsx'

/** The page of a stage kind; the screen itself comes by its own import. */
export const stageScreen = (type: string) =>
  lazyPage(async () => {
    const { StagePage } = await import('./rooms.ts')
    return () => <StagePage type={type} />
  })

/** Every page of the portal, each by its own import. */
export const pages = {
  index: lazyPage(async () => (await import('#web/competitions/IndexPage.tsx')).IndexPage),
  competition: lazyPage(async () => (await import('./rooms.ts')).CompetitionPage),
  track: lazyPage(async () => (await import('./rooms.ts')).TrackPage),
  // Part of what every visit begins with.
  login: lazyPage(async () => LoginPage),
  forgot: lazyPage(async () => (await import('#web/auth/ForgotPage.tsx')).ForgotPage),
  verify: lazyPage(async () => (await import('#web/auth/VerifyPage.tsx')).VerifyPage),
  notMe: lazyPage(async () => (await import('#web/auth/NotMePage.tsx')).NotMePage),
  stop: lazyPage(async () => (await import('#web/identity/StopPage.tsx')).StopPage),
  stateService: lazyPage(async () => (await import('#web/state-service/StateServicePage.tsx')).StateServicePage),
  staffInvitation: lazyPage(async () => (await import('#web/assessment/StaffInvitationPage.tsx')).StaffInvitationPage),
  firstAdministrator: lazyPage(
    async () => (await import('#web/auth/FirstAdministratorPage.tsx')).FirstAdministratorPage,
  ),
  register: lazyPage(async () => (await import('#web/registration/RegisterPage.tsx')).RegisterPage),
  profileLayout: lazyPage(async () => (await import('#web/profile/ProfileLayout.tsx')).ProfileLayout),
  profile: lazyPage(async () => (await import('#web/profile/PersonalPage.tsx')).PersonalPage),
  security: lazyPage(async () => (await import('#web/profile/SecurityPage.tsx')).SecurityPage),
  notifications: lazyPage(async () => (await import('#web/profile/NotificationsPage.tsx')).NotificationsPage),
  consents: lazyPage(async () => (await import('#web/profile/ConsentsPage.tsx')).ConsentsPage),
  ownData: lazyPage(async () => (await import('#web/profile/OwnDataPage.tsx')).OwnDataPage),
  email: lazyPage(async () => (await import('#web/profile/EmailPage.tsx')).EmailPage),
  booking: lazyPage(async () => (await import('#web/bookings/BookingPage.tsx')).BookingPage),
  invite: lazyPage(async () => (await import('#web/invitations/InvitePage.tsx')).InvitePage),
  support: lazyPage(async () => (await import('#web/support/SupportPage.tsx')).SupportPage),
  inbox: lazyPage(async () => (await import('#web/support/InboxPage.tsx')).InboxPage),
  annotations: lazyPage(async () => (await import('#web/annotations/AnnotationsPage.tsx')).AnnotationsPage),
  manual: lazyPage(async () => (await import('#web/stages/ManualPage.tsx')).ManualPage),
  consoleHelp: lazyPage(async () => (await import('#web/faq/ConsoleHelp.tsx')).ConsoleHelp),
  faqLayout: lazyPage(async () => (await import('#web/faq/FaqLayout.tsx')).FaqLayout),
  faq: lazyPage(async () => (await import('#web/faq/FaqIndexPage.tsx')).FaqIndexPage),
  faqArticle: lazyPage(async () => {
    const [{ FaqArticlePage }, { loadSanitiser }] = await Promise.all([
      import('#web/faq/FaqArticlePage.tsx'),
      import('#web/platform/html/SafeHtml.tsx'),
    ])
    await loadSanitiser()
    return FaqArticlePage
  }),
  mentorAnswer: lazyPage(async () => (await import('#web/mentors/MentorAnswerPage.tsx')).MentorAnswerPage),
  mentorUsers: lazyPage(async () => (await import('#web/mentors/MentorUsersPage.tsx')).MentorUsersPage),
  homeChoice: lazyPage(async () => (await import('#web/homes/HomeChoicePage.tsx')).HomeChoicePage),
  checkWork: lazyPage(async () => (await import('#web/assessment/CheckPage.tsx')).CheckPage),
  checkTeam: lazyPage(async () => (await import('#web/assessment/TeamCheckPage.tsx')).TeamCheckPage),
  reading: lazyPage(async () => (await import('#web/judging/ReadingPage.tsx')).ReadingPage),
  match: lazyPage(async () => (await import('#web/playoff/MatchPage.tsx')).MatchPage),
  observation: lazyPage(async () => (await import('#web/observations/ObservationPage.tsx')).ObservationPage),
  door: lazyPage(async () => (await import('#web/bookings/DoorPage.tsx')).DoorPage),
  readings: lazyPage(async () => (await import('#web/judging/ReadingsPage.tsx')).ReadingsPage),
  queue: lazyPage(async () => (await import('#web/assessment/QueuePage.tsx')).QueuePage),
  desk: lazyPage(async () => (await import('#web/assessment/DeskPage.tsx')).DeskPage),
  checks: lazyPage(async () => (await import('#web/assessment/ChecksPage.tsx')).ChecksPage),
  duties: lazyPage(async () => (await import('#web/homes/DutiesPage.tsx')).DutiesPage),
  participants: lazyPage(async () => (await import('#web/participants/ParticipantsPage.tsx')).ParticipantsPage),
  participant: lazyPage(async () => (await import('#web/participants/ParticipantPage.tsx')).ParticipantPage),
  duplicates: lazyPage(async () => (await import('#web/duplicates/DuplicatesPage.tsx')).DuplicatesPage),
  duplicatePair: lazyPage(async () => (await import('#web/duplicates/PairPage.tsx')).PairPage),
  report: lazyPage(async () => (await import('#web/reports/ReportPage.tsx')).ReportPage),
  stageReport: lazyPage(async () => (await import('#web/reports/StageReportPage.tsx')).StageReportPage),
  broadcasts: lazyPage(async () => (await import('#web/broadcasts/BroadcastsPage.tsx')).BroadcastsPage),
  letters: lazyPage(async () => (await import('#web/letters/LettersPage.tsx')).LettersPage),
  undelivered: lazyPage(async () => (await import('#web/outbox/UndeliveredPage.tsx')).UndeliveredPage),
  rights: lazyPage(async () => (await import('#web/rights/RightsPage.tsx')).RightsPage),
  bulkActs: lazyPage(async () => (await import('#web/bulk-acts/BulkActsPage.tsx')).BulkActsPage),
  exports: lazyPage(async () => (await import('#web/exports/ExportsPage.tsx')).ExportsPage),
  cutoffs: lazyPage(async () => (await import('#web/cutoffs/CutoffsPage.tsx')).CutoffsPage),
  cutoff: lazyPage(async () => (await import('#web/cutoffs/CutoffPage.tsx')).CutoffPage),
  protocol: lazyPage(async () => (await import('#web/cutoffs/ProtocolPage.tsx')).ProtocolPage),
  consoleLayout: lazyPage(async () => (await import('#web/console/ConsoleLayout.tsx')).ConsoleLayout),
  console: lazyPage(async () => (await import('#web/console/ConsolePage.tsx')).ConsolePage),
  season: lazyPage(async () => (await import('#web/console/SeasonPage.tsx')).SeasonPage),
  preview: lazyPage(async () => (await import('#web/console/PreviewPage.tsx')).PreviewPage),
}
