import { wordType } from '#server/platform/documents/word-type.ts'
import { workInWords } from '#server/review/judging/read-reading.ts'
import type { Services } from '#server/services.ts'
import type { Place } from './owners-stage.ts'
import { auditDownload, type Part, worksOfPart } from './parts.ts'

/** A part of the hand-ins as one Word document; where the jury must not know the teams, without identifying words. */
export async function printWorks(services: Services, actorId: number, place: Place, part: Part) {
  const { stage, blind, works } = await worksOfPart(services, place, part)
  const printed = []
  for (const { id: _id, title, ...row } of works) {
    const of = { ...row, blind, account_id: null, stage_id: stage.id, competition_code: stage.competitionCode }
    printed.push({ title, lines: await workInWords(services, of) })
  }
  await auditDownload(services, actorId, place, { action: 'solutions_printed', works: printed.length })
  // The library for documents is large and rarely used, so it is loaded only here.
  const { worksDocument } = await import('#server/review/judging/works-document.ts')
  return { name: `solutions-${stage.code}.docx`, type: wordType, bytes: await worksDocument(stage.title, printed) }
}
