import type { Services } from '#server/services.ts'
import { lockStage, refuseUnlessWorkable } from '#server/stages/one-stage.ts'
import { saveDraft } from '#server/stages/save-draft.ts'
import { validate } from '#shared/forms/validate.ts'
import { currentForm } from './store.ts'

export interface FormDraft {
  accountId: number
  competitionCode: string
  form: string
  data: Record<string, unknown>
  revision: number | undefined
  receivedAt: Date
}

/** Keeps every word of the draft as it is, with what is wrong with it told but never a reason to refuse. */
export function saveFormDraft({ db, clock }: Services, draft: FormDraft) {
  const { accountId, competitionCode, form: code, data, revision, receivedAt } = draft
  return db.transaction().execute(async (tx) => {
    const stage = await lockStage(tx, accountId, { competitionCode, code, type: 'form' }, receivedAt)
    refuseUnlessWorkable(stage)
    const saved = await saveDraft(tx, { accountId, stageId: stage.row.id, data, basedOn: revision }, clock())
    const schema = await currentForm(tx, stage.row.id)
    return { ...saved, faults: schema ? validate(schema, data, { mode: 'draft', now: receivedAt }) : {} }
  })
}
