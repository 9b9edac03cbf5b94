import type { Db, Tx } from '#server/db.ts'
import type { Config } from '#server/platform/config/config.ts'
import { sealedFields } from '#shared/accounts/registration/contract.ts'
import { readDocument } from './personal-documents.ts'

/** Shown instead of a number to an organiser who views the portal as the owner. */
const hidden = 'скрыто'

/**
 * The owner's application while it is returned for correction, otherwise null: an open browser must not show document
 * numbers without need.
 */
export async function returnedApplication(
  db: Db | Tx,
  config: Pick<Config, 'dataKeys' | 'pepper'>,
  { accountId, stageId }: { accountId: number; stageId: number },
  { masked = false }: { masked?: boolean } = {},
) {
  const found = await db
    .selectFrom('applications as a')
    .innerJoin('stage_facts as f', (join) =>
      join.onRef('f.account_id', '=', 'a.account_id').onRef('f.stage_id', '=', 'a.stage_id'),
    )
    .leftJoin('participations as p', (join) =>
      join.onRef('p.account_id', '=', 'a.account_id').onRef('p.competition_code', '=', 'a.competition_code'),
    )
    .select(['a.data', 'a.door', 'a.promocode', 'a.competition_code', 'p.track_code'])
    .where('a.account_id', '=', accountId)
    .where('a.stage_id', '=', stageId)
    .where('f.returned_at', 'is not', null)
    .where('f.submitted_at', 'is', null)
    .executeTakeFirst()
  if (!found) return null
  const consents = await db
    .selectFrom('consents')
    .select(['document_code as code', 'document_version as version'])
    .distinct()
    .where('account_id', '=', accountId)
    .where('competition_code', '=', found.competition_code)
    .where('withdrawn_at', 'is', null)
    .execute()
  const documents: Record<string, string> = {}
  for (const [field, kind] of Object.entries(sealedFields)) {
    const value = await readDocument(db, config, accountId, kind)
    if (value !== null) documents[field] = masked ? hidden : value
  }
  return {
    data: { ...found.data, ...documents },
    door: found.door,
    track: found.track_code,
    promocode: found.promocode,
    consents,
  }
}
