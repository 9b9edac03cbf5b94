import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '#server/db.ts'

/** The season that is being filled, on a connection without triggers. */
export interface Season {
  tx: Tx
  code: string
  now: Date
  people: number
  /** The id of a stage by its code. */
  stage(code: string): number
  /** The organiser of whom acts are recorded; null on a portal without one. */
  by: number | null
}

/** The stages that people pass one after another; the first is the rung 0. */
export const rungs = [
  ...['registration', 'rules', 'test', 'form', 'traits', 'essay', 'portfolio', 'interview', 'assessment', 'teams'],
  ...['solution', 'marks', 'track', 'proposal', 'lesson', 'meeting', 'feedback', 'mentor', 'meetings', 'final_mentor'],
] as const
export type Rung = (typeof rungs)[number]
export const rungOf = (code: Rung): number => rungs.indexOf(code)

/** A number from 0 to 1 for person or team `n`, different for each question. */
export const share = (question: number, n = sql`n`) =>
  sql<number>`((hashint8extended((${n})::bigint, ${sql.lit(question)}) & 65535) / 65536.0)`

/** One of these values, by a number. */
export const pick = (values: readonly unknown[], number: RawBuilder<unknown>) =>
  sql<unknown>`(${JSON.stringify(values)}::jsonb -> ((${number})::int % ${sql.lit(values.length)}))`

/** When a person of the table `crowd` (`c`) begins the stage of a rung (`r`). */
export const opened = sql<Date>`(r.opens_at + make_interval(hours => (c.id * 31 + r.rung * 7) % 40))`

/** A receipt's number. */
export const receipt = sql<string>`extract(year from now())::text || '-' || lpad(nextval('receipt_numbers')::text, 7, '0')`

/** As many as there are for one person, and at least this many. */
export const atLeast = (least: number, forEach: number, { people }: Season): number =>
  Math.max(least, Math.round(people * forEach))

/** Writes the statistics of a table that was just filled, which the next statements are planned by. */
export const analyze = (tx: Tx, table: string) => sql`analyze ${sql.table(table)}`.execute(tx)

/** A file that everybody has at a stage. */
export interface SeasonFile {
  prefix: string
  name: string
  type: string
  purpose: 'image' | 'file' | 'video'
  size: number
}
const picture = { type: 'image/jpeg', purpose: 'image', size: 48_000 } as const
export const scan: SeasonFile = { prefix: 'scan', name: 'Паспорт.jpg', ...picture }
export const photo: SeasonFile = { prefix: 'photo', name: 'Портрет.jpg', ...picture }

/** The id of the file of a person. */
export const fileId = ({ prefix }: SeasonFile, account = sql`c.id`) => sql<string>`md5(${prefix} || ' ' || ${account})`

/** The value of a field with this file of a person. */
export const shownFile = (file: SeasonFile) => sql`jsonb_build_array(jsonb_build_object('file_id', ${fileId(file)},
  'name', ${file.name}::text, 'type', ${file.type}::text, 'size', ${sql.lit(file.size)}))`
