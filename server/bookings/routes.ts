import { handlersOf } from '#server/services.ts'
import { Refusal } from '#shared/api/refusals.ts'
import { bookingState, hasBegun } from '#shared/bookings/booking-state.ts'
import type { bookingRoutes } from '#shared/bookings/routes.ts'
import { formatWire } from '#shared/time/moscow.ts'
import { bookSlot } from './book-slot.ts'
import { cancelBooking } from './cancel-booking.ts'
import { type EventRow, findEvent, listedEvents, slotsOf } from './store.ts'

const wire = (moment: Date | null) => moment && formatWire(moment)

export const bookingHandlers = handlersOf<typeof bookingRoutes>()({
  'GET /offline_events': async ({ query, caller }, { db, clock }) => {
    const now = clock()
    const { rows: events, count } = await listedEvents(db, caller.accountId, query.competition_code, now, query)
    return {
      offline_events: events.map((event) => ({
        ...offlineEvent(event, now),
        first_slot: wire(event.first_slot),
        last_slot: wire(event.last_slot),
        places_left: event.places_left,
      })),
      count,
    }
  },

  'GET /offline_event_slots/:id': async ({ params, query, caller }, { db, clock }) => {
    const now = clock()
    const event = await findEvent(db, caller.accountId, params.id)
    if (!event) throw new Refusal('event_not_found')
    const shown = offlineEvent(event, now)
    const mayChoose = shown.booking === 'open' && !shown.own_slot?.begun
    const { rows: slots, count } = await slotsOf(db, event.id, query)
    return {
      offline_event: shown,
      slots: slots.map((slot) => {
        const begun = hasBegun(slot.start_time, now)
        const places_left = slot.capacity - slot.taken
        const selected = slot.id === event.own_slot_id
        return {
          id: slot.id,
          start_time: formatWire(slot.start_time),
          available: mayChoose && !begun && !selected && places_left > 0,
          ...{ selected, places_left, begun },
        }
      }),
      count,
    }
  },

  'POST /offline_event_slot/:id': async ({ params, caller }, services) => {
    const { id, startTime } = await bookSlot(services, { accountId: caller.accountId, slotId: params.id })
    return { id, start_time: formatWire(startTime) }
  },

  'DELETE /offline_event_slot/:id': async ({ params, caller }, services) => {
    await cancelBooking(services, { accountId: caller.accountId, slotId: params.id })
    return undefined
  },
})

function offlineEvent(event: EventRow, now: Date) {
  const { id, competition_code, title, address, description, minutes } = event
  return {
    ...{ id, competition_code, title, address, description, minutes },
    opens_at: wire(event.opens_at),
    closes_at: wire(event.closes_at),
    booking: bookingState({ opensAt: event.opens_at, closesAt: event.closes_at, standsStill: event.stands_still }, now),
    own_slot:
      event.own_slot_id !== null && event.own_start_time
        ? {
            id: event.own_slot_id,
            start_time: formatWire(event.own_start_time),
            begun: hasBegun(event.own_start_time, now),
          }
        : null,
  }
}
