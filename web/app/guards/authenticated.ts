import { type Decision, go } from './decision.ts'

/** Pages for people who are not logged in. Those of the staff belong to no competition. */
export const entranceNames: readonly string[] = ['login', 'register', 'forgot', 'staff-login', 'staff-forgot']

/** Pages of people with a role, who need no published competition to log in. */
const staffPage = /^(duties|undelivered|portal|desk|console)(-|$)/

/**
 * The entrance is for people who have not logged in, everything else for those who have. `code` is null outside a
 * competition.
 */
export function authenticatedGuard(place: { name: string; code: string | null; loggedIn: boolean }): Decision {
  // The link of a letter is often opened in a browser without a login.
  if (['verify', 'not-me', 'stop', 'staff-invitation', 'mentor-answer', 'first-administrator'].includes(place.name))
    return go
  const atEntrance = entranceNames.includes(place.name)
  // The code may come from the query, which anybody can write.
  const code = place.code !== null && /^\w[\w-]{0,63}$/.test(place.code) ? place.code : null
  const home = code === null ? '/home' : `/${code}`
  if (place.loggedIn) return atEntrance ? { to: home } : go
  if (atEntrance) return go
  if (staffPage.test(place.name)) return { to: '/login' }
  return { to: code === null ? '/' : `/${code}/login` }
}
