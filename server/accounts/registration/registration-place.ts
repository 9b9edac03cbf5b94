import type { Db, Tx } from '#server/db.ts'
import type { Services } from '#server/services.ts'
import { settingsAt } from '#server/stages/kind.ts'
import { registrationKind } from '#shared/accounts/registration/contract.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'

export interface RegistrationPlace {
  competition: string
  code: string
}

/** The registration that an organiser names, with its published settings. Refuses any other stage. */
export async function registrationAt(db: Db | Tx, { seasons }: Pick<Services, 'seasons'>, place: RegistrationPlace) {
  const season = await seasons.of(db, place.competition)
  if (!season) throw new Refusal('competition_not_found')
  const stage = season.byCode.get(place.code)
  if (stage?.type !== 'registration') throw new Refusal('stage_not_found')
  return { ...stage, settings: settingsAt(registrationKind, stage) }
}
