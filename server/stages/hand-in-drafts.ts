import type { Tx } from '#server/db.ts'
import type { Services } from '#server/services.ts'
import { uploadGraceMs, uploadSilenceMs } from '#shared/platform/files/limits.ts'
import { handInGrace } from '#shared/stages/window.ts'
import { lockStage, type OneStage } from './one-stage.ts'
import { sweepDue } from './sweep-due.ts'
import { keepWork } from './work.ts'
import { workersOf, workOwner } from './work-owner.ts'

const lookAgainMs = 30_000

/**
 * Hands in drafts at the end of their window, where the stage requires that, and returns how many. Only due drafts are
 * looked at, each once: it is taken, declined, or due later because the window has moved.
 */
export function handInDraftsAtEnd(services: Services): Promise<number> {
  const now = services.clock()
  return sweepDue(services, 'stage_drafts', now, (tx, id) => settleDraft(tx, services, id, now))
}

/** Settles one draft; returns whether it was handed in. */
async function settleDraft(tx: Tx, services: Services, draftId: number, now: Date): Promise<boolean> {
  const found = await draftDue(tx, draftId, now).executeTakeFirst()
  if (!found) return false
  const accountId = found.account_id ?? (await somebodyOf(tx, found.team_id))
  if (accountId === null) return later(tx, draftId, { due_at: null })
  // The stage is locked before the draft, as in every save.
  const name = { stageId: found.stage_id }
  const stage = await lockStage(tx, services.seasons, accountId, name, now).catch(() => null)
  const draft = await draftDue(tx, draftId, now).forUpdate().executeTakeFirst()
  // Another sweep has settled it.
  if (!draft) return false
  const { closesAt } = stage?.state.window ?? {}
  if (
    !stage?.row.submitDraftAtEnd ||
    !closesAt ||
    stage.facts.submittedAt ||
    stage.facts.passedAt ||
    stage.facts.failedAt
  )
    return later(tx, draftId, { due_at: null })
  const end = new Date(closesAt.getTime() + handInGrace)
  if (now < end) return later(tx, draftId, { due_at: end })
  const work = { accountId, stage, data: draft.data, receivedAt: closesAt, now, formVersion: undefined, ip: '' }
  const over = stage.state.status === 'timeover' && stage.row.kind?.work?.draft
  const again = over
    ? ((await filesComing(tx, stage, accountId, now)) ?? (await over.waits?.(tx, services, work)))
    : null
  if (again) return later(tx, draftId, { due_at: again })
  const taken = over ? await over.atEnd(tx, services, work) : null
  if (!taken) return later(tx, draftId, { due_at: null, declined_at: now })
  await keepWork(tx, stage, workOwner(stage, accountId), taken, { arrivedAt: closesAt, now, bySystem: true })
  return true
}

/** How long after its arrival a complete file may take to get into the draft, in milliseconds. */
const settlingMs = 60_000

/** When to look again, while a file whose upload began before the end is still arriving; null without such a file. */
async function filesComing(tx: Tx, stage: OneStage, accountId: number, now: Date): Promise<Date | null> {
  const { closesAt } = stage.state.window
  if (!closesAt || now.getTime() > closesAt.getTime() + uploadGraceMs) return null
  const coming = await tx
    .selectFrom('uploads')
    .select('id')
    .where('stage_id', '=', stage.row.id)
    .where('account_id', 'in', await workersOf(tx, workOwner(stage, accountId)))
    .where('field', 'is not', null)
    .where('began_at', '<', closesAt)
    .where((is) => {
      const heardFor = (ms: number) => is('heard_at', '>', new Date(now.getTime() - ms))
      // A file that has just arrived gets into the draft a moment later, or when its call is repeated.
      return is.or([is.and([is('file_id', 'is', null), heardFor(uploadSilenceMs)]), heardFor(settlingMs)])
    })
    .limit(1)
    .executeTakeFirst()
  return coming ? new Date(now.getTime() + lookAgainMs) : null
}

/** The draft while it is due. When two sweeps run at once, the second one finds under the lock that it no longer is. */
const draftDue = (tx: Tx, id: number, now: Date) =>
  tx
    .selectFrom('stage_drafts')
    .select(['account_id', 'team_id', 'stage_id', 'data'])
    .where('id', '=', id)
    .where('due_at', '<=', now)

/** The member for whom the draft of a team is handed in: the last author may have left the team or the portal. */
async function somebodyOf(tx: Tx, teamId: number | null): Promise<number | null> {
  const member = await tx
    .selectFrom('formed_team_members')
    .select('account_id')
    .where('team_id', '=', teamId)
    .where('state', '=', 'active')
    .orderBy('role')
    .orderBy('since')
    .orderBy('account_id')
    .limit(1)
    .executeTakeFirst()
  return member?.account_id ?? null
}

async function later(tx: Tx, id: number, set: { due_at: Date | null; declined_at?: Date }): Promise<false> {
  await tx.updateTable('stage_drafts').set(set).where('id', '=', id).execute()
  return false
}
