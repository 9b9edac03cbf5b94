import type { ExpressionBuilder } from 'kysely'
import type { Db, Tx } from '#server/db.ts'
import type { Database } from '#server/tables.ts'
import { Refusal } from '#shared/api/refusals.ts'
import { type PersonStage, type PersonStages, teamOf } from './person-stages.ts'

/** Whose work it is: one person's, or that of his whole team. */
export interface WorkOwner {
  stageId: number
  /** Who is at work. */
  accountId: number
  /** Null where the work is his own. */
  teamId: number | null
}

/** The owner of the person's work at the stage. Throws when the stage takes the work of teams and he is in none. */
export function workOwner({ row, all }: PersonStage & { all: PersonStages }, accountId: number): WorkOwner {
  const own = { stageId: row.id, accountId, teamId: null }
  if (row.kind?.contract.work !== 'team') return own
  const team = teamOf(all)
  if (!team) throw new Refusal('stage_not_allowed', { values: { reason: 'Сначала вступите в команду' } })
  return { ...own, teamId: team.id }
}

type Owned = 'stage_drafts' | 'hand_ins'

/** Only rows of this owner at this stage. */
export const ownedBy =
  ({ stageId, accountId, teamId }: WorkOwner) =>
  <T extends Owned>(is: ExpressionBuilder<Database, T>) => {
    const owned = is as unknown as ExpressionBuilder<Database, Owned>
    return owned.and([
      owned('stage_id', '=', stageId),
      teamId === null ? owned('account_id', '=', accountId) : owned('team_id', '=', teamId),
    ])
  }

/** Everybody whose facts the work changes. A team is locked by now, so nobody joins or leaves it meanwhile. */
export async function workersOf(tx: Tx, { accountId, teamId }: WorkOwner): Promise<number[]> {
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

/** The revision that counts, or null when nothing was handed in. */
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
