import { addJob } from '#server/platform/jobs/jobs.ts'
import type { Services } from '#server/services.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { parseWire, showDateTime } from '#shared/platform/time/moscow.ts'
import { maxPublishDays } from '#shared/review/cutoffs/limits.ts'
import { auditProtocol } from './frozen.ts'
import { protocolOf } from './store.ts'

export interface ProtocolPlace {
  competition: string
  number: number
}

const minute = 60_000
const day = 24 * 60 * minute

/** The second organiser confirms the protocol that another organiser froze, and sets when it is published. */
export async function confirmProtocol(services: Services, actorId: number, place: ProtocolPlace, publishAt: string) {
  const { db, clock } = services
  const now = clock()
  const at = parseWire(publishAt)
  // The current minute counts as now.
  if (!at || at.getTime() <= now.getTime() - minute || at.getTime() > now.getTime() + maxPublishDays * day)
    throw new Refusal('publish_at_unfit', { values: { days: maxPublishDays } })
  await db.transaction().execute(async (tx) => {
    const { id, frozen_by, freezing, confirmed_at, withdrawn_at, hash, stage_id } = await protocolOf(tx, place, 'lock')
    if (confirmed_at || withdrawn_at) throw new Refusal('protocol_settled')
    if (freezing !== null) throw new Refusal('protocol_freezing')
    if (frozen_by === actorId) throw new Refusal('protocol_own')
    await tx
      .updateTable('protocols')
      .set({ confirmed_by: actorId, confirmed_at: now, publish_at: at })
      .where('id', '=', id)
      .execute()
    await addJob(tx, 'publish_protocols', {}, { runAt: at })
    const stage = await tx.selectFrom('stages').select('code').where('id', '=', stage_id).executeTakeFirstOrThrow()
    await auditProtocol(tx, actorId, 'protocol_confirmed', {
      ...{ ...place, stage: stage.code, hash },
      inWords: `Протокол № ${place.number}: публикация ${showDateTime(at)}`,
    })
  })
}

/** Takes a protocol back, confirmed or not, before its minute of publication. */
export async function withdrawProtocol(services: Services, actorId: number, place: ProtocolPlace, reason: string) {
  const { db, clock } = services
  const now = clock()
  await db.transaction().execute(async (tx) => {
    const { id, publish_at, withdrawn_at, hash, stage_id } = await protocolOf(tx, place, 'lock')
    if (withdrawn_at || (publish_at && publish_at <= now)) throw new Refusal('protocol_settled')
    await tx
      .updateTable('protocols')
      .set({ withdrawn_by: actorId, withdrawn_at: now, withdrawn_why: reason.trim() })
      .where('id', '=', id)
      .execute()
    const stage = await tx.selectFrom('stages').select('code').where('id', '=', stage_id).executeTakeFirstOrThrow()
    await auditProtocol(tx, actorId, 'protocol_withdrawn', {
      ...{ ...place, stage: stage.code, hash },
      inWords: `Протокол № ${place.number}`,
    })
  })
}
