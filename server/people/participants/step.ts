import { type RawBuilder, sql } from 'kysely'
import type { SeasonStage } from '#server/stages/season.ts'

/** How far a person has come at a stage, from the row `f` of stage_facts; a person without a row has not begun. */
export const stepOf = sql<string>`case
  when f.passed_at is not null then 'passed'
  when f.failed_at is not null then 'failed'
  when f.returned_at is not null then 'returned'
  when f.submitted_at is not null then 'handed_in'
  when f.started_at is not null then 'begun'
  else 'not_begun' end`

/** The steps of `stepOf` from the first to the last, without `not_begun`. */
export const begunSteps = ['begun', 'handed_in', 'returned', 'failed', 'passed'] as const
export type BegunStep = (typeof begunSteps)[number]

/**
 * Counts the rows `f` that have come to each step or further. Grouping by `stepOf` would be simpler, but PostgreSQL
 * would then expect as many groups as there are moments, and count them in one process.
 */
export const reachedOf = sql<Record<BegunStep, number>>`
  count(coalesce(f.started_at, f.submitted_at, f.returned_at, f.failed_at, f.passed_at))::int as begun,
  count(coalesce(f.submitted_at, f.returned_at, f.failed_at, f.passed_at))::int as handed_in,
  count(coalesce(f.returned_at, f.failed_at, f.passed_at))::int as returned,
  count(coalesce(f.failed_at, f.passed_at))::int as failed,
  count(f.passed_at)::int as passed`

/** Whether a stage is meant for a participation `p`. */
export const isStageFor = ({ tracks }: Pick<SeasonStage, 'tracks'>): RawBuilder<unknown> =>
  tracks.length === 0 ? sql`true` : sql`p.track_code = any(${[...tracks]}::text[])`
