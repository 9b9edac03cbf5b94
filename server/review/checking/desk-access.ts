import { type RawBuilder, sql } from 'kysely'
import type { Caller } from '#server/platform/http/handler.ts'

const isChecker = (caller: Caller) => sql`t.stage_id = s.id and t.account_id = ${caller.accountId} and t.duty = 'check'`

/** The competitions that the caller organises, an empty list for all of them. */
const organised = (caller: Caller) => (caller.mayOrganise ? caller.flags.assessment : undefined)

/** Tells those apart who see different works of a competition: its organisers see all. */
export function seenBy(caller: Caller, competition: string): 'all' | number {
  const codes = organised(caller)
  return codes && (codes.length === 0 || codes.includes(competition)) ? 'all' : caller.accountId
}

/** A condition: the caller is an organiser of the stage `s`. */
function organises(caller: Caller): RawBuilder<boolean> {
  const codes = organised(caller)
  if (codes === undefined) return sql<boolean>`false`
  return codes.length === 0 ? sql<boolean>`true` : sql<boolean>`s.competition_code = any(${codes}::text[])`
}

/** A condition: the caller may check works of the stage `s`, as its checker or as an organiser of its competition. */
export const mayCheck = (caller: Caller): RawBuilder<boolean> =>
  sql<boolean>`(${organises(caller)} or exists (select from stage_staff t where ${isChecker(caller)}))`

/** A condition: the person of `w` is of the regions of the duty `t`. A duty with regions includes no works of teams. */
const inRegions = sql`(t.regions = '{}' or exists (
  select from participations p
  where p.account_id = w.account_id and p.competition_code = s.competition_code and p.region = any(t.regions)))`

/** A condition: the work `w` belongs to the duty `t`, by its topic and the region of its author. */
export const isOfDuty = sql`(t.topics is null or w.topic = any(t.topics)) and ${inRegions}`

/** A condition: the caller checks the stage `s` and may see the person of the row `w`, which is not a work. */
export const mayCheckPerson = (caller: Caller): RawBuilder<boolean> => sql<boolean>`(${organises(caller)} or exists (
  select from stage_staff t where ${isChecker(caller)} and ${inRegions}))`

/** Like `mayCheckPerson`, but for the work `w` of the stage: a checker may be limited to topics and to regions. */
export const mayCheckWork = (caller: Caller): RawBuilder<boolean> => sql<boolean>`(${organises(caller)} or exists (
  select from stage_staff t where ${isChecker(caller)} and ${isOfDuty}))`

/**
 * A condition: the caller judges the work `w` of the stage `s` and must not know its author, whom a checker sees. Also
 * true after the work was taken from the caller, because it may come back. Organisers see everything.
 */
export const judgesBlind = (caller: Caller): RawBuilder<boolean> => sql<boolean>`(not ${organises(caller)} and w.id in (
  select b.work_id from readings b join works o on o.id = b.work_id join judgings j on j.stage_id = o.stage_id and j.blind
  where b.judge_id = ${caller.accountId} and (b.abstained is null or b.taken is not null)))`

/**
 * A condition: the caller checks the teams of the stage `s`. Team members may be of any region and topic, so a checker
 * who is limited to some of them sees no teams.
 */
export const mayCheckTeams = (caller: Caller): RawBuilder<boolean> => sql<boolean>`(${organises(caller)} or exists (
  select from stage_staff t where ${isChecker(caller)} and t.topics is null and t.regions = '{}'))`

/** Like `mayCheckWork`, for many works `w` of one stage: whether the caller is limited there is looked up once. */
export const isOfOwnDuty = (caller: Caller, stageId: number): RawBuilder<boolean> => sql<boolean>`(
  (select ${organises(caller)} or exists (
    select from stage_staff t where ${isChecker(caller)} and t.topics is null and t.regions = '{}')
    from stages s where s.id = ${stageId})
  or exists (select from stages s join stage_staff t on ${isChecker(caller)} where s.id = ${stageId} and ${isOfDuty}))`

/** A condition: a verdict on the work `w` is possible. After its formal check a work waits for judges instead. */
export const checkable = sql<boolean>`(w.waits_since is not null and w.step <> 'judging')`

/**
 * A condition: somebody has to check the work `w`. Where judges read it, their marks decide, and nobody checks it as
 * well. A taken reading does not count, but while another judge is looked for, the work waits for that judge.
 */
export const waitsForCheck = sql<boolean>`(${checkable} and not exists (
  select from readings d where d.work_id = w.id and d.taken is null
  -- Looked up work by work: mostly the first of very many are asked for.
  offset 0)
  and not exists (
  select from reading_gaps g join judgings j on j.stage_id = w.stage_id
  where g.work_id = w.id and j.state = 'reading' and j.assigned is not null))`
