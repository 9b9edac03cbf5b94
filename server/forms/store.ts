import type { Db, Tx } from '#server/db.ts'
import type { FormSchema } from '#shared/forms/field.ts'

/** The version that people fill in now, or null while the form has none. */
export async function currentForm(db: Db | Tx, stageId: number): Promise<FormSchema | null> {
  const found = await db
    .selectFrom('form_versions')
    .select(['version', 'schema'])
    .where('stage_id', '=', stageId)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()
  return found ? { ...found.schema, version: found.version } : null
}

/** The version by which an earlier answer was given. */
export async function formVersion(db: Db | Tx, stageId: number, version: number): Promise<FormSchema | null> {
  const found = await db
    .selectFrom('form_versions')
    .select('schema')
    .where('stage_id', '=', stageId)
    .where('version', '=', version)
    .executeTakeFirst()
  return found ? { ...found.schema, version } : null
}

/** Publishes the next version of the form; what was handed in keeps the version that it was given by. */
export async function publishForm(tx: Tx | Db, stageId: number, schema: FormSchema, now: Date): Promise<void> {
  await tx
    .insertInto('form_versions')
    .values({ stage_id: stageId, version: schema.version, schema: JSON.stringify(schema), published_at: now })
    .execute()
}
