import { type PersonStage, type PersonStages, statusesOf } from '#server/stages/person-stages.ts'
import { groupType } from '#shared/stages/tree.ts'

export interface TrackEffect {
  /** Stages that the person will have. */
  appear: { title: string; kept: Kept }[]
  /** Stages that the person has now and will not see. */
  vanish: { title: string; kept: Kept }[]
}

/** How far the person's work at a stage is. It is kept in any track. */
export type Kept = 'nothing' | 'draft' | 'handed_in'

/** How this track would change the person's path. */
export function effectOf({ season, found, stages }: PersonStages, track: string, now: Date): TrackEffect {
  const then = statusesOf(season, { ...found, person: { ...found.person, track } }, track, now)
  const [before, after] = [shownIn(stages), shownIn(then)]
  return { appear: without(after, before), vanish: without(before, after) }
}

const shownIn = (stages: readonly PersonStage[]) =>
  stages.filter(({ row, state }) => row.type !== groupType && row.part === null && state.status !== 'hidden')

const without = (some: readonly PersonStage[], others: readonly PersonStage[]) =>
  some
    .filter(({ row }) => !others.some((other) => other.row.id === row.id))
    .map(({ row, facts }) => ({ title: row.title, kept: keptAt(facts) }))

function keptAt({ submittedAt, passedAt, failedAt, startedAt }: PersonStage['facts']): Kept {
  if (submittedAt || passedAt || failedAt) return 'handed_in'
  return startedAt ? 'draft' : 'nothing'
}
