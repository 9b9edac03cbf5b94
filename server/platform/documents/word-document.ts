import { Document, type FileChild, Packer, Paragraph, Table, TableCell, TableRow, TextRun, WidthType } from 'docx'

/** A Word document in the portal's typeface. */
export function wordDocument(children: readonly FileChild[]): Promise<Buffer> {
  return Packer.toBuffer(
    new Document({
      styles: { default: { document: { run: { font: 'Arial', size: 22, language: { value: 'ru-RU' } } } } },
      sections: [{ children: [...children] }],
    }),
  )
}

/** Two columns: the label in bold, and the value. */
export function wordTable(rows: readonly (readonly string[])[]): Table {
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
