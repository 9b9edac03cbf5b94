import { HeadingLevel, Paragraph } from 'docx'
import { wordDocument, wordTable } from '#server/platform/documents/word-document.ts'

export interface ReportText {
  stage: string
  person: string
  /** The organiser's words before the figures, one paragraph a line. */
  introduction: string
  lines: readonly (readonly [scale: string, words: string])[]
}

/** The person's own report as a Word document. */
export function reportDocument({ stage, person, introduction, lines }: ReportText): Promise<Buffer> {
  return wordDocument([
    new Paragraph({ text: `Отчёт: ${stage}`, heading: HeadingLevel.HEADING_1, spacing: { after: 240 } }),
    new Paragraph({ text: person, spacing: { after: 240 } }),
    ...introduction
      .split('\n')
      .filter((line) => line.trim() !== '')
      .map((text) => new Paragraph({ text, spacing: { after: 120 } })),
    wordTable(lines),
  ])
}
