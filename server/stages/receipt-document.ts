import { Document, HeadingLevel, Packer, Paragraph, Table, TableCell, TableRow, TextRun, WidthType } from 'docx'
import type { ReadableLine } from '#shared/forms/answer.ts'

export interface ReceiptText {
  competition: string
  stage: string
  person: string
  testId: number
  number: string
  /** As people read it, in Moscow time. */
  handedInAt: string
  revision: number
  /** What was handed in, in words. */
  lines: readonly ReadableLine[]
}

/** The receipt as a Word document. */
export function receiptDocument(receipt: ReceiptText): Promise<Buffer> {
  const facts = [
    ['Конкурс', receipt.competition],
    ['Этап', receipt.stage],
    ['Участник', `${receipt.person}, номер ${receipt.testId}`],
    ['Номер квитанции', receipt.number],
    ['Принято', `${receipt.handedInAt} (время московское)`],
    ['Редакция', String(receipt.revision)],
  ]
  const sections = Map.groupBy(receipt.lines, (line) => line.section)
  const answers = [...sections].flatMap(([section, lines]) => [
    new Paragraph({ text: section, heading: HeadingLevel.HEADING_2, spacing: { before: 240, after: 120 } }),
    table(lines.map((line) => [line.label, line.value])),
  ])
  const children = [
    new Paragraph({ text: 'Квитанция о сдаче этапа', heading: HeadingLevel.HEADING_1, spacing: { after: 240 } }),
    table(facts),
    ...answers,
  ]
  return Packer.toBuffer(
    new Document({
      styles: { default: { document: { run: { font: 'Arial', size: 22, language: { value: 'ru-RU' } } } } },
      sections: [{ children }],
    }),
  )
}

function table(rows: readonly (readonly string[])[]): Table {
  return new Table({
    width: { size: 100, type: WidthType.PERCENTAGE },
    rows: rows.map(
      ([label = '', value = '']) => new TableRow({ children: [cell(label, 35, true), cell(value, 65, false)] }),
    ),
  })
}

const cell = (text: string, percent: number, bold: boolean) =>
  new TableCell({
    width: { size: percent, type: WidthType.PERCENTAGE },
    margins: { top: 60, bottom: 60, left: 100, right: 100 },
    children: text.split('\n').map((line) => new Paragraph({ children: [new TextRun({ text: line, bold })] })),
  })
