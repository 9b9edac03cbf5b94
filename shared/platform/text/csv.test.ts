import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type CsvCell, csvLine, csvStart } from './csv.ts'

const csvOf = (head: string[], rows: readonly CsvCell[][]) => csvStart + [head, ...rows].map(csvLine).join('')

/** The cells as a spreadsheet reads them. */
function readCells(csv: string): string[][] {
  const rows: string[][] = [[]]
  for (const [, quoted = '', end] of csv.slice(1).matchAll(/"((?:[^"]|"")*)"(;|\r\n)/g)) {
    rows.at(-1)?.push(quoted.replaceAll('""', '"'))
    if (end !== ';') rows.push([])
  }
  return rows.slice(0, -1)
}

const hostile = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc
    .tuple(
      fc.constantFrom('', ' ', '\t', '\r', '\n', '\u0000', '\uFEFF', '\u200B', '\u00A0', '"', ';', '";'),
      fc.constantFrom('=', '+', '-', '@', '|', '%', '＝', '＋', '－', '＠'),
      fc.string(),
    )
    .map((parts) => parts.join('')),
)

test('R-36 no text in a table becomes a formula, and every cell is read as it was written', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(hostile, hostile), { minLength: 1, maxLength: 5 }), (rows) => {
      const read = readCells(csvOf(['one', 'two'], rows))
      expect(read.length).toBe(rows.length + 1)
      for (const [number, row] of rows.entries())
        for (const [place, text] of row.entries()) {
          const cell = read[number + 1]?.[place] ?? ''
          expect(cell === text || cell === `'${text}`).toBe(true)
          expect(/^[\s\p{C}]*[=+\-@|%＝＋－＠]|^[\t\r\n]/u.test(cell)).toBe(false)
        }
    }),
    { numRuns: 20_000 },
  )
})

test('numbers stay numbers, and null is an empty cell', () => {
  expect(csvOf(['сумма'], [[-5], [null], ['да']])).toBe('\uFEFF"сумма"\r\n"-5"\r\n""\r\n"да"\r\n')
})
