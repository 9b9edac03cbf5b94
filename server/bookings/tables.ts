import type { GeneratedAlways } from 'kysely'
import type { Defaulted } from '#server/platform/db/column-types.ts'

export interface BookingTables {
  offline_events: {
    id: GeneratedAlways<number>
    competition_code: string
    /** Null: for everybody who takes part in the competition. */
    track_code: Defaulted<string | null>
    title: string
    address: string
    description: Defaulted<string>
    opens_at: Defaulted<Date | null>
    closes_at: Defaulted<Date | null>
    minutes: Defaulted<number>
    published: Defaulted<boolean>
  }
  offline_event_slots: {
    id: GeneratedAlways<number>
    event_id: number
    start_time: Date
    capacity: number
    taken: Defaulted<number>
  }
  /** A row that goes frees its place by a trigger; one that comes or moves is counted by who writes it. */
  slot_bookings: { event_id: number; account_id: number; slot_id: number; booked_at: Date }
}
