import { pageOfRow } from '#web/accounts/profile/places.ts'
import { type Decision, go } from './decision.ts'

/** All rows of the profile used to be on its first page; letters and notifications still name them there. */
export function profileRowGuard(hash: string): Decision {
  const to = pageOfRow.get(hash)
  return to ? { to, hash } : go
}
