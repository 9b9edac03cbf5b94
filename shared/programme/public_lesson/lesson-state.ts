import { showDateTime } from '#shared/platform/time/moscow.ts'
import type { StageFacts, StageState } from '#shared/stages/stage-status.ts'
import type { StageStatus } from '#shared/stages/status.ts'

export interface StandingAt {
  facts: StageFacts
  state: StageState
}

/** Statuses that the stage itself decides, regardless of the plan. */
const ofItself: readonly StageStatus[] = ['hidden', 'unavailable_finalist', 'not_allowed']

/** Removes facts of the lesson itself: only its plan and its report are decided. */
export const withoutOutcome = (facts: StageFacts): StageFacts => ({
  ...facts,
  ...{ startedAt: null, submittedAt: null, processingAt: null, interruptedAt: null },
  ...{ passedAt: null, failedAt: null, returnedAt: null, reasons: [], reopenedBecause: null },
})

/**
 * Facts and state of a lesson from those of its plan and its report. `base` is the state of the stage without any work.
 */
export function lessonState(base: StandingAt, plan: StandingAt, report: StandingAt): StandingAt {
  if (ofItself.includes(base.state.status)) return base
  const { current, status, reasons } = verdict(plan, report)
  return {
    facts: {
      ...base.facts,
      startedAt: plan.facts.startedAt ?? plan.facts.submittedAt,
      submittedAt: report.facts.submittedAt,
      passedAt: status === 'success' ? report.facts.passedAt : null,
      failedAt: report.facts.failedAt ?? plan.facts.failedAt,
      returnedAt: current.facts.returnedAt,
    },
    state: {
      status,
      is_active: base.state.is_active || plan.state.is_active || report.state.is_active,
      reason: reasons[0] ?? '',
      reasons,
      changesAt: earliest([base, plan, report].flatMap(({ state }) => state.changesAt ?? [])),
      // The end that applies now: of the plan until it is approved, then of the report.
      window: { ...base.state.window, closesAt: current.state.window.closesAt },
    },
  }
}

interface Verdict {
  /** The plan or the report: what the person works at, or waits for. */
  current: StandingAt
  status: StageStatus
  reasons: string[]
}

function verdict(plan: StandingAt, report: StandingAt): Verdict {
  const at = (current: StandingAt, status: StageStatus, ...reasons: string[]): Verdict => ({ current, status, reasons })
  const { facts: planned } = plan
  if (report.state.status === 'success') return at(report, 'success', 'Урок принят')
  if (planned.failedAt) return at(plan, 'not_allowed', 'План не одобрен', ...plan.state.reasons)
  if (report.facts.failedAt) return at(report, 'not_allowed', 'Отчёт не принят', ...report.state.reasons)
  if (report.facts.submittedAt) return at(report, 'processing', 'Отчёт на проверке. Решение появится здесь')
  if (plan.state.status !== 'success') {
    if (planned.submittedAt) return at(plan, 'wait', 'План на проверке у координатора вашего региона')
    if (planned.returnedAt && isOpen(plan)) return at(plan, 'in_progress', `План вернули на доработку${until(plan)}`)
    if (plan.state.status === 'timeover') return at(plan, 'timeover', 'План не сдан в срок')
    return at(plan, plan.state.status, ...plan.state.reasons)
  }
  if (report.facts.returnedAt && isOpen(report))
    return at(report, 'in_progress', `Отчёт вернули на доработку${until(report)}`)
  if (report.state.status === 'timeover') return at(report, 'timeover', 'Отчёт не сдан в срок')
  if (isOpen(report))
    return at(report, report.state.status, `План одобрен: проведите урок и сдайте отчёт${until(report, ' до ')}`)
  return at(report, report.state.status, ...report.state.reasons)
}

const isOpen = ({ state: { status } }: StandingAt) => status === 'available' || status === 'in_progress'

const until = ({ state: { window } }: StandingAt, before = '. Сдайте до ') =>
  window.closesAt ? `${before}${showDateTime(window.closesAt)}` : ''

const earliest = (moments: readonly Date[]): Date | null =>
  moments.length > 0 ? new Date(Math.min(...moments.map(Number))) : null
