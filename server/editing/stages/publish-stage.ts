import { sql } from 'kysely'
import type { Tx } from '#server/db.ts'
import { recordAudit } from '#server/platform/audit/record-audit.ts'
import type { Services } from '#server/services.ts'
import { lookAtAttempts } from '#server/stages/attempts.ts'
import { lockStored, type StagePlace, type StoredStage, storedStage } from '#server/stages/stored-stage.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { counted } from '#shared/platform/time/plural.ts'
import { auditDetail } from './audit-detail.ts'
import { checklistOf } from './checklist.ts'
import { changesOf, shownStage } from './show-stage.ts'
import { keepEdits, peopleAt, publishEdits } from './store.ts'

/** Publishes the saved edits. Refused while a stage that participants will see has red items. */
export async function publishStage(services: Services, accountId: number, place: StagePlace, revision: number) {
  const { db, seasons, clock } = services
  return db.transaction().execute(async (tx) => {
    const stored = await lockStored(tx, seasons, place, revision)
    const { live, edited, row } = stored
    if (!stored.waits) return shownStage(tx, stored)
    await refuseUnlessReady(tx, stored)
    const changes = changesOf(stored, live, edited)
    const { settingsVersion } = stored
    await publishEdits(tx, row.id, edited, settingsVersion)
    await keepEdits(tx, { stageId: row.id, edits: null, settingsVersion, accountId, now: clock() })
    // The tracks of a stage are a part of the season, too.
    if (edited.tracks.toSorted().join() !== live.tracks.toSorted().join())
      await sql`update competitions set revision = revision + 1 where code = ${place.competition}`.execute(tx)
    // Published dates may have changed the end of running attempts.
    if (row.kind?.attempts) await lookAtAttempts(tx)
    const shown = await shownStage(tx, await storedStage(tx, seasons, place))
    await recordAudit(tx, { actorId: accountId, action: 'stage_published', ...auditDetail(place, changes) })
    return shown
  })
}

async function refuseUnlessReady(tx: Tx, stored: StoredStage): Promise<void> {
  const { live, edited, row } = stored
  if (edited.published) {
    const blocking = (await checklistOf(tx, stored)).filter(({ level }) => level === 'red')
    if (blocking.length > 0)
      throw new Refusal('stage_not_ready', { values: { reason: blocking.map(({ text }) => text).join('. ') } })
    if (edited.tracks.length === 0) return
  }
  if (!live.published) return
  // The key, too: those who are working at the stage, which some people lose, are counted.
  await tx.selectFrom('stages').select('id').where('id', '=', row.id).forUpdate().execute()
  const people = await peopleAt(tx, row.id, edited.published ? edited.tracks : [])
  if (people === 0) return
  throw new Refusal('stage_in_use', { values: { people: counted(people, 'человек', 'человека', 'человек') } })
}
