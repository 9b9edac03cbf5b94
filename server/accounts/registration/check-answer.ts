import type { AllDictionaries } from '#server/forms/dictionaries/dictionaries.ts'
import { choiceFaults } from '#server/stages/forms/choice-faults.ts'
import type { RegistrationSettings } from '#shared/accounts/registration/contract.ts'
import {
  criteriaFaults,
  criteriaInBrief,
  criteriaInWords,
  type NameOf,
  unmetCriteria,
} from '#shared/accounts/registration/criteria.ts'
import { formOfDoor, formOfVisitor } from '#shared/accounts/registration/form-of-door.ts'
import { cleanAnswer } from '#shared/forms/fields/answer.ts'
import { validate } from '#shared/forms/fields/validate.ts'
import { wordingOf } from '#shared/platform/api/refusal-wording.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import type { Door } from '#shared/stages/door.ts'
import { documentFaults } from './personal-documents.ts'

type Answer = Record<string, unknown>

/**
 * The answer to store. Throws `form_invalid` with every wrong field, or the first criterion that the person does not
 * meet, with all unmet ones as fields, or `too_many_recommendations`.
 */
export async function checkedAnswer(
  dictionaries: AllDictionaries,
  settings: RegistrationSettings,
  answer: Answer,
  { door, competitionCode, visitor = false }: { door: Door; competitionCode: string; visitor?: boolean },
  now: Date,
): Promise<Answer> {
  const form = visitor ? formOfVisitor(settings.form, door) : formOfDoor(settings.form, door)
  const { data } = cleanAnswer(form, answer)
  const choices = await choiceFaults(dictionaries, form, data, { competition: competitionCode })
  const faults = {
    ...choices,
    ...documentFaults(data),
    ...validate(form, data, { mode: 'hand_in', now }),
  }
  if (Object.keys(faults).length > 0) throw new Refusal('form_invalid', { fields: faults })
  refuseTooManyRecommendations(settings, data)
  const unmet = unmetBy(dictionaries, settings, data, { door, answered: false })
  const [first] = unmet
  if (first)
    throw new Refusal(first.code, {
      fields: criteriaFaults(unmet),
      ...(first.asked && { values: { asked: first.asked } }),
    })
  return data
}

/** Throws `too_many_recommendations`, at their question. */
export function refuseTooManyRecommendations({ max_recommendations: max }: RegistrationSettings, data: Answer): void {
  const given = Array.isArray(data.recommendations) ? data.recommendations.length : 0
  if (max === 0 || given <= max) return
  const rule = 'too_many_recommendations'
  const fields = { recommendations: { rule, message: wordingOf(rule, { max }) } }
  throw new Refusal(rule, { values: { max }, fields })
}

/** The criteria of a competition with their numbers, as a person reads them. */
export const criteriaOf = (dictionaries: AllDictionaries, { admission }: Pick<RegistrationSettings, 'admission'>) =>
  criteriaInWords(admission, namesIn(dictionaries))

/** The criteria of a competition in one short line. */
export const criteriaInBriefOf = (
  dictionaries: AllDictionaries,
  { admission }: Pick<RegistrationSettings, 'admission'>,
) =>
  criteriaInBrief(
    admission,
    namesIn(dictionaries),
    (dictionaries.byName.get('education_levels')?.items ?? []).filter(({ retired }) => !retired).map(({ id }) => id),
  )

const namesIn =
  (dictionaries: AllDictionaries): NameOf =>
  (dictionary, id) =>
    dictionaries.byName.get(dictionary)?.byId.get(id)?.[0]?.value ?? id

/** The criteria that a participant does not meet, by the answer so far. For a supporter there are none. */
export function unmetBy(
  dictionaries: AllDictionaries,
  settings: Pick<RegistrationSettings, 'admission'>,
  data: Answer,
  { door, answered }: { door: Door; answered: boolean },
) {
  if (door === 'supporter') return []
  return unmetCriteria(data, settings.admission, criteriaOf(dictionaries, settings), { answered })
}

/** A text value, trimmed; empty when there is none. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value.trim() : typeof value === 'number' ? String(value) : ''
}
