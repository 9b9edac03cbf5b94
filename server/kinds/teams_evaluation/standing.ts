import { sql } from 'kysely'
import type { Standing } from '#server/stages/kind.ts'
import { type StageState, stageStatus } from '#shared/stages/stage-status.ts'
import type { StageStatus } from '#shared/stages/status.ts'

interface OwnEvaluation {
  counted: boolean
  inTeam: boolean
}

export const evaluationStanding: Standing = {
  column: ({ accountId, competitionCode }) => sql<Record<string, OwnEvaluation> | null>`(
    select json_object_agg(s.id, json_build_object(
      'counted', e.counted_at is not null,
      'inTeam', exists (
        select from stages forming
        join formed_team_members m on m.stage_id = forming.id and m.account_id = ${accountId} and m.state = 'active'
        where forming.competition_code = s.competition_code)))
    from stages s left join team_evaluations e on e.stage_id = s.id
    where s.competition_code = ${competitionCode} and s.type = 'teams_evaluation')`,
  read: (json) => json as OwnEvaluation,
  state: (stage, facts, own, now) => {
    const base = stageStatus(stage, facts, now)
    const state = stateOf(base, own as OwnEvaluation)
    // The stage is open for a person without a team too, so the notice of a stage that has not opened is not shown.
    const startedAt = facts.startedAt ?? (base.status === 'available' && state.status === 'wait' ? now : null)
    return { facts: { ...facts, startedAt }, state }
  },
  changes: (_own, { changesAt }) => [changesAt],
  team: () => null,
}

function stateOf(base: StageState, { counted, inTeam }: OwnEvaluation): StageState {
  const said = (status: StageStatus, reason: string): StageState => ({ ...base, status, reason, reasons: [reason] })
  switch (base.status) {
    case 'available':
    case 'in_progress':
      if (counted) return said('timeover', 'Итоги подведены: оценки больше не принимают')
      return inTeam ? base : said('wait', 'Вы не состоите в команде: оценивать некого')
    case 'wait':
      return base.is_active && !counted
        ? said('wait', 'Ваши оценки сданы. Отчёт появится здесь, когда оценят все')
        : base
    default:
      return base
  }
}
