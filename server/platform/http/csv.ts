import { Readable } from 'node:stream'
import { setImmediate as othersFirst } from 'node:timers/promises'
import type { FastifyReply } from 'fastify'
import { sendAttachment } from './attachment.ts'

export type CsvCell = string | number | null

export const csvType = 'text/csv; charset=utf-8'

/** The byte order mark, by which spreadsheets recognise the encoding. */
export const csvStart = '\uFEFF'

/**
 * A line of a table for spreadsheets of a Russian system: semicolons, every cell in quotes. A text that would start a
 * formula gets an apostrophe in front.
 */
export const csvLine = (row: readonly CsvCell[]): string => `${row.map(cell).join(';')}\r\n`

/** Lines that are made in a moment: the rows of a long table are worked out part by part, and other calls go between. */
const linesOfPart = 200
/** Rows that are read at once. */
const rowsOfPart = 1000

type Rows<Row> = Iterable<Row> | AsyncIterable<Row>

export interface Table {
  head: string[]
  rows: Rows<CsvCell[]>
}

async function* partsOf(head: readonly string[], rows: Rows<readonly CsvCell[]>) {
  let lines = [csvStart + csvLine(head)]
  for await (const row of rows) {
    lines.push(csvLine(row))
    if (lines.length < linesOfPart) continue
    yield lines.join('')
    lines = []
    await othersFirst()
  }
  yield lines.join('')
}

/** The lines of each row, worked out while the table is sent. */
export async function* linesOf<Row>(
  rows: Rows<Row>,
  lines: (row: Row) => Iterable<CsvCell[]>,
): AsyncGenerator<CsvCell[]> {
  for await (const row of rows) yield* lines(row)
}

/** At most so many rows, read in parts while the table is sent; `part` reads those after the last row of the part before. */
export async function* inParts<Row>(
  most: number,
  part: (limit: number, last?: Row) => Promise<Row[]>,
): AsyncGenerator<Row> {
  let last: Row | undefined
  for (let read = 0; read < most; ) {
    const limit = Math.min(rowsOfPart, most - read)
    const rows = await part(limit, last)
    yield* rows
    last = rows.at(-1)
    read += rows.length
    if (rows.length < limit) return
  }
}

export function sendCsv(
  reply: FastifyReply,
  name: string,
  head: readonly string[],
  rows: Rows<readonly CsvCell[]>,
): undefined {
  const body = Readable.from(partsOf(head, rows))
  return sendAttachment(reply, { name, type: csvType, body })
}

/** The characters that start a formula, including full-width ones, also after blanks or invisible characters. */
const formula = /^(?:[\t\r\n]|[\s\p{C}]*[=+\-@|%＝＋－＠])/u

function cell(value: CsvCell): string {
  if (value === null) return '""'
  // A number may be negative; nobody typed it as text.
  const text = typeof value === 'number' ? String(value) : formula.test(value) ? `'${value}` : value
  return `"${text.replaceAll('"', '""')}"`
}
