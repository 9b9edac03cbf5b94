import type { BegunStep } from '#server/people/participants/step.ts'
import type { StageStep } from '#shared/people/participants/audience.ts'

/** The number of people at each step of a stage. */
export type Steps = Record<StageStep, number>

export const noSteps = (): Steps => ({ not_begun: 0, begun: 0, handed_in: 0, returned: 0, passed: 0, failed: 0 })

/** Adds the people without facts to the counted steps: they have not begun. */
export function stepsOf(people: number, counted: readonly { step: BegunStep; people: number }[]): Steps {
  const steps = noSteps()
  for (const row of counted) steps[row.step] += row.people
  const begun = Object.values(steps).reduce((sum, count) => sum + count, 0)
  return { ...steps, not_begun: Math.max(0, people - begun) }
}
