import { HeadingLevel, Paragraph } from 'docx'
import { wordDocument, wordTable } from '#server/platform/documents/word-document.ts'
import type { OwnDataPart } from './own-data.ts'

/** All data of a person as a Word document. `madeAt` is Moscow time for readers. */
export function ownDataDocument(parts: readonly OwnDataPart[], madeAt: string): Promise<Buffer> {
  const content = parts.flatMap(({ title, records }) => [
    new Paragraph({ text: title, heading: HeadingLevel.HEADING_2, spacing: { before: 360, after: 120 } }),
    ...(records.length === 0 ? [new Paragraph({ text: 'Нет данных' })] : []),
    ...records.flatMap(({ lines }) => [wordTable(lines), new Paragraph({ text: '' })]),
  ])
  return wordDocument([
    new Paragraph({ text: 'Мои данные на портале', heading: HeadingLevel.HEADING_1, spacing: { after: 120 } }),
    new Paragraph({ text: `Составлено ${madeAt}, время московское.`, spacing: { after: 240 } }),
    ...content,
  ])
}
