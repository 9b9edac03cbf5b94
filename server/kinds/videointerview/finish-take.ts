import type { Services } from '#server/services.ts'
import { takeMaxBytes } from '#shared/kinds/videointerview/take-rules.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { endTake, type TakeEnd } from './begin-take.ts'
import { interviewOf, lockInterview, refuseUnlessMayArrive } from './interview-stage.ts'
import { interviewPage } from './read-interview.ts'
import { lockTake, ownTake } from './store.ts'

/** Ends a recording. Repeating it changes nothing: the first end counts. */
export async function finishTake(services: Services, accountId: number, takeId: number, end: TakeEnd) {
  const { db, clock } = services
  const now = clock()
  const own = await ownTake(db, accountId, takeId)
  if (!own) throw new Refusal('video_take_not_found')
  const person = { accountId, stageId: own.stage_id }
  refuseUnlessMayArrive(await interviewOf(db, services, person, now), now)
  return db.transaction().execute(async (tx) => {
    const stage = await lockInterview(tx, services, person, now)
    refuseUnlessMayArrive(stage, now)
    const take = await lockTake(tx, takeId)
    if (take?.state === 'recording') {
      if (end.total > takeMaxBytes(take.max_ms / 1000)) throw new Refusal('video_take_too_big')
      // All bytes that have arrived count, even if the page reports fewer.
      await endTake(tx, take, { ...end, total: Math.max(end.total, take.received) }, now)
    } else if (take?.state === 'uploading' && end.broken && end.total < (take.total ?? 0)) {
      // The page has lost the rest, so the bytes that have arrived are the whole recording.
      await endTake(tx, take, { ...end, total: take.received }, now)
    }
    return interviewPage(tx, await lockInterview(tx, services, person, now), accountId, now)
  })
}
