import { AlignmentType, HeadingLevel, Paragraph } from 'docx'
import { wordDocument } from '#server/platform/documents/word-document.ts'
import { quoted } from '#shared/platform/text/quoted.ts'

export interface Certificate {
  person: string
  topic: string
  school: string
  /** The day, formatted for readers. */
  day: string
  listeners: number | null
}

/** Certificates for lessons as one Word document, a page each. The first line of the text is the heading. */
export function certificateDocument(
  { competition, text }: { competition: string; text: string },
  certificates: readonly Certificate[],
): Promise<Buffer> {
  const [heading = '', ...words] = text.split('\n').filter((line) => line.trim() !== '')
  const centred = (line: string, before = 240) =>
    new Paragraph({ text: line, alignment: AlignmentType.CENTER, spacing: { before } })
  return wordDocument(
    certificates.flatMap(({ person, topic, school, day, listeners }, place) => [
      new Paragraph({
        text: heading,
        heading: HeadingLevel.HEADING_1,
        alignment: AlignmentType.CENTER,
        spacing: { before: 2400, after: 480 },
        pageBreakBefore: place > 0,
      }),
      new Paragraph({ text: person, heading: HeadingLevel.HEADING_2, alignment: AlignmentType.CENTER }),
      ...words.map((line) => centred(line, 360)),
      centred(`Тема: ${quoted(topic)}`, 480),
      centred(`${school}, ${day}`),
      ...(listeners === null ? [] : [centred(`Слушателей: ${listeners}`)]),
      centred(competition, 960),
    ]),
  )
}
