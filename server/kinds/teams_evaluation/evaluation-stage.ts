import { sql } from 'kysely'
import type { Db, Tx } from '#server/db.ts'
import type { Services } from '#server/services.ts'
import { settingsAt } from '#server/stages/kind.ts'
import { lockStage, type OneStage } from '#server/stages/one-stage.ts'
import { teamOf } from '#server/stages/person-stages.ts'
import { teamsEvaluationKind } from '#shared/kinds/teams_evaluation/contract.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'

export interface Place {
  competition: string
  code: string
}

export interface InEvaluation {
  accountId: number
  stageId: number
}

export const evaluationType = teamsEvaluationKind.type

export const settingsOf = (stage: Parameters<typeof settingsAt>[1]) => settingsAt(teamsEvaluationKind, stage)
export type EvaluationSettings = ReturnType<typeof settingsOf>

/** A stage of this kind, for its organiser. */
export async function ownersEvaluation(
  { db, seasons }: Pick<Services, 'db' | 'seasons'>,
  { competition, code }: Place,
) {
  const season = await seasons.of(db, competition)
  if (!season) throw new Refusal('competition_not_found')
  const stage = season.byCode.get(code)
  if (stage?.type !== evaluationType) throw new Refusal('stage_not_found')
  return { season, stage, settings: settingsOf(stage) }
}

export interface Member {
  account_id: number
  test_id: number
  first_name: string
  last_name: string
  avatar: string | null
  role: 'captain' | 'member'
  done: boolean
}

/** The current members of the team, and whether each has handed in the marks. */
export const membersOf = (db: Db | Tx, stageId: number, teamId: number): Promise<Member[]> =>
  db
    .selectFrom('formed_team_members as m')
    .innerJoin('accounts as a', 'a.id', 'm.account_id')
    .leftJoin('stage_facts as f', (join) =>
      join.onRef('f.account_id', '=', 'm.account_id').on('f.stage_id', '=', stageId),
    )
    .select(['m.account_id', 'm.role', 'a.test_id', 'a.first_name', 'a.last_name', 'a.avatar'])
    .select(sql<boolean>`f.submitted_at is not null`.as('done'))
    .where('m.team_id', '=', teamId)
    .where('m.state', '=', 'active')
    .orderBy('a.last_name')
    .orderBy('a.first_name')
    .orderBy('m.account_id')
    .execute()

export const shortName = ({ first_name, last_name, test_id }: Pick<Member, 'first_name' | 'last_name' | 'test_id'>) =>
  `${first_name} ${last_name}`.trim() || `Участник ${test_id}`

/** Writes of marks run in parallel; the count and the writes wait for each other. */
export const lockCount = (tx: Tx, stageId: number, how: 'write' | 'count') =>
  how === 'count'
    ? sql`select pg_advisory_xact_lock(${stageId}, hashtext('team_marks'))`.execute(tx)
    : sql`select pg_advisory_xact_lock_shared(${stageId}, hashtext('team_marks'))`.execute(tx)

export async function countedAt(db: Db | Tx, stageId: number): Promise<Date | null> {
  const found = await db
    .selectFrom('team_evaluations')
    .select('counted_at')
    .where('stage_id', '=', stageId)
    .executeTakeFirst()
  return found?.counted_at ?? null
}

export interface LockedTeam {
  stage: OneStage
  settings: EvaluationSettings
  teamId: number
  members: Member[]
  me: Member
}

/** The person's stage and team for a write: the members of a team write one after the other. */
export async function lockTeam(tx: Tx, { seasons }: Services, of: InEvaluation, now: Date): Promise<LockedTeam> {
  await lockCount(tx, of.stageId, 'write')
  const stage = await lockStage(tx, seasons, of.accountId, { stageId: of.stageId, type: evaluationType }, now)
  if (await countedAt(tx, of.stageId)) throw new Refusal('team_marks_final')
  const teamId = teamOf(stage.all)?.id ?? null
  if (teamId === null) throw new Refusal('stage_not_allowed', { values: { reason: 'Сначала вступите в команду' } })
  await tx.selectFrom('formed_teams').select('id').where('id', '=', teamId).forUpdate().execute()
  const members = await membersOf(tx, of.stageId, teamId)
  const me = members.find(({ account_id }) => account_id === of.accountId)
  if (!me || members.length < 2) throw new Refusal('no_teammates')
  return { stage, settings: settingsOf(stage.row), teamId, members, me }
}
