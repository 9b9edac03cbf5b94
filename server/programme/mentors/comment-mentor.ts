import type { Tx } from '#server/db.ts'
import { mentorshipStage } from '#server/programme/meetings/mentorship.ts'
import type { Services } from '#server/services.ts'
import { closed, lockStage } from '#server/stages/one-stage.ts'
import { saveDraft } from '#server/stages/save-draft.ts'
import { draftOf, workOwner } from '#server/stages/work-owner.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { mentorChoiceKinds } from '#shared/programme/mentors/mentorship-status.ts'
import { chosenIn } from './chosen.ts'
import { mayChoose } from './may-choose.ts'

export interface MentorComment {
  accountId: number
  mentorId: number
  mentorship: string | number | undefined
  comment: string
  receivedAt: Date
}

/** Changes the person's message to a chosen mentor, in the draft and in the hand-in. */
export function commentMentor({ db, clock, seasons }: Services, { accountId, mentorId, ...said }: MentorComment) {
  return db.transaction().execute(async (tx) => {
    const stageId =
      said.mentorship === undefined
        ? await stageOfChoice(tx, accountId, mentorId)
        : await mentorshipStage(tx, accountId, said.mentorship)
    const stage = await lockStage(tx, seasons, accountId, { stageId }, said.receivedAt)
    const owner = workOwner(stage, accountId)
    const chosen = chosenIn((await draftOf(tx, owner))?.data ?? {})
    const entry = chosen.find(({ mentor_id }) => mentor_id === mentorId)
    if (!entry) throw new Refusal('mentor_unavailable')
    if (!mayChoose(stage, said.receivedAt)) throw closed(stage.state)
    entry.comment = said.comment
    const data = { choosed_mentors: chosen }
    const { revision } = await saveDraft(tx, { owner, stage, data, basedOn: undefined }, clock())
    await tx
      .updateTable('mentor_choices')
      .set({ comment: said.comment })
      .where('account_id', '=', accountId)
      .where('stage_id', '=', stageId)
      .where('mentor_id', '=', mentorId)
      .execute()
    return { mentor_id: mentorId, comment: said.comment, revision }
  })
}

/** The stage at which the person last chose this mentor. */
async function stageOfChoice(tx: Tx, accountId: number, mentorId: number): Promise<number> {
  const drafts = await tx
    .selectFrom('stage_drafts as d')
    .innerJoin('stages as s', 's.id', 'd.stage_id')
    .select(['d.stage_id', 'd.data'])
    .where('d.account_id', '=', accountId)
    .where('s.type', 'in', mentorChoiceKinds)
    .orderBy('d.saved_at', 'desc')
    .limit(100)
    .execute()
  const found = drafts.find(({ data }) => chosenIn(data).some(({ mentor_id }) => mentor_id === mentorId))
  if (!found) throw new Refusal('mentor_unavailable')
  return found.stage_id
}
