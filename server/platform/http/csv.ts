import type { FastifyReply } from 'fastify'
import { sendAttachment } from './attachment.ts'

export type CsvCell = string | number | null

/**
 * A table as text that spreadsheets of a Russian system open as they are: a byte order mark, semicolons, every cell in
 * quotes. No text starts a formula; an apostrophe stands before one that would.
 */
export function csvOf(head: readonly string[], rows: Iterable<readonly CsvCell[]>): string {
  const lines = [head, ...rows].map((row) => row.map(cell).join(';'))
  return `\uFEFF${lines.join('\r\n')}\r\n`
}

export function sendCsv(
  reply: FastifyReply,
  name: string,
  head: readonly string[],
  rows: Iterable<readonly CsvCell[]>,
): undefined {
  const body = Buffer.from(csvOf(head, rows))
  return sendAttachment(reply, { name, type: 'text/csv; charset=utf-8', body, size: body.length })
}

/** The signs with which a formula begins, the wide ones too, also after blanks or signs that are not shown. */
const formula = /^(?:[\t\r\n]|[\s\p{C}]*[=+\-@|%＝＋－＠])/u

function cell(value: CsvCell): string {
  if (value === null) return '""'
  // A number, be it below zero, is no text that anybody wrote.
  const text = typeof value === 'number' ? String(value) : formula.test(value) ? `'${value}` : value
  return `"${text.replaceAll('"', '""')}"`
}
