import type { AllDictionaries } from '#server/dictionaries/dictionaries.ts'
import { criteriaOf } from '#server/registration/check-answer.ts'
import type { Services } from '#server/services.ts'
import { settingsAt } from '#server/stages/kind.ts'
import { registrationKind } from '#shared/stages/registration/contract.ts'

/** «Возраст от 18 до 55 лет, опыт управления от 2 лет»; empty when everybody may. */
export async function whoMayTakePart(
  { db, seasons }: Pick<Services, 'db' | 'seasons'>,
  dictionaries: AllDictionaries,
  code: string,
): Promise<string> {
  const season = await seasons.known(db, code)
  const stage = season?.stages.find(({ type, published }) => type === registrationKind.type && published)
  if (!stage) return ''
  const criteria = criteriaOf(dictionaries, settingsAt(registrationKind, stage))
  const words = criteria.map(({ title, words }) => `${title.toLowerCase()} ${words}`).join(', ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
