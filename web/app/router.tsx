import { createRootRoute, createRouter, type RouterHistory } from '@tanstack/react-router'
import { ChromeFrame } from '#web/app/chrome/ChromeFrame.tsx'
import { BareErrorPage, ErrorPage } from '#web/app/chrome/ErrorPage.tsx'
import { NotFoundPage } from '#web/app/chrome/NotFoundPage.tsx'
import {
  guardCompetition,
  guardDesk,
  guardEmailEdit,
  guardEntrance,
  guardFlag,
  guardOnlyCompetition,
  guardOrganiser,
  guardQueryCompetition,
  guardRow,
  guardStateService,
} from './guard-route.ts'
import { page, section, textsOf } from './guarded-page.ts'
import { guardTrack } from './later-guards.ts'
import { pages } from './pages.tsx'
import { stageRoutes } from './stage-routes.ts'

/** The parameters of a query that the portal knows. All are text; other parameters are kept. */
export interface PortalSearch {
  code?: string
  step?: string
  edit?: string
  competition?: string
  competitionCode?: string
  event?: string
  invite?: string
  search?: string
  group?: string
  tag?: string
  track?: string
  region?: string
  stage?: string
  answer?: string
  waits?: string
  score_from?: string
  score_to?: string
  person?: string
  page?: string
}

const rootRoute = createRootRoute({
  component: ChromeFrame,
  errorComponent: BareErrorPage,
  notFoundComponent: NotFoundPage,
  validateSearch: (search): PortalSearch => textsOf(search),
})

const profileRoute = section(rootRoute, 'profile', undefined, pages.profileLayout)
const competitionRoute = section(rootRoute, '$competition', guardCompetition)
const faqRoute = section(competitionRoute, 'faq', undefined, pages.faqLayout)
const consoleRoute = section(rootRoute, 'admin/$competition', undefined, pages.consoleLayout)
const consoleHelpRoute = section(consoleRoute, 'help', undefined, pages.consoleHelp)
const trackRoute = section(competitionRoute, '$track')
const stagesRoute = section(trackRoute, 'stages')

const inside = [guardEntrance]
const assessors = [guardEntrance, guardDesk]
const organisers = [guardEntrance, guardFlag('competitions')]
const writers = [guardEntrance, guardFlag('notifications')]
const reporters = [guardEntrance, guardFlag('reports')]
const deciders = [guardEntrance, guardFlag('assessment')]
const chiefs = [guardEntrance, guardFlag('admins')]
const helpers = [guardEntrance, guardFlag('participants')]
const editors = [guardEntrance, guardFlag('faq')]

const routeTree = rootRoute.addChildren([
  page(rootRoute, '/', { name: 'index', page: pages.index, guards: [guardOnlyCompetition] }),
  page(rootRoute, 'offline-event-booking', {
    name: 'offline-event-booking',
    page: pages.booking,
    guards: [guardEntrance, guardQueryCompetition],
  }),
  page(rootRoute, 'login', { name: 'staff-login', page: pages.login, guards: inside }),
  page(rootRoute, 'forgot', { name: 'staff-forgot', page: pages.forgot, guards: inside }),
  page(rootRoute, 'mentor', { name: 'mentor', page: pages.mentorUsers, guards: inside }),
  page(rootRoute, 'home', { name: 'home', page: pages.homeChoice, guards: inside }),
  page(rootRoute, 'desk', { name: 'desk', page: pages.desk, guards: assessors }),
  page(rootRoute, 'desk/stages/$stage', { name: 'desk-stage', page: pages.queue, guards: assessors }),
  page(rootRoute, 'desk/works/$work', { name: 'desk-work', page: pages.checkWork, guards: assessors }),
  page(rootRoute, 'desk/teams/$team', { name: 'desk-team', page: pages.checkTeam, guards: assessors }),
  page(rootRoute, 'desk/judging/$stage', { name: 'desk-judging', page: pages.readings, guards: assessors }),
  page(rootRoute, 'desk/readings/$reading', { name: 'desk-reading', page: pages.reading, guards: assessors }),
  page(rootRoute, 'desk/doors/$stage', { name: 'desk-door', page: pages.door, guards: assessors }),
  page(rootRoute, 'desk/matches/$match', { name: 'desk-match', page: pages.match, guards: assessors }),
  page(rootRoute, 'desk/observations/$observation', {
    name: 'desk-observation',
    page: pages.observation,
    guards: assessors,
  }),
  page(rootRoute, 'admin', { name: 'duties', page: pages.duties, guards: [guardEntrance, guardOrganiser] }),
  page(rootRoute, 'admin/undelivered', { name: 'undelivered', page: pages.undelivered, guards: chiefs }),
  page(rootRoute, 'admin/rights', { name: 'portal-rights', page: pages.portalRights, guards: chiefs }),
  page(rootRoute, 'not-me', { name: 'not-me', page: pages.notMe }),
  page(rootRoute, 'stop', { name: 'stop', page: pages.stop }),
  page(rootRoute, 'mentor-answer', { name: 'mentor-answer', page: pages.mentorAnswer }),
  page(rootRoute, 'staff-invitation', { name: 'staff-invitation', page: pages.staffInvitation }),
  page(rootRoute, 'state-service', { name: 'state-service', page: pages.stateService, guards: [guardStateService] }),
  page(rootRoute, 'admin/first-administrator', { name: 'first-administrator', page: pages.firstAdministrator }),
  consoleRoute.addChildren([
    page(consoleRoute, '/', { name: 'console', page: pages.console, guards: organisers }),
    page(consoleRoute, 'stages/$stage', { name: 'console-stage', page: pages.console, guards: organisers }),
    page(consoleRoute, 'season', { name: 'console-season', page: pages.season, guards: organisers }),
    page(consoleRoute, 'preview', { name: 'console-preview', page: pages.preview, guards: organisers }),
    page(consoleRoute, 'people', { name: 'console-people', page: pages.participants, guards: helpers }),
    page(consoleRoute, 'acts', { name: 'console-acts', page: pages.bulkActs, guards: helpers }),
    page(consoleRoute, 'rights', { name: 'console-rights', page: pages.rights, guards: chiefs }),
    page(consoleRoute, 'cutoffs', { name: 'console-cutoffs', page: pages.cutoffs, guards: deciders }),
    page(consoleRoute, 'cutoffs/$cutoff', { name: 'console-cutoff', page: pages.cutoff, guards: deciders }),
    page(consoleRoute, 'protocols/$protocol', { name: 'console-protocol', page: pages.protocol, guards: deciders }),
    page(consoleRoute, 'people/$person', { name: 'console-person', page: pages.participant, guards: helpers }),
    page(consoleRoute, 'duplicates', { name: 'console-duplicates', page: pages.duplicates, guards: helpers }),
    page(consoleRoute, 'duplicates/$person/$other', {
      name: 'console-duplicate-pair',
      page: pages.duplicatePair,
      guards: helpers,
    }),
    page(consoleRoute, 'reports', { name: 'console-reports', page: pages.report, guards: reporters }),
    page(consoleRoute, 'reports/$stage', { name: 'console-stage-report', page: pages.stageReport, guards: reporters }),
    page(consoleRoute, 'messages', { name: 'console-messages', page: pages.broadcasts, guards: writers }),
    page(consoleRoute, 'letters', { name: 'console-letters', page: pages.letters, guards: writers }),
    page(consoleRoute, 'support', { name: 'console-support', page: pages.inbox, guards: helpers }),
    page(consoleRoute, 'checks', { name: 'console-checks', page: pages.checks, guards: deciders }),
    page(consoleRoute, 'checks/stages/$stage', { name: 'console-queue', page: pages.queue, guards: deciders }),
    page(consoleRoute, 'checks/works/$work', { name: 'console-work', page: pages.checkWork, guards: deciders }),
    page(consoleRoute, 'checks/teams/$team', { name: 'console-team', page: pages.checkTeam, guards: deciders }),
    consoleHelpRoute.addChildren([
      page(consoleHelpRoute, '/', { name: 'console-help', page: pages.faq, guards: editors }),
      page(consoleHelpRoute, '$', { name: 'console-article', page: pages.faqArticle, guards: editors }),
    ]),
    page(consoleRoute, 'exports', { name: 'console-exports', page: pages.exports, guards: reporters }),
  ]),
  profileRoute.addChildren([
    page(profileRoute, '/', { name: 'profile', page: pages.profile, guards: [guardEntrance, guardRow] }),
    page(profileRoute, 'security', { name: 'profile-security', page: pages.security, guards: inside }),
    page(profileRoute, 'notifications', { name: 'profile-notifications', page: pages.notifications, guards: inside }),
    page(profileRoute, 'consents', { name: 'profile-consents', page: pages.consents, guards: inside }),
    page(profileRoute, 'own-data', { name: 'profile-own-data', page: pages.ownData, guards: inside }),
    page(profileRoute, 'email', { name: 'profile-email', page: pages.email, guards: [guardEntrance, guardEmailEdit] }),
  ]),
  competitionRoute.addChildren([
    page(competitionRoute, '/', { name: 'competition', page: pages.competition, guards: inside }),
    page(competitionRoute, 'login', { name: 'login', page: pages.login, guards: inside }),
    page(competitionRoute, 'register', { name: 'register', page: pages.register, guards: inside }),
    page(competitionRoute, 'forgot', { name: 'forgot', page: pages.forgot, guards: inside }),
    page(competitionRoute, 'verify', { name: 'verify', page: pages.verify, guards: inside }),
    page(competitionRoute, 'invite', { name: 'invite', page: pages.invite, guards: inside }),
    page(competitionRoute, 'annotations', { name: 'annotations', page: pages.annotations }),
    page(competitionRoute, 'support', { name: 'support', page: pages.support, guards: inside }),
    page(competitionRoute, 'support/inbox', {
      name: 'support-inbox',
      page: pages.inbox,
      guards: helpers,
    }),
    faqRoute.addChildren([
      page(faqRoute, '/', { name: 'faq', page: pages.faq, guards: inside }),
      page(faqRoute, '$', { name: 'faq-article', page: pages.faqArticle, guards: inside }),
    ]),
    trackRoute.addChildren([
      page(trackRoute, '/', { name: 'competition-track', page: pages.track, guards: [guardEntrance, guardTrack] }),
      stagesRoute.addChildren(stageRoutes(stagesRoute)),
    ]),
  ]),
])

/** The portal's router in history mode with base /; tests give a history of their own. */
export const createPortalRouter = (history?: RouterHistory) =>
  createRouter({
    routeTree,
    basepath: '/',
    ...(history ? { history } : {}),
    defaultErrorComponent: ErrorPage,
    defaultPreload: 'intent',
    // Everything in a query is text: a code of digits must not lose its zeros or turn into a power of ten.
    parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
    stringifySearch: (search) => {
      const text = new URLSearchParams(search as Record<string, string>).toString()
      return text === '' ? '' : `?${text}`
    },
    // The portal scrolls by itself: in 200 ms, and to the stage that the hash names.
    scrollRestoration: () => false,
    defaultPendingMs: Number.POSITIVE_INFINITY,
  })

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createPortalRouter>
  }
}
