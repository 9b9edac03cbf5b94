import { type RawBuilder, sql } from 'kysely'
import type { Caller } from '#server/platform/http/handler.ts'

const isChecker = (caller: Caller) => sql`t.stage_id = s.id and t.account_id = ${caller.accountId} and t.duty = 'check'`

/** A condition: the caller is an organiser of the stage `s`. */
function organises(caller: Caller): RawBuilder<boolean> {
  const codes = caller.mayOrganise ? caller.flags.assessment : undefined
  if (codes === undefined) return sql<boolean>`false`
  return codes.length === 0 ? sql<boolean>`true` : sql<boolean>`s.competition_code = any(${codes}::text[])`
}

/** A condition: the caller may check works of the stage `s`, as its checker or as an organiser of its competition. */
export const mayCheck = (caller: Caller): RawBuilder<boolean> =>
  sql<boolean>`(${organises(caller)} or exists (select from stage_staff t where ${isChecker(caller)}))`

/** The same for the work `w` of the stage: a checker of some topics reads only works of these. */
export const mayCheckWork = (caller: Caller): RawBuilder<boolean> => sql<boolean>`(${organises(caller)} or exists (
  select from stage_staff t where ${isChecker(caller)} and (t.topics is null or w.topic = any(t.topics))))`

/** The same for many works `w` of one stage: what the caller checks there is looked up once. */
export const ofOwnTopics = (caller: Caller, stageId: number): RawBuilder<boolean> => sql<boolean>`(
  (select ${organises(caller)} or exists (
    select from stage_staff t where ${isChecker(caller)} and t.topics is null) from stages s where s.id = ${stageId})
  or w.topic = any(array(
    select unnest(t.topics) from stages s join stage_staff t on ${isChecker(caller)} where s.id = ${stageId})))`

/** A condition: a verdict on the work `w` is possible. One that has passed its formal check waits for judges. */
export const checkable = sql<boolean>`(w.waits_since is not null and w.step <> 'judging')`

/**
 * A condition: somebody has to check the work `w`. Where judges read it, their marks decide, and nobody checks it beside
 * them.
 */
export const waitsForCheck = sql<boolean>`(${checkable} and not exists (select from readings d where d.work_id = w.id))`
