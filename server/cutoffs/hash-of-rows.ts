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
export function hashOfRows(rows: readonly HashedRow[]): string {
  const hash = createHash('sha256')
  for (const row of rows.toSorted((one, other) => one.account_id - other.account_id))
    hash.update(
      `${JSON.stringify([
        ...[row.account_id, row.outcome, row.why, row.place, row.waiting, number(row.score), number(row.second)],
        Object.entries(row.parts).sort(([one], [other]) => (one < other ? -1 : 1)),
      ])}\n`,
    )
  return hash.digest('hex')
}
