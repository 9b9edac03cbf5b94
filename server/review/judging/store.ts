import { sql } from 'kysely'
import type { Db, Tx } from '#server/db.ts'
import type { Services } from '#server/services.ts'
import type { SeasonStage } from '#server/stages/season.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import type { Judging } from '#shared/stages/judging-form.ts'

export interface Place {
  competition: string
  code: string
}

/** How works are judged where the organiser has set nothing. */
export const defaultJudging: Judging = {
  readers: 3,
  blind: true,
  gap: 30,
  method: 'mean',
  load_cap: 60,
  batch: null,
  other_region: 'wish',
  read_until: null,
  asks_verdict: false,
}

/** The default judging for a stage of this kind. */
export const usualJudging = (stage: SeasonStage): Judging => ({ ...defaultJudging, ...stage.kind?.judging?.settings })

const columns = [
  'state',
  'readers',
  'blind',
  'gap',
  'method',
  'load_cap',
  'batch',
  'other_region',
  'read_until',
  'asks_verdict',
] as const
const acts = ['assign_asked_at', 'assigned', 'remind_at', 'reminded_at'] as const

/** The judging of a stage, or null before an organiser has set it up. */
export const judgingOf = async (db: Db | Tx, stageId: number) =>
  (await db.selectFrom('judgings').select(columns).select(acts).where('stage_id', '=', stageId).executeTakeFirst()) ??
  null

/** The judging of a stage; nobody changes it until the transaction ends. `version` differs after every change. */
export const lockJudging = async (tx: Tx, stageId: number, strength: 'forUpdate' | 'forShare') => {
  const query = tx
    .selectFrom('judgings')
    .select(columns)
    .select(acts)
    .select(sql<string>`xmin::text`.as('version'))
    .where('stage_id', '=', stageId)
  const found = await (strength === 'forUpdate' ? query.forUpdate() : query.forShare()).executeTakeFirst()
  if (!found) throw new Refusal('judging_not_ready')
  return found
}

/** The newest rubric of a stage, or null. */
export const newestRubric = async (db: Db | Tx, stageId: number) =>
  (await db
    .selectFrom('rubrics')
    .select(['id', 'version', 'criteria'])
    .where('stage_id', '=', stageId)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()) ?? null

/** Whether people judge works of this stage's kind: its answers can be read in words. */
export const isJudged = <S extends Pick<SeasonStage, 'kind'>>(stage: S | undefined): stage is S =>
  stage?.kind?.work?.toCheck === 'inWords'

/** A stage whose works people judge, or a refusal. */
export async function judgedStage({ db, seasons }: Pick<Services, 'db' | 'seasons'>, { competition, code }: Place) {
  const stage = (await seasons.of(db, competition))?.byCode.get(code)
  if (!isJudged(stage)) throw new Refusal('stage_not_found')
  return stage
}

/** A stage that has judges, of works or of matches, or a refusal. */
export async function stageWithJudges({ db, seasons }: Pick<Services, 'db' | 'seasons'>, place: Place) {
  const stage = (await seasons.of(db, place.competition))?.byCode.get(place.code)
  if (stage?.kind?.judgesMatches !== true && !isJudged(stage)) throw new Refusal('stage_not_found')
  return stage
}

/** A condition: the judge has marked the current hand-in. `r` is a reading, `w` its work. */
export const marked = sql<boolean>`(r.done_at is not null and r.hand_in_id = w.hand_in_id)`

/** Marks of a reading count while they are of the current hand-in; those for an appeal only help to answer it. */
export const counts = sql<boolean>`(${marked} and not r.for_appeal)`

/** A condition: the judge of the reading `r` has not been removed from the stage of its work `w`. */
export const stillJudges = sql<boolean>`exists (
  select from stage_staff d where d.stage_id = w.stage_id and d.account_id = r.judge_id and d.duty = 'judge')`

/**
 * A condition: the reading `r` has one of the places of its work `w`. Marks of a removed judge keep it while they are
 * of the current hand-in.
 */
export const hasPlace = sql<boolean>`(r.abstained is null and not r.extra and (coalesce(${marked}, false) or ${stillJudges}))`

/**
 * The region of the judge `t`: as organisers have stated, otherwise as the judge has stated, otherwise that of the
 * judge's own latest participation. Null where it is unknown.
 */
export const judgeRegion = sql<string | null>`coalesce(t.region, (
  select b.region from judge_backgrounds b where b.account_id = t.account_id), (
  select p.region from participations p where p.account_id = t.account_id and p.region is not null
  order by p.joined_at desc, p.competition_code limit 1))`

/**
 * A condition: no job is still comparing the work `w` with others or looking for names in it; also true after the job
 * was interrupted.
 */
export const isPrepared = sql<boolean>`(not exists (
  select from stage_facts f
  where f.stage_id = w.stage_id and f.account_id = w.account_id
    and f.processing_at is not null and f.interrupted_at is null)
  and not exists (
  select from formed_team_members m join stage_facts f on f.account_id = m.account_id and f.stage_id = w.stage_id
  where m.team_id = w.team_id and m.state = 'active' and f.processing_at is not null and f.interrupted_at is null))`

/** A query of those whose work is not prepared. They are few at any time. */
export const inProcessing = sql`
  select stage_id, account_id from stage_facts where processing_at is not null and interrupted_at is null`

/** A condition: the judge `t` is of the region of the author of the work `w`, of the stage `s`. */
export const sameRegion = sql<boolean>`exists (
  select from participations p
  where p.account_id = w.account_id and p.competition_code = s.competition_code and p.region = ${judgeRegion})`

/** A condition: participants assess the works of the stage `s` at the stage `p`. */
export const assesses = sql<boolean>`(p.competition_code = s.competition_code
  and p.type = 'mgmt_solution_assessment' and p.published and p.settings ->> 'works_of' = s.code)`

/** A condition: the author of the work `w` appeals, and nobody has answered yet. */
export const appealed = sql<boolean>`exists (
  select from appeals p where p.work_id = w.id and p.hand_in_id = w.hand_in_id and p.answered_at is null)`

/** A condition: experts agreed on the marks of the current hand-in of `w`, and judges are trained or measured by it. */
export const isReference = sql<boolean>`exists (
  select from judge_references e where e.work_id = w.id and e.hand_in_id = w.hand_in_id)`

/** Like `isReference`, for works that judges mark before all others and then see the agreed marks of. */
export const isTraining = sql<boolean>`exists (
  select from judge_references e where e.work_id = w.id and e.hand_in_id = w.hand_in_id and e.training)`
