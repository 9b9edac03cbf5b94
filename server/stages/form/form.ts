import { handInFormDraft } from '#server/forms/hand-in-form.ts'
import { formVersion } from '#server/forms/store.ts'
import { wholeDictionaries } from '#server/forms/whole-dictionaries.ts'
import type { ServerStageKind } from '#server/stages/kind.ts'
import { humanReadable } from '#shared/forms/answer.ts'

export const form: ServerStageKind = {
  answerInWords: async (db, { stageId, formVersion: version, data }) => {
    const schema = await formVersion(db, stageId, version)
    return schema ? humanReadable(schema, data, await wholeDictionaries(db, schema)) : []
  },
  handInDraft: handInFormDraft,
}
