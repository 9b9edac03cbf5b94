import type { Workbook } from '#server/platform/documents/read-workbook.ts'
import { type FormField, type FormSchema, fieldsOf } from '#shared/forms/fields/field.ts'
import { timesName } from '#shared/kinds/questionnaire/answer-times.ts'
import { settledName } from '#shared/kinds/questionnaire/settled.ts'
import type { FieldFaults } from '#shared/platform/api/refusals.ts'
import { oneLine } from '#shared/platform/text/one-line.ts'
import { quoted } from '#shared/platform/text/quoted.ts'
import type { Keys, Norm, Scale } from './keys.ts'

/** The largest number of questions that an answer can hold (shared/forms/fields/wire.ts). */
export const maxItems = 290
const maxOptions = 12

export interface Definition {
  schema: FormSchema
  keys: Keys
  norms: Norm[]
}

const itemName = /^[a-z][a-z0-9_]{0,31}$/i
const isItemName = (name: string) => itemName.test(name) && name !== timesName && name !== settledName

/** The faults of a questionnaire that is not imported from a table. Names of items and scales are checked elsewhere. */
export function definitionFaults({ schema, keys, norms }: Definition): string[] {
  const fields = fieldsOf(schema)
  const items = new Map(fields.map((field) => [field.name, field]))
  const of = fields.flatMap(({ name, view, options = [], validation_rules: rules }) => [
    ...(isItemName(name) ? [] : [`Код ${quoted(name)}: латинские буквы, цифры и «_», до 32 знаков, первая — буква`]),
    ...(view === 'radio' && rules?.required === true
      ? []
      : [`Вопрос ${quoted(name)}: нужен обязательный выбор одного варианта`]),
    ...(options.length >= 2 && options.length <= maxOptions
      ? []
      : [`Вопрос ${quoted(name)}: вариантов должно быть от 2 до ${maxOptions}`]),
  ])
  const ofScales = keys.scales.flatMap(({ code, title, items: own }) => [
    ...(code === '' || title === '' ? ['Нет кода или названия шкалы'] : []),
    ...(own.length === 0 ? [`У шкалы «${code}» нет вопросов`] : []),
    ...(new Set(own.map(({ item }) => item)).size < own.length ? [`Вопрос в шкале «${code}» дважды`] : []),
    ...own.flatMap(({ item, key }) =>
      typeof key === 'number' && key > (items.get(item)?.options?.length ?? key)
        ? [`Шкала «${code}», вопрос «${item}»: такого варианта нет`]
        : [],
    ),
  ])
  const groups = norms.map(({ group, scale }) => `${group} ${scale}`)
  return [
    ...(fields.length === 0 || fields.length > maxItems ? [`Вопросов должно быть от 1 до ${maxItems}`] : []),
    ...of,
    ...ofScales,
    ...(new Set(groups).size < groups.length ? ['Норма группы для одной шкалы дважды'] : []),
  ]
}

/** The default marks where the table names none. */
const usualMarks = [
  'Совсем не согласен',
  'Скорее не согласен',
  'Трудно сказать',
  'Скорее согласен',
  'Полностью согласен',
]

/** Reads items, scales, keys, pairs and norms of a workbook; or returns every bad row with its reason. */
export function readTable(book: Workbook): Definition | { faults: FieldFaults } {
  const faults: FieldFaults = {}
  const wrong = (sheet: string, row: number | null, message: string) => {
    const place = row === null ? `Лист «${sheet}»` : `Лист «${sheet}», строка ${row}`
    faults[place] = { rule: 'table', message: faults[place] ? `${faults[place].message}. ${message}` : message }
  }
  const sheet = (name: string, columns: readonly string[], required: boolean) =>
    rowsOf(book, name, columns, required, wrong)

  const fields: FormField[] = []
  for (const { row, cell } of sheet('Вопросы', ['Код', 'Текст', 'Вид'], true)) {
    const bad = (message: string) => wrong('Вопросы', row, message)
    const [name, label, view] = [cell('Код'), cell('Текст'), cell('Вид').toLowerCase()]
    const options = cell('Варианты')
      .split('|')
      .map((each) => each.trim())
      .filter(Boolean)
    if (!isItemName(name)) bad('Код вопроса: латинские буквы, цифры и «_», до 32 знаков, первая — буква')
    else if (fields.some((field) => field.name === name)) bad(`Код ${quoted(name)} уже занят`)
    if (label === '') bad('Нет текста вопроса')
    if (view !== 'шкала' && view !== 'выбор') bad('Вид вопроса: «шкала» или «выбор»')
    const marks = view === 'шкала' && options.length === 0 ? usualMarks : options
    if (marks.length < 2 || marks.length > maxOptions) bad(`Вариантов должно быть от 2 до ${maxOptions}, через «|»`)
    if (new Set(marks).size < marks.length) bad('Варианты повторяются')
    fields.push({
      name,
      label,
      view: 'radio',
      options: marks.map((value, at) => ({ id: idOf(view, at), value })),
      validation_rules: { required: true },
    })
  }
  if (fields.length > maxItems) wrong('Вопросы', null, `Вопросов больше ${maxItems}`)
  const items = new Map(fields.map((field) => [field.name, field]))

  const scales: Scale[] = []
  for (const { row, cell } of sheet('Шкалы', ['Код', 'Название'], true)) {
    const bad = (message: string) => wrong('Шкалы', row, message)
    const [code, role] = [cell('Код'), cell('Роль').toLowerCase()]
    if (code === '') bad('Нет кода шкалы')
    else if (scales.some((scale) => scale.code === code)) bad(`Код «${code}» уже занят`)
    if (cell('Название') === '') bad('Нет названия шкалы')
    if (role !== '' && role !== 'шкала' && role !== 'социальная желательность')
      bad('Роль: «шкала» или «социальная желательность»')
    const limit = cell('Порог') === '' ? null : numberIn(cell('Порог'))
    if (Number.isNaN(limit)) bad('Порог должен быть числом')
    scales.push({
      code,
      title: cell('Название'),
      reportTitle: cell('Для отчёта'),
      role: role === 'социальная желательность' ? 'desirability' : 'scale',
      limit,
      items: [],
    })
  }

  for (const { row, cell } of sheet('Ключи', ['Вопрос', 'Шкала', 'Ключ'], true)) {
    const bad = (message: string) => wrong('Ключи', row, message)
    const item = items.get(cell('Вопрос'))
    const scale = scales.find(({ code }) => code === cell('Шкала'))
    const key = keyOf(cell('Ключ'))
    const weight = cell('Вес') === '' ? 1 : numberIn(cell('Вес'))
    if (!item) bad(`Вопроса «${cell('Вопрос')}» нет на листе «Вопросы»`)
    if (!scale) bad(`Шкалы «${cell('Шкала')}» нет на листе «Шкалы»`)
    if (key === null || (item && typeof key === 'number' && key > (item.options?.length ?? 0)))
      bad('Ключ: «прямой», «обратный» или номер варианта')
    if (Number.isNaN(weight)) bad('Вес должен быть числом')
    if (scale?.items.some((each) => each.item === item?.name)) bad('Этот вопрос в шкале уже есть')
    if (item && scale && key !== null) scale.items.push({ item: item.name, key, weight })
  }
  for (const { code, items: own } of scales)
    if (own.length === 0) wrong('Ключи', null, `У шкалы «${code}» нет вопросов`)

  const pairs: Keys['pairs'] = []
  for (const { row, cell } of sheet('Пары', ['Вопрос', 'Второй вопрос'], false)) {
    const pair: [string, string] = [cell('Вопрос'), cell('Второй вопрос')]
    for (const name of pair) if (!items.has(name)) wrong('Пары', row, `Вопроса ${quoted(name)} нет на листе «Вопросы»`)
    pairs.push(pair)
  }

  const norms: Norm[] = []
  for (const { row, cell } of sheet('Нормы', ['Группа', 'Шкала', 'Среднее', 'Отклонение'], false)) {
    const bad = (message: string) => wrong('Нормы', row, message)
    const norm = {
      group: cell('Группа'),
      scale: cell('Шкала'),
      mean: numberIn(cell('Среднее')),
      deviation: numberIn(cell('Отклонение')),
    }
    if (norm.group === '') bad('Нет названия группы')
    if (!scales.some(({ code }) => code === norm.scale)) bad(`Шкалы «${norm.scale}» нет на листе «Шкалы»`)
    if (Number.isNaN(norm.mean)) bad('Среднее должно быть числом')
    if (!(norm.deviation > 0)) bad('Отклонение должно быть числом больше нуля')
    if (norms.some(({ group, scale }) => group === norm.group && scale === norm.scale)) bad('Такая норма уже есть выше')
    norms.push(norm)
  }

  if (Object.keys(faults).length > 0) return { faults }
  const sections = [{ code: 'items', title: 'Вопросы', fields }]
  return { schema: { version: 0, sections }, keys: { scales, pairs }, norms }
}

interface TableRow {
  /** The row number in the spreadsheet. */
  row: number
  cell: (column: string) => string
}

/** The filled rows below the head. A missing sheet or column is a fault where it is needed. */
function rowsOf(
  book: Workbook,
  name: string,
  columns: readonly string[],
  required: boolean,
  wrong: (sheet: string, row: number | null, message: string) => void,
): TableRow[] {
  const [head, ...rows] = Object.hasOwn(book, name) ? (book[name] ?? []) : []
  if (!head) {
    if (required) wrong(name, null, 'Такого листа нет, или он пустой')
    return []
  }
  const missing = columns.filter((column) => !head.includes(column))
  if (missing.length > 0) {
    wrong(name, 1, `Нет столбцов: ${missing.map((column) => `«${column}»`).join(', ')}`)
    return []
  }
  const filled = rows.flatMap((cells, at) =>
    cells.every((cell) => cell === '')
      ? []
      : [{ row: at + 2, cell: (column: string) => oneLine(cells[head.indexOf(column)] ?? '') }],
  )
  if (required && filled.length === 0) wrong(name, null, 'Нет ни одной заполненной строки')
  return filled
}

/** Marks are numbered, options have letters: the two are shown differently. */
const idOf = (view: string, at: number) => (view === 'шкала' ? String(at + 1) : String.fromCharCode(97 + at))

const numberIn = (text: string) => (/^-?\d+(?:[.,]\d+)?$/.test(text) ? Number(text.replace(',', '.')) : Number.NaN)

function keyOf(text: string): 'direct' | 'reverse' | number | null {
  const lower = text.toLowerCase()
  if (lower === 'прямой') return 'direct'
  if (lower === 'обратный') return 'reverse'
  return /^[1-9]\d?$/.test(text) ? Number(text) : null
}
