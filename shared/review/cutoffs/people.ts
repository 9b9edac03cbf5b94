import { type QuotaKind, quotaKinds } from './rule.ts'

/** A person to choose from, as numbers. */
export interface Candidate {
  id: number
  /** The weighted sum of scores; null without a result. */
  score: number | null
  /** The weighted sum of the second list. */
  second: number | null
  /** The score that orders people with equal sums. */
  tie: number | null
  track: string | null
  region: string | null
  district: string | null
}

/** The groups of one kind, and by person the place of the person's group among them; -1 for none. */
export interface GroupColumn {
  names: readonly string[]
  of: Int32Array
}

/** People to choose from in columns, ordered by id: a quarter of a million of them are some megabytes. NaN for null. */
export interface People {
  ids: Int32Array
  score: Float64Array
  second: Float64Array
  tie: Float64Array
  groups: Readonly<Record<QuotaKind, GroupColumn>>
}

export function groupColumn(names: readonly (string | null)[]): GroupColumn {
  const places = new Map<string, number>()
  const of = new Int32Array(names.length)
  for (const [at, name] of names.entries()) {
    if (name !== null && !places.has(name)) places.set(name, places.size)
    of[at] = name === null ? -1 : (places.get(name) ?? -1)
  }
  return { names: [...places.keys()], of }
}

export const groupOf = ({ names, of }: GroupColumn, at: number): string | null => names[of[at] ?? -1] ?? null

export function peopleOf(candidates: readonly Candidate[]): People {
  const people = candidates.toSorted((one, other) => one.id - other.id)
  const column = (key: 'score' | 'second' | 'tie') => Float64Array.from(people, (one) => one[key] ?? Number.NaN)
  const groups = quotaKinds.map((kind) => [kind, groupColumn(people.map((one) => one[kind]))])
  return {
    ids: Int32Array.from(people, ({ id }) => id),
    ...{ score: column('score'), second: column('second'), tie: column('tie') },
    groups: Object.fromEntries(groups) as People['groups'],
  }
}
