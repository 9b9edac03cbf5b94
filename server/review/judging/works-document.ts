import { HeadingLevel, Paragraph } from 'docx'
import { wordDocument, wordTable } from '#server/platform/documents/word-document.ts'
import type { ReadableLine } from '#shared/forms/fields/answer.ts'

export interface PrintedWork {
  title: string
  lines: readonly ReadableLine[]
}

/** Works for the jury, each on its own page. */
export function worksDocument(title: string, works: readonly PrintedWork[]): Promise<Buffer> {
  const each = works.flatMap((work) => [
    new Paragraph({
      text: work.title,
      heading: HeadingLevel.HEADING_1,
      pageBreakBefore: true,
      spacing: { after: 200 },
    }),
    ...work.lines.flatMap(({ label, value }) => [
      new Paragraph({ text: label, heading: HeadingLevel.HEADING_2, spacing: { before: 200, after: 80 } }),
      ...value.split('\n').map((text) => new Paragraph({ text, spacing: { after: 80 } })),
    ]),
  ])
  return wordDocument([
    new Paragraph({ text: title, heading: HeadingLevel.TITLE, spacing: { after: 240 } }),
    wordTable([['Работ', String(works.length)]]),
    ...each,
  ])
}
