import { quoted } from '#shared/platform/text/quoted.ts'
import { showDateTime } from '#shared/platform/time/moscow.ts'
import { type StageFacts, type StageRules, type StageState, stageStatus } from '#shared/stages/stage-status.ts'
import { effectiveWindow } from '#shared/stages/window.ts'
import { isComplete, type TeamCount } from './completeness.ts'
import type { TeamRules } from './team-rules.ts'

/** What the state of the stage needs to know of a person's own team. */
export interface OwnTeam extends TeamCount {
  id: number
  name: string
  joinedAt: Date
  /** When a member was first disqualified after the close; null: nobody was. */
  lostAt: Date | null
  verdict: 'under_check' | 'admitted' | 'rejected' | null
  verdictAt: Date | null
  verdictReason: string
  /** Until when the members of a returned team may change it; null when it was not returned. */
  returnedUntil: Date | null
  /** No member can change the team any more. */
  locked: boolean
  /** A decision about the person at this stage is published. */
  decided: boolean
}

type TeamState = 'draft' | 'complete' | 'locked' | 'under_check' | 'admitted' | 'rejected'

/** The status of a team. A team locks when the stage closes; with `automatic` a complete team is then admitted. */
export function teamState({
  verdict,
  complete,
  open,
  automatic,
}: {
  verdict: OwnTeam['verdict']
  complete: boolean
  open: boolean
  automatic: boolean
}): TeamState {
  if (verdict !== null) return verdict
  if (open) return complete ? 'complete' : 'draft'
  return automatic && complete ? 'admitted' : 'locked'
}

/**
 * The stage for a member of a team: begun when the person joined, handed in when the stage closes with a complete
 * team. Also gives the facts, because the hand-in is shown in other places.
 */
export function teamStageState(
  stage: StageRules,
  stored: StageFacts,
  team: OwnTeam,
  rules: TeamRules,
  now: Date,
): { facts: StageFacts; state: StageState } {
  const facts = withoutTeam(stored, team)
  const { closesAt } = effectiveWindow(stage, facts)
  const complete = isComplete(rules, team)
  // The check locks the team before the close too.
  const checkedAt = team.verdict === 'under_check' ? team.verdictAt : null
  const lockedAt = closesAt !== null && now >= closesAt ? closesAt : checkedAt
  const handedInAt = complete ? lockedAt : checkedAt
  const lostAt = rules.losesWithMember ? team.lostAt : null
  const rejectedAt = team.verdict === 'rejected' ? team.verdictAt : lostAt
  const byRule = rules.automatic && complete && team.verdict !== 'rejected'
  const admittedAt = team.verdict === 'admitted' ? team.verdictAt : byRule ? handedInAt : null
  const inTeam: StageFacts = {
    ...facts,
    startedAt: facts.startedAt ?? team.joinedAt,
    submittedAt: facts.submittedAt ?? handedInAt,
    passedAt: lostAt ? null : (facts.passedAt ?? admittedAt),
    failedAt: facts.failedAt ?? rejectedAt,
    reasons:
      team.verdict === 'rejected' && team.verdictReason !== ''
        ? [team.verdictReason]
        : lostAt
          ? ['Участник команды дисквалифицирован: по правилам этапа команда теряет результат']
          : facts.reasons,
  }
  const state = stageStatus(stage, inTeam, now)
  const reason = inWords(state, team, rules, { complete, lockedAt })
  return { facts: inTeam, state: reason === null ? state : { ...state, reason, reasons: [reason] } }
}

/**
 * Whether the team is admitted by the check or by the rules of the stage, and has not lost its result. What a member
 * does after the lock counts at once.
 */
export function isAdmitted(rules: TeamRules, team: OwnTeam): boolean {
  if (rules.losesWithMember && team.lostAt !== null) return false
  if (team.verdict === 'admitted' || team.verdict === 'rejected') return team.verdict === 'admitted'
  return rules.automatic && team.locked && isComplete(rules, team)
}

/**
 * The stored facts of a team are for counting only. The current state needs the team itself, because the clock locks it
 * and its window may be extended.
 */
const withoutTeam = (facts: StageFacts, { decided }: OwnTeam): StageFacts =>
  decided ? facts : { ...facts, startedAt: null, submittedAt: null, passedAt: null, failedAt: null }

function inWords(
  { status, window }: StageState,
  team: OwnTeam,
  { min, max }: TeamRules,
  { complete, lockedAt }: { complete: boolean; lockedAt: Date | null },
): string | null {
  const here = team.members + team.gone
  const count = `${here} из ${min === max ? max : `${min}–${max}`}`
  const until = window.closesAt ? ` до ${showDateTime(window.closesAt)}` : ''
  if (status === 'in_progress') {
    if (team.verdict === null && team.returnedUntil !== null) {
      const why = team.verdictReason && `: ${team.verdictReason.replace(/(?<![.!\s])[.!\s]+$/, '')}`
      return `Команду ${quoted(team.name)} вернули на доработку${why}. Состав можно менять${until}`
    }
    if (complete) return `Команда ${quoted(team.name)} собрана. Состав можно менять${until}`
    const enough = here >= min
    return `Команда ${quoted(team.name)}: ${count}${enough ? ', но условия выполнили не все' : ''}. Соберите её${until}`
  }
  if (status === 'wait' && lockedAt)
    return complete
      ? `Команда ${quoted(team.name)} собрана, состав закреплён. Решение появится здесь`
      : `Команду ${quoted(team.name)} проверяют, состав закреплён. Решение появится здесь`
  if (status === 'timeover' && lockedAt)
    return `Срок закончился ${showDateTime(lockedAt)}. Команда ${quoted(team.name)} не собрана: ${count}`
  return null
}
