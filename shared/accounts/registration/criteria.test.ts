import { expect, test } from 'vitest'
import { criteriaFaults, criteriaInBrief, criteriaInWords, unmetCriteria } from './criteria.ts'

const on = { year: 2026, month: 12, day: 1 }
const nameOf = (_dictionary: string, id: string) =>
  ({ RU: 'Россия', KZ: 'Казахстан', master: 'Магистратура', 77: 'Москва', 16: 'Татарстан' })[id] ?? id

test.each([
  [{ age: { min: 18, max: 55, on } }, ['Возраст: от 18 до 55 лет на 01.12.2026']],
  [{ age: { min: 21, on } }, ['Возраст: от 21 года на 01.12.2026']],
  [{ age: { max: 30, on } }, ['Возраст: до 30 лет на 01.12.2026']],
  [{ age: { on } }, []],
  [{ min_experience_years: 1 }, ['Опыт управления: от 1 года']],
  [{ min_experience_years: 0 }, []],
  [{ education_levels: ['master', 'x'] }, ['Образование: Магистратура, x']],
  [{ citizenships: ['RU', 'KZ'] }, ['Гражданство: Россия; Казахстан']],
  [{ regions: ['77', '16'] }, ['Регион проживания: Москва; Татарстан']],
  [{ education_levels: [], citizenships: [], regions: [] }, []],
])('a criterion states its numbers: case %#', (criteria, words) => {
  expect(criteriaInWords(criteria, nameOf).map((each) => `${each.title}: ${each.words}`)).toEqual(words)
})

const levels: Record<string, string> = {
  school: 'Среднее общее',
  bachelor: 'Высшее: бакалавриат',
  master: 'Высшее: магистратура',
  doctor: 'Доктор наук',
}
test.each([
  [
    { age: { min: 18, max: 55, on }, min_experience_years: 2, education_levels: ['bachelor', 'master', 'doctor'] },
    '18–55 лет, опыт от 2 лет, высшее образование',
  ],
  [{ age: { min: 21, on }, citizenships: ['RU'] }, 'От 21 года, гражданство: Россия'],
  [{ age: { max: 30, on } }, 'До 30 лет'],
  [{ age: { max: 30, on }, regions: ['77', '16', 'x'] }, 'До 30 лет, регион: Москва; Татарстан; x'],
  [{ regions: ['77', '16', 'x', 'y'] }, 'Жители 4 регионов'],
  [{ education_levels: ['school', 'bachelor', 'master', 'doctor'] }, 'Среднее общее образование'],
  [{ education_levels: ['bachelor', 'master'] }, 'Образование — высшее (бакалавриат, магистратура)'],
  [{ education_levels: ['doctor'] }, 'Образование — доктор наук'],
  [{ age: { on }, min_experience_years: 0 }, ''],
])('the criteria fit in one line: case %#', (brief, line) => {
  const name = (dictionary: string, id: string) =>
    dictionary === 'education_levels' ? (levels[id] ?? id) : nameOf('', id)
  expect(criteriaInBrief(brief, name, Object.keys(levels))).toBe(line)
})

const criteria = { age: { min: 18, max: 30, on }, min_experience_years: 2, citizenships: ['RU'], regions: ['77'] }
const words = criteriaInWords(criteria, nameOf)
const faults = (data: Record<string, unknown>, answered: boolean) =>
  criteriaFaults(unmetCriteria(data, criteria, words, { answered }))

test('before the last step a criterion is judged once its question is answered; at the last step every criterion is judged', () => {
  expect(faults({}, true)).toEqual({})
  expect(Object.keys(faults({}, false))).toEqual(['birth_date', 'manage_age', 'citizenship', 'region'])
  expect(faults({ birth_date: '1990-05-01', manage_age: 2, citizenship: { id: 'RU' } }, true)).toEqual({
    birth_date: {
      rule: 'age_criteria',
      message: 'Возраст не соответствует условиям конкурса: от 18 до 30 лет на 01.12.2026',
    },
  })
  expect(faults({ manage_age: '1', citizenship: 'KZ' }, true)).toEqual({
    manage_age: {
      rule: 'experience_criteria',
      message: 'Управленческого опыта недостаточно, условие конкурса: от 2 лет',
    },
    citizenship: {
      rule: 'citizenship_criteria',
      message: 'Гражданство не соответствует условиям конкурса: Россия',
    },
  })
  expect(faults({ region: { id: '16', value: 'Татарстан' } }, true)).toEqual({
    region: {
      rule: 'region_criteria',
      message: 'Регион проживания не соответствует условиям конкурса: Москва',
    },
  })
  const region = { id: '77', value: 'Москва' }
  expect(faults({ birth_date: '01.05.2000', manage_age: '12', citizenship: 'RU', region }, false)).toEqual({})
})
