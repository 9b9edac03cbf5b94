import { Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import type { CsvCell } from '#shared/platform/text/csv.ts'

export const workbookType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

const start = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const packaged = 'http://schemas.openxmlformats.org/package/2006'
const typeOf = (part: string) => `application/vnd.openxmlformats-officedocument.spreadsheetml.${part}+xml`

/** All parts of a workbook except its sheet. The second cell format is bold, for the head. */
const parts = {
  '[Content_Types].xml': `${start}<Types xmlns="${packaged}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${typeOf('sheet.main')}"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${typeOf('worksheet')}"/><Override PartName="/xl/styles.xml" ContentType="${typeOf('styles')}"/></Types>`,
  '_rels/.rels': `${start}<Relationships xmlns="${packaged}/relationships"><Relationship Id="rId1" Type="${relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml': `${start}<workbook xmlns="${main}" xmlns:r="${relations}"><sheets><sheet name="Таблица" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `${start}<Relationships xmlns="${packaged}/relationships"><Relationship Id="rId1" Type="${relations}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${relations}/styles" Target="styles.xml"/></Relationships>`,
  'xl/styles.xml': `${start}<styleSheet xmlns="${main}"><fonts count="2"><font><sz val="11"/><name val="Arial"/></font><font><b/><sz val="11"/><name val="Arial"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="2"><xf fontId="0"/><xf fontId="1" applyFont="1"/></cellXfs></styleSheet>`,
}

/**
 * An Excel workbook of one sheet, written as its rows come. Texts stay texts, even those that look like a formula or a
 * long number; the head stays visible when scrolling.
 */
export function workbookOf(head: readonly string[], rows: AsyncIterable<readonly (readonly CsvCell[])[]>): Readable {
  const zip = new ZipFile()
  for (const [name, xml] of Object.entries(parts)) zip.addBuffer(Buffer.from(xml), name)
  const sheet = Readable.from(sheetOf(head, rows))
  sheet.once('error', (fault) => (zip.outputStream as Readable).destroy(fault))
  zip.addReadStream(sheet, 'xl/worksheets/sheet1.xml')
  zip.end()
  return zip.outputStream as Readable
}

async function* sheetOf(head: readonly string[], rows: AsyncIterable<readonly (readonly CsvCell[])[]>) {
  const widths = head.map((title, place) => {
    const width = Math.min(40, Math.max(12, title.length + 2))
    return `<col min="${place + 1}" max="${place + 1}" width="${width}" customWidth="1"/>`
  })
  yield `${start}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${widths.join('')}</cols><sheetData>`
  yield rowOf(head, ' s="1"')
  for await (const some of rows) yield some.map((row) => rowOf(row, '')).join('')
  yield '</sheetData></worksheet>'
}

const rowOf = (row: readonly CsvCell[], style: string) =>
  `<row>${row.map((value) => cellOf(value, style)).join('')}</row>`

function cellOf(value: CsvCell, style: string): string {
  if (value === null || value === '') return `<c${style}/>`
  if (typeof value === 'number') return `<c${style}><v>${value}</v></c>`
  return `<c t="inlineStr"${style}><is><t xml:space="preserve">${inXml(value)}</t></is></c>`
}

/** Excel's maximum length of a text in a cell. */
const maxText = 32_767
/** Characters that XML does not allow. */
const forbidden = /[^\P{Cc}\t\n\r]|[\uFFFE\uFFFF]/gu

const inXml = (text: string) =>
  text.slice(0, maxText).replace(forbidden, '').replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
