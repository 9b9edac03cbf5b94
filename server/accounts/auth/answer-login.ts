import type { Config } from '#server/platform/config/config.ts'
import type { Call } from '#server/platform/http/handler.ts'
import { clearCookie, readCookie, setCookie } from './cookies.ts'
import type { LoginAnswer } from './login.ts'
import type { Challenge } from './second-factor.ts'
import type { Token } from './sessions.ts'

type Codes = { login_marker?: string; sms_code?: string }
type LoginCall = Pick<Call<unknown, unknown, Codes, unknown>, 'body' | 'ip' | 'userAgent' | 'request' | 'reply'>
type Opened = Extract<LoginAnswer, { opened: unknown }>['opened']

/** The client that tries to log in, and the second factor that came with the call. */
export const attemptOf = ({ body, ip, userAgent, request }: Omit<LoginCall, 'reply'>, config: Config) => ({
  // The marker may also come in the cookie: a client that sends only `sms_code` can log in too.
  marker: body.login_marker ?? readCookie(request, config, 'login'),
  code: body.sms_code,
  deviceToken: readCookie(request, config, 'device'),
  ip,
  userAgent,
})

type Exchange = Pick<LoginCall, 'request' | 'reply'>

export function answerLogin(call: Exchange, config: Config, answer: LoginAnswer): Token | Challenge {
  return 'challenge' in answer
    ? askCode(call, config, answer.challenge)
    : answerWithSession(call, config, answer.opened)
}

/** Sets the cookies of the opened session. */
export function answerWithSession({ request, reply }: Exchange, config: Config, opened: Opened): Token {
  if (readCookie(request, config, 'login')) clearCookie(reply, config, 'login')
  setCookie(reply, config, 'refresh', opened.refreshToken)
  setCookie(reply, config, 'device', opened.deviceToken)
  return opened.token
}

/** Answers 202 with the marker, which the browser keeps in a cookie too. */
export function askCode({ reply }: Exchange, config: Config, asked: Challenge): Challenge {
  setCookie(reply, config, 'login', asked.login_marker)
  reply.code(202)
  return asked
}
