import type { Db, Tx } from '#server/db.ts'
import type { SeasonStage } from '#server/stages/season.ts'
import { Refusal } from '#shared/api/refusals.ts'
import { type Rule, stagesOf } from '#shared/cutoffs/rule.ts'
import { type Chosen, type Selection, selectPeople } from '#shared/cutoffs/select-people.ts'
import { groupBy } from '#shared/lists/group-by.ts'
import { type Compared, readPeople } from './read-people.ts'
import { decidable, type Names } from './store.ts'

export interface Line {
  /** Everybody who is compared, without disqualified people. */
  people: Compared[]
  disqualified: number
  selection: Selection
  /** Titles of stages where judges are still at work. */
  judging: string[]
}

/** Reads the people and draws the line of a rule. */
export async function workOut(
  db: Db | Tx,
  { season, groups, districtOf }: Pick<Names, 'groups' | 'districtOf'> & { season: Parameters<typeof readPeople>[1] },
  stage: SeasonStage,
  rule: Rule,
): Promise<Line> {
  const { people: all, judging } = await readPeople(db, season, stage, rule, districtOf)
  const people = all.filter(({ disqualified }) => !disqualified)
  return { people, disqualified: all.length - people.length, selection: selectPeople(people, rule, groups), judging }
}

const nothing: Chosen = { outcome: 'none', why: null, place: null, waiting: null }
export const chosenOf = ({ chosen }: Selection, id: number): Chosen => chosen.get(id) ?? nothing

/** How many people have each outcome. */
export function countsOf({ people, selection }: Pick<Line, 'people' | 'selection'>) {
  const counts = { people: people.length, passed: 0, by_quota: 0, by_second: 0, waiting: 0, failed: 0, none: 0 }
  for (const { id } of people) {
    const { outcome, why } = chosenOf(selection, id)
    counts[outcome] += 1
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
  const by = (kind: 'district' | 'track') =>
    [...groupBy(people, (person) => person[kind])]
      .map(([of, members]) => ({
        title: of === null ? (kind === 'district' ? 'Регион не указан' : 'Без трека') : titleOf(kind, of),
        people: members.length,
        passed: members.filter(({ id }) => chosenOf(selection, id).outcome === 'passed').length,
        waiting: members.filter(({ id }) => chosenOf(selection, id).outcome === 'waiting').length,
      }))
      .sort((one, other) => one.title.localeCompare(other.title, 'ru'))
  return { districts: by('district'), tracks: by('track') }
}

/** The people whose decision would differ from the published one. */
export const changedBy = ({ people, selection }: Pick<Line, 'people' | 'selection'>): Compared[] =>
  people.filter(({ id, settled }) => isChange(settled, chosenOf(selection, id).outcome))

/**
 * A person who passed and is now to wait no longer passes. A person who failed and is now to wait may pass later, and
 * is only notified.
 */
export const isChange = (settled: Compared['settled'], outcome: Chosen['outcome']): boolean =>
  (settled === 'passed' && (outcome === 'failed' || outcome === 'waiting')) ||
  (settled === 'failed' && outcome === 'passed')

/** Throws where a rule names something that the competition lacks, or contradicts itself. */
export function refuseFaulty(
  rule: Rule,
  { season, groups }: Pick<Names, 'groups'> & { season: { byCode: ReadonlyMap<string, SeasonStage> } },
) {
  const faulty = (what: string) => new Refusal('cutoff_faulty', { values: { what } })
  for (const code of stagesOf(rule))
    if (!decidable(season.byCode.get(code))) throw faulty(`этапа «${code}» в конкурсе нет`)
  for (const scores of [rule.scores, rule.second.scores])
    if (new Set(scores.map(({ stage }) => stage)).size < scores.length) throw faulty('этап назван дважды')
  if (rule.scores.length === 0) throw faulty('выберите хотя бы один этап')
  if (rule.second.places > 0 && rule.second.scores.length === 0) throw faulty('для второго списка не выбран этап')
  if (rule.tracks.some((track) => !groups.track.includes(track))) throw faulty('такого трека в конкурсе нет')
  for (const { by, of, least, most } of rule.quotas) {
    if (of !== '' && !groups[by].includes(of)) throw faulty(`«${of}» нет в справочнике`)
    if (most > 0 && least > most) throw faulty('в квоте «не меньше» больше, чем «не больше»')
  }
}
