import type { Db, Tx } from '#server/db.ts'
import {
  askGate,
  conditionsIn,
  type Gate,
  type GateAnswer,
  type GatePerson,
  type StageStanding,
  stagesAskedBy,
  withRequiredStages,
} from '#shared/stages/gate.ts'
import { type GateItem, gateChecklist } from '#shared/stages/gate-checklist.ts'
import { noFacts, type StageFacts, type StageState, stageStatus } from '#shared/stages/stage-status.ts'
import type { StageStatus } from '#shared/stages/status.ts'
import { latestOf } from '#shared/stages/window.ts'
import { partsOf } from './parts.ts'
import { isValidAt, nextChange, type Remembered } from './people-memory.ts'
import {
  type Person,
  type PersonFacts,
  personFacts,
  personFactsOfMany,
  personVersion,
  type Remark,
} from './person-facts.ts'
import type { Season, SeasonStage } from './season.ts'
import type { Seasons } from './seasons.ts'

/** What is known about one person at a stage, besides the facts. */
interface Own {
  remarks: readonly Remark[]
  /** The person's data from the kind of the stage; null without any. */
  standing: unknown
  team: { id: number; reached: GatePerson['team'] } | null
}

/** A stage with its status for one person at one moment. */
export interface PersonStage {
  row: SeasonStage
  own: Own
  facts: StageFacts
  state: StageState
}

export interface PersonStages {
  season: Season
  found: PersonFacts
  person: Person
  /** In the organiser's order, including hidden stages and groups. */
  stages: PersonStage[]
}

export interface InSeason {
  accountId: number
  competitionCode: string
  /** Used as the track of a person who has none yet. */
  viewedTrack?: string | undefined
}

/**
 * Every stage of the competition with its status for this person: one query, and one more where the person's data has
 * changed since the last read. In a transaction too: it sees its own writes as changes, so remembered statuses are used
 * only where it has written nothing about the person. Null when there is no such competition.
 */
export async function personStages(
  db: Db | Tx,
  seasons: Seasons,
  of: InSeason,
  now: Date,
): Promise<PersonStages | null> {
  const { accountId, competitionCode: code, viewedTrack } = of
  const key = keyOf(of)
  let season = await seasons.known(db, code)
  const remembered = lastKnown(seasons, of, now)
  if (remembered && remembered.stages.season === season) {
    const version = await personVersion(db, accountId, code)
    if (version?.season === season.version && version.person === remembered.personVersion) return remembered.stages
  }
  let read = season && (await personFacts(db, accountId, season, now))
  if (season && read?.version.season !== season.version) {
    season = await seasons.renewed(db, code)
    read = season && (await personFacts(db, accountId, season, now))
  }
  if (!season || !read?.published) return null
  const stages = withStatuses(season, read.found, viewedTrack, now)
  // A transaction may be rolled back together with the version of the season that it read.
  if (!db.isTransaction && season.version === read.version.season)
    seasons.people.set(key, { stages, personVersion: read.version.person, from: now, until: nextChange(stages, now) })
  return stages
}

/**
 * Like `personStages`, for many people in one query, by account, never from memory. Null where the season has changed
 * since it was read.
 */
export async function personStagesOfMany(
  db: Db | Tx,
  season: Season,
  accountIds: readonly number[],
  now: Date,
): Promise<Map<number, PersonStages> | null> {
  const found = await personFactsOfMany(db, accountIds, season, now)
  return found && new Map([...found].map(([id, of]) => [id, withStatuses(season, of, undefined, now)]))
}

/** The statuses of the last read, with the person's version then. They may have changed since. */
export function lastKnown(seasons: Seasons, of: InSeason, now: Date): Remembered | null {
  const remembered = seasons.people.get(keyOf(of))
  return remembered && isValidAt(remembered, now) ? remembered : null
}

export const forgetPerson = (seasons: Seasons, of: InSeason): void => void seasons.people.delete(keyOf(of))

const keyOf = ({ accountId, competitionCode, viewedTrack = '' }: InSeason) =>
  `${accountId} ${viewedTrack} ${competitionCode}`

/** The person's team in this competition; null without one. */
export const teamOf = ({ stages }: Pick<PersonStages, 'stages'>): Own['team'] =>
  stages.find(({ own }) => own.team !== null)?.own.team ?? null

/** Works out the statuses from these facts. */
export function withStatuses(
  season: Season,
  found: PersonFacts,
  viewedTrack: string | undefined,
  now: Date,
): PersonStages {
  const { person } = found
  return { season, found, person, stages: statusesOf(season, found, person.track ?? viewedTrack ?? null, now) }
}

/** The status of every stage in a track, each worked out after the stages that its gate depends on. */
export function statusesOf(season: Season, found: PersonFacts, track: string | null, now: Date): PersonStage[] {
  const done = new Map<string, PersonStage>()
  const underWork = new Set<string>()
  const owned = new Map(season.stages.map((row) => [row.id, ownAt(row, found)]))
  const everywhere = { ...gatePersonOf(found.person, [...owned.values()]), track }

  const asked = (codes: readonly string[]): Record<string, StageStanding> =>
    Object.fromEntries(
      codes.flatMap((code) => {
        const row = season.byCode.get(code)
        // When gates depend on each other in a circle, the stages stay closed instead of looping forever.
        const stage = row && !underWork.has(code) ? stageOf(row) : undefined
        return row ? [[code, standingOf(row, stage, found)]] : []
      }),
    )

  function stageOf(row: SeasonStage): PersonStage {
    const known = done.get(row.code)
    if (known) return known
    underWork.add(row.code)
    const gate = gateIn(season, row, track, found)
    const gatePerson: GatePerson = { ...everywhere, stages: asked(stagesAskedBy(gate)) }
    const own = owned.get(row.id) ?? ownAt(row, found)
    const facts = factsOf(row, found, gatePerson, askGate(gate, gatePerson), now)
    const stage: PersonStage = { row, own, ...stateOf(row, facts, own.standing) }
    underWork.delete(row.code)
    done.set(row.code, stage)
    return stage
  }

  function stateOf(row: SeasonStage, facts: StageFacts, standing: unknown): Pick<PersonStage, 'facts' | 'state'> {
    if (isSpared(season, row, found))
      return { facts, state: { ...stageStatus(row, facts, now), status: 'hidden', is_active: false, changesAt: null } }
    const { kind } = row
    if (kind?.whole) return kind.whole.state(row, facts, partsAt(row), now)
    if (standing !== null && kind?.standing) return kind.standing.state(row, facts, standing, now)
    return { facts, state: stageStatus(row, facts, now) }
  }

  const partsAt = (whole: SeasonStage) => partsOf(season.stages, whole).map(stageOf)

  return season.stages.map(stageOf)
}

/** Whether the stage is a part that this person need not do. */
function isSpared({ byId }: Season, row: SeasonStage | undefined, { standings }: PersonFacts): boolean {
  const whole = row?.part ? byId.get(row.part.whole) : undefined
  return row !== undefined && (whole?.kind?.whole?.spared(standings.get(whole.id) ?? null).includes(row.id) ?? false)
}

/** The conditions that open the stage for the person, besides its dates. */
export function conditionsToOpen(all: PersonStages, { row, facts }: PersonStage): GateItem[] {
  const gate = gateIn(all.season, row, facts.track, all.found)
  return gateChecklist(gate, { ...gatePersonIn(all, gate), track: facts.track })
}

/** Whether the person meets a gate that does not belong to a stage, such as that of a track. */
export const askPerson = (all: PersonStages, gate: Gate | null): GateAnswer => askGate(gate, gatePersonIn(all, gate))

function gatePersonIn({ season, found, stages, person }: PersonStages, gate: Gate | null): GatePerson {
  const byId = new Map(stages.map((stage) => [stage.row.id, stage]))
  const standings = stagesAskedBy(gate).flatMap((code) => {
    const asked = season.byCode.get(code)
    return asked ? [[code, standingOf(asked, byId.get(asked.id), found)] as const] : []
  })
  const known = gatePersonOf(
    person,
    stages.map(({ own }) => own),
  )
  return { ...known, track: person.track, stages: Object.fromEntries(standings) }
}

/** The gate of a stage together with the required stages and parts, as far as the person has to do them. */
function gateIn(season: Season, row: SeasonStage, track: string | null, found: PersonFacts): Gate | null {
  const asked = (code: string) => {
    const stage = season.byCode.get(code)
    return !isForOtherTrack(stage, track) && !isSpared(season, stage, found)
  }
  const own = row.kind?.gate?.(row) ?? null
  const entry: Gate | null = own && row.gate ? { all: [row.gate, own] } : (own ?? row.gate)
  const gate = withRequiredStages(row.requires.filter(asked), entry)
  const before = (row.part?.after ?? []).filter(asked)
  if (before.length === 0) return gate
  return { all: [...(gate ? [gate] : []), ...before.map((stage) => ({ stage, outcome: 'submitted' as const }))] }
}

function ownAt(row: SeasonStage, { remarks, standings }: PersonFacts): Own {
  const standing = standings.get(row.id) ?? null
  const team = standing === null ? null : (row.kind?.standing?.team(row, standing) ?? null)
  return { remarks: remarks.get(row.id) ?? [], standing, team }
}

function factsOf(
  row: SeasonStage,
  { person, facts, extensions }: PersonFacts,
  gatePerson: GatePerson,
  requirement: StageFacts['requirement'],
  now: Date,
): StageFacts {
  const reached = <T extends { audience: Gate | null }>(each: T) => askGate(each.audience, gatePerson).state === 'met'
  const reopened = row.reopenings.findLast(({ at }) => at <= now)
  // Events before the stage was reopened no longer count.
  const counts = (moment: Date | null) => (moment !== null && (!reopened || moment >= reopened.at) ? moment : null)
  const stored = facts.get(row.id) ?? noFacts
  return {
    track: gatePerson.track,
    region: person.region,
    groupExtendedUntil: latestOf(row.groupExtensions.filter(reached)),
    extendedUntil: extendedUntil(row, extensions),
    incidentMinutes: row.incidents.filter(reached).reduce((sum, incident) => sum + incident.minutes, 0),
    startedAt: counts(stored.startedAt),
    submittedAt: counts(stored.submittedAt),
    processingAt: counts(stored.processingAt),
    interruptedAt: counts(stored.interruptedAt),
    passedAt: counts(stored.passedAt),
    failedAt: counts(stored.failedAt),
    returnedAt: counts(stored.returnedAt),
    reasons: stored.reasons,
    disqualified: person.disqualification !== null,
    finalistElsewhere: person.finalistElsewhere,
    supports: person.door === 'supporter' && row.type !== 'registration' && !isForSupporters(row),
    reopenedBecause:
      stored.submittedAt !== null && counts(stored.submittedAt) === null ? (reopened?.reason ?? null) : null,
    // A stage without conditions is open to all participants, and only to them.
    requirement: isOutside(person, row) && requirement.state === 'met' ? outsider : requirement,
  }
}

const outsider: StageFacts['requirement'] = { state: 'pending', reasons: ['Сначала подайте заявку на участие'] }
const isOutside = (person: Person, row: SeasonStage) => person.door === null && row.type !== 'registration'

/** An extension of the whole extends each of its parts. */
function extendedUntil({ id, part }: SeasonStage, extensions: PersonFacts['extensions']): Date | null {
  const own = extensions.get(id) ?? null
  const whole = (part && extensions.get(part.whole)) ?? null
  return own && whole && whole > own ? whole : (own ?? whole)
}

const gatePersonOf = (person: Person, owned: readonly Own[]): Omit<GatePerson, 'stages' | 'track'> => ({
  region: person.region,
  door: person.door,
  tags: person.tags,
  team: furthest(owned.flatMap(({ team }) => team?.reached ?? [])),
  consents: person.consents,
  pastFinalist: person.finalistElsewhere,
})

const teamSteps: readonly GatePerson['team'][] = ['none', 'member', 'complete', 'admitted']

/** The furthest step that any of the person's teams has reached. */
const furthest = (reached: readonly GatePerson['team'][]): GatePerson['team'] =>
  teamSteps.findLast((step) => reached.includes(step)) ?? 'none'

const endedStatuses: readonly StageStatus[] = ['not_allowed', 'timeover', 'unavailable_finalist']

/** Whether the status is final unless another decision is made. */
function isSettled(stage: PersonStage | undefined): boolean {
  if (!stage || stage.own.standing === null || stage.facts.passedAt !== null) return true
  return stage.row.kind?.standing?.isFinal?.(stage.own.standing) ?? true
}

/** Whether no stage waits for this one and nobody has to do it. */
export const isOptional = (row: SeasonStage): boolean => row.kind?.standing?.blocks?.(row) === false

function standingOf(row: SeasonStage, stage: PersonStage | undefined, { scores }: PersonFacts): StageStanding {
  const status = stage?.state.status
  const ended = status && endedStatuses.includes(status)
  const passed = isOptional(row) || (status === 'success' && isSettled(stage))
  const state = passed ? 'passed' : ended ? 'ended' : 'under_way'
  return {
    title: row.title,
    state,
    submitted: (stage?.facts.submittedAt ?? null) !== null,
    // A score counts only after its decision is published.
    score: stage?.facts.passedAt || stage?.facts.failedAt ? (scores.get(row.id) ?? null) : null,
  }
}

/** Supporters have only stages whose condition names them. */
const isForSupporters = ({ gate }: SeasonStage) =>
  conditionsIn(gate).some((condition) => 'door' in condition && condition.door === 'supporter')

const isForOtherTrack = (row: SeasonStage | undefined, track: string | null) =>
  row?.published === true && row.tracks.length > 0 && (track === null || !row.tracks.includes(track))
