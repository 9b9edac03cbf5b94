import type { DocumentFormat } from '#server/platform/documents/document-part.ts'
import { wordType } from '#server/platform/documents/word-type.ts'
import type { Attachment } from '#server/platform/http/attachment.ts'
import type { Services } from '#server/services.ts'
import { settingsAt } from '#server/stages/kind.ts'
import type { OneStage } from '#server/stages/one-stage.ts'
import { storedStage } from '#server/stages/stored-stage.ts'
import { questionnaireKind } from '#shared/kinds/questionnaire/contract.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { formalName } from '#shared/platform/names/full-name.ts'
import { inventedFacts, type ReportFacts, type ReportTemplate, reportParts } from './report-template.ts'
import { keysOf, lastKeys, lastResult, reportPublishedAt } from './store.ts'

/** The report on the person's latest answers, after an organiser has published the reports. */
export async function downloadReport(
  { db }: Services,
  accountId: number,
  { row }: OneStage,
  format: DocumentFormat,
): Promise<Attachment> {
  const result = await lastResult(db, { accountId, stageId: row.id })
  const keys = result && (await keysOf(db, row.id, result.form_version))
  if (!result || !keys || !(await reportPublishedAt(db, row.id))) throw new Refusal('not_found')
  const person = await db
    .selectFrom('accounts')
    .select(['first_name', 'last_name', 'middle_name'])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  const facts = {
    ...{ person: formalName(person), stage: row.title, at: result.scored_at, scales: result.scales },
    ...{ keys: keys.keys, norms: keys.norms, normGroup: result.norm_group },
  }
  return asFile(`report-${row.code}`, settingsAt(questionnaireKind, row).report, facts, format)
}

/** The report as the organiser has saved it, published or not, for an invented person. */
export async function previewReport(
  { db, seasons, clock }: Services,
  place: { competition: string; code: string },
  format: DocumentFormat,
): Promise<Attachment> {
  const { row, edited } = await storedStage(db, seasons, place)
  const keys = await lastKeys(db, row.id)
  if (!keys) throw new Refusal('not_found')
  const { report, norm_group } = settingsAt(questionnaireKind, { ...row, settings: edited.settings })
  const facts = inventedFacts(edited.title, keys.keys, keys.norms, norm_group, clock())
  return asFile(`report-${row.code}-example`, report, facts, format)
}

async function asFile(name: string, template: ReportTemplate, facts: ReportFacts, format: DocumentFormat) {
  const parts = reportParts(template, facts)
  if (format === 'pdf') {
    const { pdfDocument, pdfType } = await import('#server/platform/documents/pdf-document.ts')
    const body = await pdfDocument(`Отчёт: ${facts.stage}`, parts)
    return { name: `${name}.pdf`, type: pdfType, body, size: body.length }
  }
  const { reportInWord } = await import('./report-document.ts')
  const body = await reportInWord(parts)
  return { name: `${name}.docx`, type: wordType, body, size: body.length }
}
