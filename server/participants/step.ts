import { type RawBuilder, sql } from 'kysely'
import type { SeasonStage } from '#server/stages/season.ts'

/** The steps behind the beginning, each with the fact of `stage_facts` that makes it. The last of these facts decides. */
const facts = [
  ['begun', 'started_at'],
  ['handed_in', 'submitted_at'],
  ['returned', 'returned_at'],
  ['failed', 'failed_at'],
  ['passed', 'passed_at'],
] as const

const fact = (column: string) => sql.ref(`f.${column}`)

/** How far a person has come at a stage, from his row `f` of stage_facts; without a row he has not begun. */
export const stepOf = sql<string>`case ${sql.join(
  facts.toReversed().map(([step, column]) => sql`when ${fact(column)} is not null then ${sql.lit(step)}`),
  sql` `,
)} else 'not_begun' end`

export const begunSteps = facts.map(([step]) => step)
export type BegunStep = (typeof begunSteps)[number]

/**
 * Of a group of rows `f`, how many have come to each step or further. Without a `case`, which PostgreSQL takes for as many
 * groups as there are moments, and then counts in one process.
 */
export const reachedOf = sql<Record<BegunStep, number>>`${sql.join(
  facts.map(
    ([step], at) =>
      sql`count(coalesce(${sql.join(facts.slice(at).map(([, column]) => fact(column)))}))::int as ${sql.id(step)}`,
  ),
)}`

/** Whether a stage is meant for a participation `p`. */
export const meantFor = ({ tracks }: Pick<SeasonStage, 'tracks'>): RawBuilder<unknown> =>
  tracks.length === 0 ? sql`true` : sql`p.track_code = any(${[...tracks]}::text[])`
