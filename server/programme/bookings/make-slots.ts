import { sql } from 'kysely'
import type { Tx } from '#server/db.ts'
import { audited } from '#server/review/judging/edit-judging.ts'
import type { Place } from '#server/review/judging/store.ts'
import type { Services } from '#server/services.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { showDateTime } from '#shared/platform/time/moscow.ts'
import { maxSlotsAtOnce } from '#shared/programme/bookings/limits.ts'
import { type SlotPlan, slotTimes } from '#shared/programme/bookings/slot-plan.ts'
import { eventStage, readEventPanel } from './event-stage.ts'

export interface NewSlots extends Omit<SlotPlan, 'minutes'> {
  capacity: number
  regions: string[]
  tracks: string[]
}

/** Makes slots on every day of the plan. With the first ones the event of the stage is made. */
export async function makeSlots(services: Services, actorId: number, place: Place, plan: NewSlots) {
  const { stage, settings } = await eventStage(services, place)
  const times = slotTimes({ ...plan, minutes: settings.minutes })
  if (!times || times.length === 0 || times.length > maxSlotsAtOnce)
    throw new Refusal('slots_unfit', { values: { max: maxSlotsAtOnce } })
  const now = services.clock()
  if (times.some((time) => time <= now)) throw new Refusal('slot_past')
  await services.db.transaction().execute(async (tx) => {
    const event = await lockedEvent(tx, { stageId: stage.id, competition: place.competition, title: stage.title })
    if (event.cancelled_because !== null)
      throw new Refusal('event_cancelled', { values: { reason: event.cancelled_because } })
    await refuseCrossing(tx, { eventId: event.id, times, ...plan })
    const [regions, tracks] = [plan.regions, plan.tracks]
    await tx
      .insertInto('offline_event_slots')
      .values(times.map((start_time) => ({ event_id: event.id, start_time, capacity: plan.capacity, regions, tracks })))
      .execute()
    await audited(tx, actorId, place, 'event_slots_made', [
      { field: 'slots', title: `Встреч: ${times.length}, мест в каждой: ${plan.capacity}` },
    ])
  })
  return readEventPanel(services, place)
}

/** The event of the stage, made if missing, with its schedule locked until the transaction ends. */
async function lockedEvent(tx: Tx, of: { stageId: number; competition: string; title: string }) {
  await tx
    .insertInto('offline_events')
    .values({ stage_id: of.stageId, competition_code: of.competition, title: of.title, address: '' })
    .onConflict((conflict) => conflict.column('stage_id').doNothing())
    .execute()
  return tx
    .selectFrom('offline_events')
    .select(['id', 'cancelled_because'])
    .where('stage_id', '=', of.stageId)
    .forUpdate()
    .executeTakeFirstOrThrow()
}

interface Wanted {
  eventId: number
  times: readonly Date[]
  regions: readonly string[]
  tracks: readonly string[]
  /** The slot that is being moved: it does not cross itself. */
  but?: number
}

/** Refuses a slot that begins together with another slot for the same people. */
export async function refuseCrossing(tx: Tx, { eventId, times, regions, tracks, but = 0 }: Wanted): Promise<void> {
  const same = await tx
    .selectFrom('offline_event_slots')
    .select('start_time')
    .where('event_id', '=', eventId)
    .where('start_time', 'in', [...times])
    .where(sql<boolean>`regions = ${[...regions]}::text[] and tracks = ${[...tracks]}::text[]`)
    .where('id', '<>', but)
    .orderBy('start_time')
    .executeTakeFirst()
  if (same) throw new Refusal('slots_cross', { values: { time: showDateTime(same.start_time) } })
}
