import { HeadingLevel, Paragraph } from 'docx'
import type { DocumentPart } from '#server/platform/documents/document-part.ts'
import { wordDocument, wordTable } from '#server/platform/documents/word-document.ts'

const levels = { title: HeadingLevel.HEADING_1, heading: HeadingLevel.HEADING_2 }

/** A report as a Word document. */
export const reportInWord = (parts: readonly DocumentPart[]): Promise<Buffer> =>
  wordDocument(
    parts.map((part) => {
      if (part.kind === 'table') return wordTable(part.rows)
      if (part.kind === 'text') return new Paragraph({ text: part.text, spacing: { after: 120 } })
      return new Paragraph({ text: part.text, heading: levels[part.kind], spacing: { before: 120, after: 200 } })
    }),
  )
