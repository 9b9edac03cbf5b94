import { openApart } from '#server/platform/apart/open-apart.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import type openWorkbook from './open-workbook.ts'

/** The rows of every sheet by its name, each cell as the table shows it; the first row of a sheet is number 0. */
export type Workbook = Record<string, string[][]>

/** The name of the only sheet of a text with separators. */
export const csvSheet = 'CSV'

export interface WorkbookLimits {
  sheets: number
  rows: number
  columns: number
  /** Characters of one cell. */
  cell: number
}

/**
 * Reads an xlsx or a csv (UTF-8 or windows-1251; «;», «,» or tabs) in a program of its own. Null for a file that is no
 * table or exceeds the limits.
 */
export const readWorkbook = (path: string, limits: WorkbookLimits): Promise<Workbook | null> =>
  openApart<typeof openWorkbook>(new URL('./open-workbook.ts', import.meta.url), { path, limits }).catch((fault) => {
    if (fault instanceof Refusal) return null
    throw fault
  })
