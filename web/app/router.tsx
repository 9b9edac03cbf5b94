import { type AnyRoute, createRootRoute, createRouter, type RouterHistory } from '@tanstack/react-router'
import { blockOnOf } from '#shared/stages/block-on.ts'
import type { LazyPage } from '#web/platform/navigation/lazy-page.tsx'
import { ChromeFrame } from './chrome/ChromeFrame.tsx'
import { BareErrorPage, ErrorPage } from './chrome/ErrorPage.tsx'
import { NotFoundPage } from './chrome/NotFoundPage.tsx'
import {
  guardCompetition,
  guardEmailEdit,
  guardEntrance,
  guardFlag,
  guardManualPage,
  guardOnlyCompetition,
  guardQueryCompetition,
  guardStage,
  guardTeams,
  guardTrack,
} from './guard-route.ts'
import { type Guard, page, section } from './guarded-page.ts'
import { pages, stageScreen } from './pages.tsx'

/** What stands on the page of a stage kind that is not built yet. Nothing links to it. */
const beingBuilt = 'Этот этап готовится. Мы сообщим, когда он откроется'

const rootRoute = createRootRoute({
  component: ChromeFrame,
  errorComponent: BareErrorPage,
  notFoundComponent: NotFoundPage,
})

const profileRoute = section(rootRoute, 'profile')
const competitionRoute = section(rootRoute, '$competition', guardCompetition)
const faqRoute = section(competitionRoute, 'faq', undefined, pages.faqLayout)
const trackRoute = section(competitionRoute, '$track')
const stagesRoute = section(trackRoute, 'stages')

interface StageOptions {
  /** What follows the code in the address. */
  tail?: string
  page?: LazyPage
  guards?: Guard[]
  variant?: 'list'
}

/** The page of a stage kind: named after its code, guarded as every stage, with its page of instructions. */
function stage(code: string, options: StageOptions = {}): AnyRoute[] {
  const { tail = '/{-$stage}', variant } = options
  const name = `competition-track-stages-${code}`
  const screen = options.page ?? pages.soon
  const words = screen === pages.soon ? { soon: beingBuilt } : {}
  const guarded = [guardEntrance, guardTrack, guardStage(code), ...(options.guards ?? [])]
  const shown = page(stagesRoute, `${code}${tail}`, {
    name: variant ? `${name}-${variant}` : name,
    page: screen,
    guards: guarded,
    ...words,
    blockOn: blockOnOf(code),
  })
  if (variant) return [shown]
  const manual = page(stagesRoute, `${code}/{-$stage}/manual`, {
    name: `${name}-manual`,
    page: pages.manual,
    guards: [guardEntrance, guardTrack, guardManualPage(code)],
  })
  return [shown, manual]
}

/** It comes with the page of a meeting: the first page of the portal does not need it. */
const guardMeeting: Guard = async (place) => (await import('./guard-meeting.ts')).guardMeeting(place)

const stageRoutes = [
  ...stage('registration', { page: stageScreen('registration') }),
  ...stage('rules', { page: stageScreen('rules') }),
  ...stage('form', { page: stageScreen('form') }),
  ...stage('multiform', { tail: '/{-$stage}/{-$form}' }),
  ...stage('teams_forming', { tail: '/{-$team}', page: stageScreen('teams_forming'), guards: [guardTeams] }),
  ...stage('teams_forming', { tail: '/list', variant: 'list', page: stageScreen('teams_forming') }),
  ...stage('mentor_meetings', { tail: '/$stage', page: stageScreen('mentor_meetings') }),
  page(stagesRoute, 'mentor_meetings/{-$stage}/$id/$action', {
    name: 'competition-track-stages-mentor_meetings',
    page: stageScreen('mentor_meetings'),
    guards: [guardEntrance, guardTrack, guardStage('mentor_meetings'), guardMeeting],
    blockOn: blockOnOf('mentor_meetings'),
  }),
  ...stage('mentor_choice', { page: stageScreen('mentor_choice') }),
  ...stage('final_mentor_choose', { page: stageScreen('final_mentor_choose') }),
  ...[
    'choose_tracks',
    'mgmt_proposal',
    'mgmt_solution_assessment',
    'teams_evaluation',
    'teams_solution',
    'videointerview',
    'essay',
    'test',
    'playoff',
    'public_lesson',
    'questionnaire',
    'feedback',
    'event',
  ].flatMap((code) => stage(code)),
]

const inside = [guardEntrance]

const routeTree = rootRoute.addChildren([
  page(rootRoute, '/', { name: 'index', page: pages.index, guards: [guardOnlyCompetition] }),
  page(rootRoute, 'offline-event-booking', {
    name: 'offline-event-booking',
    page: pages.booking,
    guards: [guardEntrance, guardQueryCompetition],
  }),
  page(rootRoute, 'mentor', { name: 'mentor', page: pages.mentorUsers, guards: inside }),
  page(rootRoute, 'admin/first-administrator', { name: 'first-administrator', page: pages.firstAdministrator }),
  profileRoute.addChildren([
    page(profileRoute, '/', { name: 'profile', page: pages.profile, guards: inside }),
    page(profileRoute, 'email', { name: 'profile-email', page: pages.email, guards: [guardEntrance, guardEmailEdit] }),
  ]),
  competitionRoute.addChildren([
    page(competitionRoute, '/', { name: 'competition', page: pages.competition, guards: inside }),
    page(competitionRoute, 'login', { name: 'login', page: pages.login, guards: inside }),
    page(competitionRoute, 'register', { name: 'register', page: pages.register, guards: inside }),
    page(competitionRoute, 'forgot', { name: 'forgot', page: pages.forgot, guards: inside }),
    page(competitionRoute, 'verify', { name: 'verify', page: pages.verify, guards: inside }),
    page(competitionRoute, 'invite', { name: 'invite', page: pages.invite, guards: inside }),
    page(competitionRoute, 'support', { name: 'support', page: pages.support, guards: inside }),
    page(competitionRoute, 'support/inbox', {
      name: 'support-inbox',
      page: pages.inbox,
      guards: [guardEntrance, guardFlag('participants')],
    }),
    faqRoute.addChildren([
      page(faqRoute, '/', { name: 'faq', page: pages.faq, guards: inside }),
      page(faqRoute, '$', { name: 'faq-article', page: pages.faqArticle, guards: inside }),
    ]),
    trackRoute.addChildren([
      page(trackRoute, '/', { name: 'competition-track', page: pages.track, guards: [guardEntrance, guardTrack] }),
      stagesRoute.addChildren(stageRoutes),
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
    // Scrolling is ours: 200 ms, and to the stage that the hash names.
    scrollRestoration: () => false,
    defaultPendingMs: Number.POSITIVE_INFINITY,
  })
