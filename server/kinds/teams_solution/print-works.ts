import { wordType } from '#server/platform/documents/word-type.ts'
import { inThread } from '#server/platform/jobs/in-thread.ts'
import { workInWords } from '#server/review/judging/read-reading.ts'
import type { Services } from '#server/services.ts'
import type { Place } from './owners-stage.ts'
import { auditDownload, judgedSolution, type Part, worksOfPart } from './parts.ts'

/** A part of the hand-ins as one Word document; where the jury must not know the teams, without identifying words. */
export async function printWorks(services: Services, actorId: number, place: Place, part: Part) {
  const { stage, blind } = await judgedSolution(services, place)
  const { value } = await services.readings.latest({
    competition: place.competition,
    name: `printed ${stage.id} ${blind} ${part.from} ${part.to}`,
    read: (db) => documentOf({ ...services, db }, place, part),
  })
  await auditDownload(services, actorId, place, { action: 'solutions_printed', works: value.works })
  return { name: `solutions-${stage.code}.docx`, type: wordType, bytes: value.bytes }
}

async function documentOf(services: Services, place: Place, part: Part) {
  const { stage, blind, works } = await worksOfPart(services, place, part)
  const printed = []
  for (const { id: _id, title, ...row } of works) {
    const of = { ...row, blind, account_id: null, stage_id: stage.id, competition_code: stage.competitionCode }
    printed.push({ title, lines: await workInWords(services, of) })
  }
  const bytes = await inThread<Uint8Array>(new URL('./print-worker.ts', import.meta.url), {
    title: stage.title,
    printed,
  })
  return { works: printed.length, bytes: Buffer.from(bytes) }
}
