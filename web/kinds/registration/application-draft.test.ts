import { describe, expect, test } from 'vitest'
import { beginning, draftOf, noExtras, readDraft, withOwnNames } from './application-draft.ts'

const documents = [
  { code: 'personal_data', title: 'Согласие', text: 'Текст', version: 3, required: true, purpose: 'Обработка' },
]

test('SK-01 numbers of documents never stay in the browser', () => {
  const draft = draftOf({ city: 'Пермь', reg_passport: '5711 123456', snils: '112-233-445 95' }, noExtras)
  expect(draft.form).toEqual({ city: 'Пермь' })
})

test('SK-01 an unfinished application comes back, but consent to an older text does not', () => {
  const extras = { door: 'participant', track: 'regions', promocode: 'X', consents: { personal_data: 2 } } as const
  expect(readDraft(draftOf({ city: 'Пермь' }, extras), documents)).toEqual({
    data: { city: 'Пермь' },
    extras: { ...extras, consents: {} },
  })
  const current = { ...extras, consents: { personal_data: 3 } }
  expect(readDraft(draftOf({}, current), documents).extras.consents).toEqual({ personal_data: 3 })
})

test('SK-01 stored data that is no draft is read as an empty application', () => {
  expect(readDraft({ form: 'x', extras: [1] }, documents)).toEqual({ data: {}, extras: noExtras })
})

test('SK-01 the names of the account are filled in, never over what was typed', () => {
  const text = (name: string) => ({ name, label: name, view: 'text' as const })
  const schema = { version: 1, sections: [{ code: 'a', title: 'А', fields: [text('first_name'), text('last_name')] }] }
  const names = { first_name: 'Анна', last_name: 'Воронцова', middle_name: 'Ильинична' }
  expect(withOwnNames(schema, { last_name: 'Иванова' }, names)).toEqual({ first_name: 'Анна', last_name: 'Иванова' })
})

describe('what the editor begins with', () => {
  const documents = [{ code: 'pd', title: '', text: '', version: 2, required: true, purpose: '' }]
  const returned = {
    data: { last_name: 'Ким', manage_age: 7, snils: '11223344595' },
    door: 'supporter' as const,
    track: 'business',
    promocode: 'LIDER5',
    consents: [
      { code: 'pd', version: 2 },
      { code: 'old', version: 1 },
    ],
  }

  test('SK-01 a returned application: every field it had, the consents to texts that have not changed', () => {
    expect(beginning({}, returned, documents)).toEqual({
      begun: true,
      data: returned.data,
      extras: { door: 'supporter', track: 'business', promocode: 'LIDER5', consents: { pd: 2 } },
    })
  })

  test('SK-01 corrections begun in this browser win, and document numbers come from what was returned', () => {
    const draft = draftOf({ last_name: 'Цой', snils: '1' }, { ...noExtras, door: 'participant' })
    expect(beginning(draft, returned, documents)).toMatchObject({
      data: { last_name: 'Цой', snils: '11223344595' },
      extras: { door: 'participant', consents: {} },
    })
  })

  test('a first application begins with the draft, or with nothing', () => {
    expect(beginning({}, null, documents)).toEqual({ begun: false, data: {}, extras: noExtras })
  })
})
