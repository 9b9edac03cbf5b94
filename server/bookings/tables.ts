import type { GeneratedAlways } from 'kysely'
import type { Defaulted } from '#server/platform/db/column-types.ts'

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
    published: Defaulted<boolean>
  }
  offline_event_slots: {
    id: GeneratedAlways<number>
    event_id: number
    start_time: Date
    capacity: number
    taken: Defaulted<number>
  }
  /**
   * A trigger frees the place when a row is deleted. The code that inserts or changes a row counts the place itself.
   */
  slot_bookings: { event_id: number; account_id: number; slot_id: number; booked_at: Date }
}
