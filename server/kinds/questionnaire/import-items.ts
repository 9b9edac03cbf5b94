import { isDeepStrictEqual } from 'node:util'
import type { FastifyRequest } from 'fastify'
import { receiveUpload } from '#server/forms/files/receive-upload.ts'
import { recordAudit } from '#server/platform/audit/record-audit.ts'
import { readWorkbook } from '#server/platform/documents/read-workbook.ts'
import type { Services } from '#server/services.ts'
import { publishForm } from '#server/stages/forms/store.ts'
import type { SeasonStage } from '#server/stages/season.ts'
import { tableMaxBytes } from '#shared/kinds/questionnaire/table-limits.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { type Definition, readTable } from './read-table.ts'
import { lastKeys } from './store.ts'

const limits = { sheets: 10, rows: 3000, columns: 20, cell: 2000 }

/** Imports a table of items, keys and norms as the next version. Earlier answers keep their version. */
export async function importItems(
  services: Services,
  request: FastifyRequest,
  accountId: number,
  stage: SeasonStage,
): Promise<void> {
  const definition = await receiveUpload(services.disk, request, { accountId, maxBytes: tableMaxBytes }, ({ file }) =>
    readDefinition(file.path),
  )
  await services.db.transaction().execute(async (tx) => {
    await tx.selectFrom('stages').select('id').where('id', '=', stage.id).forNoKeyUpdate().executeTakeFirst()
    const { version: latest } = await tx
      .selectFrom('form_versions')
      .select((eb) => eb.fn.coalesce(eb.fn.max('version'), eb.val(0)).as('version'))
      .where('stage_id', '=', stage.id)
      .executeTakeFirstOrThrow()
    const earlier = await lastKeys(tx, stage.id)
    const version = latest + 1
    const now = services.clock()
    await publishForm(tx, stage.id, { ...definition.schema, version }, now)
    const sameNorms = isDeepStrictEqual(earlier?.norms, definition.norms)
    await tx
      .insertInto('questionnaire_keys')
      .values({
        stage_id: stage.id,
        form_version: version,
        keys: JSON.stringify(definition.keys),
        norm_version: earlier ? earlier.norm_version + (sameNorms ? 0 : 1) : 1,
        norms: JSON.stringify(definition.norms),
        imported_at: now,
        imported_by: accountId,
      })
      .execute()
    const detail = { competition: stage.competitionCode, stage: stage.code, version }
    const subject = `stage:${stage.competitionCode}/${stage.code}`
    await recordAudit(tx, { actorId: accountId, action: 'questionnaire_imported', subject, detail })
  })
}

async function readDefinition(path: string): Promise<Definition> {
  const book = await readWorkbook(path, limits)
  if (!book) throw new Refusal('table_unreadable')
  const definition = readTable(book)
  if ('faults' in definition) throw new Refusal('table_faulty', { fields: definition.faults })
  return definition
}
