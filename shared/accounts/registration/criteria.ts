import { type AnswerData, chosenId, isEmpty, textOf } from '#shared/forms/fields/field.ts'
import { wordingOf } from '#shared/platform/api/refusal-wording.ts'
import type { FieldFaults } from '#shared/platform/api/refusals.ts'
import { parseDate, showCalendarDate } from '#shared/platform/time/moscow.ts'
import { counted } from '#shared/platform/time/plural.ts'
import { type AdmissionCriteria, type AdmissionFault, admissionFaults } from './admission.ts'

/** A criterion as a person reads it: «Возраст — от 18 до 55 лет на 01.12.2026». */
export interface Criterion {
  readonly code: AdmissionFault
  readonly title: string
  readonly words: string
}

/** The value of a dictionary's item; the id itself when there is none. */
export type NameOf = (dictionary: 'education_levels' | 'countries' | 'regions', id: string) => string

/** The field of the form by whose answer a criterion is judged. */
export const fieldOf: Readonly<Record<AdmissionFault, string>> = {
  age_criteria: 'birth_date',
  experience_criteria: 'manage_age',
  education_criteria: 'education_level',
  citizenship_criteria: 'citizenship',
  region_criteria: 'region',
}

const years = (count: number) => counted(count, 'года', 'лет', 'лет')

/** «Высшее (бакалавриат, магистратура), кандидат наук»: the words before a colon are said once. */
function grouped(names: readonly string[]): string {
  const groups = new Map<string, string[]>()
  for (const name of names) {
    const [group = '', ...rest] = name.split(': ')
    groups.set(group, [...(groups.get(group) ?? []), ...(rest.length > 0 ? [rest.join(': ')] : [])])
  }
  return [...groups].map(([group, of]) => (of.length > 0 ? `${group} (${of.join(', ')})` : group)).join(', ')
}

/** The criteria of a competition in words, with their numbers. */
export function criteriaInWords(criteria: AdmissionCriteria, nameOf: NameOf): Criterion[] {
  const {
    age,
    min_experience_years: experience,
    education_levels: levels = [],
    citizenships = [],
    regions = [],
  } = criteria
  const ofAge = age && [
    ...(age.min === undefined ? [] : [age.max === undefined ? `от ${years(age.min)}` : `от ${age.min}`]),
    ...(age.max === undefined ? [] : [`до ${years(age.max)}`]),
  ]
  const all: Criterion[] = [
    ...(age && ofAge && ofAge.length > 0
      ? [
          {
            code: 'age_criteria' as const,
            title: 'Возраст',
            words: `${ofAge.join(' ')} на ${showCalendarDate(age.on)}`,
          },
        ]
      : []),
    ...(experience
      ? [{ code: 'experience_criteria' as const, title: 'Опыт управления', words: `от ${years(experience)}` }]
      : []),
    ...(levels.length > 0
      ? [
          {
            code: 'education_criteria' as const,
            title: 'Образование',
            words: grouped(levels.map((id) => nameOf('education_levels', id))),
          },
        ]
      : []),
    ...(citizenships.length > 0
      ? [
          {
            code: 'citizenship_criteria' as const,
            title: 'Гражданство',
            words: citizenships.map((id) => nameOf('countries', id)).join('; '),
          },
        ]
      : []),
    ...(regions.length > 0
      ? [
          {
            code: 'region_criteria' as const,
            title: 'Регион проживания',
            words: regions.map((id) => nameOf('regions', id)).join('; '),
          },
        ]
      : []),
  ]
  return all
}

/**
 * The criteria in one short line: «18–55 лет, опыт от 2 лет, высшее образование». `ladder`: the ids of all levels of
 * education from the lowest, because a level and all higher ones are named by one word.
 */
export function criteriaInBrief(criteria: AdmissionCriteria, nameOf: NameOf, ladder: readonly string[]): string {
  const {
    age,
    min_experience_years: experience,
    education_levels: levels = [],
    citizenships = [],
    regions = [],
  } = criteria
  const ofAge =
    age?.min !== undefined && age.max !== undefined
      ? `${age.min}–${years(age.max)}`
      : age?.min !== undefined
        ? `от ${years(age.min)}`
        : age?.max !== undefined
          ? `до ${years(age.max)}`
          : ''
  const words = [
    ofAge,
    experience ? `опыт от ${years(experience)}` : '',
    levels.length > 0 ? educationInBrief(levels, nameOf, ladder) : '',
    citizenships.length > 0 ? `гражданство: ${citizenships.map((id) => nameOf('countries', id)).join('; ')}` : '',
    regions.length > 0 ? regionsInBrief(regions.map((id) => nameOf('regions', id))) : '',
  ]
  const line = words.filter(Boolean).join(', ')
  return line.charAt(0).toUpperCase() + line.slice(1)
}

const namedRegions = 3

/** Many regions are only counted, so that the line stays short. */
const regionsInBrief = (names: readonly string[]) =>
  names.length > namedRegions
    ? `жители ${counted(names.length, 'региона', 'регионов', 'регионов')}`
    : `регион: ${names.join('; ')}`

function educationInBrief(levels: readonly string[], nameOf: NameOf, ladder: readonly string[]): string {
  const lowest = ladder.find((id) => levels.includes(id))
  const above = lowest === undefined ? [] : ladder.slice(ladder.indexOf(lowest))
  const [kind = ''] = lowest === undefined ? [] : nameOf('education_levels', lowest).split(': ')
  // «Высшее» alone is enough when every higher level is admitted too.
  if (above.length === levels.length && above.every((id) => levels.includes(id)) && kind.endsWith('ее'))
    return `${kind.toLowerCase()} образование`
  return `образование — ${grouped(levels.map((id) => nameOf('education_levels', id))).toLowerCase()}`
}

/** The parts of an answer that the criteria judge. */
export function applicantOf(data: AnswerData) {
  const experience = textOf(data.manage_age).trim()
  return {
    birth_date: parseDate(textOf(data.birth_date).trim()),
    experience_years: /^\d{1,3}$/.test(experience) ? Number(experience) : null,
    education_level: chosenId(data.education_level),
    citizenship: chosenId(data.citizenship),
    region: chosenId(data.region),
  }
}

/**
 * The criteria that an answer does not meet, each with its field. `answered`: only criteria whose field is filled in,
 * for the steps before the last.
 */
export function unmetCriteria(
  data: AnswerData,
  criteria: AdmissionCriteria,
  words: readonly Criterion[],
  { answered }: { answered: boolean },
): { code: AdmissionFault; asked: string; field: string }[] {
  return admissionFaults(applicantOf(data), criteria)
    .map((code) => ({ code, field: fieldOf[code], asked: words.find((each) => each.code === code)?.words ?? '' }))
    .filter(({ field }) => !answered || !isEmpty(data[field]))
}

/** The unmet criteria as faults of their fields. */
export const criteriaFaults = (unmet: ReturnType<typeof unmetCriteria>): FieldFaults =>
  Object.fromEntries(
    unmet.map(({ code, field, asked }) => [field, { rule: code, message: wordingOf(code, asked ? { asked } : {}) }]),
  )
