import { describe, expect, test, vi } from 'vitest'
import type { FormSchema } from '#shared/forms/fields/field.ts'
import { validate } from '#shared/forms/fields/validate.ts'
import type { FieldFaults } from '#shared/platform/api/refusals.ts'
import { createFormStore } from './form-store.ts'

const schema: FormSchema = {
  version: 3,
  sections: [
    {
      code: 'person',
      title: 'О себе',
      fields: [
        { name: 'city', label: 'Город', view: 'text', validation_rules: { required: true, max_length: 20 } },
        { name: 'works', label: 'Сейчас работаю', view: 'checkbox' },
        {
          name: 'position',
          label: 'Должность',
          view: 'text',
          validation_rules: { required: true },
          visible_when: { field: 'works', equals: true },
        },
        { name: 'secret', label: 'Служебное', view: 'text', hidden: true, validation_rules: { required: true } },
        { name: 'closed', label: 'Закрыто', view: 'text', disabled: true, validation_rules: { required: true } },
        { name: 'email', label: 'Почта', view: 'email', read_only: true, value: 'anna@example.ru' },
        { name: 'school', label: 'Вуз', view: 'suggest', params: { dict: 'universities' } },
      ],
    },
    {
      code: 'jobs',
      title: 'Опыт',
      fields: [
        {
          name: 'jobs',
          label: 'Место работы',
          view: 'group',
          rows: { min: 1, max: 3 },
          fields: [
            { name: 'company', label: 'Организация', view: 'text', validation_rules: { required: true } },
            { name: 'start', label: 'Начало', view: 'year', validation_rules: { required: true } },
            { name: 'end', label: 'Окончание', view: 'year' },
          ],
        },
      ],
    },
  ],
}
const now = () => new Date('2026-12-01T12:00:00Z')
const aForm = (data: Record<string, unknown> = {}, onChange?: (data: unknown) => void) =>
  createFormStore(schema, data, { now, ...(onChange ? { onChange } : {}) })

describe('the store of a form', () => {
  test('EN-05 one key changes the snapshot of one field only, and the whole answer is passed on', () => {
    const told = vi.fn()
    const store = aForm({ city: 'Пермь' }, told)
    const before = [store.field('city'), store.field('works'), store.field('jobs'), store.field('jobs.0.company')]
    store.set('city', 'Пермь Великая')
    const after = [store.field('city'), store.field('works'), store.field('jobs'), store.field('jobs.0.company')]
    expect(after.map((snapshot, each) => snapshot === before[each])).toEqual([false, true, true, true])
    expect(told.mock.lastCall?.[0]).toEqual({ city: 'Пермь Великая', jobs: [{}] })
  })

  test('EN-05 a field is asked only while its condition holds, and keeps what was typed meanwhile', () => {
    const store = aForm({ works: true, position: 'Директор' })
    expect(store.field('position')).toEqual({ value: 'Директор', fault: null, asked: true })
    store.set('works', false)
    expect(store.field('position').asked).toBe(false)
    store.set('works', true)
    expect(store.field('position')).toEqual({ value: 'Директор', fault: null, asked: true })
  })

  test('VL-08 hidden, disabled and unasked fields are never found wrong', () => {
    const store = aForm({ city: 'Пермь', jobs: [{ company: 'Завод', start: '2010' }] })
    expect(store.check()).toEqual({})
  })

  test('EN-05 a read-only field shows the value of the portal, whatever the answer says', () => {
    expect(aForm({ email: 'other@example.ru' }).field('email').value).toBe('anna@example.ru')
  })

  test('VL-14 a hand-in finds in the browser exactly what the shared validator finds, code by code', () => {
    const data = { works: true, city: 'Город с очень длинным названием', jobs: [{ start: '19', end: '2001' }] }
    const store = aForm(data)
    expect(store.check()).toEqual(validate(schema, data, { mode: 'hand_in', now: now() }))
    expect(Object.entries(store.check()).map(([path, { rule }]) => [path, rule])).toEqual([
      ['city', 'max_length'],
      ['position', 'required'],
      ['jobs.0.company', 'required'],
      ['jobs.0.start', 'numeric'],
    ])
  })

  test('EN-05 leaving a field that was never touched shows no fault; leaving an emptied one does', () => {
    const store = aForm()
    store.leave('city')
    expect(store.field('city').fault).toBeNull()
    store.set('city', 'П')
    store.set('city', '')
    expect(store.field('city').fault).toBeNull()
    store.leave('city')
    expect(store.field('city').fault).toBe('Обязательное поле')
    store.set('city', 'Пермь')
    expect(store.field('city').fault).toBeNull()
  })

  test('SK-03 a fault found by the server is shown at the field until the field is changed', () => {
    const store = aForm({ city: 'Пермь', jobs: [{ company: 'Завод', start: '2010' }] })
    store.putFaults({ city: { rule: 'options', message: 'Такого города нет' }, works: { rule: 'x', message: 'Нет' } })
    expect(store.field('city').fault).toBe('Такого города нет')
    store.set('city', 'Кунгур')
    expect(store.field('city').fault).toBeNull()
    expect(store.field('works').fault).toBe('Нет')
  })

  test('VL-14 free text in a field that accepts only a choice is a fault at once, with the code of the server', () => {
    const store = aForm()
    store.set('school', 'Какой-то')
    store.leave('school')
    expect(store.faults()).toEqual({ school: { rule: 'options', message: 'Выберите значение из списка' } })
    store.set('school', { id: '7', value: 'ПГНИУ' })
    expect(store.faults()).toEqual({})
  })
})

test('KP-05 a fault added by a stage kind is shown at its field; too short a text is one only when checked', () => {
  const store = createFormStore(
    schema,
    { jobs: [{ company: 'Завод', start: '2010' }] },
    {
      now,
      faults: ({ city }, mode): FieldFaults => {
        if (typeof city !== 'string' || city === '') return {}
        if (city.length > 10) return { city: { rule: 'max_words', message: 'Слишком длинно' } }
        return mode === 'hand_in' && city.length < 3 ? { city: { rule: 'min_words', message: 'Слишком коротко' } } : {}
      },
    },
  )
  store.set('city', 'Уф')
  store.leave('city')
  expect(store.field('city').fault).toBeNull()
  expect(store.check()).toEqual({ city: { rule: 'min_words', message: 'Слишком коротко' } })
  store.leave('city')
  expect(store.field('city').fault).toBe('Слишком коротко')
  store.set('city', 'Уфа')
  expect(store.field('city').fault).toBeNull()
  store.set('city', 'Екатеринбург')
  store.leave('city')
  expect(store.field('city').fault).toBe('Слишком длинно')
  store.set('city', '')
  expect(store.check()).toMatchObject({ city: { rule: 'required' } })
})

describe('repeated questions', () => {
  test('EN-05 a group that must have a row begins with one', () => {
    const store = aForm()
    expect(store.data().jobs).toEqual([{}])
  })

  test('EN-05 taking a row away keeps the keys and the faults of the others with them', () => {
    const store = aForm({ city: 'Пермь', jobs: [{ company: 'А' }, { company: 'Б' }, { company: 'В', start: 'x' }] })
    const keys = store.field('jobs').value as number[]
    store.check()
    store.removeRow('jobs', 1)
    expect(store.field('jobs').value).toEqual([keys[0], keys[2]])
    expect(store.data().jobs).toEqual([{ company: 'А' }, { company: 'В', start: 'x' }])
    expect(Object.keys(store.faults()).sort()).toEqual(['jobs.0.start', 'jobs.1.start'])
    expect(store.field('jobs.1.start').fault).toBe('Введите год четырьмя цифрами')
  })

  test('EN-05 an added row is empty and changes no other row', () => {
    const store = aForm({ jobs: [{ company: 'А' }] })
    const before = store.field('jobs.0.company')
    store.addRow('jobs')
    expect(store.data().jobs).toEqual([{ company: 'А' }, {}])
    expect(store.field('jobs.0.company')).toBe(before)
  })
})
