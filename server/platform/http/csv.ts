import { Readable } from 'node:stream'
import { setImmediate as othersFirst } from 'node:timers/promises'
import type { FastifyReply } from 'fastify'
import { type CsvCell, csvLine, csvStart } from '#shared/platform/text/csv.ts'
import { sendAttachment } from './attachment.ts'

export const csvType = 'text/csv; charset=utf-8'

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
