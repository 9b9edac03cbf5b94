import type { FastifyReply, FastifyRequest } from 'fastify'
import '@fastify/cookie'
import type { Config } from '#server/platform/config/config.ts'

type Place = Pick<Config, 'publicUrl'>
type CookieName = 'refresh' | 'entered' | 'device' | 'login' | 'restore' | 'registration' | 'state_service'

const day = 24 * 3600
/** In seconds. Browsers keep a cookie for at most 400 days. */
const ages: Record<CookieName, number> = {
  refresh: 30 * day,
  entered: 30 * day,
  device: 400 * day,
  login: 300,
  restore: 3600,
  registration: day,
  state_service: 600,
}

/** A cookie can be Secure, and its name can have the `__Host-` prefix, only over https. */
const isSecure = ({ publicUrl }: Place) => publicUrl.startsWith('https:')
const nameOf = (name: CookieName, config: Place) => (isSecure(config) ? `__Host-${name}` : name)

export function readCookie(request: FastifyRequest, config: Place, name: CookieName): string | undefined {
  const value = request.cookies[nameOf(name, config)]
  return value && value.length <= 128 ? value : undefined
}

export function setCookie(reply: FastifyReply, config: Place, name: CookieName, value: string): void {
  reply.setCookie(nameOf(name, config), value, { ...attributes(name, config), maxAge: ages[name] })
  if (name === 'refresh') setCookie(reply, config, 'entered', '1')
}

export function clearCookie(reply: FastifyReply, config: Place, name: CookieName): void {
  reply.clearCookie(nameOf(name, config), attributes(name, config))
  if (name === 'refresh') clearCookie(reply, config, 'entered')
}

/** Strict, except for `entered`, which has no secret: browsers must send it with links from other sites too. */
const attributes = (name: CookieName, config: Place) =>
  ({
    httpOnly: true,
    sameSite: name === 'entered' ? 'lax' : 'strict',
    path: '/',
    secure: isSecure(config),
  }) as const

/**
 * Whether the browser has a session cookie, so that a refresh makes sense. When a link in a letter leads here, the
 * browser sends only `entered`.
 */
export function mayRefresh(request: FastifyRequest, config: Place): boolean {
  return (['refresh', 'entered'] as const).some((name) => readCookie(request, config, name) !== undefined)
}
