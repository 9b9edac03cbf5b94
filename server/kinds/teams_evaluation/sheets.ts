import { sql } from 'kysely'
import type { Db, Tx } from '#server/db.ts'
import { keyedHash } from '#server/platform/crypto/hashes.ts'
import type { Services } from '#server/services.ts'
import type { RatedPair } from '#shared/kinds/teams_evaluation/report.ts'
import type { Sheet } from './tables.ts'

interface Keyed {
  config: Pick<Services['config'], 'pepper'>
}

/**
 * The pseudonym under which a person's sheet about a teammate is kept. Only the portal can compute it, because the
 * pepper is not in the database. Each pair has its own: with one pseudonym for all sheets of a rater, the person
 * missing among the targets would be the rater.
 */
export const pseudonym = (
  { config }: Keyed,
  { stageId, rater, target }: { stageId: number; rater: number; target: number },
): string =>
  keyedHash(config.pepper, 'team mark', `${stageId} ${rater} ${target}`).subarray(0, 16).toString('base64url')

/** The sheets about each person, by pseudonym. */
export type Sheets = Map<number, Record<string, Sheet>>

export async function sheetsAbout(db: Db | Tx, stageId: number, people: readonly number[]): Promise<Sheets> {
  const rows = await db
    .selectFrom('team_marks')
    .select(['account_id', 'sheets'])
    .where('stage_id', '=', stageId)
    .where('account_id', 'in', [0, ...people])
    .execute()
  return new Map(rows.map(({ account_id, sheets }) => [account_id, sheets]))
}

/**
 * Writes the sheets about all these people, including unchanged ones: otherwise the row that is older than the others
 * would reveal the last rater.
 */
export async function keepSheets(tx: Tx, stageId: number, sheets: Sheets, people: readonly number[]): Promise<void> {
  const texts = people.map((person) => JSON.stringify(sheets.get(person) ?? {}))
  await sql`
    insert into team_marks (stage_id, account_id, sheets)
    select ${stageId}, account, sheets::jsonb
    from unnest(${[...people]}::int[], ${texts}::text[]) as each (account, sheets)
    order by account
    on conflict (stage_id, account_id) do update set sheets = excluded.sheets`.execute(tx)
}

/** The handed-in sheets of these people about each other, with rater and target. */
export function pairsIn(
  services: Keyed,
  stageId: number,
  people: readonly number[],
  sheets: Sheets,
): (RatedPair & { name: string })[] {
  return people.flatMap((rater) =>
    people.flatMap((target) => {
      if (rater === target) return []
      const name = pseudonym(services, { stageId, rater, target })
      const sheet = sheets.get(target)?.[name]
      return sheet?.done ? [{ rater, target, name, marks: sheet.marks }] : []
    }),
  )
}
