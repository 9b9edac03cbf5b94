import type { AllDictionaries } from '#server/dictionaries/dictionaries.ts'
import { choiceFaults } from '#server/forms/choice-faults.ts'
import { wordingOf } from '#shared/api/refusal-wording.ts'
import { Refusal } from '#shared/api/refusals.ts'
import { cleanAnswer } from '#shared/forms/answer.ts'
import { chosenId } from '#shared/forms/field.ts'
import { validate } from '#shared/forms/validate.ts'
import { type AdmissionFault, admissionFaults } from '#shared/registration/admission.ts'
import type { RegistrationSettings } from '#shared/stages/registration/contract.ts'
import { parseDate } from '#shared/time/moscow.ts'
import { documentFaults } from './personal-documents.ts'

type Answer = Record<string, unknown>
type Door = 'participant' | 'supporter'

/** The field that a criterion refers to. */
const fieldOf: Record<AdmissionFault, string> = {
  age_criteria: 'birth_date',
  experience_criteria: 'manage_age',
  education_criteria: 'education_level',
  citizenship_criteria: 'citizenship',
}

/**
 * The answer to store. Throws `form_invalid` with every wrong field, or the first criterion that the person does not
 * meet, with all unmet ones as fields, or `too_many_recommendations`.
 */
export async function checkedAnswer(
  dictionaries: AllDictionaries,
  settings: RegistrationSettings,
  answer: Answer,
  { door, competitionCode }: { door: Door; competitionCode: string },
  now: Date,
): Promise<Answer> {
  const { data } = cleanAnswer(settings.form, answer)
  const choices = await choiceFaults(dictionaries, settings.form, data, { competition: competitionCode })
  const faults = {
    ...choices,
    ...documentFaults(data),
    ...validate(settings.form, data, { mode: 'hand_in', now }),
  }
  if (Object.keys(faults).length > 0) throw new Refusal('form_invalid', { fields: faults })
  refuseTooManyRecommendations(settings, data)
  const unmet = door === 'participant' ? admissionFaults(applicantOf(data), settings.admission) : []
  if (unmet[0])
    throw new Refusal(unmet[0], {
      fields: Object.fromEntries(unmet.map((code) => [fieldOf[code], { rule: code, message: wordingOf(code) }])),
    })
  return data
}

/** Throws `too_many_recommendations`, at the question that asks for them. */
export function refuseTooManyRecommendations({ max_recommendations: max }: RegistrationSettings, data: Answer): void {
  const given = Array.isArray(data.recommendations) ? data.recommendations.length : 0
  if (max === 0 || given <= max) return
  const rule = 'too_many_recommendations'
  const fields = { recommendations: { rule, message: wordingOf(rule, { max }) } }
  throw new Refusal(rule, { values: { max }, fields })
}

export function applicantOf(data: Answer) {
  const years = textOf(data.manage_age)
  return {
    birth_date: parseDate(textOf(data.birth_date)),
    experience_years: /^\d{1,3}$/.test(years) ? Number(years) : null,
    education_level: chosenId(data.education_level),
    citizenship: chosenId(data.citizenship),
  }
}

/** A text value, trimmed; empty when there is none. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value.trim() : typeof value === 'number' ? String(value) : ''
}
