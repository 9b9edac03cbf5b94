import { criteriaInBriefOf } from '#server/accounts/registration/check-answer.ts'
import type { AllDictionaries } from '#server/forms/dictionaries/dictionaries.ts'
import type { Services } from '#server/services.ts'
import { settingsAt } from '#server/stages/kind.ts'
import { registrationKind } from '#shared/accounts/registration/contract.ts'

/** «18–55 лет, опыт от 2 лет, высшее образование»; empty when everybody may take part. */
export async function admissionWords(
  { db, seasons }: Pick<Services, 'db' | 'seasons'>,
  dictionaries: AllDictionaries,
  code: string,
): Promise<string> {
  const season = await seasons.known(db, code)
  const stage = season?.stages.find(({ type, published }) => type === registrationKind.type && published)
  if (!stage) return ''
  return criteriaInBriefOf(dictionaries, settingsAt(registrationKind, stage))
}
