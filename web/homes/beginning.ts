import { beginningOf } from '#shared/homes/home.ts'
import type { Competition } from '#web/competitions/queries.ts'
import type { Profile } from '#web/profile/queries.ts'
import { personOf, placeOf } from './places.ts'

/** Where a login at this competition leads: the person's home, or the page to choose between several. */
export function beginningPath(profile: Profile, competitions: readonly Competition[], competition: string): string {
  const home = beginningOf(personOf(profile, competitions), profile.home)
  return home === null ? '/home' : placeOf(home, competition).path
}
