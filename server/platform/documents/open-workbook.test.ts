import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type CellObject, utils, write } from '@e965/xlsx'
import { afterAll, beforeAll, expect, test } from 'vitest'
import openWorkbook from './open-workbook.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'workbook-'))
})
afterAll(() => rm(folder, { recursive: true }))

const limits = { sheets: 2, rows: 10, columns: 5, cell: 100 }

async function opened(bytes: Uint8Array) {
  const path = join(folder, 'table')
  await writeFile(path, bytes)
  return openWorkbook({ path, limits })
}

function xlsx(rows: (CellObject | string)[][], ref?: string): Buffer {
  const sheet = utils.aoa_to_sheet(rows)
  if (ref) sheet['!ref'] = ref
  const book = utils.book_new()
  utils.book_append_sheet(book, sheet, 'Лист')
  return write(book, { type: 'buffer', bookType: 'xlsx', cellStyles: true }) as Buffer
}

const number = (v: number, z: string): CellObject => ({ t: 'n', v, z })

test.each<[string, CellObject, string]>([
  ['a date', number(34315, 'dd.mm.yyyy'), '12.12.1993'],
  ['a date whose dots are marked', number(34315, 'dd\\.mm\\.yyyy'), '12.12.1993'],
  ['a date by the language of the computer', number(34315, 'm/d/yy'), '12.12.1993'],
  ['a date with a name of a month', number(34315, 'd mmmm yyyy'), '12.12.1993'],
  ['a date with a time', number(34315.4375, 'dd.mm.yyyy hh:mm'), '12.12.1993 10:30'],
  ['a time', number(0.4375, 'hh:mm'), '10:30'],
  ['a percentage', number(0.5, '0%'), '50%'],
  ['a percentage with a fraction', number(0.125, '0.0%'), '12,5%'],
  ['a code with zeros before it', number(42, '00000'), '00042'],
  ['a code in groups', number(12_345, '000-000'), '012-345'],
  ['a choice', { t: 'b', v: true }, 'ИСТИНА'],
  ['a number', number(1234.5, 'General'), '1234.5'],
  ['a sum of fractions', number(0.1 + 0.2, 'General'), '0.3'],
  ['a number of a format that nobody knows', number(1234.5, '# ##0,00 "₽"'), '1234.5'],
  ['a number rounded on the screen', number(2.345, '0.0'), '2.345'],
])('BR-03 %s is read as the table shows it', async (_what, cell, shown) => {
  expect(await opened(xlsx([['Ключ'], [cell]]))).toEqual({ Лист: [['Ключ'], [shown]] })
})

test('BR-04 a coloured cell far away, without text, is no column and no row', async () => {
  const rows = await opened(xlsx([['Код', 'Значение'], ['k', 'v'], [{ t: 'z', s: {} } as CellObject]], 'A1:U4'))
  expect(rows).toEqual({
    Лист: [
      ['Код', 'Значение'],
      ['k', 'v'],
    ],
  })
})

test('a text far away is a column, so the table is too wide', async () => {
  const row = ['Код', '', '', '', '', '', 'далеко']
  expect(await opened(xlsx([row]))).toBeNull()
})

const csv = 'Код;Значение\r\nk1;"Точка; с запятой"\r\n007;12.12.1993\r\n'
const windows1251 = (text: string) =>
  Uint8Array.from(text, (sign) => {
    const code = sign.charCodeAt(0)
    return code < 0x80 ? code : code - 0x350
  })

test.each<[string, Uint8Array]>([
  ['in UTF-8', Buffer.from(csv)],
  ['in UTF-8 with a mark at its beginning', Buffer.from(`\uFEFF${csv}`)],
  ['in windows-1251', windows1251(csv)],
  ['with commas', Buffer.from('Код,Значение\nk1,"Точка; с запятой"\n007,12.12.1993')],
  ['with tabs', Buffer.from('Код\tЗначение\nk1\tТочка; с запятой\n007\t12.12.1993')],
])('BR-04 a csv %s is a table, and its values stay as they are written', async (_how, bytes) => {
  expect(await opened(bytes)).toEqual({
    CSV: [
      ['Код', 'Значение'],
      ['k1', 'Точка; с запятой'],
      ['007', '12.12.1993'],
    ],
  })
})

test('a picture is no table', async () => {
  expect(await opened(Uint8Array.from([0xff, 0xd8, 0xff, 0, 1]))).toBeNull()
})
