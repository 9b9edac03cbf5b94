import type { Tx } from '#server/db.ts'
import type { TeamRow } from './store.ts'

/** Keeps counting the place of a person who leaves a locked team, until a newcomer takes it. */
export async function keepPlace(tx: Tx, teamId: number): Promise<void> {
  await tx
    .updateTable('formed_teams')
    .set((eb) => ({ gone_after_close: eb('gone_after_close', '+', 1) }))
    .where('id', '=', teamId)
    .execute()
}

/**
 * A newcomer takes a free place or, when there is none, a place that is still counted for a person who has left.
 * `members` is the number of members before the newcomer. The caller holds the lock of the team.
 */
export async function takeKeptPlace(
  tx: Tx,
  { id, gone_after_close: kept }: Pick<TeamRow, 'id' | 'gone_after_close'>,
  { members, max }: { members: number; max: number },
): Promise<void> {
  if (kept > 0 && members + kept >= max)
    await tx
      .updateTable('formed_teams')
      .set({ gone_after_close: kept - 1 })
      .where('id', '=', id)
      .execute()
}
