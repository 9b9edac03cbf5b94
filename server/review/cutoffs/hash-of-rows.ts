import { createHash } from 'node:crypto'

interface HashedRow {
  account_id: number
  outcome: string
  why: string | null
  place: number | null
  waiting: number | null
  score: number | string | null
  second: number | string | null
  parts: Record<string, number>
}

const number = (value: number | string | null) => (value === null ? null : Number(value))

/** Equal rows have equal hashes, in any order and also after they are read back. */
export const hashOfRows = (rows: readonly HashedRow[]): string =>
  hashOfSorted(rows.toSorted((one, other) => one.account_id - other.account_id))

/** The same for rows in the order of their people, which need not all exist at once. */
export function hashOfSorted(rows: Iterable<HashedRow>): string {
  const hash = createHash('sha256')
  for (const row of rows)
    hash.update(
      `${JSON.stringify([
        ...[row.account_id, row.outcome, row.why, row.place, row.waiting, number(row.score), number(row.second)],
        Object.entries(row.parts).sort(([one], [other]) => (one < other ? -1 : 1)),
      ])}\n`,
    )
  return hash.digest('hex')
}
