import type { Defaulted } from '#server/platform/db/column-types.ts'

export type TrackWay = 'choice' | 'default' | 'allocation' | 'organiser' | 'team'

export interface ChooseTracksTables {
  track_choices: { stage_id: number; account_id: number; priority: number; track_code: string; chosen_at: Date }
  track_places: {
    stage_id: number
    account_id: number
    track_code: Defaulted<string | null>
    /** Reserved until a checker approves it. */
    asked_code: Defaulted<string | null>
    way: TrackWay
    /** The captain who has chosen for a member of the team. */
    chosen_by: Defaulted<number | null>
    since: Date
  }
  track_allocations: { stage_id: number; published_at: Date; published_by: Defaulted<number | null> }
  track_looks: { stage_id: number; account_id: number; due_at: Date; full_told_at: Defaulted<Date | null> }
}
