import type { OneStage } from '#server/stages/one-stage.ts'
import type { SeasonStage } from '#server/stages/season.ts'
import type { MentorBounds } from '#shared/mentors/selection.ts'
import { acceptsArrival, isOpen } from '#shared/stages/window.ts'

/** How many mentors may be chosen; the settings went through the schema of their kind. */
export function boundsOf({ settings }: Pick<SeasonStage, 'settings'>): MentorBounds {
  const { min_mentors, max_mentors } = settings as unknown as MentorBounds
  return { min_mentors, max_mentors }
}

/** A choice that waits for the answer of the mentors may be changed until the stage closes. */
export function mayChoose({ state, facts }: OneStage, at: Date, draft = true): boolean {
  if (state.status === 'available' || state.status === 'in_progress') return true
  if (!draft && state.status === 'timeover') return acceptsArrival(state.window, at)
  return state.status === 'wait' && facts.submittedAt !== null && isOpen(state.window, at)
}
