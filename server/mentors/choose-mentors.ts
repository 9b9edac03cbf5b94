import type { Tx } from '#server/db.ts'
import type { Services } from '#server/services.ts'
import { afterHandIn, keepHandIn } from '#server/stages/hand-in.ts'
import { once } from '#server/stages/idempotency.ts'
import { closed, lockStage, type OneStage } from '#server/stages/one-stage.ts'
import { saveDraft } from '#server/stages/save-draft.ts'
import { Refusal } from '#shared/api/refusals.ts'
import { type MentorBounds, mentorBoundsInWords, mentorSelection } from '#shared/mentors/selection.ts'
import { acceptsArrival, isOpen } from '#shared/stages/window.ts'
import { formatWire } from '#shared/time/moscow.ts'
import { chosenIn } from './chosen.ts'
import { mentorshipStage } from './mentorship.ts'
import { type ChosenMentor, mentorsToChoose, replaceChoices } from './store.ts'

export interface ChoiceToKeep {
  accountId: number
  mentorship: string | number
  chosen: Record<string, unknown>[]
  draft: boolean
  revision: number | undefined
  receivedAt: Date
  idempotencyKey: string | undefined
}

/** Keeps the choice as a draft, or hands it in with a receipt. The stage is locked: of two at once the later one holds. */
export function chooseMentors({ db, clock }: Services, choice: ChoiceToKeep) {
  const { accountId, idempotencyKey: key, mentorship, chosen, draft } = choice
  return db.transaction().execute(async (tx) => {
    const stageId = await mentorshipStage(tx, accountId, mentorship)
    const request = ['choosed_mentors', stageId, draft, chosen]
    return once(tx, { accountId, key, request }, clock(), () => keepChoice(tx, choice, stageId, clock()))
  })
}

async function keepChoice(tx: Tx, choice: ChoiceToKeep, stageId: number, now: Date) {
  const { accountId, receivedAt, draft, revision } = choice
  const stage = await lockStage(tx, accountId, { stageId }, receivedAt)
  if (!mayChoose(stage, receivedAt, draft)) throw closed(stage.state)
  const chosen = chosenIn({ choosed_mentors: choice.chosen })
  const bounds = boundsOf(stage.row.settings)
  const { fault, missing } = mentorSelection(chosen.length, bounds)
  const words = mentorBoundsInWords(bounds)
  if (fault === 'too_many') throw new Refusal('mentors_too_many', { values: { words } })
  if (fault === 'too_few' && !draft) throw new Refusal('mentors_too_few', { values: { words, missing } })
  await refuseStrangers(tx, { accountId, stageId }, chosen)
  const data = { choosed_mentors: chosen }
  const saved = await saveDraft(tx, { accountId, stageId, data, basedOn: revision }, now)
  const kept = { revision: saved.revision, saved_at: formatWire(saved.saved_at) }
  if (draft) return { ...kept, handed_in: null }
  const handedIn = { accountId, data, arrivedAt: receivedAt, idempotencyKey: choice.idempotencyKey }
  const receipt = await keepHandIn(tx, stage, handedIn, now)
  await replaceChoices(tx, { accountId, stageId }, chosen, receivedAt)
  return { ...kept, handed_in: await afterHandIn(tx, accountId, stageId, receipt, receivedAt) }
}

export function boundsOf(settings: Record<string, unknown>): MentorBounds {
  const bound = (name: string) => (typeof settings[name] === 'number' ? settings[name] : 0)
  return { min_mentors: bound('min_mentors'), max_mentors: bound('max_mentors') }
}

/** A choice that waits for the answer of the mentors may be changed until the stage closes. */
export function mayChoose({ state, facts }: OneStage, at: Date, draft = true): boolean {
  if (state.status === 'available' || state.status === 'in_progress') return true
  if (!draft && state.status === 'timeover') return acceptsArrival(state.window, at)
  return state.status === 'wait' && facts.submittedAt !== null && isOpen(state.window, at)
}

/** Throws unless everybody chosen is a mentor of this stage. */
async function refuseStrangers(
  tx: Tx,
  of: { accountId: number; stageId: number },
  chosen: readonly ChosenMentor[],
): Promise<void> {
  const ids = chosen.map(({ mentor_id }) => mentor_id)
  const known = await mentorsToChoose(tx, of, ids)
  if (known.length < ids.length) throw new Refusal('mentor_unavailable')
}
