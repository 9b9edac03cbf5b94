import type { Db } from '#server/db.ts'
import { wholeDictionaries } from '#server/forms/dictionaries/whole-dictionaries.ts'
import type { Services } from '#server/services.ts'
import { formVersion } from '#server/stages/forms/store.ts'
import { settingsAt } from '#server/stages/kind.ts'
import type { SeasonStage } from '#server/stages/season.ts'
import { registrationKind, sealedFields } from '#shared/accounts/registration/contract.ts'
import { humanReadable, type ReadableLine } from '#shared/forms/fields/answer.ts'
import { readDocument } from './personal-documents.ts'

/** How many last digits of a document's number a checker sees: enough to compare it with a scan. */
const shownDigits = 4

/** The person's application in words, for checkers. Only the end of a document's number is shown. */
export async function applicationInWords(
  db: Db,
  { config, dictionaries }: Pick<Services, 'config' | 'dictionaries'>,
  { accountId, stage }: { accountId: number; stage: SeasonStage },
): Promise<ReadableLine[]> {
  const application = await db
    .selectFrom('applications')
    .select(['data', 'form_version'])
    .where('account_id', '=', accountId)
    .where('stage_id', '=', stage.id)
    .executeTakeFirst()
  if (!application) return []
  const documents: Record<string, string> = {}
  for (const [field, kind] of Object.entries(sealedFields)) {
    const value = await readDocument(db, config, accountId, kind)
    if (value !== null) documents[field] = `…${value.slice(-shownDigits)}`
  }
  // By the form version that the application was given for.
  const schema = (await formVersion(db, stage.id, application.form_version)) ?? settingsAt(registrationKind, stage).form
  const { competitionCode } = stage
  const all = wholeDictionaries(await dictionaries.now(db), schema as never, competitionCode)
  return humanReadable(schema as never, { ...application.data, ...documents }, all)
}
