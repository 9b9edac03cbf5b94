import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { FormField, ValidationRules } from './field.ts'
import { firstBroken, type RuleName, ruleOrder, rulesOf } from './rules.ts'

const now = new Date('2026-09-01T12:00:00Z')
const context = { now, valueNamed: (name: string) => (name === 'other' ? 'Ёж' : undefined) }
const broken = (value: unknown, rules: ValidationRules) => firstBroken(value, rules, context)?.rule ?? null
const message = (value: unknown, rules: ValidationRules) => firstBroken(value, rules, context)?.message ?? null
const field = (more: Partial<FormField>): FormField => ({ name: 'x', label: 'x', view: 'text', ...more })
const implied = (more: Partial<FormField>, citizenship?: unknown) =>
  rulesOf(field(more), (name) => (name === 'citizenship' ? citizenship : undefined))

const specification = [
  'required',
  'int',
  'max_length',
  'min_length',
  'min_value',
  'max_value',
  'numeric',
  'regexp',
  'min_calendar_years',
  'max_calendar_years',
  'phone',
  'email',
  'not_eq',
]

test('VL-01 validators run in the order of the specification', () => {
  expect(ruleOrder).toEqual(specification)
})

/** Parameters that make rules fail often; with the values below several rules fail at once. */
const anyRules: fc.Arbitrary<ValidationRules> = fc.record(
  {
    required: fc.constant(true),
    int: fc.constant(true),
    max_length: fc.constantFrom(1, 3, 8),
    min_length: fc.constantFrom(2, 5, 20),
    min_value: fc.constantFrom(-5, 0, 10),
    max_value: fc.constantFrom(-10, 5, 100),
    numeric: fc.constant(true),
    regexp: fc.constantFrom('^x$', '^\\d+$'),
    min_calendar_years: fc.constantFrom(18, 200),
    max_calendar_years: fc.constantFrom(0, 35),
    phone: fc.constant(true),
    email: fc.constant(true),
    not_eq: fc.constant('other'),
  },
  { requiredKeys: [] },
)
const anyText = fc.oneof(
  fc.string(),
  fc.constantFrom(
    '',
    '  ',
    '-7',
    '2026',
    '42',
    'ёж',
    'ЁЖ',
    '01.01.1990',
    '2020-02-02',
    '+79991234567',
    'a@b.ru',
    '-1999',
  ),
  fc.integer(),
)

test('VL-01 a value that breaks several rules is reported by the earliest rule', () => {
  fc.assert(
    fc.property(anyText, anyRules, (value, rules) => {
      const alone = specification.filter((rule) => {
        const only = { [rule]: rules[rule as RuleName] } as ValidationRules
        return broken(value, only) !== null
      })
      expect(broken(value, rules)).toBe(alone[0] ?? null)
    }),
    { numRuns: 3000 },
  )
})

test.each(
  specification.slice(0, -1).map((rule, place) => [rule, specification[place + 1] ?? '']),
)('VL-01 %s is reported before %s', (earlier, later) => {
  const parameters: Record<string, unknown> = {
    required: true,
    int: true,
    max_length: 2,
    min_length: 90,
    min_value: 9000,
    max_value: -9000,
    numeric: true,
    regexp: '^x$',
    min_calendar_years: 300,
    max_calendar_years: -1,
    phone: true,
    email: true,
    not_eq: 'other',
  }
  const values: Record<string, unknown> = { required: '', int: 'ЁЖik', max_length: 123, email: 'ёж' }
  const value = values[earlier] ?? '123'
  const both = { [later]: parameters[later], [earlier]: parameters[earlier] }
  expect(broken(value, both)).toBe(earlier)
})

test('VL-02 a maximum without a minimum implies a minimum of 0', () => {
  expect(implied({ validation_rules: { max_value: 9 } })).toMatchObject({ min_value: 0, max_value: 9 })
  expect(implied({ validation_rules: { max_value: 9, min_value: -3 } })).toMatchObject({ min_value: -3 })
})

test('VL-02 a minimum or a maximum implies an integer', () => {
  expect(implied({ validation_rules: { max_value: 9 } }).int).toBe(true)
  expect(implied({ validation_rules: { min_value: 0 } }).int).toBe(true)
  expect(implied({}).int).toBeFalsy()
})

test.each(['', '   ', '\n\t\u00a0', {}, [], null, undefined, false])('VL-03 required fails on %j', (value) => {
  expect(firstBroken(value, { required: true }, context)).toEqual({ rule: 'required', message: 'Обязательное поле' })
})

test.each(['а', '0', 0, true, ['x'], { id: '1' }])('VL-03 required accepts %j', (value) => {
  expect(broken(value, { required: true })).toBeNull()
})

test('VL-03 an empty value breaks no other rule', () => {
  fc.assert(
    fc.property(fc.constantFrom('', ' ', null, [], {}), anyRules, (value, rules) => {
      expect(broken(value, rules)).toBe(rules.required ? 'required' : null)
    }),
  )
})

test('VL-04 length counts characters, not UTF-16 units', () => {
  expect(broken('😀😀😀', { max_length: 3 })).toBeNull()
  expect(broken('😀😀😀', { min_length: 4 })).toBe('min_length')
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), fc.integer({ min: 1, max: 20 }), (text, bound) => {
      if (text.trim() === '') return
      const length = [...text].length
      expect(broken(text, { max_length: bound }) === null).toBe(length <= bound)
      expect(broken(text, { min_length: bound }) === null).toBe(length >= bound)
    }),
  )
})

test('VL-04 an integer is an optional minus and digits', () => {
  const taken = ['5', '-5', '007', 12, -12, '1.0', '1,5', '+5', '--5', '5-', '5 ', '١', '1e3', 'x', 1.5]
  expect(taken.filter((value) => broken(value, { int: true }) === null)).toEqual(['5', '-5', '007', 12, -12])
})

test('VL-04 numeric is exactly four digits', () => {
  const taken = ['2026', 2026, '202', '20266', '20a6', ' 2026', '٢٠٢٦']
  expect(taken.filter((value) => broken(value, { numeric: true }) === null)).toEqual(['2026', 2026])
})

test("VL-04 a negative fails with 'Допустимы только положительные числа'", () => {
  const wording = 'Допустимы только положительные числа'
  expect(message('-1', implied({ validation_rules: { max_value: 9 } }))).toBe(wording)
  expect(message('-1', implied({ validation_rules: { int: true } }))).toBe(wording)
  expect(message('-1,5', implied({ view: 'number' }))).toBe(wording)
  expect(message('-2026', { numeric: true })).toBe(wording)
  expect(message('-1', implied({ validation_rules: { min_value: -3 } }))).toBeNull()
})

test('VL-04 a number must be within its limits, both included', () => {
  fc.assert(
    fc.property(fc.integer(), fc.integer(), fc.integer(), (value, one, other) => {
      const [min_value, max_value] = [Math.min(one, other), Math.max(one, other)]
      const expected = value < min_value ? 'min_value' : value > max_value ? 'max_value' : null
      expect(broken(String(value), { int: true, min_value, max_value })).toBe(expected)
    }),
  )
  expect(broken('5', { min_value: 5, max_value: 5 })).toBeNull()
  expect(broken('0', { min_value: 0, max_value: 0 })).toBeNull()
  expect(broken('7,5', { min_value: 7, max_value: 8 })).toBeNull()
})

test('VL-05 a phone is an optional plus and 5 to 15 digits', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^\d{1,20}$/), fc.boolean(), (digits, plus) => {
      const expected = digits.length >= 5 && digits.length <= 15 ? null : 'phone'
      expect(broken(`${plus ? '+' : ''}${digits}`, { phone: true })).toBe(expected)
    }),
  )
  expect([4, 5, 15, 16].map((count) => broken('1'.repeat(count), { phone: true }))).toEqual([
    'phone',
    null,
    null,
    'phone',
  ])
  const refused = ['++79991234567', '8 999 123 45 67', '8-999-1234567', '(999)1234567', '7999123456a', '7999123+']
  expect(refused.filter((value) => broken(value, { phone: true }) === null)).toEqual([])
})

test('VL-05 an e-mail has the standard pattern', () => {
  const sound = [
    'a@b.ru',
    'first.last+tag@sub.example.com',
    "o'neil@example.org",
    'x_1@пример.рф',
    'a@xn--e1afmkfd.xn--p1ai',
    `${'x'.repeat(64)}@b.ru`,
    `a@${'x.'.repeat(125)}ru`,
  ]
  const wrong = [
    'a',
    'a@',
    '@b.ru',
    'a@b',
    'a b@c.ru',
    'a@b..ru',
    'a..b@c.ru',
    '.a@b.ru',
    'a@-b.ru',
    'a@b.r',
    'a@b.ru ',
    'имя@b.ru',
    `${'x'.repeat(65)}@b.ru`,
    `ab@${'x.'.repeat(125)}ru`,
  ]
  expect([...sound, ...wrong].filter((value) => broken(value, { email: true }) === null)).toEqual(sound)
})

test('VL-05 every ordinary address is accepted', () => {
  fc.assert(fc.property(fc.emailAddress(), (address) => broken(address, { email: true }) === null))
})

test('VL-06 age rules compare full years to the day, in Moscow', () => {
  const adult = { min_calendar_years: 18, max_calendar_years: 35 }
  expect(broken('01.09.2008', adult)).toBeNull()
  expect(broken('02.09.2008', adult)).toBe('min_calendar_years')
  expect(broken('1990-09-02', adult)).toBeNull()
  expect(broken('1990-09-01', adult)).toBe('max_calendar_years')
  const afterMidnightInMoscow = { ...context, now: new Date('2026-08-31T21:30:00Z') }
  expect(firstBroken('01.09.2008', adult, afterMidnightInMoscow)).toBeNull()
})

test('VL-06 future days and invalid dates have no age', () => {
  expect(broken('02.09.2026', { min_calendar_years: 0 })).toBe('min_calendar_years')
  expect(broken('01.09.2026', { min_calendar_years: 0 })).toBeNull()
  expect(message('31.02.2000', { min_calendar_years: 0 })).toBe('Такой даты нет')
  expect(message('31.02', { min_calendar_years: 0 })).toBe('Введите дату в виде ДД.ММ.ГГГГ')
  expect(message('31.02.2000', { max_calendar_years: 0 })).toBe('Такой даты нет')
  expect(broken('давно', { max_calendar_years: 200 })).toBe('max_calendar_years')
})

test('VL-07 not_eq compares with another field ignoring case, and an empty field differs from every value', () => {
  expect(broken('ёЖ', { not_eq: 'other' })).toBe('not_eq')
  expect(broken('ёжик', { not_eq: 'other' })).toBeNull()
  expect(broken('ёж', { not_eq: 'untouched' })).toBeNull()
})

test.each(['current_work_year_settings', 'education_year_settings'])('VL-09 %s is 4 to 5 characters long', (name) => {
  const rules = implied({ name })
  const values = ['201', '2019', '2019+', '201920']
  expect(values.map((value) => broken(value, rules))).toEqual(['min_length', null, null, 'max_length'])
})

test.each<[FormField['view'], string, string]>([
  ['year', '201', 'numeric'],
  ['phone', '12', 'phone'],
  ['email', 'a', 'email'],
])('the value of a %s is checked even without a rule of the form', (view, value, rule) => {
  expect(broken(value, implied({ view }))).toBe(rule)
  expect(broken(value, implied({ view: 'text' }))).toBeNull()
})

test('VL-09 education_year is exactly 4 characters long', () => {
  const rules = implied({ name: 'education_year' })
  expect(['201', '2019', '20199'].map((value) => broken(value, rules))).toEqual(['min_length', null, 'max_length'])
})

test('VL-09 reg_passport of a home-country citizen is an integer of at most 11', () => {
  const home = implied({ name: 'reg_passport' }, { id: 'RU', value: 'Россия' })
  const values = ['4510123456', '45101234567', '451012345678', 'AB123']
  expect(values.map((value) => broken(value, home))).toEqual([null, null, 'max_length', 'int'])
  expect(implied({ name: 'reg_passport' })).toEqual(home)
})

test('VL-09 reg_passport of a citizen of another country may hold letters', () => {
  expect(broken('AB 1234567890123', implied({ name: 'reg_passport' }, 'KZ'))).toBeNull()
})

test('VL-09 manage_age is an integer', () => {
  const rules = implied({ name: 'manage_age' })
  expect(['5', '5,5', 'пять'].map((value) => broken(value, rules))).toEqual([null, 'int', 'int'])
})

test('R-76: a pattern from settings that is not supported is not run, and long texts are not matched', () => {
  expect(broken('a'.repeat(50), { regexp: '^(a+)\\1$' })).toBeNull()
  expect(broken('a'.repeat(401), { regexp: '^a+$' })).toBe('regexp')
  expect(message('a'.repeat(401), { regexp: '^a+$' })).toBe('Не больше 400 символов')
  expect(broken('a'.repeat(400), { regexp: '^a+$' })).toBeNull()
  expect(broken('b', { regexp: '^a+$' })).toBe('regexp')
})
