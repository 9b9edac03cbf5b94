import fc from 'fast-check'
import { expect, test } from 'vitest'
import { admissionFaults, admissionSlips, isOfAge } from './admission.ts'

const on = { year: 2026, month: 9, day: 1 }
const criteria = {
  age: { min: 18, max: 35, on },
  min_experience_years: 2,
  education_levels: ['bachelor', 'master'],
  citizenships: ['RU'],
  regions: ['77', '16'],
}
const admitted = {
  birth_date: { year: 1995, month: 5, day: 1 },
  experience_years: 2,
  education_level: 'master',
  citizenship: 'RU',
  region: '16',
}

test('VL-06 a person reaches the minimum age on the fixed day and not a day later', () => {
  expect(isOfAge({ year: 2008, month: 9, day: 1 }, criteria.age, on)).toBe(true)
  expect(isOfAge({ year: 2008, month: 9, day: 2 }, criteria.age, on)).toBe(false)
})

test('VL-06 the maximum age lasts until the day before the next birthday', () => {
  expect(isOfAge({ year: 1990, month: 9, day: 2 }, criteria.age, on)).toBe(true)
  expect(isOfAge({ year: 1990, month: 9, day: 1 }, criteria.age, on)).toBe(false)
})

test('VL-06 the limits come from the caller, and a missing limit does not restrict', () => {
  const years = fc.integer({ min: 0, max: 110 })
  fc.assert(
    fc.property(years, years, years, (age, one, other) => {
      const [min, max] = [Math.min(one, other), Math.max(one, other)]
      const birth = { ...on, year: on.year - age }
      expect(isOfAge(birth, { min, max }, on)).toBe(age >= min && age <= max)
      expect(isOfAge(birth, { min }, on)).toBe(age >= min)
      expect(isOfAge(birth, {}, on)).toBe(true)
    }),
  )
})

test('VL-06 before the day of birth nobody meets an age limit', () => {
  expect(isOfAge({ year: 2026, month: 9, day: 2 }, {}, on)).toBe(false)
})

test('VL-06 an applicant who meets every criterion is admitted', () => {
  expect(admissionFaults(admitted, criteria)).toEqual([])
})

test('VL-06 every criterion that an applicant does not meet is reported', () => {
  const stranger = {
    birth_date: { year: 1960, month: 1, day: 1 },
    experience_years: 1,
    education_level: 'school',
    citizenship: 'FR',
    region: '50',
  }
  expect(admissionFaults(stranger, criteria)).toEqual([
    'age_criteria',
    'experience_criteria',
    'education_criteria',
    'citizenship_criteria',
    'region_criteria',
  ])
})

test('VL-06 an unknown value meets no criterion, and without criteria everybody is admitted', () => {
  const nobody = { birth_date: null, experience_years: null, education_level: null, citizenship: null, region: null }
  expect(admissionFaults(nobody, criteria)).toHaveLength(5)
  expect(admissionFaults(nobody, {})).toEqual([])
  expect(admissionFaults(nobody, { education_levels: [], citizenships: [], regions: [] })).toEqual([])
})

test('limits of age that nobody can meet are reported', () => {
  expect(admissionSlips({ age: { min: 40, max: 39, on } })).toHaveLength(1)
  for (const age of [
    { min: 40, max: 40, on },
    { min: 40, on },
    { max: 40, on },
  ])
    expect(admissionSlips({ age })).toEqual([])
  expect(admissionSlips({})).toEqual([])
})
