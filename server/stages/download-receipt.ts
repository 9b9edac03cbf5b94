import type { Services } from '#server/services.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { formalName } from '#shared/platform/names/full-name.ts'
import { showDateTime } from '#shared/platform/time/moscow.ts'
import { oneStage } from './one-stage.ts'
import { lastHandIn, workOwner } from './work-owner.ts'

/** The receipt of the person's latest hand-in. It is a Word document, so the file name ends in .docx. */
export async function downloadReceipt(services: Services, accountId: number, stageId: number, now: Date) {
  const { db, seasons } = services
  const stage = await oneStage(db, seasons, accountId, { stageId }, now)
  const { row } = stage
  const handIn = await lastHandIn(db, workOwner(stage, accountId))
  const work = row.kind?.work
  if (!handIn || !work) throw new Refusal('not_found')
  const { data, form_version: formVersion } = handIn
  const holder = await db
    .selectFrom('accounts')
    .innerJoin('competitions', (join) => join.on('competitions.code', '=', row.competitionCode))
    .select(['test_id', 'first_name', 'last_name', 'middle_name', 'competitions.title'])
    .where('accounts.id', '=', accountId)
    .executeTakeFirstOrThrow()
  const [lines = []] = await work.inWords(db, [{ settings: row.settings, stageId, formVersion, data }], services)
  // The library for documents is large and rarely used, so it is loaded only here.
  const { receiptDocument } = await import('./receipt-document.ts')
  const bytes = await receiptDocument({
    competition: holder.title,
    stage: row.title,
    person: formalName(holder),
    testId: holder.test_id,
    number: handIn.receipt_number,
    handedInAt: showDateTime(handIn.arrived_at),
    revision: handIn.revision,
    bySystem: handIn.by_system,
    lines,
  })
  return {
    name: `receipt-${handIn.receipt_number}.docx`,
    type: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    bytes,
  }
}
