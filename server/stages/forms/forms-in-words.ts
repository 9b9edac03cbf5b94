import type { Db, Tx } from '#server/db.ts'
import { wholeDictionaries } from '#server/forms/dictionaries/whole-dictionaries.ts'
import type { Services } from '#server/services.ts'
import type { HandedInWork } from '#server/stages/kind.ts'
import { humanReadable, type ReadableLine } from '#shared/forms/fields/answer.ts'
import { formVersions } from './store.ts'

/** Hand-ins of forms in words, each by the form version that it was given for. */
export async function formsInWords(
  db: Db | Tx,
  handedIn: readonly HandedInWork[],
  { dictionaries }: Pick<Services, 'dictionaries'>,
): Promise<ReadableLine[][]> {
  const schemas = await formVersions(db, handedIn)
  const all = await dictionaries.now(db)
  return handedIn.map(({ data }, at) => {
    const schema = schemas[at]
    return schema ? humanReadable(schema, data, wholeDictionaries(all, schema)) : []
  })
}
