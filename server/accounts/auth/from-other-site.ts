import type { FastifyRequest } from 'fastify'

/**
 * Whether a page of another site makes the call. The browser sends cookies by itself, so such a page could use them.
 * Programs that are no browser send neither header.
 */
export function isFromOtherSite({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site !== 'same-origin' && site !== 'none'
  const { origin, host } = headers
  return origin !== undefined && (!URL.canParse(origin) || new URL(origin).host !== host)
}
