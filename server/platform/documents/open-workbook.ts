import { readFile } from 'node:fs/promises'
import { read, utils } from '@e965/xlsx'
import type { Workbook, WorkbookLimits } from './read-workbook.ts'
import { readZip } from './read-zip.ts'

/** Of all cells together: a text that stands once in the file can be in any number of cells. */
const maxCharacters = 20_000_000

/** Opens a workbook of a stranger. */
export default async function openWorkbook({ path, limits }: { path: string; limits: WorkbookLimits }) {
  const bytes = await readFile(path)
  readZip(bytes)
  try {
    return workbook(bytes, limits)
  } catch {
    return null
  }
}

function workbook(bytes: Buffer, limits: WorkbookLimits): Workbook | null {
  const options = { dense: true, cellFormula: false, cellHTML: false, sheetRows: limits.rows + 1 }
  const book = read(bytes, { type: 'buffer', ...options })
  if (book.SheetNames.length > limits.sheets) return null
  const sheets = book.SheetNames.map((name): [string, string[][]] => [name.trim(), rowsOf(book.Sheets[name], limits)])
  const fits = sheets.every(
    ([, rows]) =>
      rows.length <= limits.rows &&
      rows.every((row) => row.length <= limits.columns && row.every((cell) => cell.length <= limits.cell)),
  )
  const characters = sheets.flatMap(([, rows]) => rows).reduce((sum, row) => sum + row.join('').length, 0)
  return fits && characters <= maxCharacters ? Object.fromEntries(sheets) : null
}

function rowsOf(sheet: ReturnType<typeof read>['Sheets'][string] | undefined, limits: WorkbookLimits): string[][] {
  if (!sheet?.['!ref']) return []
  const { e: end } = utils.decode_range(sheet['!ref'])
  if (end.c >= limits.columns) return [Array.from({ length: limits.columns + 1 }, () => '')]
  const rows = utils.sheet_to_json<unknown[]>(sheet, { header: 1, range: 0, defval: '', raw: true, blankrows: true })
  return rows.map((row) => Array.from(row, (cell) => String(cell ?? '').trim()))
}
