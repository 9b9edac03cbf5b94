import type { Db } from '#server/db.ts'
import { recordAudit } from '#server/platform/audit/record-audit.ts'
import { sendAttachment } from '#server/platform/http/attachment.ts'
import { sendCsv } from '#server/platform/http/csv.ts'
import { handlersOf, type Services } from '#server/services.ts'
import { oneStage } from '#server/stages/one-stage.ts'
import type { SeasonStage } from '#server/stages/season.ts'
import { fieldsOf } from '#shared/forms/fields/field.ts'
import type { questionnaireRoutes } from '#shared/kinds/questionnaire/routes.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { formatWire } from '#shared/platform/time/moscow.ts'
import { downloadReport, previewReport } from './download-report.ts'
import { importItems } from './import-items.ts'
import { commentProfile, listProfiles, profilesTable } from './profiles.ts'
import { reusableAnswers, reuseAnswers } from './reuse-answers.ts'
import { lastKeys, lastResult, reportPublishedAt } from './store.ts'

const type = 'questionnaire'

export const questionnaireHandlers = handlersOf<typeof questionnaireRoutes>()({
  'GET /user/stages/:stage_id/questionnaire': async ({ caller, params }, { db, seasons, clock }) => {
    const { accountId } = caller
    const stage = await oneStage(db, seasons, accountId, { stageId: params.stage_id, type }, clock())
    const result = await lastResult(db, { accountId, stageId: stage.row.id })
    const reuse = await reusableAnswers(db, accountId, stage, clock())
    return {
      report: result !== null && (await reportPublishedAt(db, stage.row.id)) !== null,
      reuse: reuse && { competition: reuse.competition, handed_in_at: formatWire(reuse.arrived_at) },
    }
  },

  'POST /user/stages/:stage_id/questionnaire/reuse': ({ caller, params, receivedAt }, services) =>
    reuseAnswers(services, caller.accountId, params.stage_id, receivedAt),

  'GET /user/stages/:stage_id/questionnaire/report': async ({ caller, params, query, reply }, services) => {
    const { db, seasons, clock } = services
    const stage = await oneStage(db, seasons, caller.accountId, { stageId: params.stage_id, type }, clock())
    return sendAttachment(reply, await downloadReport(services, caller.accountId, stage, query.format ?? 'docx'))
  },

  'GET /admin/competitions/:competition/stages/:code/questionnaire': async ({ params }, services) =>
    overview(services, await stageOf(services, params)),

  'POST /admin/competitions/:competition/stages/:code/questionnaire/items': async (
    { caller, params, request },
    services,
  ) => {
    const stage = await stageOf(services, params)
    await importItems(services, request, caller.accountId, stage)
    return overview(services, stage, 'whole')
  },

  'POST /admin/competitions/:competition/stages/:code/questionnaire/report': async ({ caller, params }, services) => {
    const stage = await stageOf(services, params)
    await publishReports(services, caller.accountId, stage)
    return overview(services, stage, 'whole')
  },

  'GET /admin/competitions/:competition/stages/:code/questionnaire/report/preview': async (
    { params, query, reply },
    services,
  ) => {
    await stageOf(services, params)
    return sendAttachment(reply, await previewReport(services, params, query.format ?? 'docx'))
  },

  'GET /admin/competitions/:competition/stages/:code/questionnaire/profiles': async ({ params, query }, services) =>
    listProfiles(services, await stageOf(services, params), query),

  'PUT /admin/competitions/:competition/stages/:code/questionnaire/profiles/:alias': async (
    { params, body, caller },
    services,
  ) => commentProfile(services.db, caller.accountId, await stageOf(services, params), params.alias, body.comment),

  'GET /admin/competitions/:competition/stages/:code/questionnaire/profiles/csv': async (
    { params, reply },
    services,
  ) => {
    const { head, rows } = await profilesTable(services.db, await stageOf(services, params))
    return sendCsv(reply, `profiles-${params.code}.csv`, head, rows)
  },
})

async function stageOf(
  { db, seasons }: Services,
  { competition, code }: { competition: string; code: string },
): Promise<SeasonStage> {
  const season = await seasons.of(db, competition)
  if (!season) throw new Refusal('competition_not_found')
  const stage = season.byCode.get(code)
  if (stage?.type !== type) throw new Refusal('stage_not_found')
  return stage
}

async function overview({ db, readings }: Services, stage: SeasonStage, how?: 'whole') {
  const keys = await lastKeys(db, stage.id)
  const form =
    keys &&
    (await db
      .selectFrom('form_versions')
      .select('schema')
      .where('stage_id', '=', stage.id)
      .where('version', '=', keys.form_version)
      .executeTakeFirst())
  const { as_of, ...counted } = await readings.figures(
    {
      competition: stage.competitionCode,
      name: `questionnaires ${stage.id}`,
      read: (db) => countResults(db, stage.id),
    },
    how,
  )
  const published = await reportPublishedAt(db, stage.id)
  return {
    as_of,
    version: keys?.form_version ?? 0,
    norm_version: keys?.norm_version ?? 0,
    imported_at: keys && formatWire(keys.imported_at),
    items: form ? fieldsOf(form.schema).length : 0,
    scales: keys?.keys.scales.length ?? 0,
    norm_groups: [...new Set(keys?.norms.map(({ group }) => group))],
    scored: Number(counted.scored),
    flagged: Number(counted.flagged),
    report_published_at: published && formatWire(published),
    report_scales: (keys?.keys.scales ?? []).flatMap(({ code, reportTitle }) =>
      reportTitle === '' ? [] : [{ code, title: reportTitle }],
    ),
  }
}

const countResults = (db: Db, stageId: number) =>
  db
    .selectFrom('questionnaire_results')
    .select((eb) => [
      eb.fn.countAll<string>().as('scored'),
      eb.fn
        .countAll<string>()
        .filterWhere(eb.fn('cardinality', ['flags']), '>', 0)
        .as('flagged'),
    ])
    .where('stage_id', '=', stageId)
    .executeTakeFirstOrThrow()

/** Publishing twice changes nothing. */
async function publishReports({ db, clock }: Services, accountId: number, stage: SeasonStage): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const { numInsertedOrUpdatedRows } = await tx
      .insertInto('questionnaire_reports')
      .values({ stage_id: stage.id, published_at: clock(), published_by: accountId })
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    if (!numInsertedOrUpdatedRows) return
    const subject = `stage:${stage.competitionCode}/${stage.code}`
    const detail = { competition: stage.competitionCode, stage: stage.code }
    await recordAudit(tx, { actorId: accountId, action: 'questionnaire_reports_published', subject, detail })
  })
}
