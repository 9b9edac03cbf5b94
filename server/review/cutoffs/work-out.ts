import { groupOf, type People } from '#shared/review/cutoffs/people.ts'
import type { QuotaKind, Rule } from '#shared/review/cutoffs/rule.ts'
import {
  type Chosen,
  chosenAt,
  type Groups,
  outcomes,
  type Ranking,
  rank,
  type Selection,
  selectPeople,
  whys,
} from '#shared/review/cutoffs/select-people.ts'
import type { Columns, ComparedStage } from './read-people.ts'
import type { Names } from './titles.ts'

/** What the sums of a rule make of the people: the same wherever the line is. */
export interface Sums {
  columns: Columns
  /** Everybody who is compared, without disqualified people, by the place in the columns. */
  at: Int32Array
  people: People
  disqualified: number
  ranking: Ranking
}

/** A column of numbers; a loop, because a quarter of a million calls through an iterator take ten times as long. */
function column(at: Int32Array, of: (place: number) => number): Float64Array {
  const made = new Float64Array(at.length)
  for (let index = 0; index < at.length; index += 1) made[index] = of(at[index] ?? 0)
  return made
}

export interface Line extends Sums {
  selection: Selection
}

/** The parts of a rule that decide its sums, as a key. */
export const sumsKey = ({ scores, missing, tracks, tie_stage, second }: Rule): string =>
  JSON.stringify([scores, missing, tracks, tie_stage, second.scores])

export function sumUp(columns: Columns, decided: Pick<ComparedStage, 'tracks'>, rule: Rule): Sums {
  const { ids, disqualified, groups, scores } = columns
  const tracks = rule.tracks.length > 0 ? rule.tracks : decided.tracks
  const ofTracks = groups.track.names.map((name) => tracks.length === 0 || tracks.includes(name))
  const all = ids
    .map((_id, place) => place)
    .filter((place) => tracks.length === 0 || ofTracks[groups.track.of[place] ?? -1] === true)
  const at = all.filter((place) => disqualified[place] === 0)
  const group = ({ names, of }: Columns['groups']['track']) => ({ names, of: at.map((place) => of[place] ?? -1) })
  const ties = scores.get(rule.tie_stage)
  const people: People = {
    ids: at.map((place) => ids[place] ?? 0),
    score: sumsOf(rule.scores, columns, at, rule.missing),
    second: sumsOf(rule.second.scores, columns, at, rule.missing),
    tie: column(at, (place) => ties?.[place] || Number.NaN),
    groups: { district: group(groups.district), region: group(groups.region), track: group(groups.track) },
  }
  return { columns, at, people, disqualified: all.length - at.length, ranking: rank(people) }
}

function sumsOf(scores: Rule['scores'], columns: Columns, at: Int32Array, missing: Rule['missing']): Float64Array {
  const parts = scores.map(({ stage, weight }) => ({ of: columns.scores.get(stage), weight }))
  return column(at, (place) => {
    let [sum, known] = [0, 0]
    for (const { of, weight } of parts) {
      const score = of?.[place] ?? Number.NaN
      if (Number.isNaN(score)) continue
      sum += weight * score
      known += 1
    }
    if (known === 0 || (missing === 'out' && known < parts.length)) return Number.NaN
    // Rounded, because errors of binary fractions must not separate equal sums.
    return Math.round(sum * 10_000) / 10_000
  })
}

export const drawLine = (sums: Sums, rule: Rule, groups: Groups): Line => ({
  ...sums,
  selection: selectPeople(sums.people, sums.ranking, rule, groups),
})

/** A number of the columns as it is told: null for none. */
export const known = (number: number | undefined): number | null =>
  number === undefined || Number.isNaN(number) ? null : number

/** How many people have each outcome. */
export function countsOf({ people: { ids }, selection }: Pick<Line, 'people' | 'selection'>) {
  const counts = { people: ids.length, passed: 0, by_quota: 0, by_second: 0, waiting: 0, failed: 0, none: 0 }
  for (let at = 0; at < ids.length; at += 1) {
    counts[outcomes[selection.outcome[at] ?? 0] ?? 'none'] += 1
    const why = whys[selection.why[at] ?? 0]
    if (why === 'quota') counts.by_quota += 1
    if (why === 'second') counts.by_second += 1
  }
  return counts
}

/** The counts by district and by track, the groups in the order of their names. */
export function groupsOf(
  { people, selection }: Pick<Line, 'people' | 'selection'>,
  { titleOf }: Pick<Names, 'titleOf'>,
) {
  const by = (kind: 'district' | 'track') => {
    const { names, of } = people.groups[kind]
    // The last one is of people without a group.
    const groups = [...names, null].map((name) => ({
      title: name === null ? (kind === 'district' ? 'Регион не указан' : 'Без трека') : titleOf(kind, name),
      ...{ people: 0, passed: 0, waiting: 0 },
    }))
    for (const [at, place] of of.entries()) {
      const group = groups.at(place)
      if (!group) continue
      const outcome = outcomes[selection.outcome[at] ?? 0]
      group.people += 1
      if (outcome === 'passed' || outcome === 'waiting') group[outcome] += 1
    }
    return groups.filter((group) => group.people > 0).sort((one, other) => one.title.localeCompare(other.title, 'ru'))
  }
  return { districts: by('district'), tracks: by('track') }
}

export type Settled = 'passed' | 'failed' | null
export const settledAs: readonly Settled[] = [null, 'passed', 'failed']

/** Whether the decision about a person would differ from the published one. */
export const changesAt = ({ columns, at, selection }: Line, place: number): boolean =>
  isChange(settledAs[columns.settled[at[place] ?? 0] ?? 0] ?? null, outcomes[selection.outcome[place] ?? 0] ?? 'none')

/**
 * A person who passed and is now to wait no longer passes. A person who failed and is now to wait may pass later, and
 * is only notified.
 */
export const isChange = (settled: Settled, outcome: Chosen['outcome']): boolean =>
  (settled === 'passed' && (outcome === 'failed' || outcome === 'waiting')) ||
  (settled === 'failed' && outcome === 'passed')

/** The row of a person in a protocol. */
export function rowOf(line: Line, place: number) {
  const { people, columns, at } = line
  const parts: Record<string, number> = {}
  for (const [code, of] of columns.scores) {
    const score = known(of[at[place] ?? 0])
    if (score !== null) parts[code] = score
  }
  const group = (kind: QuotaKind) => groupOf(people.groups[kind], place)
  return {
    ...{ account_id: people.ids[place] ?? 0, ...chosenAt(line.selection, place) },
    ...{ score: known(people.score[place]), second: known(people.second[place]), parts },
    ...{ track: group('track'), region: group('region'), district: group('district') },
  }
}
export type ProtocolRow = ReturnType<typeof rowOf>
