import type { Caller } from '#server/platform/http/handler.ts'
import type { Services } from '#server/services.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { formatWire } from '#shared/platform/time/moscow.ts'
import type { CheckDraft } from '#shared/review/checking/check.ts'
import { workToCheck } from './store.ts'
import { holdWork } from './take-next-work.ts'

interface TypedCheck {
  workId: number
  /** The hand-in that is being read. A draft about an earlier hand-in is replaced. */
  handIn: number
  data: CheckDraft
  /** The revision that was edited. Without it the latest save wins. */
  basedOn: number | undefined
}

/** Keeps what a checker has typed about a hand-in, and keeps the work on their desk. */
export async function saveCheckDraft(
  services: Services,
  caller: Caller,
  { workId, handIn, data, basedOn }: TypedCheck,
) {
  const { db, clock } = services
  const work = await workToCheck(db, caller, workId)
  if (!work) throw new Refusal('work_not_found')
  if (work.hand_in_id !== handIn) throw new Refusal('work_changed')
  await holdWork(services, caller, workId)
  const row = { hand_in_id: handIn, data: JSON.stringify(data), saved_at: clock() }
  const saved = await db
    .insertInto('check_drafts')
    .values({ work_id: workId, checker_id: caller.accountId, revision: 1, ...row })
    .onConflict((conflict) =>
      conflict
        .columns(['work_id', 'checker_id'])
        .doUpdateSet((is) => ({ ...row, revision: is('check_drafts.revision', '+', 1) }))
        .where((is) =>
          is.or([
            is.lit(basedOn === undefined),
            is('check_drafts.revision', '=', basedOn ?? 0),
            is('check_drafts.hand_in_id', '!=', handIn),
          ]),
        ),
    )
    .returning('revision')
    .executeTakeFirst()
  if (!saved) throw new Refusal('draft_conflict')
  return { revision: saved.revision, saved_at: formatWire(row.saved_at) }
}
