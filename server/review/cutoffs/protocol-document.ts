import { HeadingLevel, Paragraph, Table } from 'docx'
import { wordDocument, wordTable } from '#server/platform/documents/word-document.ts'

export interface ProtocolText {
  number: number
  facts: readonly (readonly string[])[]
  /** `count`: of all people of the list, of whom the document may hold only the first. */
  lists: readonly { title: string; count: number; rows: readonly (readonly string[])[] }[]
}

const heads = ['№', 'Участник', 'Регион', 'Балл', 'Примечание']
const widths = [7, 43, 25, 10, 15]

export function protocolDocument({ number, facts, lists }: ProtocolText): Promise<Buffer> {
  return wordDocument([
    new Paragraph({ text: `Протокол № ${number}`, heading: HeadingLevel.HEADING_1, spacing: { after: 240 } }),
    wordTable(facts),
    ...lists.flatMap(({ title, count, rows }) => [
      new Paragraph({
        text: `${title}: ${count}`,
        heading: HeadingLevel.HEADING_2,
        spacing: { before: 320, after: 120 },
      }),
      ...(count > rows.length
        ? [
            new Paragraph({
              text: `Здесь первые ${rows.length} из ${count}. Все — в таблице protocol-${number}.xlsx: её можно скачать там же, где этот документ.`,
              spacing: { after: 120 },
            }),
          ]
        : []),
      new PlainTable(rows),
    ]),
    new Paragraph({ text: 'Подписи: ____________________   ____________________', spacing: { before: 480 } }),
  ])
}

/**
 * A table as plain objects of its XML. The library's own rows take 0.1 MB each, and a protocol has thousands of them.
 * Widths of cells are in fiftieths of a percent, sizes in half points, others in twentieths of a point.
 */
class PlainTable extends Table {
  readonly #rows: readonly (readonly string[])[]
  constructor(rows: readonly (readonly string[])[]) {
    super({ rows: [] })
    this.#rows = rows
  }

  override prepForXml() {
    const borders = ['top', 'left', 'bottom', 'right', 'insideH', 'insideV'].map((side) =>
      element(`w:${side}`, { 'w:val': 'single', 'w:color': 'auto', 'w:sz': 4 }),
    )
    const head = { 'w:tr': [{ 'w:trPr': [element('w:tblHeader')] }, ...cellsOf(heads, true)] }
    return {
      'w:tbl': [
        { 'w:tblPr': [element('w:tblW', { 'w:type': 'pct', 'w:w': 50 * 100 }), { 'w:tblBorders': borders }] },
        {
          'w:tblGrid': widths.map((percent) =>
            element('w:gridCol', { 'w:w': Math.round((pageWidth * percent) / 100) }),
          ),
        },
        head,
        ...this.#rows.map((row) => ({ 'w:tr': cellsOf(row, false) })),
      ],
    }
  }
}

/** Between the margins of an A4 page, in twentieths of a point. */
const pageWidth = 9026
const element = (name: string, attributes: Record<string, string | number> = {}) => ({ [name]: { _attr: attributes } })
const margins = Object.entries({ top: 40, left: 80, bottom: 40, right: 80 }).map(([side, wide]) =>
  element(`w:${side}`, { 'w:type': 'dxa', 'w:w': wide }),
)
const cellLooks = widths.map((percent) => ({
  'w:tcPr': [element('w:tcW', { 'w:type': 'pct', 'w:w': 50 * percent }), { 'w:tcMar': margins }],
}))
const textLook = (bold: boolean) => ({
  'w:rPr': [...(bold ? [element('w:b')] : []), element('w:sz', { 'w:val': 20 }), element('w:szCs', { 'w:val': 20 })],
})
const [bold, plain] = [textLook(true), textLook(false)]

const cellsOf = (texts: readonly string[], isHead: boolean) =>
  texts.map((text, at) => {
    const words = { 'w:t': [{ _attr: { 'xml:space': 'preserve' } }, text] }
    return { 'w:tc': [cellLooks[at], { 'w:p': [{ 'w:r': [isHead ? bold : plain, words] }] }] }
  })
