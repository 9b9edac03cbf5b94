import { type RawBuilder, sql } from 'kysely'
import type { Caller } from '#server/platform/http/handler.ts'

/** A condition: the caller may check works of the stage `s`, as its checker or as an organiser of its competition. */
export function mayCheck(caller: Caller): RawBuilder<boolean> {
  return sql<boolean>`(${organises(caller)} or exists (
    select from stage_staff t where t.stage_id = s.id and t.account_id = ${caller.accountId} and t.duty = 'check'))`
}

/**
 * A condition beside `mayCheck`: the work `w` of the stage `s` is by somebody of the caller's regions, or he is not limited
 * to any. Nobody who is limited sees works of teams. Whoever is limited nowhere costs one look, not one a work.
 */
export function inRegionsOf(caller: Caller): RawBuilder<boolean> {
  const duties = sql`stage_staff t where t.account_id = ${caller.accountId} and t.duty = 'check'`
  return sql<boolean>`(not exists (select from ${duties} and t.regions <> '{}') or ${organises(caller)} or exists (
    select from ${duties} and t.stage_id = s.id and (t.regions = '{}' or exists (
      select from participations p
      where p.account_id = w.account_id and p.competition_code = s.competition_code and p.region = any(t.regions)))))`
}

/** The caller organises the assessment in the competition of the stage `s`. */
function organises(caller: Caller): RawBuilder<boolean> {
  const codes = caller.mayOrganise ? caller.flags.assessment : undefined
  if (codes === undefined) return sql`false`
  return codes.length === 0 ? sql`true` : sql`s.competition_code = any(${codes}::text[])`
}

/** A condition: no judge reads the work `w`. Judges' marks decide about such a work, and nobody checks it beside them. */
export const notRead = sql<boolean>`not exists (select from readings d where d.work_id = w.id)`
