import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/db.ts'
import { settingsAt } from '#server/stages/kind.ts'
import type { Seasons } from '#server/stages/seasons.ts'
import { mgmtProposalKind } from '#shared/kinds/mgmt_proposal/contract.ts'
import type { UsePurpose } from '#shared/kinds/mgmt_proposal/routes.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'

export interface Place {
  competition: string
  code: string
}

/** A condition: judges read the work `w`, so it is too late to withdraw it. A hidden assignment does not count. */
export const isRead = sql<boolean>`exists (
  select from readings r join judgings j on j.stage_id = w.stage_id and j.state <> 'setup'
  where r.work_id = w.id and r.abstained is null)`

/** A condition: the author of the work `w` allows this use now. */
const allows = (purpose: UsePurpose): RawBuilder<boolean> => sql<boolean>`exists (
  select from work_consents c
  where c.account_id = w.account_id and c.stage_id = w.stage_id and c.purpose = ${purpose} and c.withdrawn_at is null)`

/** A condition: the work `w` was handed in and not withdrawn. */
export const isHandedIn = sql<boolean>`exists (
  select from stage_facts f
  where f.stage_id = w.stage_id and f.account_id = w.account_id and f.submitted_at is not null and f.failed_at is null)`

/** A condition: the annotation of the work `w` may be shown. */
export const mayBeShown = sql<boolean>`(${isHandedIn} and ${allows('annotation')})`

/** A condition: an agency may get the work `w`: it has passed, and its author agrees. */
export const mayBeGivenAway = sql<boolean>`(${allows('agency')} and exists (
  select from stage_facts f
  where f.stage_id = w.stage_id and f.account_id = w.account_id and f.passed_at is not null))`

/** A stage of this kind with its settings, or a refusal. */
export async function proposalStage({ db, seasons }: { db: Db; seasons: Seasons }, { competition, code }: Place) {
  const stage = (await seasons.of(db, competition))?.byCode.get(code)
  if (stage?.type !== mgmtProposalKind.type) throw new Refusal('stage_not_found')
  return { stage, settings: settingsAt(mgmtProposalKind, stage) }
}
