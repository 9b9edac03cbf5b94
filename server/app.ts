import { existsSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { join } from 'node:path'
import cookie from '@fastify/cookie'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import type { Pool } from 'pg'
import { logHolds } from '#server/platform/http/log-holds.ts'
import { Refusal } from '#shared/api/refusals.ts'
import type { RouteMap } from '#shared/api/route.ts'
import { counterHosts } from '#shared/app/counter-hosts.ts'
import type { notificationRoutes } from '#shared/notifications/routes.ts'
import type { reportRoutes } from '#shared/reports/routes.ts'
import { routes } from '#shared/routes.ts'
import { appConfigHandlers } from './app-config/routes.ts'
import { startPageHandlers } from './app-config/start-page.ts'
import { appealHandlers } from './appeals/routes.ts'
import { assessmentHandlers } from './assessment/routes.ts'
import { isRepeated } from './audit/record-audit.ts'
import { auditStaffCalls } from './audit/staff-calls.ts'
import { authenticate } from './auth/authenticate.ts'
import { authHandlers } from './auth/routes.ts'
import { whileOpen } from './auth/while-open.ts'
import { doorHandlers } from './bookings/door-routes.ts'
import { eventPanelHandlers } from './bookings/event-panel-routes.ts'
import { bookingHandlers } from './bookings/routes.ts'
import { broadcastHandlers } from './broadcasts/routes.ts'
import { bulkActHandlers } from './bulk-acts/routes.ts'
import { competitionHandlers } from './competitions/routes.ts'
import { cutoffHandlers } from './cutoffs/routes.ts'
import { dictionaryHandlers } from './dictionaries/routes.ts'
import { duplicateHandlers } from './duplicates/routes.ts'
import { exportHandlers } from './exports/routes.ts'
import { faqHandlers } from './faq/routes.ts'
import { faultHandlers } from './faults/routes.ts'
import { feedbackHandlers } from './feedback/routes.ts'
import { fileHandlers } from './files/routes.ts'
import { viewImages } from './files/view-image.ts'
import { formBuildingHandlers } from './form-building/routes.ts'
import { formHandlers } from './forms/routes.ts'
import { homeHandlers } from './homes/routes.ts'
import { identityHandlers } from './identity/routes.ts'
import { invitationHandlers } from './invitations/routes.ts'
import { stopPage } from './invitations/stop-page.ts'
import { judgingHandlers } from './judging/routes.ts'
import { lessonHandlers } from './lessons/routes.ts'
import { letterHandlers } from './letters/routes.ts'
import { meetingHandlers } from './meetings/routes.ts'
import { assistantHandlers } from './mentors/assistant-routes.ts'
import { mentorHandlers, mentorPanelHandlers } from './mentors/routes.ts'
import { pollShortcut, rememberPolls } from './notifications/answer-poll.ts'
import { listenForChanges } from './notifications/listen-for-changes.ts'
import { notificationHandlers } from './notifications/routes.ts'
import { undeliveredHandlers } from './outbox/console-routes.ts'
import { outboxPage } from './outbox/outbox-page.ts'
import { outboxHandlers } from './outbox/routes.ts'
import { pages } from './pages/pages.ts'
import { startData, trackCover } from './pages/start-data.ts'
import { participantHandlers } from './participants/routes.ts'
import { personViewHandlers } from './person-views/routes.ts'
import { viewedCaller } from './person-views/viewed-caller.ts'
import { ownDataSources } from './personal-data-hooks.ts'
import { checkCaptcha } from './platform/captcha/check-captcha.ts'
import type { DatabaseClock } from './platform/clock/database-clock.ts'
import { openReadOnly } from './platform/db/database.ts'
import type { Hearing } from './platform/db/hearing.ts'
import { answerRefusal } from './platform/http/answer-refusal.ts'
import { api } from './platform/http/api.ts'
import { answerUnreadable } from './platform/http/bare-answer.ts'
import { everyAnswer } from './platform/http/every-answer.ts'
import type { Caller, Handlers } from './platform/http/handler.ts'
import { limiter } from './platform/http/limits.ts'
import { portalServer } from './platform/http/portal-server.ts'
import { readableAddress } from './platform/http/readable-address.ts'
import { maxUploadMs, refuseSlowBodies } from './platform/http/refuse-slow-bodies.ts'
import { closeUnreadBodies } from './platform/http/unread-bodies.ts'
import { profileHandlers } from './profile/routes.ts'
import { registrationConsoleHandlers } from './registration/console-routes.ts'
import { limitingGuesses } from './registration/guessed-codes.ts'
import { registrationHandlers } from './registration/routes.ts'
import { liveReports } from './reports/live-reports.ts'
import { reportHandlers } from './reports/routes.ts'
import { rightsHandlers } from './rights/routes.ts'
import { seasonEditingHandlers } from './season-editing/routes.ts'
import type { Services } from './services.ts'
import { similarityHandlers } from './similarity/routes.ts'
import { stageEditingHandlers } from './stage-editing/routes.ts'
import { actOnce } from './stages/act-once.ts'
import { chooseTracksHandlers } from './stages/choose_tracks/routes.ts'
import { feedbackStageHandlers } from './stages/feedback/routes.ts'
import { mgmtProposalHandlers } from './stages/mgmt_proposal/routes.ts'
import { peerHandlers } from './stages/mgmt_solution_assessment/routes.ts'
import { multiformHandlers } from './stages/multiform/routes.ts'
import { playoffHandlers } from './stages/playoff/routes.ts'
import { questionnaireHandlers } from './stages/questionnaire/routes.ts'
import { registrationStageHandlers } from './stages/registration/routes.ts'
import { stageHandlers } from './stages/routes.ts'
import { rulesHandlers } from './stages/rules/routes.ts'
import { teamsEvaluationHandlers } from './stages/teams_evaluation/routes.ts'
import { teamsFormingHandlers } from './stages/teams_forming/routes.ts'
import { teamsSolutionHandlers } from './stages/teams_solution/routes.ts'
import { testBankHandlers } from './stages/test/bank-handlers.ts'
import { testPanelHandlers } from './stages/test/panel-handlers.ts'
import { testHandlers } from './stages/test/routes.ts'
import { videoInterviewHandlers } from './stages/videointerview/routes.ts'
import { workHandlers } from './stages/work-routes.ts'
import { stateServiceHandlers } from './state-service/routes.ts'
import type { Database } from './tables.ts'
import { teamFormationHandlers } from './team-formation/routes.ts'
import { teamHandlers } from './teams/routes.ts'
import { uploadHandlers } from './uploads/routes.ts'
import { wellKnown } from './well-known/well-known.ts'

const ownProfileHandlers = profileHandlers(ownDataSources)

const handlers = {
  ...appConfigHandlers,
  ...startPageHandlers({ ...competitionHandlers, ...bookingHandlers, ...ownProfileHandlers }),
  ...faultHandlers,
  ...authHandlers,
  ...identityHandlers,
  ...registrationHandlers,
  ...registrationConsoleHandlers,
  ...competitionHandlers,
  ...stageHandlers,
  ...workHandlers,
  ...stageEditingHandlers,
  ...seasonEditingHandlers,
  ...participantHandlers,
  ...personViewHandlers,
  ...rightsHandlers,
  ...broadcastHandlers,
  ...bulkActHandlers,
  ...duplicateHandlers,
  ...exportHandlers,
  ...rulesHandlers,
  ...registrationStageHandlers,
  ...questionnaireHandlers,
  ...testBankHandlers,
  ...testPanelHandlers,
  ...videoInterviewHandlers,
  ...feedbackStageHandlers,
  ...multiformHandlers,
  ...mgmtProposalHandlers,
  ...chooseTracksHandlers,
  ...teamsFormingHandlers,
  ...teamsSolutionHandlers,
  ...teamsEvaluationHandlers,
  ...peerHandlers,
  ...playoffHandlers,
  ...testHandlers,
  ...formHandlers,
  ...formBuildingHandlers,
  ...dictionaryHandlers,
  ...fileHandlers,
  ...uploadHandlers,
  ...faqHandlers,
  ...ownProfileHandlers,
  ...feedbackHandlers,
  ...invitationHandlers,
  ...homeHandlers,
  ...appealHandlers,
  ...assessmentHandlers,
  ...judgingHandlers,
  ...cutoffHandlers,
  ...similarityHandlers,
  ...lessonHandlers,
  ...letterHandlers,
  ...undeliveredHandlers,
  ...teamHandlers,
  ...teamFormationHandlers,
  ...bookingHandlers,
  ...eventPanelHandlers,
  ...doorHandlers,
  ...assistantHandlers,
  ...mentorHandlers,
  ...mentorPanelHandlers,
  ...meetingHandlers,
} satisfies Omit<
  Handlers<typeof routes, Services>,
  | keyof typeof outboxHandlers
  | keyof typeof stateServiceHandlers
  | keyof typeof notificationRoutes
  | keyof typeof reportRoutes
>

/** Calls after which a session may have ended or rights may have changed. */
const changesAccess = /^(?:POST|PUT|PATCH|DELETE) \/(?:auth|admin|user\/sessions|user\/erasure)\b/

export interface AppOptions {
  services: Services
  pool: Pool
  /** The source of `services.clock`; without it that clock always counts as right. */
  time?: DatabaseClock | null
  /** Where changes are reported; without it the polls are not answered from memory. */
  hearing?: Hearing | null
  logger?: FastifyBaseLogger
  /** The built web side; without it only the API is served. */
  webDirectory?: string
  /** True while the process shuts down: it still answers, but asks callers to use other processes. */
  leaving?: { now: boolean }
  /** How often open reports are checked for changes, in milliseconds. */
  reportInterval?: number
  /** With less space on the disk of the data directory, the portal is not ready. */
  minFreeBytes?: number
}

/** PostgreSQL writes its log in files of 16 MB, and a document of a person has up to 40. */
const enoughBytes = 64 * 1024 * 1024

/** A directory that cannot be looked at is reported by whoever writes to it. */
const freeBytes = (directory: string) =>
  statfs(directory).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => Number.POSITIVE_INFINITY,
  )

/** The whole portal as a Fastify application that does not listen yet. */
export async function buildApp({
  services,
  pool,
  time = null,
  hearing = null,
  logger,
  webDirectory,
  leaving,
  reportInterval,
  minFreeBytes = enoughBytes,
}: AppOptions): Promise<FastifyInstance> {
  const { config } = services
  const memory = hearing && listenForChanges(hearing)
  const headers = everyAnswer(config.publicUrl)
  const poll = memory && pollShortcut(memory, services.clock, headers)
  const app = Fastify({
    serverFactory: portalServer(
      headers,
      poll && ((request, response) => !leaving?.now && poll(request, response)),
      config.tls && {
        files: config.tls,
        onError: (err) => logger?.error({ err }, 'the renewed certificate was not taken'),
      },
    ),
    clientErrorHandler: answerUnreadable(headers),
    frameworkErrors: answerRefusal,
    ...(logger ? { loggerInstance: logger } : { logger: false }),
    trustProxy: config.trustProxy.length > 0 ? config.trustProxy : false,
    bodyLimit: 64 * 1024,
    requestTimeout: maxUploadMs,
    connectionTimeout: 0,
    keepAliveTimeout: 72_000,
    logController: new LogController({ disableRequestLogging: true }),
    forceCloseConnections: 'idle',
    // A call that has arrived before the portal begins to close is answered: a balancer may not repeat it elsewhere.
    return503OnClosing: false,
    http: { headersTimeout: 5_000, connectionsCheckingInterval: 1_000 },
    routerOptions: { maxParamLength: 256 },
    rewriteUrl: ({ url = '/' }) => readableAddress(url),
  })
  app.addHook('onRoute', ({ url }) => {
    for (const part of url.split('/')) if (!part.startsWith(':')) services.servedWords.add(part)
  })
  app.setErrorHandler(answerRefusal)
  app.setNotFoundHandler((request, reply) => answerRefusal(new Refusal('not_found'), request, reply))
  logHolds(app, logger)
  refuseSlowBodies(app, { headers })
  closeUnreadBodies(app)
  await app.register(cookie)
  app.decorateRequest('caller', null)
  if (memory) rememberPolls(app, memory, services)
  // When the router refuses calls because of overload, the shortcut must refuse them too.
  if (hearing) app.addHook('preClose', hearing.stop)
  const reports = liveReports(services, {
    interval: reportInterval,
    onError: (err) => logger?.error({ err }, 'open reports were not renewed'),
  })
  app.addHook('preClose', async () => reports.close())

  app.get('/health', () => ({ status: 'ok' }))
  app.get('/ready', async (_request, reply) => {
    const ready = await pool.query('select 1').then(
      () => true,
      () => false,
    )
    if (leaving?.now) return reply.code(503).send({ status: 'leaving' })
    if (ready && time && !time.sure()) return reply.code(503).send({ status: 'time unknown' })
    if (ready && time && !time.agrees()) return reply.code(503).send({ status: 'clock off' })
    if (ready && (await freeBytes(config.dataDir)) < minFreeBytes) return reply.code(503).send({ status: 'disk full' })
    return reply.code(ready ? 200 : 503).send({ status: ready ? 'ok' : 'database unavailable' })
  })
  // Otherwise a kept-alive connection would send its next call to a process that has ended.
  app.addHook('onRequest', async (_request, reply) => {
    if (leaving?.now) reply.header('Connection', 'close')
  })
  await app.register(wellKnown, { publicUrl: config.publicUrl, clock: services.clock })

  const readers = openReadOnly<Database>(pool)
  app.addHook('onClose', readers.close)

  const absent = new Set<string>([
    ...(config.outbox ? [] : Object.keys(outboxHandlers)),
    ...(config.stateService ? [] : Object.keys(stateServiceHandlers)),
  ])
  const mounted = Object.fromEntries(Object.entries(routes).filter(([key]) => !absent.has(key)))
  auditStaffCalls(app, services)
  await app.register(api<Services>, {
    prefix: '/api/v3',
    routes: mounted as RouteMap,
    handlers: limitingGuesses(
      onBehalfOfCallers({
        ...handlers,
        ...notificationHandlers(memory ?? undefined),
        ...reportHandlers(reports),
        ...outboxHandlers,
        ...stateServiceHandlers,
      } as unknown as Handlers<RouteMap, Services>),
    ),
    services,
    readOnly: { ...services, db: readers.db },
    described: config.apiDocs,
    gate: {
      authenticate: (token) => authenticate(services, token),
      checkCaptcha: (token, ip) => checkCaptcha(config, token, ip),
      consume: limiter(pool, services.clock),
      whileOpen,
      actOnce: (act, run) => actOnce(services, act, run, isRepeated),
      viewAs: (viewId, caller) => viewedCaller(services, viewId, caller),
      async now() {
        if (time && !time.sure()) await time.measure()
        return services.clock()
      },
      done: (key, caller) => {
        // Other processes are notified by the database; in this one the next call may come before that.
        if (caller && changesAccess.test(key)) services.callers.forget(caller.accountId)
      },
    },
  })
  await app.register(viewImages, { services })
  if (config.outbox) await app.register(outboxPage, { services })
  await app.register(stopPage, { services })
  if (webDirectory && existsSync(join(webDirectory, 'index.html')))
    await app.register(pages, {
      directory: webDirectory,
      renderer: join(webDirectory, '../ssr/render-page.mjs'),
      publicUrl: config.publicUrl,
      captcha: config.captcha !== null,
      counters: [...(config.ymid ? [counterHosts.ymid] : []), ...(config.mtid ? [counterHosts.mtid] : [])],
      startData: (request, path) => startData(app, services, request, path),
      cover: (data, path) => trackCover(services, data, path),
    })
  return app
}

/** Messages that a handler sends take the budget of whoever made the call. */
const onBehalfOfCallers = (handlers: Handlers<RouteMap, Services>): Handlers<RouteMap, Services> =>
  Object.fromEntries(
    Object.entries(handlers).map(([key, handler]): [string, typeof handler] => [
      key,
      (call, services) => {
        const caller: Caller | null = call.caller
        if (!caller) return handler(call, services)
        const organises = caller.mayOrganise && Object.keys(caller.flags).length > 0
        return handler(call, { ...services, sender: { accountId: caller.accountId, organises } })
      },
    ]),
  )
