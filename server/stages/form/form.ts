import { handInFormDraft } from '#server/forms/hand-in-form.ts'
import { formVersions } from '#server/forms/store.ts'
import { dictionariesOfMany } from '#server/forms/whole-dictionaries.ts'
import type { ServerStageKind } from '#server/stages/kind.ts'
import { humanReadable } from '#shared/forms/answer.ts'

export const form: ServerStageKind = {
  answersInWords: async (db, handedIn) => {
    const schemas = await formVersions(db, handedIn)
    const forms = schemas.flatMap((schema) => (schema ? [{ schema, competition: null }] : []))
    const dictionaries = (await dictionariesOfMany(db, forms)).get(null)
    return handedIn.map(({ data }, at) => {
      const schema = schemas[at]
      return schema ? humanReadable(schema, data, dictionaries) : []
    })
  },
  handInDraft: handInFormDraft,
}
