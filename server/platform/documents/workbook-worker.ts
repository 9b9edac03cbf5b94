import { parentPort, workerData } from 'node:worker_threads'
import { read, utils } from '@e965/xlsx'
import type { Workbook, WorkbookLimits } from './read-workbook.ts'

const { bytes, limits } = workerData as { bytes: Uint8Array; limits: WorkbookLimits }

function workbook(): Workbook | null {
  const options = { dense: true, cellFormula: false, cellHTML: false, sheetRows: limits.rows + 1 }
  const book = read(bytes, { type: 'buffer', ...options })
  if (book.SheetNames.length > limits.sheets) return null
  const sheets = book.SheetNames.map((name): [string, string[][]] => [name.trim(), rowsOf(book.Sheets[name])])
  const fits = sheets.every(
    ([, rows]) =>
      rows.length <= limits.rows &&
      rows.every((row) => row.length <= limits.columns && row.every((cell) => cell.length <= limits.cell)),
  )
  return fits ? Object.fromEntries(sheets) : null
}

function rowsOf(sheet: ReturnType<typeof read>['Sheets'][string] | undefined): string[][] {
  if (!sheet?.['!ref']) return []
  const { e: end } = utils.decode_range(sheet['!ref'])
  if (end.c >= limits.columns) return [Array.from({ length: limits.columns + 1 }, () => '')]
  const rows = utils.sheet_to_json<unknown[]>(sheet, { header: 1, range: 0, defval: '', raw: true, blankrows: true })
  return rows.map((row) => Array.from(row, (cell) => String(cell ?? '').trim()))
}

try {
  parentPort?.postMessage(workbook())
} catch {
  parentPort?.postMessage(null)
}
