import { type RawBuilder, sql } from 'kysely'
import type { SeasonStage } from '#server/stages/season.ts'

/** How far a person has come at a stage, from his row `f` of stage_facts; without a row he has not begun. */
export const stepOf = sql<string>`case
  when f.passed_at is not null then 'passed'
  when f.failed_at is not null then 'failed'
  when f.returned_at is not null then 'returned'
  when f.submitted_at is not null then 'handed_in'
  when f.started_at is not null then 'begun'
  else 'not_begun' end`

/** Whether a stage is meant for a participation `p`. */
export const meantFor = ({ tracks }: Pick<SeasonStage, 'tracks'>): RawBuilder<unknown> =>
  tracks.length === 0 ? sql`true` : sql`p.track_code = any(${[...tracks]}::text[])`
