import fc from 'fast-check'
import { Type } from 'typebox'
import { expect, test } from 'vitest'
import { validate } from '#shared/forms/fields/validate.ts'
import { momentOnForm } from './drawn-setting.ts'
import { setting } from './kind.ts'
import { answerOf, fieldOfPath, settingsForm, settingsOf } from './settings-form.ts'

const words = { title: 'Название', hint: '', shown: false }
const schema = Type.Object({
  count: setting(Type.Integer({ minimum: -5, maximum: 9 }), { ...words, title: 'Сколько', hint: 'Штук', default: 1 }),
  line: setting(Type.String({ maxLength: 200 }), { ...words, default: '' }),
  text: setting(Type.String({ maxLength: 201 }), { ...words, default: '' }),
  on: setting(Type.Boolean(), { ...words, default: true }),
  who: setting(Type.Enum(['one', 'two']), { ...words, default: 'one', values: { one: 'Один', two: 'Два' } }),
  from: setting(Type.Union([Type.String({ format: 'date-time' }), Type.Null()]), { ...words, default: null }),
  lines: setting(Type.Array(Type.String(), { maxItems: 50 }), { ...words, default: [] }),
  codes: setting(Type.Array(Type.String(), { maxItems: 51 }), { ...words, default: [] }),
  rows: setting(
    Type.Array(
      Type.Object({
        code: Type.String({ minLength: 1, title: 'Код' }),
        sum: Type.Optional(Type.Integer({ title: 'Сумма' })),
      }),
    ),
    { ...words, default: [] },
  ),
  inner: setting(
    Type.Object({ on: Type.Boolean({ title: 'Да' }), max: Type.Optional(Type.Integer({ title: 'До' })) }),
    {
      ...words,
      title: 'Внутри',
      default: { on: false },
    },
  ),
  own: setting(Type.Array(Type.Any()), { ...words, default: [], ownEditor: true }),
})

test('a setting becomes a field of the right view, with the texts and limits of its schema', () => {
  const { sections } = settingsForm(schema)
  expect(sections.map(({ code, title }) => [code, title])).toEqual([
    ['settings', 'Настройки'],
    ['inner', 'Внутри'],
  ])
  const fields = sections.flatMap((section) => section.fields)
  expect(fields.map(({ name, view }) => [name, view])).toEqual([
    ['count', 'number'],
    ['line', 'text'],
    ['text', 'textarea'],
    ['on', 'checkbox'],
    ['who', 'radio'],
    ['from', 'datetime'],
    ['lines', 'group'],
    ['codes', 'textarea'],
    ['rows', 'group'],
    ['inner__on', 'checkbox'],
    ['inner__max', 'number'],
  ])
  expect(fields[0]).toEqual({
    name: 'count',
    label: 'Сколько',
    hint: 'Штук',
    view: 'number',
    validation_rules: { required: true, int: true, min_value: -5, max_value: 9 },
  })
  expect(fields[4]?.options).toEqual([
    { id: 'one', value: 'Один' },
    { id: 'two', value: 'Два' },
  ])
})

const word = fc.stringMatching(/^[a-z0-9]{1,12}$/)
const someSettings = fc.record({
  count: fc.integer({ min: -5, max: 9 }),
  line: fc.string({ maxLength: 200 }),
  text: fc.string({ maxLength: 201 }),
  on: fc.boolean(),
  who: fc.constantFrom('one', 'two'),
  from: fc.option(
    fc
      .date({ min: new Date('1950-01-01'), max: new Date('2199-01-01'), noInvalidDate: true })
      .map((at) => at.toISOString()),
  ),
  lines: fc.array(fc.string(), { maxLength: 5 }),
  codes: fc.array(word, { maxLength: 60 }),
  rows: fc.array(fc.record({ code: word, sum: fc.nat(99) }, { requiredKeys: ['code'] }), { maxLength: 4 }),
  inner: fc.record({ on: fc.boolean(), max: fc.nat(99) }, { requiredKeys: ['on'] }),
  own: fc.array(fc.jsonValue(), { maxLength: 3 }),
})

test('settings survive the form unchanged, including settings that it does not show', () => {
  fc.assert(
    fc.property(someSettings, (settings) => {
      const answer = answerOf(schema, settings)
      expect(Object.hasOwn(answer, 'own')).toBe(false)
      expect(settingsOf(schema, answer, settings)).toEqual(settings)
    }),
  )
})

test('typed text becomes a value of the schema', () => {
  const kept = { count: 1, own: ['kept'], from: '2026-12-01T09:00:07.000Z' }
  const typed = {
    count: '8',
    line: ' a ',
    on: true,
    who: 'two',
    from: '2026-12-31 23:59',
    lines: [{ value: 'x' }, { value: 'y' }],
    codes: ' A \n\nB\n',
    rows: [
      { code: 'c', sum: '5' },
      { code: 'd', sum: '' },
    ],
    inner__on: true,
    inner__max: '',
  }
  expect(settingsOf(schema, typed, kept)).toEqual({
    count: 8,
    line: ' a ',
    text: '',
    on: true,
    who: 'two',
    from: '2026-12-31T20:59:00.000Z',
    lines: ['x', 'y'],
    codes: ['A', 'B'],
    rows: [{ code: 'c', sum: 5 }, { code: 'd' }],
    inner: { on: true },
    own: ['kept'],
  })
  expect(settingsOf(schema, { ...typed, from: '' }, kept).from).toBeNull()
  // An unchanged time keeps its seconds.
  expect(settingsOf(schema, { ...typed, from: '2026-12-01 12:00' }, kept).from).toBe(kept.from)
})

test('the form reports, by field, values that its schema would refuse', () => {
  const check = (answer: Record<string, unknown>) =>
    Object.keys(validate(settingsForm(schema), answer, { mode: 'hand_in', now: new Date() }))
  const sound = answerOf(schema, { count: 1, who: 'one', inner: { on: true } })
  expect(check(sound)).toEqual([])
  expect(check({ ...sound, count: '10' })).toEqual(['count'])
  expect(check({ ...sound, count: '' })).toEqual(['count'])
  expect(check({ ...sound, line: 'x'.repeat(201) })).toEqual(['line'])
  expect(check({ ...sound, who: 'three' })).toEqual(['who'])
  expect(check({ ...sound, from: '2026-02-30 10:00' })).toEqual(['from'])
  expect(check({ ...sound, from: '2026-02-20 ' })).toEqual(['from'])
  expect(check({ ...sound, lines: [{ value: '' }], rows: [{ code: '' }] })).toEqual(['lines.0.value', 'rows.0.code'])
})

test('a path in the settings is mapped to its field', () => {
  expect(fieldOfPath(schema, '/count')).toBe('count')
  expect(fieldOfPath(schema, '/inner/max')).toBe('inner__max')
  expect(fieldOfPath(schema, '/lines/2')).toBe('lines.2.value')
  expect(fieldOfPath(schema, '/rows/1/sum')).toBe('rows.1.sum')
  expect(fieldOfPath(schema, '/codes/12')).toBe('codes')
  expect(fieldOfPath(schema, '/own/0')).toBe('')
})

test('required fields and the number of rows follow from the schema', () => {
  const four = ['a', 'b', 'c', 'd']
  const values = Object.fromEntries([...four, 'e'].map((id) => [id, id]))
  const of = (property: object, required = true) =>
    settingsForm({ properties: { it: property }, required: required ? ['it'] : [] }).sections[0]?.fields[0]
  const maybe = (schema: object) => ({ anyOf: [schema, { type: 'null' }], values })
  const seen = (property: object, required = true) => {
    const field = of(property, required)
    return `${field?.view} ${field?.validation_rules?.required}`
  }
  expect(seen({ enum: four, values })).toBe('radio true')
  expect(seen({ enum: [...four, 'e'], values })).toBe('select true')
  expect(seen({ enum: four, values }, false)).toBe('select false')
  expect(seen(maybe({ enum: four }))).toBe('select false')
  expect(seen({ anyOf: [{ type: 'integer' }] })).toBe('number true')
  expect(seen(maybe({ type: 'integer' }))).toBe('number false')
  expect(seen({ type: 'string', minLength: 1 })).toBe('text true')
  expect(seen({ type: 'string', minLength: 1 }, false)).toBe('text false')
  expect(seen({ type: 'string' })).toBe('text false')
  expect(seen({ type: 'string', format: 'date-time' })).toBe('datetime true')
  const rows = (items: object, more: object = {}) => of({ type: 'array', items, ...more })
  expect(rows({ type: 'string' }, { minItems: 1, maxItems: 3 })?.rows).toEqual({ min: 1, max: 3 })
  expect(rows({ type: 'string' })?.rows).toEqual({})
  const row = rows({
    type: 'object',
    properties: {
      on: { type: 'boolean' },
      code: { type: 'string', pattern: '^[a-z]+$' },
      title: { type: 'string', minLength: 1 },
      // A text that may be empty is not required.
      hint: { type: 'string', maxLength: 500 },
      more: { type: 'string', minLength: 1 },
    },
    required: ['on', 'code', 'title', 'hint'],
  })
  expect(row?.fields?.map(({ name, validation_rules }) => `${name} ${validation_rules?.required}`)).toEqual([
    'on false',
    'code true',
    'title true',
    'hint false',
    'more false',
  ])
  expect(rows({ type: 'string', enum: four, values }, { maxItems: 51 })?.view).toBe('group')
  expect(rows({ type: 'integer' }, { maxItems: 51 })?.view).toBe('group')
  expect(rows({ type: 'string' }, { maxItems: 51 })?.hint).toBe('По одному в строке.')
  expect(rows({ type: 'string' }, { maxItems: 51, description: 'Коды.' })?.hint).toBe('Коды. По одному в строке.')
})

test('an object of settings becomes a section with its hint, and the first section without other settings', () => {
  const inside = { properties: { a: { type: 'integer' }, b: { type: 'integer' } }, required: ['a'] }
  const form = (more: object) => settingsForm({ properties: { in: { type: 'object', ...more } }, required: ['in'] })
  expect(form({ ...inside, description: 'Подсказка' })).toEqual({
    version: 1,
    sections: [
      {
        code: 'in',
        title: 'in',
        hint: 'Подсказка',
        fields: [
          { name: 'in__a', label: 'in__a', view: 'number', validation_rules: { required: true, int: true } },
          { name: 'in__b', label: 'in__b', view: 'number', validation_rules: { required: false, int: true } },
        ],
      },
    ],
  })
  expect(form({ properties: inside.properties }).sections).toMatchObject([
    { fields: [{ validation_rules: { required: false } }, { validation_rules: { required: false } }] },
  ])
  expect(Object.keys(form({ ...inside, description: '' }).sections[0] ?? {})).toEqual(['code', 'title', 'fields'])
})

test('missing settings are empty fields', () => {
  expect(answerOf(schema, {})).toEqual({
    ...{ count: '', line: '', text: '', on: false, who: '', from: '', lines: [], codes: '', rows: [] },
    ...{ inner__on: false, inner__max: '' },
  })
  expect([momentOnForm(null), momentOnForm(new Date(Number.NaN))]).toEqual(['', ''])
})

test('a setting that a form cannot show is reported with the reason', () => {
  const drawn = (odd: object) => () => settingsForm({ properties: { odd } })
  const because = (why: string) =>
    new Error(`The setting "odd" cannot be drawn as a form: ${why}. Change it or mark it with ownEditor`)
  expect(drawn(Type.Any())).toThrow(because('its type is not one'))
  expect(drawn(Type.Number())).toThrow(because('its type is number'))
  expect(drawn(Type.Enum(['a']))).toThrow(because('the value a has no title among its values'))
  expect(drawn(Type.Union([Type.String(), Type.Integer()]))).toThrow(because('it has several shapes'))
  expect(drawn(Type.Array(Type.Array(Type.String())))).toThrow(because('a list is inside a list'))
  expect(drawn(Type.Array(Type.Object({ in: Type.Object({}) })))).toThrow(because('a list is inside a list'))
  expect(drawn(Type.Object({}))).toThrow(because('it is an object that may be missing'))
  const nested = { properties: { odd: Type.Object({ in: Type.Object({}) }) }, required: ['odd'] }
  expect(() => settingsForm(nested)).toThrow(
    new Error(because('it is an object inside an object').message.replace('odd', 'odd.in')),
  )
})

test('choices in a row are a dropdown next to other fields, and radio buttons as the only field of the row', () => {
  const which = Type.Enum(['one', 'two'], { title: 'Что', values: { one: 'Один', two: 'Два' } })
  const rows = Type.Object({
    alone: setting(Type.Array(which), { ...words, default: [] }),
    beside: setting(Type.Array(Type.Object({ which, on: Type.Boolean({ title: 'Да' }) })), { ...words, default: [] }),
  })
  const fields = settingsForm(rows).sections.flatMap((section) => section.fields)
  expect(fields.map((field) => field.fields?.map(({ view }) => view))).toEqual([['radio'], ['select', 'checkbox']])
})

test('an optional setting whose field is emptied is removed', () => {
  const optional = Type.Object({ max: Type.Optional(setting(Type.Integer(), { ...words, title: 'До', default: 3 })) })
  expect(settingsOf(optional, { max: '4' }, { max: 3 })).toEqual({ max: 4 })
  expect(settingsOf(optional, { max: '' }, { max: 3 })).toEqual({})
})

test('a stage is chosen by its title among the offered stages, and its code is stored', () => {
  const named = Type.Object({
    about: setting(Type.String({ maxLength: 64 }), { ...words, default: '', names: 'scored', none: 'О конкурсе' }),
    before: setting(Type.Array(Type.String(), { maxItems: 10 }), { ...words, default: [], names: 'personal' }),
  })
  const test = { id: 'test', value: 'Тест' }
  const asked: [string, string][] = []
  const [about, before] = settingsForm(named, (which, path) => {
    asked.push([which, path.join('.')])
    return [test]
  }).sections.flatMap(({ fields }) => fields)
  expect(asked).toEqual([
    ['scored', 'about'],
    ['personal', 'before'],
  ])
  expect(about).toMatchObject({ view: 'select', options: [{ id: '', value: 'О конкурсе' }, test] })
  expect(before).toMatchObject({ view: 'multiselect', options: [test] })
  const chosen = { about: 'test', before: ['test'] }
  expect(answerOf(named, chosen)).toEqual(chosen)
  expect(settingsOf(named, chosen, {})).toEqual(chosen)
  expect(settingsOf(named, { about: { id: 'test', value: 'Тест' }, before: [test] }, {})).toEqual(chosen)
  expect(settingsOf(named, {}, chosen)).toEqual({ about: '', before: [] })
  const bare = settingsForm(named).sections.flatMap(({ fields }) => fields)
  expect(bare.map(({ options, read_only, hint }) => [options?.map(({ value }) => value), read_only, hint])).toEqual([
    [['О конкурсе'], undefined, undefined],
    [[], true, 'В конкурсе нет таких этапов'],
  ])
})

test('names in rows and sections are chosen by title too, and a required name has no empty choice', () => {
  const code = Type.String({ title: 'Часть', minLength: 1, names: 'parts' })
  const named = Type.Object({
    parts: setting(Type.Array(Type.Object({ code, on: Type.Boolean({ title: 'Да' }) })), { ...words, default: [] }),
    listed: setting(Type.Array(Type.String({ names: 'track' })), { ...words, default: [] }),
    place: setting(Type.Object({ track: Type.String({ title: 'Трек', names: 'track' }) }), {
      ...{ ...words, default: { track: '' } },
    }),
  })
  const essay = { id: 'essay', value: 'Эссе' }
  const asked: string[] = []
  const fields = settingsForm(named, (which, path) => {
    asked.push(`${which} ${path.join('.')}`)
    return [essay]
  }).sections.flatMap((section) => section.fields)
  expect(asked).toEqual(['parts parts.code', 'track listed', 'track place.track'])
  const [parts, listed, place] = fields
  expect(parts?.fields?.[0]).toMatchObject({ view: 'select', options: [essay], validation_rules: { required: true } })
  expect(listed?.fields?.[0]?.options).toContainEqual(essay)
  expect(place).toMatchObject({ view: 'select', options: [{ id: '', value: 'Не выбран' }, essay] })
  const kept = { parts: [{ code: 'essay', on: true }], listed: ['essay'], place: { track: 'essay' } }
  expect(settingsOf(named, answerOf(named, kept), {})).toEqual(kept)
  const [bare] = settingsForm(named).sections.flatMap((section) => section.fields)
  expect(bare?.fields?.[0]).toMatchObject({ options: [], hint: 'В наборе пока нет частей' })
})
