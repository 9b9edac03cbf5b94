import { toDate } from '#web/platform/ui/StagePath/deadline.ts'
import { countedOf, type StageNode, stagesOf, standing } from '#web/platform/ui/StagePath/stage-node.ts'

export interface NextStep {
  /** The stage to do now; null when there is nothing to do. */
  step: StageNode | null
  /** What else is due, by deadline. */
  others: StageNode[]
  /** What was handed in and is being checked. */
  waiting: StageNode[]
  /**
   * The next stage that will open. While something is due it is the first that waits for no date, because what is due opens
   * it; otherwise the one with the earliest moment.
   */
  ahead: StageNode | null
  /** The stage that the path has ended at: it was not passed, or is shut for the person. */
  missed: StageNode | null
}

/** What a participant does next: of all stages that are due, the one with the earliest deadline. */
export function nextStep(nodes: readonly StageNode[]): NextStep {
  const stages = nodes.flatMap(stagesOf).filter(({ status }) => status !== 'hidden')
  const [step = null, ...others] = inOrder(
    stages.filter(({ current }) => current),
    ({ until }) => until,
  )
  const closed = stages.filter((stage) => standing(stage) === 'ahead')
  const [earliest = null] = inOrder(closed, ({ opensAt }) => opensAt)
  const ahead = (step && closed.find(({ opensAt }) => !opensAt)) ?? earliest
  return {
    step,
    others,
    waiting: stages.filter(isChecked),
    ahead,
    missed: endOf(nodes.flatMap(countedOf)),
  }
}

/**
 * What was missed on the way and cost nothing, such as an event that no stage asks for, ends no path: everything after it is
 * done. What shuts the stages after it does, and so does the last that was not passed.
 */
function endOf(stages: readonly StageNode[]): StageNode | null {
  const rest = stages.slice(stages.findLastIndex((stage) => standing(stage) === 'done') + 1)
  const closed = rest.find(isClosed)
  if (!closed) return rest.findLast((stage) => standing(stage) === 'shut') ?? null
  return stages.slice(0, stages.indexOf(closed)).findLast((stage) => standing(stage) === 'shut') ?? closed
}

/** Shut by its conditions, not by what was handed in or came too late. */
const isClosed = ({ status, handedIn }: StageNode): boolean =>
  status === 'unavailable_finalist' || (status === 'not_allowed' && !handedIn)

/** What is done with the hand-in goes on by itself, also after an interruption. */
const isChecked = (stage: StageNode): boolean =>
  standing(stage) === 'waiting' || (standing(stage) === 'trouble' && !stage.current)

/** By this moment; those without one come last, in the order of the path. */
function inOrder(stages: StageNode[], momentOf: (stage: StageNode) => string | null | undefined): StageNode[] {
  const at = (stage: StageNode) => {
    const moment = momentOf(stage)
    return moment ? toDate(moment).getTime() : Number.MAX_SAFE_INTEGER
  }
  return stages.toSorted((one, other) => at(one) - at(other))
}
