import { HeadingLevel, Paragraph, Table, TableCell, TableRow, TextRun, WidthType } from 'docx'
import { wordDocument } from '#server/platform/documents/word-document.ts'

interface Seating {
  title: string
  address: string
  slots: readonly { title: string; people: readonly { name: string; number: number; mark: string }[] }[]
}

const widths = [8, 52, 15, 25]

/** A table for every slot, with an empty cell for each person's tick. */
export function seatingDocument({ title, address, slots }: Seating): Promise<Buffer> {
  return wordDocument([
    new Paragraph({ text: title, heading: HeadingLevel.TITLE, spacing: { after: 120 } }),
    new Paragraph({ text: address, spacing: { after: 240 } }),
    ...slots.flatMap((slot) => [
      new Paragraph({ text: slot.title, heading: HeadingLevel.HEADING_1, spacing: { before: 240, after: 120 } }),
      slot.people.length === 0
        ? new Paragraph({ text: 'Никто не записан' })
        : new Table({
            width: { size: 100, type: WidthType.PERCENTAGE },
            rows: [
              row(['№', 'Фамилия, имя, отчество', 'ID', 'Отметка'], true),
              ...slot.people.map(({ name, number, mark }, at) =>
                row([String(at + 1), name, String(number), mark], false),
              ),
            ],
          }),
    ]),
  ])
}

const row = (cells: readonly string[], bold: boolean) =>
  new TableRow({
    tableHeader: bold,
    children: cells.map(
      (text, at) =>
        new TableCell({
          width: { size: widths[at] ?? 25, type: WidthType.PERCENTAGE },
          margins: { top: 60, bottom: 60, left: 100, right: 100 },
          children: [new Paragraph({ children: [new TextRun({ text, bold })] })],
        }),
    ),
  })
