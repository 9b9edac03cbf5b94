import { sendAttachment } from '#server/platform/http/attachment.ts'
import { handlersOf } from '#server/services.ts'
import { oneStage } from '#server/stages/one-stage.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { formatWire } from '#shared/platform/time/moscow.ts'
import { hasBegun } from '#shared/programme/bookings/booking-state.ts'
import type { bookingRoutes } from '#shared/programme/bookings/routes.ts'
import { changeUntil } from '#shared/programme/bookings/waiting.ts'
import { eventFacts } from '#shared/programme/event/kind.ts'
import { bookSlot, holdSlot } from './book-slot.ts'
import { type BookingAccess, bookingAccess, bookingAccessOfMany } from './booking-access.ts'
import { calendarEntry, nextSequences } from './calendar-entry.ts'
import { cancelBooking } from './cancel-booking.ts'
import { rulesOf } from './event-rules.ts'
import { type EventRow, findEvent, findEventOfStage, isBooked, listedEvents, slotsOf } from './store.ts'
import { waitForSlot } from './wait-for-slot.ts'

const wire = (moment: Date | null) => moment && formatWire(moment)

export const bookingHandlers = handlersOf<typeof bookingRoutes>()({
  'GET /offline_events': async ({ query, caller }, services) => {
    const { db, clock } = services
    const now = clock()
    const { rows: events, count } = await listedEvents(db, caller.accountId, query.competition_code, now, query)
    const stands = await bookingAccessOfMany(db, services, caller.accountId, events, now)
    return {
      offline_events: events.map((event) => ({
        ...offlineEvent(event, stands.get(event.id), now),
        first_slot: wire(event.first_slot),
        last_slot: wire(event.last_slot),
        places_left: event.places_left,
      })),
      count,
    }
  },

  'GET /offline_event_slots/:id': async ({ params, query, caller }, services) => {
    const { db, clock } = services
    const now = clock()
    const event = await findEvent(db, caller.accountId, params.id)
    if (!event) throw new Refusal('event_not_found')
    const shown = offlineEvent(event, await bookingAccess(db, services, caller.accountId, event, now), now)
    const rules = rulesOf(event)
    const changeEnds = event.own_start_time && changeUntil(event.own_start_time, rules.change_hours)
    const booked = isBooked(event.own_state)
    const mayChange = !booked || (changeEnds !== null && now < changeEnds && event.own_state === 'confirmed')
    const mayChoose = shown.booking === 'open' && mayChange
    const { rows: slots, count } = await slotsOf(db, caller.accountId, event.id, query)
    return {
      offline_event: {
        ...shown,
        venue: venueOf(rules),
        waiting: rules.waiting,
        change_hours: rules.change_hours,
        attendance: event.stage_id !== null && rules.success === 'attendance',
        own: ownOf(event, changeEnds, now),
      },
      slots: slots.map((slot) => {
        const begun = hasBegun(slot.start_time, now)
        const places_left = slot.capacity - slot.taken
        const selected = slot.id === event.own_slot_id && booked
        const waits = slot.id === event.own_slot_id && event.own_state === 'waiting'
        const open = mayChoose && !begun && !selected && !slot.blocked
        return {
          id: slot.id,
          start_time: formatWire(slot.start_time),
          available: open && places_left > 0,
          ...{ selected, places_left, begun, blocked: slot.blocked, queue: slot.queue },
          may_wait: open && places_left <= 0 && rules.waiting && !booked && !waits && event.own_state !== 'offered',
        }
      }),
      count,
    }
  },

  'GET /user/stages/:stage_id/event': async ({ params, caller }, { db, seasons, clock }) => {
    const name = { stageId: params.stage_id, type: eventFacts.type }
    const stage = await oneStage(db, seasons, caller.accountId, name, clock())
    if (stage.all.person.door === null) throw new Refusal('stage_not_found')
    const event = await findEventOfStage(db, caller.accountId, params.stage_id)
    return { event_id: event?.id ?? null }
  },

  'POST /offline_event_slot/:id': async ({ params, caller }, services) => {
    const { id, startTime } = await bookSlot(services, { accountId: caller.accountId, slotId: params.id })
    return { id, start_time: formatWire(startTime) }
  },

  'GET /offline_events/:id/calendar': async ({ params, caller, reply }, services) => {
    const now = services.clock()
    const event = await findEvent(services.db, caller.accountId, params.id)
    if (!event) throw new Refusal('event_not_found')
    if (!event.own_start_time || !isBooked(event.own_state)) throw new Refusal('slot_not_found')
    const cancelled = event.cancelled_because !== null
    const [sequence = 0] = await nextSequences(services.db, 1)
    const of = { event, startTime: event.own_start_time, accountId: caller.accountId, now, sequence, cancelled }
    const body = Buffer.from(await calendarEntry(services, of))
    return sendAttachment(reply, {
      ...{ name: 'meropriyatie.ics', type: 'text/calendar; charset=utf-8', body, size: body.length },
    })
  },

  'POST /offline_event_slot/:id/hold': async ({ params, caller }, services) => {
    const { until } = await holdSlot(services, { accountId: caller.accountId, slotId: params.id })
    return { until: wire(until) }
  },

  'POST /offline_event_slot/:id/wait': async ({ params, caller }, services) => {
    await waitForSlot(services, { accountId: caller.accountId, slotId: params.id })
    return undefined
  },

  'DELETE /offline_event_slot/:id': async ({ params, caller }, services) => {
    await cancelBooking(services, { accountId: caller.accountId, slotId: params.id })
    return undefined
  },
})

function offlineEvent(event: EventRow, stand: BookingAccess | undefined, now: Date) {
  const { id, competition_code, title, address, description, minutes, stage_id } = event
  return {
    ...{ id, competition_code, title, address, description, minutes, stage_id },
    opens_at: wire(stand?.opensAt ?? null),
    closes_at: wire(stand?.closesAt ?? null),
    booking: stand?.booking ?? ('not_allowed' as const),
    why: stand?.why ?? '',
    cancelled: event.cancelled_because,
    own_slot:
      event.own_slot_id !== null && event.own_start_time && isBooked(event.own_state)
        ? {
            id: event.own_slot_id,
            start_time: formatWire(event.own_start_time),
            begun: hasBegun(event.own_start_time, now),
          }
        : null,
  }
}

const venueOf = ({ map_link, how_to_enter, bring, late, zone }: ReturnType<typeof rulesOf>) => ({
  ...{ map_link, how_to_enter, bring, late, zone },
})

/** The person's place at the event, booked, held, offered or in the line; null when it has run out. */
function ownOf(event: EventRow, changeEnds: Date | null, now: Date) {
  const { own_slot_id, own_state, own_start_time, own_until, own_ticket, own_place } = event
  if (own_slot_id === null || own_state === null || !own_start_time) return null
  if (own_until && own_until <= now) return null
  const booked = isBooked(own_state)
  const begun = hasBegun(own_start_time, now)
  return {
    ...{ id: own_slot_id, state: own_state, start_time: formatWire(own_start_time), begun },
    until: wire(own_until),
    place: own_place,
    ticket: booked && own_state !== 'no_show' && event.stage_id !== null ? own_ticket : null,
    change_until: booked ? wire(changeEnds) : null,
    may_change: own_state === 'confirmed' && changeEnds !== null && now < changeEnds,
  }
}
