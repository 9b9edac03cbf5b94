import { Readable } from 'node:stream'
import { setImmediate as othersFirst } from 'node:timers/promises'
import type { FastifyReply } from 'fastify'
import { sendAttachment } from './attachment.ts'

export type CsvCell = string | number | null

/**
 * A table as text for spreadsheets of a Russian system: a byte order mark, semicolons, every cell in quotes. A text
 * that would start a formula gets an apostrophe in front.
 */
export function csvOf(head: readonly string[], rows: Iterable<readonly CsvCell[]>): string {
  return csvStart + [head, ...rows].map(csvLine).join('')
}

/** The byte order mark, by which spreadsheets recognise the encoding. */
export const csvStart = '\uFEFF'

export const csvLine = (row: readonly CsvCell[]): string => `${row.map(cell).join(';')}\r\n`

/** Lines that are made in a moment: the rows of a long table are worked out part by part, and other calls go between. */
const linesOfPart = 200

async function* partsOf(head: readonly string[], rows: Iterable<readonly CsvCell[]>) {
  let lines = [csvStart + csvLine(head)]
  for (const row of rows) {
    lines.push(csvLine(row))
    if (lines.length < linesOfPart) continue
    yield lines.join('')
    lines = []
    await othersFirst()
  }
  yield lines.join('')
}

/** Rows that are a generator are worked out while they are sent. */
export function sendCsv(
  reply: FastifyReply,
  name: string,
  head: readonly string[],
  rows: Iterable<readonly CsvCell[]>,
): undefined {
  const body = Readable.from(partsOf(head, rows))
  return sendAttachment(reply, { name, type: 'text/csv; charset=utf-8', body })
}

/** The characters that start a formula, including full-width ones, also after blanks or invisible characters. */
const formula = /^(?:[\t\r\n]|[\s\p{C}]*[=+\-@|%＝＋－＠])/u

function cell(value: CsvCell): string {
  if (value === null) return '""'
  // A number may be negative; nobody typed it as text.
  const text = typeof value === 'number' ? String(value) : formula.test(value) ? `'${value}` : value
  return `"${text.replaceAll('"', '""')}"`
}
