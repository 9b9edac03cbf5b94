import { readFile } from 'node:fs/promises'
import { type CellObject, read, SSF } from '@e965/xlsx'
import { csvSheet, type Workbook, type WorkbookLimits } from './read-workbook.ts'
import { isZip, readZip } from './read-zip.ts'

/** Of all cells together: a text that stands once in the file can be in any number of cells. */
const maxCharacters = 20_000_000

/** Opens a table of a stranger: an xlsx, or text with separators. */
export default async function openWorkbook({ path, limits }: { path: string; limits: WorkbookLimits }) {
  const bytes = await readFile(path)
  if (isZip(bytes)) readZip(bytes)
  try {
    return workbook(bytes, limits)
  } catch {
    return null
  }
}

function workbook(bytes: Buffer, limits: WorkbookLimits): Workbook | null {
  const options = { dense: true, cellFormula: false, cellHTML: false, cellNF: true, sheetRows: limits.rows + 1 }
  const text = isZip(bytes) ? null : textOf(bytes)
  const book =
    text === null
      ? read(bytes, { type: 'buffer', ...options })
      : read(text, { type: 'string', raw: true, FS: separatorOf(text), ...options })
  if (book.SheetNames.length > limits.sheets) return null
  const sheets = book.SheetNames.map((name): [string, string[][]] => [
    text === null ? name.trim() : csvSheet,
    rowsOf(book.Sheets[name]?.['!data'] ?? []),
  ])
  const fits = sheets.every(
    ([, rows]) =>
      rows.length <= limits.rows &&
      rows.every((row) => row.length <= limits.columns && row.every((cell) => cell.length <= limits.cell)),
  )
  const characters = sheets.flatMap(([, rows]) => rows).reduce((sum, row) => sum + row.join('').length, 0)
  return fits && characters <= maxCharacters ? Object.fromEntries(sheets) : null
}

/** Text in UTF-8, or else as Excel saves it in Russian Windows. A file with a NUL is no text. */
function textOf(bytes: Buffer): string {
  if (bytes.length === 0 || bytes.includes(0)) throw new TypeError('no table')
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1251').decode(bytes)
  }
}

/** What stands most often in the first line. */
function separatorOf(text: string): string {
  const [first = ''] = text.split(/\r?\n|\r/, 1)
  const counts = [';', ',', '\t'].map((sign) => ({ sign, count: first.split(sign).length }))
  return counts.reduce((best, one) => (one.count > best.count ? one : best)).sign
}

/** Cells without text, which a colour or a border may have left far away, end no row. */
function rowsOf(data: readonly (readonly (CellObject | undefined)[] | undefined)[]): string[][] {
  const rows = Array.from(data, (cells) => withoutEnd(Array.from(cells ?? [], cellText), (cell) => cell === ''))
  return withoutEnd(rows, (row) => row.length === 0)
}

const withoutEnd = <Item>(list: readonly Item[], empty: (item: Item) => boolean): Item[] =>
  list.slice(0, list.findLastIndex((item) => !empty(item)) + 1)

/** Formats in which a number is written with zeros before it, as codes and indexes are. */
const withZeros = (format: string) => /^[-0 \\]+$/.test(format) && format.includes('00')
const percent = /^0(?:\.0+)?\\? ?%$/
/** Formats that a table shows by the language of the computer, and names of months. */
const byLanguage = /^m\/d\/yy|mmm/i

/** A date, a time, a percentage, a code with zeros before it or a choice as the table shows it; another number whole. */
function cellText(cell: CellObject | undefined): string {
  const value = cell?.v
  if (cell?.t === 'e') return cell.w ?? ''
  if (typeof value === 'boolean') return value ? 'ИСТИНА' : 'ЛОЖЬ'
  if (typeof value !== 'number') return String(value ?? '').trim()
  const format = String(cell?.z ?? 'General')
  if (SSF.is_date(format)) return dateText(format, value)
  if (percent.test(format)) return SSF.format(format, value).replace('.', ',')
  if (withZeros(format)) return SSF.format(format, value)
  // A table keeps 15 digits of a number; what follows is the error of its binary form.
  return String(Number(value.toPrecision(15)))
}

function dateText(format: string, value: number): string {
  const usual = value % 1 === 0 ? 'dd.mm.yyyy' : value < 1 ? 'hh:mm' : 'dd.mm.yyyy hh:mm'
  const shown = byLanguage.test(format) ? usual : format
  // The library takes a dot for the beginning of a fraction of a second.
  return SSF.format(shown.replace(/(?<![s\\])\.(?!0)/g, '\\.'), value).trim()
}
