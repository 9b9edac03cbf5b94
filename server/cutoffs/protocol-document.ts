import { HeadingLevel, Paragraph, Table, TableCell, TableRow, TextRun, WidthType } from 'docx'
import { wordDocument, wordTable } from '#server/platform/documents/word-document.ts'

export interface ProtocolText {
  number: number
  facts: readonly (readonly string[])[]
  lists: readonly { title: string; rows: readonly (readonly string[])[] }[]
}

const heads = ['№', 'Участник', 'Регион', 'Балл', 'Примечание']
const widths = [7, 43, 25, 10, 15]

export function protocolDocument({ number, facts, lists }: ProtocolText): Promise<Buffer> {
  return wordDocument([
    new Paragraph({ text: `Протокол № ${number}`, heading: HeadingLevel.HEADING_1, spacing: { after: 240 } }),
    wordTable(facts),
    ...lists.flatMap(({ title, rows }) => [
      new Paragraph({
        text: `${title}: ${rows.length}`,
        heading: HeadingLevel.HEADING_2,
        spacing: { before: 320, after: 120 },
      }),
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
