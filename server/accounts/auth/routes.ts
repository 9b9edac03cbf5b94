import { repeatSeconds } from '#server/messages/outbox/dispatch-limits.ts'
import { recordAudit } from '#server/platform/audit/record-audit.ts'
import { handlersOf } from '#server/services.ts'
import type { authRoutes } from '#shared/accounts/auth/routes.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { answerLogin, attemptOf } from './answer-login.ts'
import { changeEmail, sendEmailVerify, verifyEmail } from './change-email.ts'
import { changePassword } from './change-password.ts'
import { changePhone, confirmPhone } from './change-phone.ts'
import { disableSecondFactor, enableSecondFactor, prepareSecondFactor } from './change-second-factor.ts'
import { clearCookie, readCookie, setCookie } from './cookies.ts'
import { makeFirstAdministrator } from './first-administrator.ts'
import { isFromOtherSite } from './from-other-site.ts'
import { listSessions } from './list-sessions.ts'
import { login } from './login.ts'
import { endForeignAccess } from './not-me.ts'
import { renewRecoveryCodes } from './recovery-codes.ts'
import { createPassword, restorePassword } from './restore-password.ts'
import {
  accessTokenFor,
  endSession,
  refreshSession,
  revokeSession,
  revokeSessionOf,
  revokeSessions,
} from './sessions.ts'

const sent = { sent: true, repeat_after: repeatSeconds } as const

export const authHandlers = handlersOf<typeof authRoutes>()({
  'POST /auth/login': async (call, services) => {
    const { config } = services
    return answerLogin(call, config, await login(services, { ...call.body, ...attemptOf(call, config) }))
  },

  'POST /auth/token/refresh': async ({ request, reply }, services) => {
    if (isFromOtherSite(request)) throw new Refusal('refresh_refused')
    const refreshToken = readCookie(request, services.config, 'refresh')
    if (!refreshToken) throw new Refusal('refresh_refused')
    const renewed = await refreshSession(services, refreshToken)
    setCookie(reply, services.config, 'refresh', renewed.refreshToken)
    return renewed.token
  },

  'POST /auth/logout': async ({ caller, request, reply }, { db, clock, config }) => {
    if (isFromOtherSite(request)) throw new Refusal('no_access')
    const refreshToken = readCookie(request, config, 'refresh')
    if (refreshToken) await revokeSessionOf(db, refreshToken, clock())
    if (caller) await revokeSession(db, caller.sessionId, clock())
    clearCookie(reply, config, 'refresh')
    // Cookies are kept: the device must stay known, otherwise a stranger could lock its owner out.
    reply.header('Clear-Site-Data', '"cache", "storage"')
    return undefined
  },

  'POST /auth/login/restore': async ({ body, ip, request, reply }, services) => {
    const requestToken = await restorePassword(services, {
      username: body.username,
      competitionCode: body.competition_code,
      deviceToken: readCookie(request, services.config, 'device'),
      requestToken: readCookie(request, services.config, 'restore'),
      ip,
    })
    setCookie(reply, services.config, 'restore', requestToken)
    return sent
  },

  'POST /auth/password/create': async ({ body, request, reply }, services) => {
    const { username, deviceToken } = await createPassword(services, {
      code: body.code,
      password: body.password,
      confirmation: body.password_confirmation ?? body.password,
      requestToken: readCookie(request, services.config, 'restore'),
      deviceToken: readCookie(request, services.config, 'device'),
    })
    setCookie(reply, services.config, 'device', deviceToken)
    clearCookie(reply, services.config, 'restore')
    clearCookie(reply, services.config, 'refresh')
    return { username }
  },

  'POST /auth/not-me': async ({ body, reply }, services) => {
    const stopped = await endForeignAccess(services, body.token)
    clearCookie(reply, services.config, 'refresh')
    return stopped
  },

  'POST /auth/first-administrator': async ({ body, ip, userAgent, request, reply }, services) => {
    const opened = await makeFirstAdministrator(services, {
      token: body.token,
      email: body.email,
      lastName: body.last_name,
      firstName: body.first_name,
      password: body.password,
      confirmation: body.password_confirmation,
      deviceToken: readCookie(request, services.config, 'device'),
      ip,
      userAgent,
    })
    setCookie(reply, services.config, 'refresh', opened.refreshToken)
    setCookie(reply, services.config, 'device', opened.deviceToken)
    return opened.token
  },

  'POST /auth/revoke-sessions': ({ caller }, services) =>
    services.db.transaction().execute(async (tx) => {
      await revokeSessions(tx, caller.accountId, services.clock(), caller.sessionId)
      const token = await accessTokenFor(tx, services, caller.accountId, caller.sessionId)
      await recordAudit(tx, { actorId: caller.accountId, action: 'sessions_revoked' })
      return token
    }),

  'GET /user/sessions': ({ caller, query }, { db, clock }) => listSessions(db, caller, query, clock()),

  'DELETE /user/sessions/:id': ({ caller, params }, { db, clock }) =>
    db.transaction().execute(async (tx) => {
      if (!(await endSession(tx, caller.accountId, params.id, clock()))) throw new Refusal('not_found')
      await recordAudit(tx, { actorId: caller.accountId, action: 'session_revoked' })
      return undefined
    }),

  'POST /auth/password/change': ({ caller, body }, services) =>
    changePassword(services, caller, {
      current: body.current_password,
      password: body.password,
      confirmation: body.password_confirmation,
    }),

  'POST /user/phone': async ({ caller, body, ip }, services) => {
    await changePhone(services, { accountId: caller.accountId, ...body, ip })
    return sent
  },

  'POST /user/phone/confirm': ({ caller, body }, services) => confirmPhone(services, caller.accountId, body.code),

  'POST /auth/user/email': async ({ caller, body, ip }, services) => {
    await changeEmail(services, { accountId: caller.accountId, sessionId: caller.sessionId, ...body, ip })
    return sent
  },

  'POST /user/email-verify': async ({ body }, services) => {
    const { email } = await verifyEmail(services, body.code)
    return { email, email_verified: true }
  },

  'POST /user/send-email-verify': async ({ caller, ip }, services) => {
    await sendEmailVerify(services, caller.accountId, ip)
    return sent
  },

  'POST /auth/second-factor/prepare': ({ caller, body }, services) =>
    prepareSecondFactor(services, caller.accountId, body.password),

  'POST /auth/second-factor/enable': ({ caller, body }, services) =>
    enableSecondFactor(services, caller.accountId, { method: body.method, password: body.password, code: body.code }),

  'POST /auth/second-factor/codes': async ({ caller, body }, services) => ({
    recovery_codes: await renewRecoveryCodes(services, caller.accountId, body.password),
  }),

  'POST /auth/second-factor/disable': async ({ caller, body }, services) => {
    await disableSecondFactor(services, caller.accountId, body.password)
    return undefined
  },
})
