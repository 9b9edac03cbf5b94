import type { OneStage } from '#server/stages/one-stage.ts'
import type { SeasonStage } from '#server/stages/season.ts'
import type { MentorBounds } from '#shared/programme/mentors/selection.ts'
import { acceptsArrival, isOpen } from '#shared/stages/window.ts'

/** The number of mentors that may be chosen. The settings were checked by the kind's schema. */
export function boundsOf({ settings }: Pick<SeasonStage, 'settings'>): MentorBounds {
  const { min_mentors, max_mentors } = settings as unknown as MentorBounds
  return { min_mentors, max_mentors }
}

/** While mentors have not answered, a choice may be changed until the stage closes. */
export function mayChoose({ state, facts }: OneStage, at: Date, draft = true): boolean {
  if (state.status === 'available' || state.status === 'in_progress') return true
  if (!draft && state.status === 'timeover') return acceptsArrival(state.window, at)
  return state.status === 'wait' && facts.submittedAt !== null && isOpen(state.window, at)
}
