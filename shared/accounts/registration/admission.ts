import { type CalendarDate, compareDates, fullYears } from '#shared/platform/time/moscow.ts'

/** Whom a competition admits. A criterion that is not set does not apply. */
export interface AdmissionCriteria {
  readonly age?: {
    readonly min?: number
    readonly max?: number
    /** The day on which the age is counted. */
    readonly on: CalendarDate
  }
  /** Full years of management experience. */
  readonly min_experience_years?: number
  /** Ids of the dictionary `education_levels`, any of which is enough. */
  readonly education_levels?: readonly string[]
  /** Ids of the dictionary `countries`. */
  readonly citizenships?: readonly string[]
  /** Ids of the dictionary `regions`: where the person lives. */
  readonly regions?: readonly string[]
}

/** What an applicant answered. Null means unknown, which never meets a criterion. */
interface Applicant {
  readonly birth_date: CalendarDate | null
  readonly experience_years: number | null
  readonly education_level: string | null
  readonly citizenship: string | null
  readonly region: string | null
}

export type AdmissionFault =
  | 'age_criteria'
  | 'experience_criteria'
  | 'education_criteria'
  | 'citizenship_criteria'
  | 'region_criteria'

/** The refusal code of every criterion that an applicant does not meet; empty when the applicant is admitted. */
export function admissionFaults(applicant: Applicant, criteria: AdmissionCriteria): AdmissionFault[] {
  const { age, min_experience_years: experience, education_levels: levels, citizenships, regions } = criteria
  const faults: [AdmissionFault, boolean][] = [
    ['age_criteria', age !== undefined && !isOfAge(applicant.birth_date, age, age.on)],
    ['experience_criteria', experience !== undefined && !((applicant.experience_years ?? -1) >= experience)],
    ['education_criteria', isOutside(applicant.education_level, levels)],
    ['citizenship_criteria', isOutside(applicant.citizenship, citizenships)],
    ['region_criteria', isOutside(applicant.region, regions)],
  ]
  return faults.filter(([, broken]) => broken).map(([fault]) => fault)
}

/** Faults of the criteria themselves: nobody could meet them. */
export function admissionSlips({ age }: AdmissionCriteria): string[] {
  const { min = 0, max = Number.POSITIVE_INFINITY } = age ?? {}
  return min > max ? ['Возраст «от» больше, чем «до»: условию не отвечает никто'] : []
}

/** Whether a person's age on a day is within the limits, both included. */
export function isOfAge(birth: CalendarDate | null, bounds: { min?: number; max?: number }, on: CalendarDate): boolean {
  if (!birth || compareDates(birth, on) > 0) return false
  const years = fullYears(birth, on)
  return years >= (bounds.min ?? 0) && years <= (bounds.max ?? Number.POSITIVE_INFINITY)
}

/** An empty list admits everybody. */
function isOutside(id: string | null, admitted: readonly string[] | undefined): boolean {
  return admitted !== undefined && admitted.length > 0 && (id === null || !admitted.includes(id))
}
