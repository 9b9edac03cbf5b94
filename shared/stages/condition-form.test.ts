import { expect, test } from 'vitest'
import { schemaFaults } from '#shared/forms/fields/schema-faults.ts'
import { validate } from '#shared/forms/fields/validate.ts'
import { conditionForm, conditionOf, namedIn } from './condition-form.ts'
import type { Gate } from './gate.ts'
import { gateInWords } from './gate-in-words.ts'

const choices = {
  stages: [
    { id: 'test', value: 'Тест' },
    { id: 'rules', value: 'Правила' },
  ],
  scored: [{ id: 'test', value: 'Тест' }],
  tracks: [{ id: 'state', value: 'Власть' }],
  regions: [
    { id: '7700000000000', value: 'Москва' },
    { id: '1600000000000', value: 'Татарстан' },
  ],
  consents: [{ id: 'pd', value: 'Обработка данных' }],
}
const form = conditionForm(choices)
const answer = (of: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(of).map(([name, value]) => [`condition_${name}`, value]))
const faults = (of: Record<string, unknown>) =>
  Object.keys(validate(form, answer(of), { mode: 'hand_in', now: new Date('2026-11-21T12:00:00+03:00') }))

/** Every condition of gates: the choices in the form, the gate and its sentence. */
const conditions: [clicked: Record<string, unknown>, gate: Gate, sentence: string][] = [
  [{ about: 'passed', stage: 'test' }, { stage: 'test', outcome: 'passed' }, 'Откроется после этапа «Тест»'],
  [
    { about: 'submitted', stage: 'test' },
    { stage: 'test', outcome: 'submitted' },
    'Откроется, когда вы сдадите этап «Тест»',
  ],
  [{ about: 'failed', stage: 'test' }, { stage: 'test', outcome: 'failed' }, 'Этап для тех, кто не прошёл этап «Тест»'],
  [
    { about: 'score', scored: 'test', score: '7,5' },
    { score_of: 'test', at_least: 7.5 },
    'Нужно набрать не меньше 7,5 на этапе «Тест»',
  ],
  [{ about: 'track', track: ['state'] }, { track: ['state'] }, 'Этап открыт для другого трека'],
  [
    { about: 'region', region: [{ id: '7700000000000', value: 'Москва' }, '1600000000000'] },
    { region: ['7700000000000', '1600000000000'] },
    'Этап проходит в других регионах',
  ],
  [{ about: 'door', door: 'supporter' }, { door: 'supporter' }, 'Этап открыт для сторонников'],
  [{ about: 'team', team: 'admitted' }, { team: 'admitted' }, 'Ваша команда ещё не допущена'],
  [
    { about: 'consent', consent: 'pd' },
    { consent: 'pd', title: 'Обработка данных' },
    'Нужно согласие: Обработка данных',
  ],
  [
    { about: 'tag', tag: 'vip', tag_title: 'Приглашён лично' },
    { tag: 'vip', title: 'Приглашён лично' },
    'Нужна отметка организатора: Приглашён лично',
  ],
  [{ about: 'past_finalist' }, { past_finalist: true }, 'Этап открыт для финалистов прошлых сезонов'],
]

test('the form of a condition has no faults, and offers only what the competition has', () => {
  expect(schemaFaults(form)).toEqual([])
  const none = conditionForm({ stages: [], scored: [], tracks: [], regions: [], consents: [] })
  expect(none.sections[0]?.fields[0]?.options?.map(({ id }) => id)).toEqual(['door', 'team', 'tag', 'past_finalist'])
})

test('every part of a condition has a suitable field', () => {
  expect(form).toMatchObject({ version: 1, sections: [{ code: 'condition' }] })
  const fields = form.sections.flatMap((section) => section.fields)
  expect(
    fields.slice(1).map(({ name, view, options, params, validation_rules }) => {
      const from = options?.map(({ id }) => id).join(' ') ?? params?.dict ?? validation_rules?.max_length ?? ''
      return `${name}: ${view} ${from}`.trim()
    }),
  ).toEqual([
    'condition_stage: select test rules',
    'condition_scored: select test',
    'condition_score: number',
    'condition_track: multiselect state',
    'condition_region: multiselect regions',
    'condition_door: radio participant supporter',
    'condition_team: radio member complete admitted',
    'condition_consent: select pd',
    'condition_tag: text 64',
    'condition_tag_title: text 300',
    'condition_not: checkbox',
  ])
})

test.each(conditions)('the choices %j make the gate with its sentence', (clicked, gate, sentence) => {
  expect(faults(clicked)).toEqual([])
  expect(conditionOf(answer(clicked), choices)).toEqual(gate)
  expect(gateInWords(gate, new Map([['test', 'Тест']]))).toEqual([sentence])
  expect(conditionOf(answer({ ...clicked, not: true }), choices)).toEqual({ not: gate })
})

test('what was chosen is read without the spaces around it', () => {
  expect(conditionOf({ condition_about: ' past_finalist ' }, choices)).toEqual({ past_finalist: true })
})

test('the list above has every condition that the form offers', () => {
  const offered = form.sections[0]?.fields[0]?.options?.map(({ id }) => id)
  expect(conditions.map(([{ about }]) => about)).toEqual(offered)
})

test('while a part is missing there is no condition, and the missing field is reported', () => {
  for (const [clicked] of conditions)
    for (const name of Object.keys(clicked)) {
      const { [name]: _left, ...rest } = clicked
      expect(conditionOf(answer(rest), choices)).toBeNull()
      expect(faults(rest)).toEqual([`condition_${name}`])
    }
})

test('tracks and regions, which the sentence leaves out, are named for the organiser', () => {
  expect(namedIn({ track: ['state', 'gone'] }, choices)).toBe('Треки: Власть, gone')
  expect(namedIn({ not: { region: ['7700000000000'] } }, choices)).toBe('Регионы: Москва')
  expect(
    namedIn({ any: [{ track: ['state'] }, { past_finalist: true }, { region: ['1600000000000'] }] }, choices),
  ).toBe('Треки: Власть; Регионы: Татарстан')
  expect(namedIn({ door: 'supporter' }, choices)).toBe('')
})
