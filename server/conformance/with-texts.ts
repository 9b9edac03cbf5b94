import type { RouteSpec } from '#shared/platform/api/route.ts'
import type { Role } from './whole-call.ts'

/** The value with other texts in place of all its texts, except ids, codes and other names. */
export function withTexts(value: unknown, text: (name: string) => string, name = ''): unknown {
  if (Array.isArray(value)) return value.map((each) => withTexts(each, text, name))
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, withTexts(each, text, key)]))
  const isName = /_code$|_id$|^(competition|status|purpose|alias|method|code)$/.test(name)
  return typeof value !== 'string' || isName ? value : text(name)
}

/** A role that may call the route and has data there. */
export const callerOf = ({ access }: RouteSpec): Role =>
  access === 'participant' || access === 'public' ? 'finalist' : access === 'mentor' ? 'mentor' : 'admin'
