import type { Db, Tx } from '#server/db.ts'
import type { FormSchema } from '#shared/forms/fields/field.ts'
import { faultsInWords, schemaFaults } from '#shared/forms/fields/schema-faults.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'

/** The version of the form for which an earlier answer was given. */
export async function formVersion(db: Db | Tx, stageId: number, version: number): Promise<FormSchema | null> {
  const [found] = await formVersions(db, [{ stageId, formVersion: version }])
  return found ?? null
}

/** The versions for which earlier answers were given, in the order of the answers. One query for all of them. */
export async function formVersions(
  db: Db | Tx,
  answers: readonly { stageId: number; formVersion: number }[],
): Promise<(FormSchema | null)[]> {
  if (answers.length === 0) return []
  const rows = await db
    .selectFrom('form_versions')
    .select(['stage_id', 'version', 'schema'])
    .where((is) =>
      is(
        is.refTuple('stage_id', 'version'),
        'in',
        answers.map(({ stageId, formVersion: version }) => is.tuple(stageId, version)),
      ),
    )
    .execute()
  return answers.map(({ stageId, formVersion: version }) => {
    const found = rows.find((row) => row.stage_id === stageId && row.version === version)
    return found ? { ...found.schema, version } : null
  })
}

/**
 * Publishes the next version of the form; hand-ins keep the version that they were given for. A form that cannot be
 * filled in or checked is refused with every faulty place.
 */
export async function publishForm(tx: Tx | Db, stageId: number, schema: FormSchema, now: Date): Promise<void> {
  const faults = schemaFaults(schema)
  if (faults.length > 0) {
    const fields = faults.map(({ field, message }) => [field, { rule: 'schema', message }])
    throw new Refusal('form_faulty', { fields: Object.fromEntries(fields), values: { where: faultsInWords(schema) } })
  }
  await tx
    .insertInto('form_versions')
    .values({ stage_id: stageId, version: schema.version, schema: JSON.stringify(schema), published_at: now })
    .execute()
}
