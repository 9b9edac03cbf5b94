import { describe, expect, test } from 'vitest'
import { columns, emptyRow, type ListedQuestion, type Row, readRows, requiredColumns, rowsOf } from './question-row.ts'

const row = (rest: Partial<Row>): Row => ({
  ...emptyRow,
  Код: 'q1',
  Тема: 'Право',
  Сложность: '2',
  Текст: 'Сколько?',
  ...rest,
})
const read = (...rows: Partial<Row>[]) =>
  readRows(rows.map((each, at) => ({ row: row(each), place: `строка ${at + 2}` })))
const faultsOf = (rest: Partial<Row>) => read(rest).flatMap(({ faults }) => faults)
const common = { code: 'q1', topic: 'Право', difficulty: 2 }
const options = ['один', 'два', 'три'].map((text, at) => ({ id: 'abc'.charAt(at), text }))

/** Every kind as the rows of a table and as the stored question. */
const samples: { name: string; rows: Partial<Row>[]; listed: Omit<ListedQuestion, 'code' | 'topic' | 'difficulty'> }[] =
  [
    {
      name: 'one option',
      rows: [{ Вид: 'один вариант', Варианты: 'один\nдва\nтри', Ключ: '2' }],
      listed: {
        question: { kind: 'single', text: 'Сколько?', options },
        key: { kind: 'single', option: 'b' },
      },
    },
    {
      name: 'several options, with a picture',
      rows: [
        {
          Вид: 'несколько вариантов',
          Варианты: 'один\nдва\nтри',
          Ключ: '1|3',
          Частично: 'да',
          Картинка: 'a'.repeat(32),
          'Описание картинки': 'Схема',
        },
      ],
      listed: {
        question: {
          kind: 'multiple',
          text: 'Сколько?',
          picture: 'a'.repeat(32),
          picture_words: 'Схема',
          options,
        },
        key: { kind: 'multiple', options: ['a', 'c'], partial: true },
      },
    },
    {
      name: 'a number with its unit',
      rows: [{ Вид: 'число', Ключ: '-1,5', Допуск: '0,25', Единица: 'млн' }],
      listed: {
        question: { kind: 'number', text: 'Сколько?', unit: 'млн' },
        key: { kind: 'number', value: -1.5, tolerance: 0.25 },
      },
    },
    {
      name: 'an order',
      rows: [{ Вид: 'порядок', Варианты: 'один\nдва\nтри', Ключ: '3|1|2', Частично: 'нет' }],
      listed: {
        question: { kind: 'order', text: 'Сколько?', items: options },
        key: { kind: 'order', items: ['c', 'a', 'b'], partial: false },
      },
    },
    {
      name: 'pairs, with one right side too many',
      rows: [{ Вид: 'соответствие', Варианты: 'лёд => вода\nпар => вода\nруда => сталь\n=> стекло', Частично: 'да' }],
      listed: {
        question: {
          kind: 'match',
          text: 'Сколько?',
          left: [
            { id: 'a', text: 'лёд' },
            { id: 'b', text: 'пар' },
            { id: 'c', text: 'руда' },
          ],
          right: [
            { id: 'a', text: 'вода' },
            { id: 'b', text: 'сталь' },
            { id: 'c', text: 'стекло' },
          ],
        },
        key: { kind: 'match', pairs: { a: 'a', b: 'a', c: 'b' }, partial: true },
      },
    },
    {
      name: 'a short answer',
      rows: [{ Вид: 'краткий ответ', Ключ: 'Москва\nгород Москва' }],
      listed: {
        question: { kind: 'short', text: 'Сколько?' },
        key: { kind: 'short', texts: ['Москва', 'город Москва'] },
      },
    },
    {
      name: 'a case with two parts',
      rows: [
        { Вид: 'кейс', Текст: 'Завод' },
        {
          Код: '',
          Тема: '',
          Сложность: '',
          Вид: 'число',
          Текст: 'Сколько людей?',
          Ключ: '40',
          Допуск: '0',
          Кейс: 'q1',
        },
        { Код: '', Тема: '', Сложность: '', Вид: 'краткий ответ', Текст: 'Где?', Ключ: 'Тула', Кейс: 'q1' },
      ],
      listed: {
        question: {
          kind: 'case',
          text: 'Завод',
          parts: [
            { id: 'p1', question: { kind: 'number', text: 'Сколько людей?' } },
            { id: 'p2', question: { kind: 'short', text: 'Где?' } },
          ],
        },
        key: {
          kind: 'case',
          parts: { p1: { kind: 'number', value: 40, tolerance: 0 }, p2: { kind: 'short', texts: ['Тула'] } },
        },
      },
    },
  ]

describe.each(samples)('$name', ({ rows, listed }) => {
  test('is read from its rows', () => {
    expect(read(...rows)).toEqual([{ place: 'строка 2', faults: [], listed: { ...common, ...listed } }])
  })

  test('is written as the same rows, cell by cell', () => {
    const written = rowsOf({ ...common, ...listed })
    expect(written.map((each) => ({ ...emptyRow, ...each }))).toEqual(rows.map(row))
  })
})

test('the columns of the table, and the required ones', () => {
  expect(columns).toHaveLength(13)
  expect(requiredColumns).toEqual(['Код', 'Тема', 'Сложность', 'Вид', 'Текст', 'Ключ'])
  expect(Object.keys(emptyRow)).toEqual([...columns])
  expect(new Set(Object.values(emptyRow))).toEqual(new Set(['']))
})

test('letter case, spaces, extra bars and the minus sign of a spreadsheet do not matter in a table', () => {
  const [short] = read({ Вид: 'Краткий ОТВЕТ', Ключ: ' Тула | город Тула || ' })
  expect(short?.listed?.key).toEqual({ kind: 'short', texts: ['Тула', 'город Тула'] })
  const [number] = read({ Вид: 'ЧИСЛО', Ключ: '−1 000,5' })
  expect(number?.listed).toEqual({
    ...common,
    question: { kind: 'number', text: 'Сколько?' },
    key: { kind: 'number', value: -1000.5, tolerance: 0 },
  })
  const [multiple] = read({ Вид: 'несколько вариантов', Варианты: ' один \r\n\r\n два ', Ключ: '1', Частично: 'ДА' })
  expect(multiple?.listed).toMatchObject({
    question: { options: options.slice(0, 2) },
    key: { options: ['a'], partial: true },
  })
})

test('without a key the right order is the order of the rows', () => {
  const [order] = read({ Вид: 'порядок', Варианты: 'один|два|три' })
  expect(order).toMatchObject({ faults: [], listed: { key: { items: ['a', 'b', 'c'], partial: false } } })
  const [short] = read({ Вид: 'порядок', Варианты: 'один|два', Ключ: '1' })
  expect(short).toMatchObject({ listed: { key: { items: ['a'] } } })
})

test('the largest number of an option has two digits', () => {
  const many = Array.from({ length: 12 }, (_none, at) => `вариант ${at + 1}`).join('|')
  const [single] = read({ Вид: 'один вариант', Варианты: many, Ключ: '12' })
  expect(single).toMatchObject({ faults: [], listed: { key: { option: 'l' } } })
})

const single = { Вид: 'один вариант', Варианты: 'один|два', Ключ: '1' }
const kinds = '«один вариант», «несколько вариантов», «число», «порядок», «соответствие», «краткий ответ», «кейс»'

test.each<[Partial<Row>, string[]]>([
  [{ ...single, Вид: 'эссе' }, [`Вид вопроса: ${kinds}`]],
  [{ ...single, Код: '' }, ['Нет кода']],
  [{ ...single, Код: 'к 1' }, ['Код — до 64 знаков без пробелов']],
  [{ ...single, Код: 'к'.repeat(65) }, ['Код — до 64 знаков без пробелов']],
  [{ ...single, Код: 'к'.repeat(64) }, []],
  [{ ...single, Тема: '' }, ['Нет темы']],
  [{ ...single, Тема: 'т'.repeat(101) }, ['Тема длиннее 100 знаков']],
  [{ ...single, Тема: 'т'.repeat(100) }, []],
  [{ ...single, Сложность: '0' }, ['Сложность — число от 1 до 5']],
  [{ ...single, Сложность: '6' }, ['Сложность — число от 1 до 5']],
  [{ ...single, Сложность: '11' }, ['Сложность — число от 1 до 5']],
  [{ ...single, Сложность: '' }, ['Сложность — число от 1 до 5']],
  [{ ...single, Частично: 'отчасти' }, ['Частично: «да» или «нет»']],
  [{ ...single, Ключ: '' }, ['В ключе нужен один номер варианта']],
  [{ ...single, Ключ: '1|2' }, ['В ключе нужен один номер варианта']],
  [{ ...single, Ключ: '3' }, ['В ключе «3»: нужен номер варианта, от 1 до 2']],
  [{ ...single, Ключ: '0' }, ['В ключе «0»: нужен номер варианта, от 1 до 2']],
  [{ ...single, Ключ: 'один' }, ['В ключе «один»: нужен номер варианта, от 1 до 2']],
  [{ ...single, Ключ: '001' }, ['В ключе «001»: нужен номер варианта, от 1 до 2']],
  [{ ...single, Ключ: '1а' }, ['В ключе «1а»: нужен номер варианта, от 1 до 2']],
  [{ ...single, Ключ: 'а1' }, ['В ключе «а1»: нужен номер варианта, от 1 до 2']],
  [{ Вид: 'число', Ключ: 'сорок' }, ['Ключ должен быть числом']],
  [{ Вид: 'число', Ключ: '' }, ['Ключ должен быть числом']],
  [{ Вид: 'число', Ключ: `1${'0'.repeat(400)}` }, ['Ключ должен быть числом']],
  [{ Вид: 'число', Ключ: '4', Допуск: '-1' }, ['Допуск — число не меньше нуля']],
  [{ Вид: 'число', Ключ: '4', Допуск: 'мало' }, ['Допуск — число не меньше нуля']],
  [{ Вид: 'число', Ключ: '4', Допуск: '0' }, []],
  [{ Вид: 'соответствие', Варианты: 'лёд => вода|пар' }, ['Варианты соответствия пишут парами: «слева => справа»']],
  [{ Вид: 'соответствие', Варианты: 'а => б => в' }, ['Варианты соответствия пишут парами: «слева => справа»']],
])('%j: %j', (cells, faults) => {
  expect(faultsOf(cells)).toEqual(faults)
})

test('a row of an unknown kind has its place but no question; a row with other faults has both', () => {
  expect(read({ Вид: 'эссе' })).toEqual([{ place: 'строка 2', listed: null, faults: [`Вид вопроса: ${kinds}`] }])
  const [wrong] = read({ Вид: 'число', Ключ: 'сорок', Допуск: 'мало' })
  expect(wrong?.listed?.key).toEqual({ kind: 'number', value: 0, tolerance: 0 })
  const [keyless] = read({ Вид: 'один вариант', Варианты: 'один|два', Ключ: '' })
  expect(keyless?.listed?.key).toEqual({ kind: 'single', option: 'a' })
  const [beyond] = read({ Вид: 'несколько вариантов', Варианты: 'один|два', Ключ: 'оба', Частично: 'отчасти' })
  expect(beyond?.listed?.key).toEqual({ kind: 'multiple', options: ['a'], partial: false })
  const [unpaired] = read({ Вид: 'соответствие', Варианты: 'лёд', Частично: 'отчасти' })
  expect(unpaired?.listed).toMatchObject({
    question: { left: [{ id: 'a', text: 'лёд' }], right: [{ id: 'a', text: '' }] },
    key: { pairs: { a: 'a' }, partial: false },
  })
  const [order] = read({ Вид: 'порядок', Варианты: 'один|два', Ключ: '1|2', Частично: 'отчасти' })
  expect(order?.listed?.key).toEqual({ kind: 'order', items: ['a', 'b'], partial: false })
})

describe('parts of a case', () => {
  const whole = { Вид: 'кейс', Текст: 'Завод' }
  const part = { Код: '', Тема: '', Сложность: '', Вид: 'краткий ответ', Текст: 'Где?', Ключ: 'Тула', Кейс: 'q1' }

  test('a part needs its case above it', () => {
    expect(read(part, whole)).toEqual([
      { place: 'строка 2', listed: null, faults: ['Кейса «q1» нет в строках выше'] },
      {
        place: 'строка 3',
        faults: [],
        listed: { ...common, question: { kind: 'case', text: 'Завод', parts: [] }, key: { kind: 'case', parts: {} } },
      },
    ])
  })

  test('a question of another kind cannot have parts', () => {
    expect(read({ Вид: 'краткий ответ', Ключ: 'Тула' }, part)[1]).toEqual({
      place: 'строка 3',
      listed: null,
      faults: ['Кейса «q1» нет в строках выше'],
    })
  })

  test('a case cannot be a part of another case', () => {
    expect(read(whole, { ...part, Вид: 'кейс' })[1]).toEqual({
      place: 'строка 3',
      listed: null,
      faults: ['Кейс не может быть частью другого кейса'],
    })
  })

  test('a part with a fault is reported and is not added to its case', () => {
    const [first, second] = read(whole, { ...part, Вид: 'число', Ключ: 'сорок' }, part)
    expect(second).toEqual({ place: 'строка 3', listed: null, faults: ['Ключ должен быть числом'] })
    expect(first?.listed?.question).toEqual({
      kind: 'case',
      text: 'Завод',
      parts: [{ id: 'p1', question: { kind: 'short', text: 'Где?' } }],
    })
  })

  test('a part without a key is written as a row with only the code of its case', () => {
    const parts = [{ id: 'p1', question: { kind: 'short' as const, text: 'Где?' } }]
    const rows = rowsOf({
      ...common,
      question: { kind: 'case', text: 'Завод', parts },
      key: { kind: 'case', parts: {} },
    })
    expect(rows[1]).toEqual({ Кейс: 'q1' })
  })
})

test('a question and a key of different kinds give no rows', () => {
  const question = { kind: 'short' as const, text: 'Где?' }
  expect(rowsOf({ ...common, question, key: { kind: 'case', parts: {} } })).toEqual([])
  const whole = { kind: 'case' as const, text: 'Завод', parts: [] }
  expect(rowsOf({ ...common, question: whole, key: { kind: 'short', texts: ['Тула'] } })).toEqual([])
})

test('a left side without a pair is written with an empty right side', () => {
  const sides = [{ id: 'a', text: 'лёд' }]
  const question = { kind: 'match' as const, text: 'Что?', left: sides, right: sides }
  const [match] = rowsOf({ ...common, question, key: { kind: 'match', pairs: {}, partial: false } })
  expect(match?.Варианты).toBe('лёд => \n=> лёд')
})

test('a text with a bar, or with several lines, is still one text after it is written and read', () => {
  const listed: ListedQuestion = {
    ...common,
    question: { kind: 'short', text: 'Модуль?' },
    key: { kind: 'short', texts: ['|x|'] },
  }
  const [short] = rowsOf(listed)
  expect(short?.Ключ).toBe('|x|\n|x|')
  expect(read({ ...short })[0]?.listed).toEqual(listed)
  const [several] = rowsOf({ ...listed, key: { kind: 'short', texts: ['|x|', 'модуль  \n  икса'] } })
  expect(several?.Ключ).toBe('|x|\nмодуль икса')
})
