import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Condition, FormField, FormSchema } from './field.ts'
import { conditionCycles, fieldsNamedIn, isConditionTrue, visibilityOf } from './visibility.ts'

const text = (name: string, visible_when?: Condition): FormField => ({ name, label: name, view: 'text', visible_when })
const form = (...fields: FormField[]): FormSchema => ({
  version: 1,
  sections: [{ code: 'main', title: 'Анкета', fields }],
})

const leaf: fc.Arbitrary<Condition> = fc.oneof(
  fc.record({ field: fc.constantFrom('a', 'b', 'c'), equals: fc.constantFrom<string | boolean>('x', 'y', true) }),
  fc.record({ field: fc.constantFrom('a', 'b', 'c'), in: fc.array(fc.constantFrom('x', 'y')) }),
  fc.record({ field: fc.constantFrom('a', 'b', 'c'), filled: fc.constant(true as const) }),
)
const { condition } = fc.letrec<{ condition: Condition }>((tie) => ({
  condition: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    leaf,
    fc.record({ all: fc.array(tie('condition'), { maxLength: 3 }) }),
    fc.record({ any: fc.array(tie('condition'), { maxLength: 3 }) }),
    fc.record({ not: tie('condition') }),
  ),
}))
const anyData = fc.dictionary(fc.constantFrom('a', 'b', 'c'), fc.anything())

test('VL-08 a condition reads the value of a field', () => {
  const value = (name: string) =>
    ({
      city: 'Омск',
      many: ['x', 'y'],
      agreed: true,
      refused: false,
      written: 'true',
      nothing: null,
      record: {},
      count: 5,
      chosen: { id: '77', value: 'Москва' },
    })[name]
  const cases: [Condition, boolean][] = [
    [{ field: 'city', equals: 'Омск' }, true],
    [{ field: 'city', equals: 'Томск' }, false],
    [{ field: 'many', equals: 'y' }, true],
    [{ field: 'many', in: ['z', 'x'] }, true],
    [{ field: 'agreed', equals: true }, true],
    [{ field: 'untouched', equals: false }, true],
    [{ field: 'untouched', filled: true }, false],
    [{ field: 'count', equals: '5' }, true],
    [{ field: 'count', equals: 5 }, true],
    [{ field: 'count', equals: 6 }, false],
    [{ field: 'agreed', equals: 'true' }, false],
    [{ field: 'refused', equals: false }, true],
    [{ field: 'refused', in: ['false'] }, false],
    [{ field: 'written', equals: true }, false],
    [{ field: 'untouched', equals: true }, false],
    [{ field: 'nothing', equals: false }, true],
    [{ field: 'nothing', equals: 'null' }, false],
    [{ field: 'record', equals: 'null' }, false],
    [{ field: 'many', in: [] }, false],
    [{ field: 'city', filled: true }, true],
    [{ field: 'chosen', equals: '77' }, true],
    [{ all: [] }, true],
    [
      {
        all: [
          { field: 'city', filled: true },
          { field: 'count', equals: 5 },
        ],
      },
      true,
    ],
    [
      {
        all: [
          { field: 'city', filled: true },
          { field: 'count', equals: 6 },
        ],
      },
      false,
    ],
    [{ any: [] }, false],
    [
      {
        any: [
          { field: 'city', filled: true },
          { field: 'count', equals: 6 },
        ],
      },
      true,
    ],
    [
      {
        any: [
          { field: 'untouched', filled: true },
          { field: 'count', equals: 6 },
        ],
      },
      false,
    ],
    [{ not: { field: 'city', filled: true } }, false],
  ]
  for (const [asked, expected] of cases) expect([asked, isConditionTrue(asked, value)]).toEqual([asked, expected])
})

test('VL-08 a condition is true or false for any value', () => {
  fc.assert(
    fc.property(condition, anyData, (tree, data) => {
      const once = isConditionTrue(tree, (name) => data[name])
      expect(isConditionTrue({ not: tree }, (name) => data[name])).toBe(!once)
    }),
  )
})

test('VL-08 a field that depends on a field which is not asked is not asked either', () => {
  const [a, b, c] = [text('a'), text('b', { field: 'a', equals: 'yes' }), text('c', { field: 'b', filled: true })]
  const asked = (data: Record<string, unknown>) => {
    const visible = visibilityOf(form(a, b, c), data)
    return [a, b, c].filter((field) => visible(field)).map(({ name }) => name)
  }
  expect(asked({ a: 'yes', b: 'x' })).toEqual(['a', 'b', 'c'])
  expect(asked({ a: 'no', b: 'x' })).toEqual(['a'])
})

test('VL-08 a field of a row sees its own row first, then the form', () => {
  const end = text('end', { not: { field: 'now', equals: true } })
  const head = text('head', { field: 'role', equals: 'head' })
  const now: FormField = { name: 'now', label: 'now', view: 'checkbox' }
  const jobs: FormField = { name: 'jobs', label: 'jobs', view: 'group', fields: [now, end, head] }
  const schema = form(text('role'), jobs)
  const row = { now: true }
  const other = { now: false }
  const visible = visibilityOf(schema, { role: 'head', jobs: [row, other] })
  expect([visible(end, row, jobs), visible(end, other, jobs), visible(head, row, jobs)]).toEqual([false, true, true])
})

test('VL-08 in a group that is not asked no field is asked', () => {
  const start = text('start')
  const jobs: FormField = {
    name: 'jobs',
    label: 'jobs',
    view: 'group',
    fields: [start],
    visible_when: { field: 'a', filled: true },
  }
  const row = { start: 'x' }
  expect(visibilityOf(form(text('a'), jobs), { jobs: [row] })(start, row, jobs)).toBe(false)
})

test('VL-08 when every field depends on all earlier fields, each field is worked out once', () => {
  const names = Array.from({ length: 200 }, (_, place) => `f${place}`)
  let read = 0
  const fields = names.map((name, place) =>
    text(name, {
      get any() {
        read += 1
        return names.slice(0, place).map((field) => ({ field, equals: 'no' }))
      },
    }),
  )
  const visible = visibilityOf(form(...fields.toReversed()), {})
  expect(fields.filter((field) => visible(field))).toEqual([])
  expect(read).toBe(200)
})

test('VL-08 the visibility of a form with circles is defined too, and the circle is found', () => {
  fc.assert(
    fc.property(condition, condition, condition, anyData, (one, other, third, data) => {
      const fields = [text('a', one), text('b', other), text('c', third)]
      const visible = visibilityOf(form(...fields), data)
      for (const field of fields) expect(typeof visible(field)).toBe('boolean')
    }),
  )
  const circle = form(
    text('a', { field: 'b', filled: true }),
    text('b', { field: 'c', filled: true }),
    text('c', { field: 'a', filled: true }),
  )
  expect(conditionCycles(circle)).toEqual([['a', 'b', 'c']])
  expect(conditionCycles(form(text('a', { field: 'a', filled: true })))).toEqual([['a']])
})

test('VL-08 a form whose fields depend only on earlier ones has no circle', () => {
  fc.assert(
    fc.property(fc.array(fc.array(fc.nat({ max: 9 }), { maxLength: 3 }), { maxLength: 10 }), (edges) => {
      const fields = edges.map((to, place) =>
        text(`f${place}`, {
          all: to.filter((target) => target < place).map((target) => ({ field: `f${target}`, filled: true })),
        }),
      )
      expect(conditionCycles(form(...fields))).toEqual([])
    }),
  )
})

test('VL-08 a circle through the fields of a group is found', () => {
  const jobs: FormField = {
    name: 'jobs',
    label: 'jobs',
    view: 'group',
    fields: [text('x', { field: 'y', filled: true }), text('y', { field: 'x', filled: true })],
  }
  expect(conditionCycles(form(jobs))).toEqual([['jobs.x', 'jobs.y']])
})

test('VL-08 each field in a condition is listed once, at any depth', () => {
  const a = { field: 'a', filled: true as const }
  const b = { field: 'b', filled: true as const }
  expect(fieldsNamedIn({ all: [a, { any: [b, a, { not: b }] }] })).toEqual(['a', 'b'])
  expect(fieldsNamedIn({ any: [a, { all: [a] }] })).toEqual(['a'])
})

test('VL-08 a field may depend on a later one', () => {
  const [a, b] = [text('a', { field: 'b', filled: true }), text('b')]
  const visible = visibilityOf(form(a, b), { b: 'x' })
  expect([visible(a), visible(a, {}), visible(a, undefined, b)]).toEqual([true, true, true])
})

test('VL-08 no field of a circle is asked, and no field that the form does not have', () => {
  const [a, b] = [text('a', { field: 'b', filled: true }), text('b', { field: 'a', filled: true })]
  const x = text('x')
  const rows: FormField = { name: 'rows', label: 'rows', view: 'group', fields: [x] }
  const row = { x: 'x', y: 'x' }
  const visible = visibilityOf(form(a, b, rows), { a: 'x', b: 'x', rows: [row] })
  expect([visible(a), visible(b), visible(text('c')), visible(text('y'), row, rows)]).toEqual([
    false,
    false,
    false,
    false,
  ])
  const other: FormField = { ...rows, name: 'other' }
  expect([visible(x, row, rows), visible(x, row, other)]).toEqual([true, false])
})

test('VL-08 a field of a row is worked out once for all calls', () => {
  let read = 0
  const end = text('end', {
    get any() {
      read += 1
      return [{ field: 'start', filled: true as const }]
    },
  })
  const rows: FormField = { name: 'rows', label: 'rows', view: 'group', fields: [text('start'), end] }
  const row = { start: 'x' }
  const visible = visibilityOf(form(rows), { rows: [row] })
  expect([visible(end, row, rows), visible(end, row, rows), read]).toEqual([true, true, 1])
})
