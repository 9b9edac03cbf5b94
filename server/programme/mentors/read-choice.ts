import type { Db } from '#server/db.ts'
import { withPicture } from '#server/forms/files/picture-name.ts'
import { namesOf } from '#server/forms/files/store.ts'
import { mentorshipStage } from '#server/programme/meetings/mentorship.ts'
import type { Services } from '#server/services.ts'
import { type OneStage, oneStage } from '#server/stages/one-stage.ts'
import { draftOf, lastHandIn, workOwner } from '#server/stages/work-owner.ts'
import { formatWire } from '#shared/platform/time/moscow.ts'
import { choiceSettings } from './choice-of.ts'
import { chosenIn } from './chosen.ts'
import { boundsOf, mayChoose } from './may-choose.ts'
import { answersTo, mentorsToChoose, ownFileUrl } from './store.ts'

/** The draft of a choice, the hand-in, and the newer of them with the names of the person's files. */
export async function choiceSoFar(db: Db, stage: OneStage, accountId: number) {
  const owner = workOwner(stage, accountId)
  const [draft, handIn] = [await draftOf(db, owner), await lastHandIn(db, owner)]
  const chosen = chosenIn(draft?.data ?? handIn?.data ?? {})
  const fileIds = chosen.flatMap(({ file_id }) => file_id ?? [])
  const files = new Map((await namesOf(db, accountId, fileIds)).map(({ id, name }) => [id, name]))
  const named = chosen.map(({ comment: user_comment, file_id, ...each }) => {
    const name = file_id === null ? undefined : files.get(file_id)
    const attached = name === undefined ? null : file_id
    return {
      ...{ ...each, user_comment, file_id: attached },
      ...{ user_file_url: ownFileUrl(attached), user_file_name: name ?? null },
    }
  })
  return { draft, handIn, chosen: named }
}

/** The mentors chosen so far, without those who are no longer available. */
export async function readChoice(services: Services, accountId: number, mentorship: string, now: Date) {
  const { db, seasons } = services
  const stageId = await mentorshipStage(db, accountId, mentorship)
  const stage = await oneStage(db, seasons, accountId, { stageId }, now)
  const { draft, handIn, chosen } = await choiceSoFar(db, stage, accountId)
  const ids = chosen.map(({ mentor_id }) => mentor_id)
  const mentors = await mentorsToChoose(db, { accountId, stageId }, ids, now)
  const known = new Map(mentors.map((mentor) => [mentor.id, mentor]))
  const { way } = choiceSettings(stage.row)
  const answers = await answersTo(db, { accountId, stageId }, way)
  const handedIn = handIn && facts(handIn.data)
  return {
    mentorship: stageId,
    ...boundsOf(stage.row),
    choosed_mentors: chosen.flatMap((each) => {
      const mentor = known.get(each.mentor_id)
      return mentor ? [{ ...withPicture(services, mentor), ...each }] : []
    }),
    ...{ way, answers },
    may_change: mayChoose(stage, now),
    changed_since_hand_in: handedIn !== null && handedIn !== facts(draft?.data ?? handIn?.data ?? {}),
    revision: draft?.revision ?? 0,
    saved_at: draft && formatWire(draft.saved_at),
    handed_in_at: stage.facts.submittedAt && handIn && formatWire(handIn.arrived_at),
  }
}

/** The parts that are compared: mentors in their order, reasons and files. A message can be changed separately. */
const facts = (data: Record<string, unknown>) =>
  JSON.stringify(chosenIn(data).map(({ mentor_id, reasons, file_id }) => [mentor_id, reasons, file_id]))
