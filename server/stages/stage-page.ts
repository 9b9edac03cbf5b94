import type { Db } from '#server/db.ts'
import { isStageType, stageKinds } from '#shared/stages/kinds.ts'
import { endIsPersonal } from '#shared/stages/window.ts'
import { formatWire } from '#shared/time/moscow.ts'
import { nextStage, receiptOf } from './hand-in.ts'
import { oneStage } from './one-stage.ts'
import { lastHandIn, manualOf, publishedDecision } from './store.ts'

/** Everything that the page of one stage says: instructions, what was handed in, what is decided, what comes next. */
export async function stagePage(db: Db, accountId: number, stageId: number, now: Date) {
  const { row, facts, state, all } = await oneStage(db, accountId, { stageId }, now)
  const of = { accountId, stageId }
  const [manual, handIn, decision] = await Promise.all([
    manualOf(db, stageId),
    lastHandIn(db, of),
    publishedDecision(db, of),
  ])
  const { opensAt, closesAt } = state.window
  // A decision on an earlier revision is history once the next one is handed in.
  const current = decision && (!handIn || decision.published_at >= handIn.arrived_at) ? decision : null
  return {
    stage_id: row.id,
    type: row.type,
    code: row.code,
    title: row.title,
    status: state.status,
    is_active: state.is_active,
    reason: state.reason,
    changes_at: state.changesAt && formatWire(state.changesAt),
    start_date: opensAt && formatWire(opensAt),
    end_date: closesAt && formatWire(closesAt),
    end_is_personal: endIsPersonal(row, facts),
    manual,
    settings: shownSettings(row.type, row.settings),
    answer: handIn?.data ?? null,
    receipt: handIn && { ...receiptOf(handIn, row.title), by_system: handIn.by_system },
    decision: current && {
      outcome: current.outcome,
      reason: current.reason,
      next_step: current.next_step,
      published_at: formatWire(current.published_at),
    },
    remarks: row.remarks,
    next: nextStage(all, stageId),
  }
}

/** Only what the kind declares as shown; the rest is the organiser's. */
function shownSettings(type: string, settings: Record<string, unknown>): Record<string, unknown> {
  if (!isStageType(type)) return {}
  const shown: readonly string[] = stageKinds[type].shownSettings
  return Object.fromEntries(Object.entries(settings).filter(([name]) => shown.includes(name)))
}
