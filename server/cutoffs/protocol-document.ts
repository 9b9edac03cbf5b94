import { HeadingLevel, Paragraph, Table, TableCell, TableRow, TextRun, WidthType } from 'docx'
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
      new Table({
        width: { size: 100, type: WidthType.PERCENTAGE },
        rows: [
          new TableRow({ tableHeader: true, children: cells(heads, true) }),
          ...rows.map((row) => new TableRow({ children: cells(row, false) })),
        ],
      }),
    ]),
    new Paragraph({ text: 'Подписи: ____________________   ____________________', spacing: { before: 480 } }),
  ])
}

const cells = (texts: readonly string[], bold: boolean) =>
  texts.map(
    (text, at) =>
      new TableCell({
        width: { size: widths[at] ?? 20, type: WidthType.PERCENTAGE },
        margins: { top: 40, bottom: 40, left: 80, right: 80 },
        children: [new Paragraph({ children: [new TextRun({ text, bold, size: 20 })] })],
      }),
  )
