import { beginningOf } from '#shared/accounts/homes/home.ts'
import type { Profile } from '#web/accounts/profile/queries.ts'
import type { Competition } from '#web/seasons/competitions/queries.ts'
import { personOf, placeOf } from './places.ts'

/** Where a login at this competition leads: the person's home, or the page to choose between several. */
export function beginningPath(profile: Profile, competitions: readonly Competition[], competition: string): string {
  const home = beginningOf(personOf(profile, competitions), profile.home)
  return home === null ? '/home' : placeOf(home, competition).path
}
