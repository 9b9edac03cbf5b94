import type { ExpressionBuilder } from 'kysely'
import type { Db, Tx } from '#server/db.ts'
import type { Database } from '#server/tables.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { type PersonStage, type PersonStages, teamOf } from './person-stages.ts'

/** The owner of a work: one person, or the person's team. */
export interface WorkOwner {
  stageId: number
  /** The person who is working. */
  accountId: number
  /** Null when the work belongs to the person. */
  teamId: number | null
}

/** The owner of the person's work at the stage. Throws when the stage is for teams and the person has none. */
export function workOwner({ row, all }: PersonStage & { all: PersonStages }, accountId: number): WorkOwner {
  const own = { stageId: row.id, accountId, teamId: null }
  if (row.kind?.contract.work !== 'team') return own
  const team = teamOf(all)
  if (!team) throw new Refusal('stage_not_allowed', { values: { reason: 'Сначала вступите в команду' } })
  return { ...own, teamId: team.id }
}

type Owned = 'stage_drafts' | 'hand_ins' | 'attempts'

/** A condition: only rows of this owner at this stage. */
export const ownedBy =
  ({ stageId, accountId, teamId }: WorkOwner) =>
  <T extends Owned>(is: ExpressionBuilder<Database, T>) => {
    const owned = is as unknown as ExpressionBuilder<Database, Owned>
    return owned.and([
      owned('stage_id', '=', stageId),
      teamId === null ? owned('account_id', '=', accountId) : owned('team_id', '=', teamId),
    ])
  }

/** Everybody whose facts the work changes. A team is already locked, so nobody can join or leave it meanwhile. */
export async function workersOf(tx: Db | Tx, { accountId, teamId }: WorkOwner): Promise<number[]> {
  if (teamId === null) return [accountId]
  const members = await tx
    .selectFrom('formed_team_members')
    .select('account_id')
    .where('team_id', '=', teamId)
    .where('state', '=', 'active')
    .orderBy('account_id')
    .execute()
  return members.map((member) => member.account_id)
}

/** The latest revision, or null when nothing was handed in. */
export async function lastHandIn(db: Db | Tx, owner: WorkOwner) {
  const found = await db
    .selectFrom('hand_ins')
    .select(['id', 'revision', 'arrived_at', 'form_version', 'receipt_number', 'data', 'by_system'])
    .where(ownedBy(owner))
    .orderBy('revision', 'desc')
    .limit(1)
    .executeTakeFirst()
  return found ?? null
}

export async function draftOf(db: Db | Tx, owner: WorkOwner) {
  const found = await db
    .selectFrom('stage_drafts')
    .select(['id', 'revision', 'data', 'saved_at'])
    .where(ownedBy(owner))
    .executeTakeFirst()
  return found ?? null
}
