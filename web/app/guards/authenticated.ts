import { type Decision, go } from './decision.ts'

/** The pages of those who have not logged in. */
export const entranceNames: readonly string[] = ['login', 'register', 'forgot']

/** The entrance is for people who have not logged in, everything else for those who have. `code` is null outside a competition. */
export function authenticatedGuard(place: { name: string; code: string | null; loggedIn: boolean }): Decision {
  // A letter is often opened in a browser where nobody has logged in.
  if (place.name === 'verify' || place.name === 'first-administrator') return go
  const atEntrance = entranceNames.includes(place.name)
  // The code may come from a query, which anybody can write.
  const code = place.code !== null && /^\w[\w-]{0,63}$/.test(place.code) ? place.code : null
  const home = code === null ? '/' : `/${code}`
  if (place.loggedIn) return atEntrance ? { to: home } : go
  if (atEntrance) return go
  return { to: code === null ? '/' : `/${code}/login` }
}
