import { expect, test } from 'vitest'
import { completeness, isComplete } from './completeness.ts'
import { teamRules } from './team-rules.ts'

const five = teamRules({})
const person = (last_name: string, ...lacks: Parameters<typeof completeness>[1][number]['lacks']) => ({
  last_name,
  first_name: 'Иван',
  lacks,
})

test('without settings a team has exactly five members', () => {
  expect(five).toEqual({
    ...{ min: 5, max: 5, automatic: false },
    ...{ minRegions: 0, losesWithMember: false, roles: [], employer: 'any', letter: false, replaceUntil: null },
  })
})

test.each([
  [{ size_min: 3, size_max: 5 }, 3, 5],
  [{ size_min: 3 }, 3, 3],
  [{ size_max: 4 }, 4, 4],
  [{ size_min: 9, size_max: 4 }, 4, 4],
  [{ size_min: 0, size_max: 1000 }, 1, 50],
  [{ size_min: 'a', size_max: 2.5 }, 5, 5],
])('the settings %j mean %i to %i people', (settings, min, max) => {
  expect(teamRules(settings)).toMatchObject({ min, max })
})

test('an incomplete team reads «4 из 5», with the name of the member who has not confirmed', () => {
  const four = [
    person('Иванов', { kind: 'stage', type: 'rules', title: 'Правила' }),
    ...['Белова', 'Волкова', 'Гусева'].map((name) => person(name)),
  ]
  expect(completeness(five, four)).toEqual({
    words: '4 из 5',
    complete: false,
    lines: ['Не хватает 1 участника', 'Иванов Иван: согласие с правилами не подтверждено'],
  })
})

test('everything missing is listed, and a full team that lacks something is not complete', () => {
  const two = teamRules({ size_min: 2, size_max: 3 })
  const lacking = person('Иванов', { kind: 'consent', title: 'О данных' }, { kind: 'participation' })
  expect(completeness(two, [lacking, person('Белова')])).toEqual({
    words: '2 из 2–3',
    complete: false,
    lines: ['Иванов Иван: согласие не подтверждено: «О данных»', 'Иванов Иван: участие в конкурсе прекращено'],
  })
  expect(completeness(two, [person('Белова'), person('Волкова')])).toMatchObject({ complete: true, lines: [] })
  expect(isComplete(two, { members: 4, ready: 4, regions: 1, shared: 0, duties: [], letter: false, gone: 0 })).toBe(
    false,
  )
})

test('when the stage requires several regions, the team sees how many it has', () => {
  const mixed = teamRules({ size_min: 2, size_max: 3, min_regions: 2 })
  const from = (region: string) => ({ ...person('Белова'), region })
  expect(completeness(mixed, [from('Омская область'), from('Омская область')])).toEqual({
    words: '2 из 2–3',
    complete: false,
    lines: ['Нужны участники хотя бы из 2 регионов, сейчас 1'],
  })
  expect(completeness(mixed, [from('Омская область'), from('Москва')]).complete).toBe(true)
  expect(completeness(mixed, [from('Омская область')], { gone: 1 }).complete).toBe(true)
})

test('roles, one employer or different ones, and the letter from the head are a part of completeness', () => {
  const rules = (settings: Record<string, unknown>) => teamRules({ size_min: 2, size_max: 3, ...settings })
  const of = (...duties: string[]) => duties.map((duty) => ({ ...person('Белова'), duty }))
  const roles = rules({ roles: ['Аналитик', 'Докладчик', 'Аналитик'] })
  expect(completeness(roles, of('', '')).lines).toEqual(['Нет ролей: Аналитик, Докладчик'])
  expect(completeness(roles, of('Аналитик', '')).lines).toEqual(['Нет роли: Докладчик'])
  expect(completeness(roles, of('Аналитик', 'Докладчик'))).toMatchObject({ complete: true, lines: [] })
  // A member who left after the close may have had the role.
  expect(completeness(roles, of('Аналитик'), { gone: 1 })).toMatchObject({ complete: true, lines: [] })
  const same = rules({ employer: 'same' })
  expect(completeness(same, of('', ''), { shared: 1 })).toMatchObject({
    complete: false,
    lines: ['Все участники должны быть из одной организации'],
  })
  expect(completeness(same, of('', ''), { shared: 2 }).complete).toBe(true)
  const different = rules({ employer: 'different' })
  expect(completeness(different, of('', ''), { shared: 2 }).lines).toEqual([
    'Все участники должны быть из разных организаций, сейчас из одной — 2',
  ])
  expect(completeness(different, of('', ''), { shared: 1 }).complete).toBe(true)
  const letter = rules({ head_letter: true })
  expect(completeness(letter, of('', ''))).toMatchObject({ complete: false, lines: ['Нет письма от руководителя'] })
  expect(completeness(letter, of('', ''), { letter: true }).complete).toBe(true)
})
