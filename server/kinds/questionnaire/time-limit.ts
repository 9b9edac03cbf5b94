import { sql } from 'kysely'
import type { Standing } from '#server/stages/kind.ts'
import { showDateTime } from '#shared/platform/time/moscow.ts'
import { stageStatus } from '#shared/stages/stage-status.ts'
import type { StageStatus } from '#shared/stages/status.ts'

/** With any other status, the rules of the stage override the time limit. */
const open: readonly StageStatus[] = ['available', 'in_progress', 'timeover']

/** A questionnaire with a time limit closes for a person this many minutes after they begin. */
export const timeLimit: Standing = {
  column: ({ accountId, competitionCode }) => sql<Record<string, number> | null>`(
    select json_object_agg(s.id, (s.settings ->> 'limit_minutes')::int)
    from stages s
    join stage_facts f on f.stage_id = s.id and f.account_id = ${accountId} and f.started_at is not null
    where s.competition_code = ${competitionCode} and s.type = 'questionnaire'
      and (s.settings ->> 'limit_minutes')::int > 0)`,

  read: (json) => json,

  state(stage, facts, own, now) {
    const base = stageStatus(stage, facts, now)
    const { startedAt, extendedUntil } = facts
    if (startedAt === null || !open.includes(base.status)) return { facts, state: base }
    const limit = startedAt.getTime() + Number(own) * 60_000
    // An extension of the stage extends the time limit too.
    const end = new Date(Math.max(limit, extendedUntil?.getTime() ?? 0))
    const { closesAt } = base.window
    if (closesAt !== null && closesAt <= end) return { facts, state: base }
    const over = now >= end
    const reason = over ? `Время на опросник вышло ${showDateTime(end)}` : `Время идёт до ${showDateTime(end)}`
    const window = { ...base.window, closesAt: end }
    const status = over ? 'timeover' : 'in_progress'
    return { facts, state: { ...base, status, reason, reasons: [reason], is_active: !over, changesAt: end, window } }
  },

  changes: (_own, { window }) => [window.closesAt],

  team: () => null,
}
