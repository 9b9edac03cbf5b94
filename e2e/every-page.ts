/** Who opens a page: a visitor, or an account of the demo. */
export type Opener =
  | 'visitor'
  | 'participant'
  | 'finalist'
  | 'mentor'
  | 'assessor'
  | 'admin'
  /** A person with an unfinished questionnaire. */
  | 'drafter'
  /** A person who is only a supporter. */
  | 'supporter'

export interface PortalPage {
  /** The route's name in the router; several routes may share one. */
  name: string
  path: string
  as: Opener
  /** The final address, when a guard or the instructions redirect. */
  ends?: RegExp
  /** The profile says that the e-mail is not confirmed, because the page opens only then. */
  unverified?: true
  /** A button that opens a menu or a dialog, or shows the faults of an empty form. The result is checked too. */
  opens?: string | RegExp
}

const track = '/ru_season_5/business'

/**
 * One address for every page of the portal. web/app/every-page.test.ts compares the names with the router, so that no
 * page is forgotten. The instructions of all stages share one page.
 */
export const everyPage: PortalPage[] = [
  { name: 'index', path: '/', as: 'visitor' },
  { name: 'login', path: '/ru_season_5/login', as: 'visitor', opens: 'Войти' },
  { name: 'staff-login', path: '/login', as: 'visitor', opens: 'Войти' },
  { name: 'staff-forgot', path: '/forgot', as: 'visitor' },
  { name: 'register', path: '/ru_season_5/register', as: 'visitor' },
  { name: 'forgot', path: '/ru_season_5/forgot', as: 'visitor' },
  { name: 'verify', path: '/ru_season_5/verify', as: 'visitor' },
  { name: 'not-me', path: '/not-me', as: 'visitor' },
  { name: 'stop', path: '/stop', as: 'visitor' },
  { name: 'staff-invitation', path: '/staff-invitation', as: 'visitor' },
  { name: 'mentor-answer', path: '/mentor-answer', as: 'visitor' },
  { name: 'state-service', path: '/state-service', as: 'visitor', ends: /\/login$/ },
  { name: 'undelivered', path: '/admin/undelivered', as: 'admin' },
  { name: 'portal-rights', path: '/admin/rights', as: 'admin', opens: 'Пригласить' },
  { name: 'first-administrator', path: '/admin/first-administrator', as: 'visitor' },
  { name: 'not-found', path: '/no_such_competition/login', as: 'visitor' },
  { name: 'index', path: '/', as: 'finalist' },
  { name: 'competition', path: '/ru_season_5', as: 'finalist', opens: /меню$/ },
  { name: 'competition-track', path: track, as: 'finalist' },
  { name: 'competition-track-stages-registration', path: `${track}/stages/registration/registration`, as: 'finalist' },
  {
    name: 'competition-track-stages-essay',
    path: `${track}/stages/essay/essay`,
    as: 'finalist',
    opens: 'Прежние редакции',
  },
  { name: 'competition-track-stages-questionnaire', path: `${track}/stages/questionnaire/traits`, as: 'finalist' },
  {
    name: 'competition-track-stages-videointerview',
    path: '/all_kinds/main/stages/videointerview/interview',
    as: 'finalist',
  },
  { name: 'competition-track-stages-multiform', path: `${track}/stages/multiform/portfolio`, as: 'finalist' },
  {
    name: 'competition-track-stages-mgmt_solution_assessment',
    path: '/all_kinds/main/stages/mgmt_solution_assessment/assessment',
    as: 'finalist',
  },
  {
    name: 'competition-track-stages-multiform',
    path: `${track}/stages/multiform/portfolio/portfolio_role`,
    as: 'finalist',
  },
  {
    name: 'competition-track-stages-public_lesson',
    path: '/all_kinds/main/stages/public_lesson/lesson',
    as: 'finalist',
  },
  {
    name: 'competition-track-stages-public_lesson',
    path: '/all_kinds/main/stages/public_lesson/lesson/lesson_plan',
    as: 'finalist',
  },
  {
    name: 'competition-track-stages-lesson_plan',
    path: '/all_kinds/main/stages/lesson_plan/lesson_plan',
    as: 'finalist',
    ends: /public_lesson\/lesson\/lesson_plan$/,
  },
  {
    name: 'competition-track-stages-lesson_report',
    path: '/all_kinds/main/stages/lesson_report/lesson_report',
    as: 'finalist',
    ends: /public_lesson\/lesson\/lesson_report$/,
  },
  { name: 'competition-track-stages-feedback', path: `${track}/stages/feedback/form_feedback`, as: 'finalist' },
  { name: 'competition-track-stages-rules', path: `${track}/stages/rules/rules`, as: 'finalist' },
  { name: 'manual', path: `${track}/stages/rules/rules/manual`, as: 'finalist' },
  { name: 'competition-track-stages-form', path: `${track}/stages/form/questionnaire`, as: 'finalist' },
  {
    name: 'competition-track-stages-teams_forming',
    path: `${track}/stages/teams_forming/regional_team`,
    as: 'finalist',
  },
  {
    name: 'competition-track-stages-teams_forming',
    path: `${track}/stages/teams_forming`,
    as: 'finalist',
    opens: /^Действия/,
  },
  { name: 'competition-track-stages-teams_forming', path: `${track}/stages/teams_forming/3`, as: 'participant' },
  {
    name: 'competition-track-stages-teams_forming',
    path: `${track}/stages/teams_forming`,
    as: 'participant',
    ends: /\/stages\/teams_forming\/list$/,
  },
  { name: 'competition-track-stages-teams_forming', path: `${track}/stages/teams_forming/3`, as: 'finalist' },
  { name: 'competition-track-stages-teams_forming-list', path: `${track}/stages/teams_forming/list`, as: 'finalist' },
  { name: 'annotations', path: '/ru_season_5/annotations', as: 'visitor' },
  {
    name: 'competition-track-stages-mgmt_proposal',
    path: '/all_kinds/main/stages/mgmt_proposal/proposal',
    as: 'finalist',
  },
  {
    name: 'competition-track-stages-choose_tracks',
    path: '/all_kinds/main/stages/choose_tracks/track',
    as: 'finalist',
  },
  {
    name: 'competition-track-stages-choose_tracks',
    path: '/all_kinds/main/stages/choose_tracks/track_wishes',
    as: 'finalist',
  },
  {
    name: 'competition-track-stages-event',
    path: '/all_kinds/main/stages/event/meeting',
    as: 'finalist',
  },
  {
    name: 'competition-track-stages-playoff',
    path: '/all_kinds/main/stages/playoff/debates',
    as: 'finalist',
  },
  { name: 'support', path: '/ru_season_5/support', as: 'finalist', opens: /^Отправить/ },
  { name: 'profile', path: '/profile', as: 'finalist' },
  { name: 'profile-security', path: '/profile/security', as: 'finalist' },
  { name: 'profile-notifications', path: '/profile/notifications', as: 'finalist' },
  { name: 'profile-consents', path: '/profile/consents', as: 'finalist' },
  { name: 'profile-own-data', path: '/profile/own-data', as: 'finalist' },
  { name: 'profile-email', path: '/profile/email', as: 'finalist', unverified: true },
  { name: 'invite', path: '/ru_season_5/invite', as: 'finalist' },
  { name: 'faq', path: '/ru_season_5/faq', as: 'finalist' },
  { name: 'faq-article', path: '/ru_season_5/faq/s-chego-nachat/kak-ustroen-konkurs', as: 'finalist' },
  {
    name: 'offline-event-booking',
    path: '/offline-event-booking?competition=ru_season_5&event=1',
    as: 'finalist',
    ends: /\/offline-event-booking\?competition=ru_season_5&event=1$/,
  },
  {
    name: 'offline-event-booking',
    path: '/offline-event-booking?competition=ru_season_5',
    as: 'finalist',
    ends: /\/offline-event-booking\?competition=ru_season_5$/,
  },
  {
    name: 'competition-track-stages-teams_evaluation',
    path: '/all_kinds/main/stages/teams_evaluation/first_marks',
    as: 'finalist',
  },
  {
    name: 'competition-track-stages-teams_evaluation',
    path: '/all_kinds/main/stages/teams_evaluation/marks',
    as: 'finalist',
  },
  {
    name: 'competition-track-stages-teams_solution',
    path: '/all_kinds/main/stages/teams_solution/solution',
    as: 'finalist',
  },
  { name: 'competition-track-stages-test', path: `${track}/stages/test/management_test`, as: 'finalist' },
  { name: 'not-found', path: '/ru_season_5/business/no/such/page', as: 'finalist' },
  {
    name: 'competition-track-stages-mentor_choice',
    path: '/young_managers/main/stages/mentor_choice/mentor',
    as: 'finalist',
  },
  {
    name: 'competition-track-stages-mentor_meetings',
    path: '/young_managers/main/stages/mentor_meetings/meetings',
    as: 'finalist',
  },
  {
    name: 'competition-track-stages-final_mentor_choose',
    path: '/ru_season_5/business/stages/final_mentor_choose/final_mentor',
    as: 'finalist',
  },
  { name: 'competition', path: '/ru_season_5', as: 'supporter' },
  { name: 'profile', path: '/profile', as: 'supporter' },
  { name: 'mentor', path: '/mentor', as: 'mentor' },
  // A person with one role has nothing to choose.
  { name: 'home', path: '/home', as: 'mentor', ends: /\/mentor$/ },
  { name: 'desk', path: '/desk', as: 'assessor' },
  { name: 'desk-stage', path: '/desk/stages/7', as: 'assessor' },
  { name: 'desk-work', path: '/desk/works/31', as: 'assessor' },
  { name: 'desk-team', path: '/desk/teams/23', as: 'assessor' },
  { name: 'desk-judging', path: '/desk/judging/14', as: 'assessor' },
  { name: 'desk-reading', path: '/desk/readings/22', as: 'assessor' },
  { name: 'desk-observation', path: '/desk/observations/1', as: 'assessor' },
  { name: 'desk-match', path: '/desk/matches/6', as: 'assessor' },
  { name: 'desk-door', path: '/desk/doors/73', as: 'assessor' },
  { name: 'duties', path: '/admin', as: 'admin' },
  { name: 'competition-track', path: track, as: 'participant' },
  { name: 'competition-track-stages-rules', path: `${track}/stages/rules/rules`, as: 'participant' },
  {
    name: 'competition-track-stages-form',
    path: `${track}/stages/form/questionnaire`,
    as: 'drafter',
  },
  { name: 'console', path: '/admin/ru_season_5', as: 'admin' },
  { name: 'console-stage', path: '/admin/ru_season_5/stages/teams', as: 'admin' },
  { name: 'console-stage', path: '/admin/ru_season_5/stages/traits', as: 'admin', opens: 'Продлить регионам' },
  { name: 'console-stage', path: '/admin/ru_season_5/stages/form_feedback', as: 'admin' },
  { name: 'console-stage', path: '/admin/all_kinds/stages/proposal', as: 'admin' },
  { name: 'console-stage', path: '/admin/all_kinds/stages/test', as: 'admin' },
  { name: 'console-season', path: '/admin/ru_season_5/season', as: 'admin' },
  { name: 'console-preview', path: '/admin/ru_season_5/preview', as: 'admin' },
  { name: 'console-people', path: '/admin/ru_season_5/people', as: 'admin' },
  { name: 'console-cutoffs', path: '/admin/politleaders_2/cutoffs', as: 'admin' },
  { name: 'console-cutoff', path: '/admin/politleaders_2/cutoffs/1', as: 'admin' },
  { name: 'console-protocol', path: '/admin/politleaders_2/protocols/1', as: 'admin' },
  { name: 'console-person', path: '/admin/ru_season_5/people/10001', as: 'admin' },
  { name: 'console-duplicates', path: '/admin/ru_season_5/duplicates', as: 'admin' },
  { name: 'console-duplicate-pair', path: '/admin/all_kinds/duplicates/10262/10263', as: 'admin', opens: /разные/i },
  { name: 'console-reports', path: '/admin/ru_season_5/reports', as: 'admin' },
  { name: 'console-stage-report', path: '/admin/ru_season_5/reports/questionnaire', as: 'admin' },
  { name: 'console-rights', path: '/admin/ru_season_5/rights', as: 'admin' },
  { name: 'console-acts', path: '/admin/ru_season_5/acts', as: 'admin' },
  {
    name: 'console-messages',
    path: '/admin/ru_season_5/messages',
    as: 'admin',
    opens: /^(Посмотреть|Отправить|Проверить)/,
  },
  { name: 'console-letters', path: '/admin/ru_season_5/letters', as: 'admin' },
  { name: 'console-exports', path: '/admin/ru_season_5/exports', as: 'admin' },
  { name: 'console-stage', path: '/admin/all_kinds/stages/track', as: 'admin' },
  { name: 'console-stage', path: '/admin/all_kinds/stages/debates', as: 'admin' },
  { name: 'console-stage', path: '/admin/all_kinds/stages/marks', as: 'admin' },
  { name: 'console-stage', path: '/admin/all_kinds/stages/meeting', as: 'admin' },
  { name: 'console-support', path: '/admin/ru_season_5/support', as: 'admin' },
  { name: 'console-checks', path: '/admin/ru_season_5/checks', as: 'admin' },
  { name: 'console-queue', path: '/admin/ru_season_5/checks/stages/7', as: 'admin' },
  { name: 'console-work', path: '/admin/ru_season_5/checks/works/31', as: 'admin' },
  { name: 'console-team', path: '/admin/ru_season_5/checks/teams/23', as: 'admin' },
  { name: 'console-help', path: '/admin/ru_season_5/help', as: 'admin' },
  { name: 'console-article', path: '/admin/ru_season_5/help/s-chego-nachat', as: 'admin' },
  { name: 'support-inbox', path: '/ru_season_5/support/inbox', as: 'admin' },
]
