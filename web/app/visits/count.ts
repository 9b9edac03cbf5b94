import { counterHosts } from '#shared/app/counter-hosts.ts'
import type { Counters } from '#web/platform/navigation/counters.ts'

/** Parts of an address that are the same for everybody. Others name a person, a team, a meeting or a question. */
const told = ['competition', 'track', 'stage']

/** The address of a page as the counters get it: without query, hash and the parts that name somebody. */
export function countedPath(pattern: string, params: Readonly<Record<string, string | undefined>>): string {
  const parts = pattern.split('/').flatMap((part) => {
    const name = /\$(\w*)/.exec(part)?.[1]
    if (name === undefined) return part === '' ? [] : [part]
    const value = params[name || '_splat']
    return value ? [told.includes(name) ? value : name || 'article'] : []
  })
  return `/${parts.join('/')}`
}

/**
 * The requests that tell the counters of a page. `from` is the page before, or the site from which the visitor came.
 */
export const viewRequests = ({ ymid, mtid }: Counters, page: string, from: string): string[] => [
  ...(ymid ? [watch(ymid, 'pv:1:ar:1', page, from)] : []),
  ...(mtid ? [`${tracker(mtid)};u=${encodeURIComponent(page)};r=${encodeURIComponent(from)}`] : []),
]

/** The requests that tell the counters of the goal, reached on this page. */
export const goalRequests = ({ ymid, mtid, social_goal_id: goal }: Counters, page: string): string[] => [
  ...(ymid && goal ? [watch(ymid, 'ar:1', `goal://${new URL(page).host}/${goal}`, page)] : []),
  ...(mtid && goal ? [`${tracker(mtid)};e=${encodeURIComponent(`RG:/${goal}`)};u=${encodeURIComponent(page)}`] : []),
]

function watch(id: string, what: string, page: string, from: string): string {
  const query = { 'page-url': page, 'page-ref': from, 'browser-info': `${what}:en:utf-8` }
  return `${counterHosts.ymid}/watch/${encodeURIComponent(id)}?${new URLSearchParams(query)}`
}

const tracker = (id: string) => `${counterHosts.mtid}/tracker?id=${encodeURIComponent(id)}`

/** Requests a picture of one dot, as the counters do on pages without scripts: no code of theirs ever runs here. */
export function send(requests: readonly string[]): void {
  for (const request of requests) {
    const picture = new Image()
    picture.referrerPolicy = 'origin'
    // A number makes every request a new one, so that no cache answers it.
    picture.src = `${request}${request.includes('?id=') ? ';_=' : '&rn='}${Math.floor(Math.random() * 1e9)}`
  }
}
