import { createRequire } from 'node:module'
import PDFDocument from 'pdfkit'
import type { DocumentPart } from './document-part.ts'

export const pdfType = 'application/pdf'

const resolve = createRequire(import.meta.url).resolve
const plain = resolve('@expo-google-fonts/golos-text/400Regular/GolosText_400Regular.ttf')
const bold = resolve('@expo-google-fonts/golos-text/600SemiBold/GolosText_600SemiBold.ttf')

const sizes = { title: 18, heading: 14, text: 11 }
const tags = { title: 'H1', heading: 'H2', text: 'P' } as const
/** Points between the edge of a page and its contents, and around the text of a cell. */
const margin = 56
const padding = 7
/** The labels' share of a table's width. */
const labelShare = 0.35
const line = '#8a8f98'

/** A PDF in the portal's typeface, tagged for screen readers. */
export function pdfDocument(title: string, parts: readonly DocumentPart[]): Promise<Buffer> {
  const doc = new PDFDocument({
    ...{ size: 'A4', margin, font: plain, lang: 'ru-RU', tagged: true, displayTitle: true, pdfVersion: '1.7' },
    info: { Title: title },
  })
  const chunks: Buffer[] = []
  const done = new Promise<Buffer>((answer, fail) => {
    doc.on('data', (chunk: Buffer) => chunks.push(chunk))
    doc.on('end', () => answer(Buffer.concat(chunks)))
    doc.on('error', fail)
  })
  for (const part of parts) {
    if (part.kind === 'table') writeTable(doc, part.rows)
    else writeText(doc, part.kind, part.text)
  }
  doc.end()
  return done
}

type Doc = PDFKit.PDFDocument

function writeText(doc: Doc, kind: keyof typeof sizes, text: string): void {
  doc.addStructure(
    doc.struct(tags[kind], {}, () => {
      doc.font(kind === 'text' ? plain : bold, sizes[kind]).text(text, { lineGap: 2 })
    }),
  )
  doc.moveDown(kind === 'text' ? 0.6 : 0.5)
}

function writeTable(doc: Doc, rows: readonly (readonly [string, string])[]): void {
  const width = doc.page.width - 2 * margin
  const first = width * labelShare
  const columns = [
    { font: bold, x: margin, width: first, tag: 'TH' },
    { font: plain, x: margin + first, width: width - first, tag: 'TD' },
  ] as const
  doc.addStructure(
    doc.struct(
      'Table',
      {},
      rows.map((row) => {
        let top = 0
        let height = 0
        return doc.struct(
          'TR',
          {},
          columns.map(({ font, x, width: wide, tag }, at) =>
            doc.struct(tag, {}, () => {
              if (at === 0) [top, height] = placeOfRow(doc, row, columns)
              doc.rect(x, top, wide, height).lineWidth(0.5).stroke(line)
              doc.font(font, sizes.text).text(row[at] ?? '', x + padding, top + padding, { width: wide - 2 * padding })
              doc.x = margin
              doc.y = top + height
            }),
          ),
        )
      }),
    ),
  )
  doc.moveDown(0.6)
}

/** The top and the height of the next row; on a new page when this one has no room. */
function placeOfRow(
  doc: Doc,
  row: readonly [string, string],
  columns: readonly { font: string; width: number }[],
): [top: number, height: number] {
  const heights = columns.map(({ font, width }, at) =>
    doc.font(font, sizes.text).heightOfString(row[at] ?? '', { width: width - 2 * padding }),
  )
  const height = Math.max(...heights) + 2 * padding
  if (doc.y + height > doc.page.height - margin) doc.addPage()
  return [doc.y, height]
}
