import { sql } from 'kysely'
import type { Standing } from '#server/stages/kind.ts'
import { recordingPatienceMs } from '#shared/kinds/videointerview/take-rules.ts'
import { showDateTime } from '#shared/platform/time/moscow.ts'
import { stageStatus } from '#shared/stages/stage-status.ts'

/** When the last part of a running take came. */
export const videoStanding: Standing = {
  column: ({ accountId }) => sql<Record<string, string> | null>`(
    select json_object_agg(t.stage_id, t.heard_at) from video_takes t
    where t.account_id = ${accountId} and t.state = 'recording')`,
  read: (json) => new Date(json as string),
  state(stage, facts, own, now) {
    const state = stageStatus(stage, facts, now)
    if (state.status !== 'in_progress' || !isLost(own as Date, now)) return { facts, state }
    const { closesAt } = state.window
    const reason = `Запись прервалась. Её можно продолжить${closesAt ? ` до ${showDateTime(closesAt)}` : ''}`
    return { facts, state: { ...state, status: 'interrupted', reason, reasons: [reason] } }
  },
  changes: (own, { changesAt }) => [changesAt, new Date((own as Date).getTime() + recordingPatienceMs + 1)],
  team: () => null,
}

const isLost = (heardAt: Date, now: Date) => now.getTime() - heardAt.getTime() > recordingPatienceMs
