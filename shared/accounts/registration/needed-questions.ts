import { type FormSchema, fieldsOf } from '#shared/forms/fields/field.ts'
import { quoted } from '#shared/platform/text/quoted.ts'
import { type AdmissionCriteria, admissionFaults } from './admission.ts'
import { fieldOf } from './criteria.ts'

const nobody = { birth_date: null, experience_years: null, education_level: null, citizenship: null, region: null }

/** Questions that every registration form needs, with their names in words. */
const always = { last_name: 'фамилия', first_name: 'имя' }
const byCriterion = {
  age_criteria: 'возраст',
  experience_criteria: 'опыт',
  education_criteria: 'образование',
  citizenship_criteria: 'гражданство',
  region_criteria: 'регион',
}

/** The questions that a registration form lacks: without them people have no names or cannot be admitted. */
export function lackingQuestions(form: FormSchema, settings: Readonly<Record<string, unknown>>): string[] {
  const asked = new Set(fieldsOf(form).map(({ name }) => name))
  const admission = (settings.admission ?? {}) as AdmissionCriteria
  const lacks = Object.entries(always).filter(([name]) => !asked.has(name))
  const judged = admissionFaults(nobody, admission).filter((code) => !asked.has(fieldOf[code]))
  return [
    ...lacks.map(([name, what]) => `В анкете нет вопроса с кодом ${quoted(name)}: ${what}`),
    ...judged.map(
      (code) =>
        `Условие допуска ${quoted(byCriterion[code])} не проверить: нет вопроса с кодом ${quoted(fieldOf[code])}`,
    ),
  ]
}
