import { sql } from 'kysely'
import type { Standing } from '#server/stages/kind.ts'
import { type StageFacts, stageStatus } from '#shared/stages/stage-status.ts'

const moments = [
  'startedAt',
  'submittedAt',
  'processingAt',
  'interruptedAt',
  'passedAt',
  'failedAt',
  'returnedAt',
] as const
type Moments = Record<(typeof moments)[number], Date | null>

/** The team's data at the stage, as the database returns it. */
interface TeamRow {
  inTeam: boolean
  closesAt: string | null
  /** The facts of the member who is furthest. */
  facts: (Record<(typeof moments)[number], string | null> & { reasons: string[] }) | null
}

interface TeamAtStage {
  inTeam: boolean
  closesAt: Date | null
  facts: (Moments & { reasons: string[] }) | null
}

const dated = (text: string | null | undefined): Date | null => (text ? new Date(text) : null)

/**
 * A team may have more time than others, and a new member has the team's progress. The progress is merged when it is
 * read, because the new member's own facts are written only with the team's next act.
 */
export const solutionStanding: Standing = {
  column: ({ accountId, competitionCode }) => sql<Record<string, TeamRow> | null>`(
    select json_object_agg(each.stage_id, json_build_object('inTeam', each.in_team, 'closesAt', each.closes_at, 'facts', each.facts))
    from (
      select distinct on (s.id) s.id as stage_id, own.team_id is not null as in_team, x.closes_at, (
        select json_build_object('startedAt', f.started_at, 'submittedAt', f.submitted_at,
          'processingAt', f.processing_at, 'interruptedAt', f.interrupted_at, 'passedAt', f.passed_at,
          'failedAt', f.failed_at, 'returnedAt', f.returned_at, 'reasons', f.reasons)
        from formed_team_members mate
        join stage_facts f on f.account_id = mate.account_id and f.stage_id = s.id
        where mate.team_id = own.team_id and mate.state = 'active' and f.started_at is not null
        order by f.submitted_at desc nulls last, mate.since, mate.account_id limit 1
      ) as facts
      from stages s
      left join (stages forming join formed_team_members own
          on own.stage_id = forming.id and own.account_id = ${accountId} and own.state = 'active')
        on forming.competition_code = s.competition_code
      left join team_solutions x on x.stage_id = s.id and x.team_id = own.team_id
      where s.competition_code = ${competitionCode} and s.type = 'teams_solution'
      order by s.id, forming.sort, forming.id
    ) as each)`,

  read(json): TeamAtStage {
    const { inTeam, closesAt, facts } = json as TeamRow
    const known = facts && (Object.fromEntries(moments.map((name) => [name, dated(facts[name])])) as Moments)
    return { inTeam, closesAt: dated(closesAt), facts: known && { ...known, reasons: facts.reasons } }
  },

  state(stage, facts, own, now) {
    const { inTeam, closesAt, facts: team } = own as TeamAtStage
    const reopened = stage.reopenings.findLast(({ at }) => at <= now)
    const counts = team?.startedAt && (!reopened || team.startedAt >= reopened.at)
    const merged: StageFacts = {
      ...facts,
      ...(facts.startedAt === null && counts ? team : {}),
      extendedUntil: later(facts.extendedUntil, closesAt),
    }
    const state = stageStatus(stage, merged, now)
    if (inTeam || state.status !== 'available') return { facts: merged, state }
    // The stage is open for people with a team, so the notice of a stage that has not opened is not shown.
    const reason = 'Решение пишет команда: сначала вступите в неё'
    return { facts: { ...merged, startedAt: now }, state: { ...state, status: 'wait', reason, reasons: [reason] } }
  },

  changes: () => [],
  team: () => null,
}

const later = (one: Date | null, other: Date | null): Date | null =>
  one && other && one > other ? one : (other ?? one)
