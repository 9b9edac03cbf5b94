import type { Db, Tx } from '#server/db.ts'
import {
  askGate,
  type Gate,
  type GatePerson,
  requiring,
  type StageStanding,
  stagesAskedBy,
} from '#shared/stages/gate.ts'
import { type StageFacts, type StageState, stageStatus } from '#shared/stages/stage-status.ts'
import type { StageStatus } from '#shared/stages/status.ts'
import { isComplete } from '#shared/team-formation/completeness.ts'
import { teamStageState } from '#shared/team-formation/stage-state.ts'
import { teamRules } from '#shared/team-formation/team-rules.ts'
import { type Person, personIn } from './person.ts'
import { type StageRow, stageRows } from './stage-rows.ts'

/** A stage as it stands for one person at one moment. */
export interface PersonStage {
  row: StageRow
  facts: StageFacts
  state: StageState
}

export interface PersonStages {
  person: Person
  /** In the organiser's order, hidden ones and groups too. */
  stages: PersonStage[]
}

/**
 * Every stage of the competition with its status for this person: two queries, however many stages there are.
 * `viewedTrack` stands in for the track of somebody who has none yet. Null when there is no such competition.
 */
export async function personStages(
  db: Db | Tx,
  of: { accountId: number; competitionCode: string; viewedTrack?: string | undefined },
  now: Date,
): Promise<PersonStages | null> {
  const person = await personIn(db, of)
  if (person === null) return null
  const rows = await stageRows(db, of, now)
  return { person, stages: statusesOf(rows, { ...person, track: person.track ?? of.viewedTrack ?? null }, now) }
}

/** Every stage's status, worked out in the order in which their gates need one another. */
export function statusesOf(rows: readonly StageRow[], person: Person, now: Date): PersonStage[] {
  const byCode = new Map(rows.map((row) => [row.code, row]))
  const done = new Map<string, PersonStage>()
  const underWork = new Set<string>()

  const asked = (codes: readonly string[]): Record<string, StageStanding> =>
    Object.fromEntries(
      codes.flatMap((code) => {
        const row = byCode.get(code)
        // A circle of gates holds everybody back rather than the server.
        const found = row && !underWork.has(code) ? stateOf(row) : undefined
        return row ? [[code, standing(row, found)]] : []
      }),
    )

  function stateOf(row: StageRow): PersonStage {
    const known = done.get(row.code)
    if (known) return known
    underWork.add(row.code)
    const own = row.requires.filter((code) => !isForOtherTrack(byCode.get(code), person.track))
    const gate = requiring(own, row.gate)
    const gatePerson: GatePerson = { ...gateFacts(person, rows), stages: asked(stagesAskedBy(gate)) }
    const facts = factsOf(row, person, gatePerson, askGate(gate, gatePerson))
    const stage: PersonStage = row.team
      ? { row, ...teamStageState(row, facts, row.team, teamRules(row.settings), now) }
      : { row, facts, state: stageStatus(row, facts, now) }
    underWork.delete(row.code)
    done.set(row.code, stage)
    return stage
  }
  return rows.map(stateOf)
}

function factsOf(
  row: StageRow,
  person: Person,
  gatePerson: GatePerson,
  requirement: StageFacts['requirement'],
): StageFacts {
  const reached = <T extends { audience: Gate | null }>(each: T) => askGate(each.audience, gatePerson).state === 'met'
  // What happened before the stage was opened anew no longer counts.
  const counts = (moment: Date | null) =>
    moment !== null && (row.countsSince === null || moment >= row.countsSince) ? moment : null
  return {
    track: person.track,
    region: person.region,
    groupExtendedUntil: row.groupExtensions.filter(reached).at(-1)?.closesAt ?? null,
    extendedUntil: row.extendedUntil,
    incidentMinutes: row.incidents.filter(reached).reduce((sum, incident) => sum + incident.minutes, 0),
    startedAt: counts(row.startedAt),
    submittedAt: counts(row.submittedAt),
    processingAt: counts(row.processingAt),
    interruptedAt: counts(row.interruptedAt),
    passedAt: counts(row.passedAt),
    failedAt: counts(row.failedAt),
    returnedAt: counts(row.returnedAt),
    reasons: row.reasons,
    disqualified: person.disqualification !== null,
    finalistElsewhere: person.finalistElsewhere,
    reopenedBecause: row.submittedAt !== null && counts(row.submittedAt) === null ? row.reopenedBecause : null,
    requirement,
  }
}

const gateFacts = (person: Person, rows: readonly StageRow[]): Omit<GatePerson, 'stages'> => ({
  track: person.track,
  region: person.region,
  door: person.door,
  tags: person.tags,
  team: teamOf(rows),
  consents: person.consents,
  pastFinalist: person.finalistElsewhere,
})

/** How far the person's team has come, of several the furthest. */
function teamOf(rows: readonly StageRow[]): GatePerson['team'] {
  const own = rows.flatMap(({ team, settings }) => (team ? [{ team, rules: teamRules(settings) }] : []))
  if (own.some(({ team }) => team.verdict === 'admitted')) return 'admitted'
  if (own.some(({ team, rules }) => isComplete(rules, team))) return 'complete'
  return own.length > 0 ? 'member' : 'none'
}

const endedStatuses: readonly StageStatus[] = ['not_allowed', 'timeover', 'unavailable_finalist']

function standing(row: StageRow, stage: PersonStage | undefined): StageStanding {
  const status = stage?.state.status
  const state = status === 'success' ? 'passed' : status && endedStatuses.includes(status) ? 'ended' : 'under_way'
  return {
    title: row.title,
    state,
    submitted: (stage?.facts.submittedAt ?? null) !== null,
    // A score counts once what was decided of it is published.
    score: stage?.facts.passedAt || stage?.facts.failedAt ? row.score : null,
  }
}

const isForOtherTrack = (row: StageRow | undefined, track: string | null) =>
  row?.published === true && row.tracks.length > 0 && (track === null || !row.tracks.includes(track))
