import type { Services } from '#server/services.ts'
import { formatWire } from '#shared/platform/time/moscow.ts'
import { shownSettings } from '#shared/stages/kind.ts'
import { endIsPersonal } from '#shared/stages/window.ts'
import { nextStage, receiptOf } from './hand-in.ts'
import { type OneStage, oneStage } from './one-stage.ts'
import { teamOf } from './person-stages.ts'
import { remindsOf } from './remind-of-opening.ts'
import type { SeasonStage } from './season.ts'
import { isAhead, stageAhead } from './stage-ahead.ts'
import { publishedDecision } from './store.ts'
import { lastHandIn, type WorkOwner, workOwner } from './work-owner.ts'

/** The data of a stage page: instructions, the hand-in, the decision and the next stage. */
export async function stagePage({ db, seasons }: Services, accountId: number, stageId: number, now: Date) {
  const stage = await oneStage(db, seasons, accountId, { stageId }, now)
  const { row, own, facts, state, all } = stage
  const ahead = isAhead(stage)
  const [handIn, decision, reminds] = await Promise.all([
    row.kind?.work ? lastHandIn(db, ownerIfAny(stage, accountId)) : null,
    publishedDecision(db, { accountId, stageId }),
    ahead && remindsOf(db, accountId, stageId),
  ])
  const { opensAt, closesAt } = state.window
  // A decision about an earlier revision is outdated once the next revision is handed in.
  const current = decision && (!handIn || decision.published_at >= handIn.arrived_at) ? decision : null
  return {
    stage_id: row.id,
    type: row.type,
    code: row.code,
    title: row.title,
    status: state.status,
    is_active: state.is_active,
    processed_by_people: state.status === 'processing' && row.kind?.contract.processedByPeople === true,
    reason: state.reason,
    changes_at: state.changesAt && formatWire(state.changesAt),
    start_date: opensAt && formatWire(opensAt),
    end_date: closesAt && formatWire(closesAt),
    end_is_personal: endIsPersonal(row, facts),
    manual: row.manual,
    // The task must not be shown before the stage opens.
    settings: ahead ? {} : settingsShown(row),
    ahead: ahead ? { ...stageAhead(stage), reminds } : null,
    answer: handIn?.data ?? null,
    receipt: handIn && { ...receiptOf(handIn, row.title), by_system: handIn.by_system },
    decision: current && {
      outcome: current.outcome,
      reason: current.reason,
      next_step: current.next_step,
      comments: current.comments,
      published_at: formatWire(current.published_at),
    },
    remarks: [...own.remarks],
    next: nextStage(all, stageId),
  }
}

/** The owner of the work, without a team where the person has none: then there is no hand-in. */
function ownerIfAny(stage: OneStage, accountId: number): WorkOwner {
  const inTeam = teamOf(stage.all) !== null
  return stage.row.kind?.contract.work === 'team' && !inTeam
    ? { stageId: stage.row.id, accountId, teamId: null }
    : workOwner(stage, accountId)
}

/** Only settings that the kind marks as shown; the others are for the organiser. */
function settingsShown({ kind, settings }: SeasonStage): Record<string, unknown> {
  const shown = kind ? shownSettings(kind.contract) : []
  return Object.fromEntries(shown.map((name) => [name, settings[name]]))
}
