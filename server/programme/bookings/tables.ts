import type { GeneratedAlways } from 'kysely'
import type { Defaulted } from '#server/platform/db/column-types.ts'
import type { DoorMark } from '#shared/programme/bookings/door-mark.ts'
import type { PlaceState } from '#shared/programme/event/own-state.ts'

export interface BookingTables {
  offline_events: {
    id: GeneratedAlways<number>
    competition_code: string
    /** Null: for all participants of the competition. */
    track_code: Defaulted<string | null>
    /** Only people who have passed this stage are invited; null: everybody. */
    after_stage_id: Defaulted<number | null>
    title: string
    address: string
    description: Defaulted<string>
    opens_at: Defaulted<Date | null>
    closes_at: Defaulted<Date | null>
    minutes: Defaulted<number>
    /** Up to whom the people of a cancelled event have been told. */
    told_until: Defaulted<number>
    published: Defaulted<boolean>
    /** The stage that the event is; its settings then replace those of the event. */
    stage_id: Defaulted<number | null>
    cancelled_at: Defaulted<Date | null>
    cancelled_because: Defaulted<string | null>
  }
  offline_event_slots: {
    id: GeneratedAlways<number>
    event_id: number
    start_time: Date
    capacity: number
    taken: Defaulted<number>
    blocked: Defaulted<boolean>
    /** Empty: everybody. */
    regions: Defaulted<string[]>
    tracks: Defaulted<string[]>
  }
  /**
   * A trigger frees the place when a row is deleted. The code that inserts or changes a row counts the place itself.
   */
  slot_bookings: {
    event_id: number
    account_id: number
    slot_id: number
    booked_at: Date
    state: Defaulted<PlaceState>
    /** The end of a place that is held or offered. */
    until: Defaulted<Date | null>
    queued_at: Defaulted<Date | null>
    ticket: Defaulted<string>
    walk_in: Defaulted<boolean>
    marked_at: Defaulted<Date | null>
    reminded: Defaulted<number>
    holds_place: GeneratedAlways<boolean>
  }
  door_marks: {
    id: string
    event_id: number
    slot_id: number
    account_id: number
    mark: DoorMark
    at: Date
    received_at: Date
    by_id: number | null
  }
}
