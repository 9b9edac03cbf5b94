export type CsvCell = string | number | null

/** The byte order mark, by which spreadsheets recognise the encoding. */
export const csvStart = '\uFEFF'

/**
 * A line of a table for spreadsheets of a Russian system: semicolons, every cell in quotes. A text that would start a
 * formula gets an apostrophe in front.
 */
export const csvLine = (row: readonly CsvCell[]): string => `${row.map(cell).join(';')}\r\n`

/** The characters that start a formula, including full-width ones, also after blanks or invisible characters. */
const formula = /^(?:[\t\r\n]|[\s\p{C}]*[=+\-@|%＝＋－＠])/u

function cell(value: CsvCell): string {
  if (value === null) return '""'
  // A number may be negative; nobody typed it as text.
  const text = typeof value === 'number' ? String(value) : formula.test(value) ? `'${value}` : value
  return `"${text.replaceAll('"', '""')}"`
}
