import { HeadingLevel, Paragraph } from 'docx'
import { wordDocument, wordTable } from '#server/platform/documents/word-document.ts'
import type { ReadableLine } from '#shared/forms/fields/answer.ts'

export interface ReceiptText {
  competition: string
  stage: string
  person: string
  testId: number
  number: string
  /** Moscow time, formatted for readers. */
  handedInAt: string
  revision: number
  /** The portal handed in the draft when the stage ended. */
  bySystem: boolean
  /** The answer in words. */
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
    ...(receipt.bySystem ? [['Кем сдано', 'Системой, когда вышло время']] : []),
    ['Редакция', String(receipt.revision)],
  ]
  const sections = Map.groupBy(receipt.lines, (line) => line.section)
  const answers = [...sections].flatMap(([section, lines]) => [
    new Paragraph({ text: section, heading: HeadingLevel.HEADING_2, spacing: { before: 240, after: 120 } }),
    wordTable(lines.map((line) => [line.label, line.value])),
  ])
  return wordDocument([
    new Paragraph({ text: 'Квитанция о сдаче этапа', heading: HeadingLevel.HEADING_1, spacing: { after: 240 } }),
    wordTable(facts),
    ...answers,
  ])
}
