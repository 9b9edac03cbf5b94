import type { Db, Tx } from '#server/db.ts'
import { takeIntoUse } from '#server/forms/files/store.ts'
import type { FormSchema } from '#shared/forms/fields/field.ts'
import { isRecord } from '#shared/forms/fields/field.ts'
import type { FieldFaults } from '#shared/platform/api/refusals.ts'
import { placesOf } from './answer-fields.ts'

/**
 * Replaces the name, size and type of each file by what the portal stored, and finds the fields that refer to files of
 * other people. Also gives the ids of the files in the answer.
 */
export async function withOwnFiles(
  db: Db | Tx,
  accountId: number,
  schema: FormSchema,
  data: Record<string, unknown>,
): Promise<{ data: Record<string, unknown>; fileIds: string[]; faults: FieldFaults }> {
  const copy = structuredClone(data)
  const places = placesOf(schema, copy).filter(({ field }) => field.view === 'file' || field.view === 'image')
  const named = [...new Set(places.flatMap(({ value }) => idsIn(value)))]
  const stored = await filesOf(db, accountId, named)
  const faults: FieldFaults = {}
  for (const { field, path, value, within } of places) {
    if (!Array.isArray(value)) continue
    const own = value.map((each: unknown) => {
      const file = isRecord(each) && typeof each.file_id === 'string' ? stored.get(each.file_id) : undefined
      return file && (field.view === 'file' || file.purpose === 'image') ? file : null
    })
    if (own.includes(null)) {
      faults[path] = { rule: 'file', message: 'Файл не найден. Загрузите его ещё раз' }
      continue
    }
    if (own.some((file) => file?.scan === 'infected')) {
      faults[path] = { rule: 'file', message: 'В файле найден вирус, и он удалён. Уберите его и загрузите другой' }
      continue
    }
    within[field.name] = own.map((file) => ({
      file_id: file?.id,
      name: file?.name,
      size: file?.size,
      type: file?.type,
    }))
  }
  return { data: copy, fileIds: [...stored.keys()], faults }
}

async function filesOf(db: Db | Tx, accountId: number, ids: string[]) {
  if (ids.length === 0) return new Map<string, never>()
  const rows = await db
    .selectFrom('files')
    .select(['id', 'name', 'size', 'type', 'purpose', 'scan', 'unreferenced_since'])
    .where('account_id', '=', accountId)
    .where('id', 'in', ids)
    .execute()
  return new Map((await takeIntoUse(db, rows)).map((row) => [row.id, row]))
}

const idsIn = (value: unknown): string[] =>
  (Array.isArray(value) ? value : []).flatMap((each: unknown) =>
    isRecord(each) && typeof each.file_id === 'string' ? [each.file_id] : [],
  )
