import { wordType } from '#server/platform/documents/word-document.ts'
import type { Services } from '#server/services.ts'
import { settingsAt } from '#server/stages/kind.ts'
import type { OneStage } from '#server/stages/one-stage.ts'
import { Refusal } from '#shared/api/refusals.ts'
import { formalName } from '#shared/people/full-name.ts'
import { questionnaireKind } from '#shared/stages/questionnaire/contract.ts'
import { reportLines } from './report-lines.ts'
import { keysOf, lastResult, reportPublishedAt } from './store.ts'

/** The report of the person's latest answers. Nobody has one before an organiser publishes them. */
export async function downloadReport({ db }: Services, accountId: number, { row }: OneStage) {
  const result = await lastResult(db, { accountId, stageId: row.id })
  const keys = result && (await keysOf(db, row.id, result.form_version))
  if (!result || !keys || !(await reportPublishedAt(db, row.id))) throw new Refusal('not_found')
  const person = await db
    .selectFrom('accounts')
    .select(['first_name', 'last_name', 'middle_name'])
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow()
  const lines = reportLines(result.scales, keys.keys)
  const { reportDocument } = await import('./report-document.ts')
  const introduction = settingsAt(questionnaireKind, row).report_text
  const body = await reportDocument({ stage: row.title, person: formalName(person), introduction, lines })
  return { name: `report-${row.code}.docx`, type: wordType, body, size: body.length }
}
