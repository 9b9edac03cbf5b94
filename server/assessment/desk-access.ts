import { type RawBuilder, sql } from 'kysely'
import type { Caller } from '#server/platform/http/handler.ts'

/** A condition: the caller may check works of the stage `s`, as its checker or as an organiser of its competition. */
export function mayCheck(caller: Caller): RawBuilder<boolean> {
  const codes = caller.mayOrganise ? caller.flags.assessment : undefined
  const organises =
    codes === undefined ? sql`false` : codes.length === 0 ? sql`true` : sql`s.competition_code = any(${codes}::text[])`
  return sql<boolean>`(${organises} or exists (
    select from stage_staff t where t.stage_id = s.id and t.account_id = ${caller.accountId} and t.duty = 'check'))`
}

/** A condition: no judge reads the work `w`. Judges' marks decide about such a work, and nobody checks it beside them. */
export const notRead = sql<boolean>`not exists (select from readings d where d.work_id = w.id)`
