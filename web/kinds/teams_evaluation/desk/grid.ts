import type { Observation } from './queries.ts'

export interface GridRow {
  /** As in the names of marks: the public number, or `team`. */
  who: string
  name: string
}

/** Everybody in the team, and then the team. */
export const rowsOf = ({ members }: Pick<Observation, 'members'>): GridRow[] => [
  ...members.map(({ test_id, name }) => ({ who: String(test_id), name })),
  { who: 'team', name: 'Команда в целом' },
]

/** The marks that are still missing, by their names. */
export const missingIn = (observation: Observation, marks: Readonly<Record<string, number>>): string[] =>
  rowsOf(observation).flatMap(({ who }) =>
    observation.competencies.map(({ code }) => `${who}_${code}`).filter((name) => marks[name] === undefined),
  )

/** The marks of all observers for one thing, and whether they are far apart. */
export function givenFor({ originals }: Pick<Observation, 'originals'>, name: string) {
  const given = originals.flatMap(({ marks }) => marks[name] ?? [])
  return { given, apart: given.length > 1 && Math.max(...given) - Math.min(...given) > 1 }
}
