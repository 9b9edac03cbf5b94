import { closedToAll } from '#shared/stages/block-on.ts'
import { kindFacts, usualAddress, usualWords } from '#shared/stages/kind-facts.ts'

export const lessonReportFacts = kindFacts({
  type: 'lesson_report',
  title: 'Отчёт об уроке',
  addresses: usualAddress,
  blockOn: closedToAll,
  needsViewable: true,
  work: 'person',
  words: usualWords,
})
