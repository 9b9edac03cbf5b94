import { existsSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { join } from 'node:path'
import cookie from '@fastify/cookie'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import type { Pool } from 'pg'
import { authenticate } from '#server/accounts/auth/authenticate.ts'
import { authHandlers } from '#server/accounts/auth/routes.ts'
import { whileOpen } from '#server/accounts/auth/while-open.ts'
import { competitionHandlers } from '#server/accounts/competitions/routes.ts'
import { duplicateHandlers } from '#server/accounts/duplicates/routes.ts'
import { identityHandlers } from '#server/accounts/identity/routes.ts'
import { invitationHandlers } from '#server/accounts/invitations/routes.ts'
import { stopPage } from '#server/accounts/invitations/stop-page.ts'
import { personViewHandlers } from '#server/accounts/person-views/routes.ts'
import { viewedCaller } from '#server/accounts/person-views/viewed-caller.ts'
import { profileHandlers } from '#server/accounts/profile/routes.ts'
import { registrationConsoleHandlers } from '#server/accounts/registration/console-routes.ts'
import { limitingGuesses } from '#server/accounts/registration/guessed-codes.ts'
import { registrationHandlers } from '#server/accounts/registration/routes.ts'
import { rightsHandlers } from '#server/accounts/rights/routes.ts'
import { stateServiceHandlers } from '#server/accounts/state-service/routes.ts'
import { appConfigHandlers } from '#server/app/app-config/routes.ts'
import { startPageHandlers } from '#server/app/app-config/start-page.ts'
import { homeHandlers } from '#server/app/homes/routes.ts'
import { pages } from '#server/app/pages/pages.ts'
import { startData, trackCover } from '#server/app/pages/start-data.ts'
import { wellKnown } from '#server/app/well-known/well-known.ts'
import { letterHandlers } from '#server/editing/letters/routes.ts'
import { seasonEditingHandlers } from '#server/editing/seasons/routes.ts'
import { stageEditingHandlers } from '#server/editing/stages/routes.ts'
import { fileHandlers } from '#server/forms/files/routes.ts'
import { viewImages } from '#server/forms/files/view-image.ts'
import { faqHandlers } from '#server/help/faq/routes.ts'
import { feedbackHandlers } from '#server/help/support/routes.ts'
import { chooseTracksHandlers } from '#server/kinds/choose_tracks/routes.ts'
import { feedbackStageHandlers } from '#server/kinds/feedback/routes.ts'
import { mgmtProposalHandlers } from '#server/kinds/mgmt_proposal/routes.ts'
import { peerHandlers } from '#server/kinds/mgmt_solution_assessment/routes.ts'
import { multiformHandlers } from '#server/kinds/multiform/routes.ts'
import { playoffHandlers } from '#server/kinds/playoff/routes.ts'
import { questionnaireHandlers } from '#server/kinds/questionnaire/routes.ts'
import { registrationStageHandlers } from '#server/kinds/registration/routes.ts'
import { rulesHandlers } from '#server/kinds/rules/routes.ts'
import { teamsEvaluationHandlers } from '#server/kinds/teams_evaluation/routes.ts'
import { teamsFormingHandlers } from '#server/kinds/teams_forming/routes.ts'
import { teamsSolutionHandlers } from '#server/kinds/teams_solution/routes.ts'
import { testBankHandlers } from '#server/kinds/test/bank-handlers.ts'
import { testPanelHandlers } from '#server/kinds/test/panel-handlers.ts'
import { testHandlers } from '#server/kinds/test/routes.ts'
import { uploadHandlers } from '#server/kinds/uploads/routes.ts'
import { videoInterviewHandlers } from '#server/kinds/videointerview/routes.ts'
import { pollShortcut, rememberPolls } from '#server/messages/notifications/answer-poll.ts'
import { listenForChanges } from '#server/messages/notifications/listen-for-changes.ts'
import { notificationHandlers } from '#server/messages/notifications/routes.ts'
import { undeliveredHandlers } from '#server/messages/outbox/console-routes.ts'
import { outboxPage } from '#server/messages/outbox/outbox-page.ts'
import { outboxHandlers } from '#server/messages/outbox/routes.ts'
import { broadcastHandlers } from '#server/people/broadcasts/routes.ts'
import { bulkActHandlers } from '#server/people/bulk-acts/routes.ts'
import { protocolFileHandlers } from '#server/people/exports/protocol-routes.ts'
import { exportHandlers } from '#server/people/exports/routes.ts'
import { participantHandlers } from '#server/people/participants/routes.ts'
import { liveReports } from '#server/people/reports/live-reports.ts'
import { reportHandlers } from '#server/people/reports/routes.ts'
import { isRepeated } from '#server/platform/audit/record-audit.ts'
import { auditStaffCalls } from '#server/platform/audit/staff-calls.ts'
import { checkCaptcha } from '#server/platform/captcha/check-captcha.ts'
import type { DatabaseClock } from '#server/platform/clock/database-clock.ts'
import { openReadOnly } from '#server/platform/db/database.ts'
import type { Hearing } from '#server/platform/db/hearing.ts'
import { faultHandlers } from '#server/platform/faults/routes.ts'
import { answerRefusal } from '#server/platform/http/answer-refusal.ts'
import { api } from '#server/platform/http/api.ts'
import { answerUnreadable } from '#server/platform/http/bare-answer.ts'
import { everyAnswer } from '#server/platform/http/every-answer.ts'
import type { Caller, Handlers } from '#server/platform/http/handler.ts'
import { limiter } from '#server/platform/http/limits.ts'
import { logHolds } from '#server/platform/http/log-holds.ts'
import { portalServer } from '#server/platform/http/portal-server.ts'
import { readableAddress } from '#server/platform/http/readable-address.ts'
import { maxUploadMs, refuseSlowBodies } from '#server/platform/http/refuse-slow-bodies.ts'
import { closeUnreadBodies } from '#server/platform/http/unread-bodies.ts'
import { doorHandlers } from '#server/programme/bookings/door-routes.ts'
import { eventPanelHandlers } from '#server/programme/bookings/event-panel-routes.ts'
import { bookingHandlers } from '#server/programme/bookings/routes.ts'
import { lessonHandlers } from '#server/programme/lessons/routes.ts'
import { meetingHandlers } from '#server/programme/meetings/routes.ts'
import { assistantHandlers } from '#server/programme/mentors/assistant-routes.ts'
import { mentorHandlers, mentorPanelHandlers } from '#server/programme/mentors/routes.ts'
import { teamHandlers } from '#server/programme/regional-teams/routes.ts'
import { teamFormationHandlers } from '#server/programme/team-formation/routes.ts'
import { appealHandlers } from '#server/review/appeals/routes.ts'
import { assessmentHandlers } from '#server/review/checking/routes.ts'
import { cutoffHandlers } from '#server/review/cutoffs/routes.ts'
import { judgingHandlers } from '#server/review/judging/routes.ts'
import { similarityHandlers } from '#server/review/similarity/routes.ts'
import { dictionaryHandlers } from '#server/seasons/dictionaries/routes.ts'
import { formBuildingHandlers } from '#server/seasons/forms/routes.ts'
import { actOnce } from '#server/stages/act-once.ts'
import { formHandlers } from '#server/stages/forms/routes.ts'
import { stageHandlers } from '#server/stages/routes.ts'
import { workHandlers } from '#server/stages/work-routes.ts'
import { counterHosts } from '#shared/app/counter-hosts.ts'
import type { notificationRoutes } from '#shared/messages/notifications/routes.ts'
import type { reportRoutes } from '#shared/people/reports/routes.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import type { RouteMap } from '#shared/platform/api/route.ts'
import { routes } from '#shared/routes.ts'
import { ownDataSources } from './personal-data-hooks.ts'
import type { Services } from './services.ts'
import type { Database } from './tables.ts'

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
  ...protocolFileHandlers,
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
  app.addHook('onClose', async () => services.readings.close())

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
