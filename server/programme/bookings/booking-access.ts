import type { Db, Tx } from '#server/db.ts'
import type { Services } from '#server/services.ts'
import { type PersonStage, personStages } from '#server/stages/person-stages.ts'
import { type BookingState, bookingState } from '#shared/programme/bookings/booking-state.ts'
import { stageStatus } from '#shared/stages/stage-status.ts'
import type { EventRow } from './store.ts'

/** Whether a person can book at an event now, until when, and why not. */
export interface BookingAccess {
  booking: BookingState
  opensAt: Date | null
  closesAt: Date | null
  /** A sentence, when the dates alone do not explain it. */
  why: string
}

type Read = Pick<Services, 'seasons'>

/** Whether a person can book at these events. An event that is a stage has the dates and conditions of the stage. */
export async function bookingAccessOfMany(
  db: Db | Tx,
  { seasons }: Read,
  accountId: number,
  events: readonly EventRow[],
  now: Date,
): Promise<Map<number, BookingAccess>> {
  const stands = new Map<number, BookingAccess>()
  for (const event of events) {
    const { id, stage_id: stageId, competition_code: competitionCode, cancelled_because: because } = event
    // One read for the whole competition, from memory after the first.
    const all = stageId === null ? null : await personStages(db, seasons, { accountId, competitionCode }, now)
    const stage = all?.stages.find(({ row }) => row.id === stageId)
    const usual = stage ? accessByStage(stage, now) : accessByDates(event, now)
    const cancelled =
      because === null ? null : { booking: 'not_allowed' as const, why: `Мероприятие отменено: ${because}` }
    stands.set(id, { ...usual, ...cancelled })
  }
  return stands
}

export async function bookingAccess(
  db: Db | Tx,
  services: Read,
  accountId: number,
  event: EventRow,
  now: Date,
): Promise<BookingAccess> {
  const stands = await bookingAccessOfMany(db, services, accountId, [event], now)
  return stands.get(event.id) ?? accessByDates(event, now)
}

function accessByDates({ opens_at: opensAt, closes_at: closesAt, inactive }: EventRow, now: Date): BookingAccess {
  return { booking: bookingState({ opensAt, closesAt, inactive }, now), opensAt, closesAt, why: '' }
}

/** Only the dates and conditions of the stage decide, even when the booking has already completed the stage. */
function accessByStage({ row, facts }: PersonStage, now: Date): BookingAccess {
  const { status, reason, window } = stageStatus(row, { ...facts, passedAt: null, submittedAt: null }, now)
  const ends = { opensAt: window.opensAt, closesAt: window.closesAt }
  if (status === 'available' || status === 'in_progress') return { booking: 'open', why: '', ...ends }
  if (status === 'timeover') return { booking: 'closed', why: '', ...ends }
  const early = window.opensAt !== null && now < window.opensAt
  if (status === 'wait' && early) return { booking: 'not_yet', why: '', ...ends }
  return { booking: 'not_allowed', why: reason, ...ends }
}
