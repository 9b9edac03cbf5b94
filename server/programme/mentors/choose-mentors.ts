import { mentorshipStage } from '#server/programme/meetings/mentorship.ts'
import type { Services } from '#server/services.ts'
import { runOnce } from '#server/stages/idempotency.ts'
import { lockStage } from '#server/stages/one-stage.ts'
import { saveDraft } from '#server/stages/save-draft.ts'
import { handInIn, saveDraftIn } from '#server/stages/work.ts'
import { workOwner } from '#server/stages/work-owner.ts'
import { formatWire } from '#shared/platform/time/moscow.ts'

export interface ChoiceToKeep {
  accountId: number
  mentorship: string | number
  chosen: Record<string, unknown>[]
  draft: boolean
  revision: number | undefined
  receivedAt: Date
  ip: string
  idempotencyKey: string | undefined
}

/** The call of spec.md 7: saves the choice as a draft, and hands it in unless it is only a draft. */
export function chooseMentors(services: Services, choice: ChoiceToKeep) {
  const { accountId, idempotencyKey: key, mentorship, chosen, draft, receivedAt } = choice
  return services.db.transaction().execute(async (tx) => {
    const stageId = await mentorshipStage(tx, accountId, mentorship)
    const request = ['choosed_mentors', stageId, draft, chosen]
    return runOnce(tx, { accountId, key, request }, services.clock(), async () => {
      const work = { accountId, stage: { stageId }, data: { choosed_mentors: chosen }, receivedAt }
      if (draft) return answer(await saveDraftIn(tx, services, { ...work, basedOn: choice.revision }), null)
      const handedIn = await handInIn(tx, services, { ...work, ip: choice.ip, idempotencyKey: key })
      // The draft is set to the hand-in, so that the next change starts from it.
      const stage = await lockStage(tx, services.seasons, accountId, { stageId }, receivedAt)
      const kept = { owner: workOwner(stage, accountId), stage, data: work.data, basedOn: choice.revision }
      return answer(await saveDraft(tx, kept, services.clock()), handedIn)
    })
  })
}

const answer = <HandedIn>(saved: { revision: number; saved_at: Date }, handedIn: HandedIn) => ({
  revision: saved.revision,
  saved_at: formatWire(saved.saved_at),
  handed_in: handedIn,
})
