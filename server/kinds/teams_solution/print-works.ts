import { wordType } from '#server/platform/documents/word-type.ts'
import { inThread } from '#server/platform/jobs/in-thread.ts'
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
  const bytes = await inThread<Uint8Array>(new URL('./print-worker.ts', import.meta.url), {
    title: stage.title,
    printed,
  })
  return { name: `solutions-${stage.code}.docx`, type: wordType, bytes: Buffer.from(bytes) }
}
