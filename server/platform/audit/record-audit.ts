import { AsyncLocalStorage } from 'node:async_hooks'
import type { Tx } from '#server/db.ts'

/** What happens in one call: whether it has left a row of its own. */
export const auditedCall = new AsyncLocalStorage<{ recorded: boolean }>()

/**
 * Records who did what. The chain is locked until the transaction ends, so call this last. `detail` must not contain
 * personal data, because the row can never be erased. Words that somebody typed about people stand with what they are
 * about, so that they can be erased with it: hence no key for them here.
 */
export async function recordAudit(
  tx: Tx,
  act: { actorId: number | null; action: string; subject?: string; detail?: Detail },
): Promise<void> {
  await tx
    .insertInto('audit')
    .values({
      actor_id: act.actorId,
      action: act.action,
      subject: act.subject ?? '',
      detail: JSON.stringify(act.detail ?? {}),
    })
    .execute()
  const call = auditedCall.getStore()
  if (call) call.recorded = true
}

/** The call of staff under way leaves no row: it repeats one that has left its own. */
export function isRepeated(): void {
  const call = auditedCall.getStore()
  if (call) call.recorded = true
}

type Detail = Record<string, unknown> & { [Key in 'reason' | 'note' | 'comment' | 'text' | 'answer' | 'words']?: never }
