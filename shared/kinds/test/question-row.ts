import { quoted } from '#shared/platform/text/quoted.ts'
import type { Question, QuestionKey, SimpleKey, SimpleQuestion } from './question.ts'
import { decimal } from './score.ts'

/** A question in a table or in a JSON file. */
export interface ListedQuestion {
  code: string
  topic: string
  difficulty: number
  question: Question
  key: QuestionKey
}

/** A question read from a table, with its place and its faults. Whether questions fit together is checked elsewhere. */
export interface ReadRow {
  place: string
  listed: ListedQuestion | null
  faults: string[]
}

export const columns = [
  'Код',
  'Тема',
  'Сложность',
  'Вид',
  'Текст',
  'Варианты',
  'Ключ',
  'Допуск',
  'Единица',
  'Частично',
  'Картинка',
  'Описание картинки',
  'Кейс',
] as const
export type Column = (typeof columns)[number]
export type Row = Record<Column, string>
export const requiredColumns: readonly Column[] = ['Код', 'Тема', 'Сложность', 'Вид', 'Текст', 'Ключ']

export const questionKinds: Record<string, Question['kind']> = {
  'один вариант': 'single',
  'несколько вариантов': 'multiple',
  число: 'number',
  порядок: 'order',
  соответствие: 'match',
  'краткий ответ': 'short',
  кейс: 'case',
}
const kindNames = Object.fromEntries(Object.entries(questionKinds).map(([name, kind]) => [kind, name]))

/** Reads rows in their order. A row with «Кейс» is a part of the case with that code in a row above. */
export function readRows(rows: readonly { row: Row; place: string }[]): ReadRow[] {
  const cases = new Map<string, ReadRow>()
  return rows.flatMap(({ row, place }) => rowIn(row, place, cases) ?? [])
}

/** Null for a part without a fault: it has been added to its case. */
function rowIn(row: Row, place: string, cases: Map<string, ReadRow>): ReadRow | null {
  const faults: string[] = []
  const kind = questionKinds[row.Вид.toLowerCase()]
  if (!kind)
    faults.push(
      `Вид вопроса: ${Object.keys(questionKinds)
        .map((name) => quoted(name))
        .join(', ')}`,
    )
  const simple = kind && kind !== 'case' ? simpleIn(row, kind, faults) : null
  if (row.Кейс !== '') {
    const whole = cases.get(row.Кейс)
    if (kind === 'case') faults.push('Кейс не может быть частью другого кейса')
    if (!whole) faults.push(`Кейса «${row.Кейс}» нет в строках выше`)
    const listed = whole?.listed
    if (faults.length > 0 || !simple || listed?.question.kind !== 'case' || listed.key.kind !== 'case')
      return { place, listed: null, faults }
    const id = `p${listed.question.parts.length + 1}`
    listed.question.parts.push({ id, question: simple.question })
    listed.key.parts[id] = simple.key
    return null
  }
  const difficulty = Number(row.Сложность)
  if (row.Код === '') faults.push('Нет кода')
  else if (/\s/.test(row.Код) || row.Код.length > 64) faults.push('Код — до 64 знаков без пробелов')
  if (row.Тема === '') faults.push('Нет темы')
  else if (row.Тема.length > 100) faults.push('Тема длиннее 100 знаков')
  if (!/^[1-5]$/.test(row.Сложность)) faults.push('Сложность — число от 1 до 5')
  const whole: Pick<ListedQuestion, 'question' | 'key'> | null =
    kind === 'case' ? { question: { ...textOf(row), kind, parts: [] }, key: { kind, parts: {} } } : simple
  if (!whole) return { place, listed: null, faults }
  const read: ReadRow = { place, faults, listed: { code: row.Код, topic: row.Тема, difficulty, ...whole } }
  if (kind === 'case') cases.set(row.Код, read)
  return read
}

function simpleIn(
  row: Row,
  kind: SimpleQuestion['kind'],
  faults: string[],
): { question: SimpleQuestion; key: SimpleKey } | null {
  const text = textOf(row)
  const partial = yes(row.Частично)
  if (partial === null) faults.push('Частично: «да» или «нет»')
  const lines = listIn(row.Варианты)
  const named = lines.map((line, at) => ({ id: idAt(at), text: line }))
  if (kind === 'short') return { question: { ...text, kind }, key: { kind, texts: [...new Set(listIn(row.Ключ))] } }
  if (kind === 'number') {
    const [value, tolerance] = [numberIn(row.Ключ), row.Допуск === '' ? 0 : numberIn(row.Допуск)]
    if (value === null) faults.push('Ключ должен быть числом')
    if (tolerance === null || tolerance < 0) faults.push('Допуск — число не меньше нуля')
    const unit = row.Единица === '' ? {} : { unit: row.Единица }
    return { question: { ...text, kind, ...unit }, key: { kind, value: value ?? 0, tolerance: tolerance ?? 0 } }
  }
  if (kind === 'match') {
    const pairs = lines.map((line) => line.split('=>').map((side) => side.trim()))
    if (pairs.some((pair) => pair.length !== 2)) faults.push('Варианты соответствия пишут парами: «слева => справа»')
    const unique = [...new Set(pairs.map(([, right = '']) => right))]
    const whole = pairs.filter(([side]) => side !== '')
    const left = whole.map(([side = ''], at) => ({ id: idAt(at), text: side }))
    const right = unique.map((side, at) => ({ id: idAt(at), text: side }))
    const key = Object.fromEntries(whole.map(([, other = ''], at) => [idAt(at), idAt(unique.indexOf(other))]))
    return { question: { ...text, kind, left, right }, key: { kind, pairs: key, partial: partial ?? false } }
  }
  const right = listIn(row.Ключ).map((number) => {
    const at = /^\d{1,2}$/.test(number) ? Number(number) - 1 : -1
    if (!lines[at]) faults.push(`В ключе «${number}»: нужен номер варианта, от 1 до ${lines.length}`)
    return idAt(Math.max(0, at))
  })
  if (kind === 'order') {
    const items = right.length > 0 ? right : named.map(({ id }) => id)
    return { question: { ...text, kind, items: named }, key: { kind, items, partial: partial ?? false } }
  }
  if (kind === 'multiple')
    return { question: { ...text, kind, options: named }, key: { kind, options: right, partial: partial ?? false } }
  if (right.length !== 1) faults.push('В ключе нужен один номер варианта')
  return { question: { ...text, kind, options: named }, key: { kind, option: right[0] ?? 'a' } }
}

const textOf = (row: Row) => ({
  text: row.Текст,
  ...(row.Картинка !== '' && { picture: row.Картинка }),
  ...(row['Описание картинки'] !== '' && { picture_words: row['Описание картинки'] }),
})

/** The items of a cell: one a line, or in a single line separated by bars. */
const listIn = (cell: string) =>
  cell
    .split(cell.includes('\n') ? /\r?\n/ : '|')
    .map((each) => each.trim())
    .filter(Boolean)

const idAt = (at: number) => String.fromCharCode(97 + at)

function numberIn(text: string): number | null {
  const number = Number(text.replace(/\s/gu, '').replace(',', '.').replace('−', '-'))
  return decimal(text) && Number.isFinite(number) ? number : null
}

function yes(text: string): boolean | null {
  const known: Record<string, boolean> = { да: true, нет: false, '': false }
  return known[text.toLowerCase()] ?? null
}

/** The rows of a question. `readRows` can read them. */
export function rowsOf({ code, topic, difficulty, question, key }: ListedQuestion): Partial<Row>[] {
  const common = { Код: code, Тема: topic, Сложность: String(difficulty) }
  if (question.kind !== 'case' || key.kind !== 'case')
    return question.kind === 'case' || key.kind === 'case' ? [] : [{ ...common, ...simpleRow(question, key) }]
  const parts = question.parts.map((part) => {
    const own = key.parts[part.id]
    return { ...(own ? simpleRow(part.question, own) : {}), Кейс: code }
  })
  return [{ ...common, ...textRow(question) }, ...parts]
}

const textRow = ({ kind, text, picture = '', picture_words: words = '' }: Question): Partial<Row> => ({
  Вид: kindNames[kind] ?? kind,
  Текст: text,
  Картинка: picture,
  'Описание картинки': words,
})

function simpleRow(question: SimpleQuestion, key: SimpleKey): Partial<Row> {
  const row = textRow(question)
  const partly = 'partial' in key ? { Частично: key.partial ? 'да' : 'нет' } : {}
  if (question.kind === 'number' && key.kind === 'number')
    return { ...row, Ключ: inRussian(key.value), Допуск: inRussian(key.tolerance), Единица: question.unit ?? '' }
  if (question.kind === 'short' && key.kind === 'short') return { ...row, Ключ: listed(key.texts) }
  if (question.kind === 'match' && key.kind === 'match') {
    const right = (id: string | undefined) => question.right.find((each) => each.id === id)?.text ?? ''
    const pairs = question.left.map(({ id, text }) => `${text} => ${right(key.pairs[id])}`)
    const used = new Set(question.left.flatMap(({ id }) => key.pairs[id] ?? []))
    const spare = question.right.filter(({ id }) => !used.has(id))
    const order = [...[...used].map(right), ...spare.map(({ text }) => text)]
    const inOrder = question.right.every(({ text }, at) => order[at] === text)
    const alone = (inOrder ? spare : question.right).map(({ text }) => `=> ${text}`)
    // When the right sides have another order than their pairs, they are listed before the pairs.
    return { ...row, ...partly, Варианты: listed(inOrder ? [...pairs, ...alone] : [...alone, ...pairs]) }
  }
  const shown = question.kind === 'order' ? question.items : 'options' in question ? question.options : []
  const numbers = (ids: readonly string[]) => ids.map((id) => shown.findIndex((each) => each.id === id) + 1).join('|')
  const right =
    key.kind === 'single' ? [key.option] : key.kind === 'multiple' ? key.options : key.kind === 'order' ? key.items : []
  return { ...row, ...partly, Варианты: listed(shown.map(({ text }) => text)), Ключ: numbers(right) }
}

/** One item a line, because a text or a formula may contain a bar. */
const listed = (texts: readonly string[]) => {
  const lines = texts.map((text) => text.replace(/(?<!\s)\s*\n\s*/g, ' '))
  // A single text with a bar is written twice: two lines are not split at bars, and repeated texts count once.
  return (lines.length === 1 && lines[0]?.includes('|') ? [...lines, ...lines] : lines).join('\n')
}
const inRussian = (number: number) => String(number).replace('.', ',')

/** A row with empty cells. */
export const emptyRow = Object.fromEntries(columns.map((column) => [column, ''])) as Row
