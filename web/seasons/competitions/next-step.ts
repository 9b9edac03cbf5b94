import { toDate } from '#web/stages/StagePath/deadline.ts'
import { countedOf, type StageNode, stagesOf, standing } from '#web/stages/StagePath/stage-node.ts'

export interface NextStep {
  /** The stage to do now; null when there is nothing to do. */
  step: StageNode | null
  /** What else is due, by deadline. */
  others: StageNode[]
  /** Stages that were handed in and are being checked. */
  waiting: StageNode[]
  /**
   * The next stage to open. While a stage is due, it is the first closed stage without an opening date, because the due
   * stage opens it; otherwise the one with the earliest opening.
   */
  ahead: StageNode | null
  /** The stage at which the path has ended: it was not passed, or is closed to the person. */
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
 * A missed stage that no later stage needs, for example an event, does not end the path: a later stage is done. A stage
 * that closes the stages after it ends the path, and so does the last stage that was not passed.
 */
function endOf(stages: readonly StageNode[]): StageNode | null {
  const rest = stages.slice(stages.findLastIndex((stage) => standing(stage) === 'done') + 1)
  const closed = rest.find(isClosed)
  if (!closed) return rest.findLast((stage) => standing(stage) === 'shut') ?? null
  return stages.slice(0, stages.indexOf(closed)).findLast((stage) => standing(stage) === 'shut') ?? closed
}

/** Closed by its conditions, not after a hand-in or because a deadline was missed. */
const isClosed = ({ status, handedIn }: StageNode): boolean =>
  status === 'unavailable_finalist' || (status === 'not_allowed' && !handedIn)

/** The processing of a hand-in continues by itself, also after an interruption. */
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
