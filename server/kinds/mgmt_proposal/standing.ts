import { sql } from 'kysely'
import type { Standing } from '#server/stages/kind.ts'
import { stageStatus } from '#shared/stages/stage-status.ts'

const reason = 'Предложение принято. Идёт формальная проверка, после неё его прочитают эксперты'

/** A proposal under its formal check is being processed; after the check it waits for a decision. */
export const proposalStanding: Standing = {
  column: ({ accountId }) => sql<Record<string, true> | null>`(
    select json_object_agg(w.stage_id, true) from works w
    where w.account_id = ${accountId} and w.step = 'check' and w.waits_since is not null)`,
  read: (json) => json,
  state(stage, facts, _own, now) {
    const state = stageStatus(stage, facts, now)
    if (state.status !== 'wait' || facts.submittedAt === null) return { facts, state }
    return { facts, state: { ...state, status: 'processing', reason, reasons: [reason] } }
  },
  changes: () => [],
  team: () => null,
}
