import { csvSheet, type Workbook } from '#server/platform/documents/read-workbook.ts'
import {
  type Column,
  columns,
  type ListedQuestion,
  type ReadRow,
  type Row,
  readRows,
  requiredColumns,
  rowsOf,
} from '#shared/kinds/test/question-row.ts'
import { oneLine } from '#shared/platform/text/one-line.ts'
import { quoted } from '#shared/platform/text/quoted.ts'

const sheetName = 'Вопросы'

/** Questions of the sheet «Вопросы». */
export function readBankTable(book: Workbook): ReadRow[] {
  const sheet = `Лист ${quoted(sheetName)}`
  const whole = (place: string, fault: string): ReadRow[] => [{ place, listed: null, faults: [fault] }]
  const [head, ...lines] = book[sheetName] ?? book[csvSheet] ?? []
  if (!head) return whole(sheet, 'Такого листа нет, или он пустой')
  const missing = requiredColumns.filter((column) => !head.includes(column)).map((column) => `«${column}»`)
  if (missing.length > 0) return whole(`${sheet}, строка 1`, `Нет столбцов: ${missing.join(', ')}`)
  const rows = lines.flatMap((cells, at) => {
    const row = Object.fromEntries(
      columns.map((column) => [column, cellIn(column, cells[head.indexOf(column)])]),
    ) as Row
    return cells.every((cell) => cell === '') ? [] : [{ row, place: `Строка ${at + 2}` }]
  })
  return rows.length > 0 ? readRows(rows) : whole(sheet, 'Нет ни одной заполненной строки')
}

const ofLines: readonly Column[] = ['Текст', 'Варианты', 'Ключ']
const cellIn = (column: Column, written = '') => (ofLines.includes(column) ? written : oneLine(written))

/** The bank as a table in the import format, for changes and a new import. */
export async function bankTable(questions: readonly ListedQuestion[]): Promise<Buffer> {
  const { utils, write } = await import('@e965/xlsx')
  const rows = questions.flatMap((listed) => rowsOf(listed))
  const sheet = utils.aoa_to_sheet([[...columns], ...rows.map((row) => columns.map((column) => row[column] ?? ''))])
  sheet['!cols'] = columns.map((column) => ({ wch: column === 'Текст' || column === 'Варианты' ? 60 : 14 }))
  const book = utils.book_new()
  utils.book_append_sheet(book, sheet, sheetName)
  return write(book, { type: 'buffer', bookType: 'xlsx', compression: true }) as Buffer
}

/** A sample for organisers: one row of each kind. */
export const sample: ListedQuestion[] = [
  {
    code: 'q1',
    topic: 'Логика',
    difficulty: 1,
    question: {
      kind: 'single',
      text: 'Чему равно $2^{10}$?',
      options: [
        { id: 'a', text: '512' },
        { id: 'b', text: '1024' },
      ],
    },
    key: { kind: 'single', option: 'b' },
  },
  {
    code: 'q2',
    topic: 'География',
    difficulty: 2,
    question: {
      kind: 'multiple',
      text: 'Какие города стоят на Волге?',
      options: [
        { id: 'a', text: 'Казань' },
        { id: 'b', text: 'Пермь' },
        { id: 'c', text: 'Самара' },
      ],
    },
    key: { kind: 'multiple', options: ['a', 'c'], partial: true },
  },
  {
    code: 'q3',
    topic: 'География',
    difficulty: 3,
    question: { kind: 'number', text: 'Какова длина Волги?', unit: 'км' },
    key: { kind: 'number', value: 3530, tolerance: 20 },
  },
  {
    code: 'q4',
    topic: 'География',
    difficulty: 1,
    question: { kind: 'short', text: 'Как называется самое глубокое озеро мира?' },
    key: { kind: 'short', texts: ['Байкал', 'озеро Байкал'] },
  },
  {
    code: 'q5',
    topic: 'География',
    difficulty: 2,
    question: {
      kind: 'order',
      text: 'Расставьте города с запада на восток',
      items: [
        { id: 'a', text: 'Омск' },
        { id: 'b', text: 'Калининград' },
        { id: 'c', text: 'Чита' },
      ],
    },
    key: { kind: 'order', items: ['b', 'a', 'c'], partial: false },
  },
  {
    code: 'q6',
    topic: 'География',
    difficulty: 1,
    question: {
      kind: 'match',
      text: 'На какой реке стоит город?',
      left: [
        { id: 'a', text: 'Омск' },
        { id: 'b', text: 'Казань' },
      ],
      right: [
        { id: 'a', text: 'Иртыш' },
        { id: 'b', text: 'Волга' },
        { id: 'c', text: 'Обь' },
      ],
    },
    key: { kind: 'match', pairs: { a: 'a', b: 'b' }, partial: true },
  },
  {
    code: 'q7',
    topic: 'Логика',
    difficulty: 3,
    question: {
      kind: 'case',
      text: 'За три дня мастерская сделала 120 деталей, каждый день на 10 больше, чем накануне.',
      parts: [
        { id: 'p1', question: { kind: 'number', text: 'Сколько деталей сделали в первый день?' } },
        { id: 'p2', question: { kind: 'number', text: 'Сколько деталей сделали в третий день?' } },
      ],
    },
    key: {
      kind: 'case',
      parts: { p1: { kind: 'number', value: 30, tolerance: 0 }, p2: { kind: 'number', value: 50, tolerance: 0 } },
    },
  },
]
