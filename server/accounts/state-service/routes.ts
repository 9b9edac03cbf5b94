import { answerLogin, answerWithSession, askCode, attemptOf } from '#server/accounts/auth/answer-login.ts'
import { clearCookie, readCookie, setCookie } from '#server/accounts/auth/cookies.ts'
import { handlersOf } from '#server/services.ts'
import type { stateServiceRoutes } from '#shared/accounts/state-service/routes.ts'
import { enterAndLink, enterByCode, finishVisit } from './enter.ts'
import { beginLink, linkedSince, unlinkAccount } from './links.ts'
import { beginVisit } from './visits.ts'

const cookie = 'state_service'

export const stateServiceHandlers = handlersOf<typeof stateServiceRoutes>()({
  'POST /auth/state-service/begin': async ({ reply }, services) => {
    const { url, token } = await beginVisit(services, null)
    setCookie(reply, services.config, cookie, token)
    return { url }
  },

  'POST /auth/state-service/finish': async (call, services) => {
    const { config } = services
    const attempt = { ...attemptOf({ ...call, body: {} }, config) }
    const done = await finishVisit(services, readCookie(call.request, config, cookie), call.body, attempt)
    if (done === 'unknown') return { outcome: done, token: null }
    if (done !== 'linked' && 'challenge' in done) return askCode(call, config, done.challenge)
    clearCookie(call.reply, config, cookie)
    if (done === 'linked') return { outcome: done, token: null }
    return { outcome: 'entered' as const, token: answerWithSession(call, config, done.opened) }
  },

  'POST /auth/state-service/code': async (call, services) => {
    const { config } = services
    const token = readCookie(call.request, config, cookie)
    const answer = await enterByCode(services, token, attemptOf(call, config))
    if ('opened' in answer) clearCookie(call.reply, config, cookie)
    return answerLogin(call, config, answer)
  },

  'POST /auth/state-service/link': async (call, services) => {
    const { config } = services
    const token = readCookie(call.request, config, cookie)
    const answer = await enterAndLink(services, token, { ...call.body, ...attemptOf(call, config) })
    if ('opened' in answer) clearCookie(call.reply, config, cookie)
    return answerLogin(call, config, answer)
  },

  'GET /user/state-service': async ({ caller }, services) => ({
    linked: await linkedSince(services, caller.accountId),
  }),

  'POST /user/state-service': async (call, services) => {
    const { config } = services
    const begun = await beginLink(services, call.caller, { ...attemptOf(call, config), password: call.body.password })
    if ('challenge' in begun) return askCode(call, config, begun.challenge)
    setCookie(call.reply, config, cookie, begun.token)
    return { url: begun.url }
  },

  'POST /user/state-service/unlink': async ({ caller, body }, services) => {
    await unlinkAccount(services, caller.accountId, body.password)
    return undefined
  },
})
