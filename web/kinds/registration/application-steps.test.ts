import { expect, test } from 'vitest'
import { noExtras } from './application-draft.ts'
import { applicationSteps, extrasFaults, faultsIn, labelOf, stepOf } from './application-steps.ts'
import type { RegistrationForm } from './queries.ts'

const text = (name: string) => ({ name, label: `Поле ${name}:`, view: 'text' as const })
const noFacts = { description: '', stages: 0, opens_at: null, closes_at: null }

const form: RegistrationForm = {
  form: {
    version: 1,
    sections: [
      { code: 'person', title: 'О себе', fields: [text('last_name')] },
      { code: 'work', title: 'Работа', fields: [{ ...text('jobs'), view: 'group', fields: [text('firm')] }] },
    ],
  },
  dictionaries: {},
  documents: [
    { code: 'personal_data', title: 'Согласие', text: 'Текст', version: 3, required: true, purpose: 'Обработка' },
    { code: 'news', title: 'Новости', text: 'Текст', version: 1, required: false, purpose: 'Письма' },
  ],
  needed: [],
  asks_promocode: false,
  criteria: [],
  admission: {},
  tracks: [
    { code: 'state', title: 'Государство', ...noFacts },
    { code: 'business', title: 'Бизнес', ...noFacts },
  ],
}
const ids = (of: RegistrationForm, sections: string[]) => applicationSteps(of, sections).map(({ id }) => id)

test('an application has a step for each section that asks anything, and only the further ones that it needs', () => {
  expect(ids(form, ['person', 'work'])).toEqual(['section:person', 'section:work', 'track', 'consents', 'check'])
  expect(ids({ ...form, tracks: form.tracks.slice(0, 1), documents: [] }, ['work'])).toEqual(['section:work', 'check'])
  expect(ids({ ...form, tracks: [], documents: [], asks_promocode: true }, [])).toEqual(['consents', 'check'])
})

test('every path has one step and a label, in any row', () => {
  expect(
    ['last_name', 'jobs.0.firm', 'track', 'consents.news', 'promocode', 'unknown'].map((path) => stepOf(form, path)),
  ).toEqual(['section:person', 'section:work', 'track', 'consents', 'consents', undefined])
  expect(labelOf(form, 'consents.personal_data')).toBe('Согласие')
  expect(labelOf(form, 'last_name')).toBe('Поле last_name')
})

test('a fault is on its own step; besides the form a track and the required consents are needed', () => {
  const fault = { rule: 'required', message: 'Обязательное поле' }
  expect(faultsIn(form, 'section:work', { last_name: fault, 'jobs.0.firm': fault })).toEqual({ 'jobs.0.firm': fault })
  const missing = extrasFaults(form, noExtras)
  expect([Object.keys(missing.track ?? {}), Object.keys(missing.consents ?? {})]).toEqual([
    ['track'],
    ['consents.personal_data'],
  ])
  const given = { ...noExtras, track: 'state', consents: { personal_data: 3 } }
  expect(extrasFaults(form, given)).toEqual({ track: {}, consents: {} })
})

test('a supporter gives only the consents', () => {
  const steps = applicationSteps(form, ['person', 'work'], 'supporter').map(({ id }) => id)
  expect(steps).toEqual(['consents', 'check'])
  const extras = { door: 'supporter' as const, track: null, promocode: '', consents: { personal_data: 3 } }
  expect(extrasFaults(form, extras)).toEqual({ track: {}, consents: {} })
  expect(extrasFaults(form, { ...extras, door: 'participant' }).track).toMatchObject({ track: { rule: 'required' } })
})
