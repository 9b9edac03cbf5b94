import type { ColumnType, GeneratedAlways } from 'kysely'
import type { Defaulted } from '#server/platform/db/column-types.ts'

export interface LessonTables {
  lesson_places: {
    id: GeneratedAlways<number>
    stage_id: number
    /** kladr_code */
    region: string
    school: string
    address: string
    /** Days, such as 2026-12-05. */
    dates: string[]
  }
  lessons: {
    stage_id: number
    account_id: number
    place_id: number | null
    region: string | null
    school: string
    school_key: string
    address: string
    starts_at: Date
    topic: string
    held_on: Defaulted<string | null>
    listeners: Defaulted<number | null>
    video: Defaulted<string | null>
  }
  lesson_authors: {
    stage_id: number
    account_id: number
    author_id: number
    answer: Defaulted<'confirmed' | 'declined' | null>
  }
  lesson_cancellations: {
    id: GeneratedAlways<number>
    stage_id: number
    account_id: number
    reason: string
    asked_at: Date
    decided_at: Defaulted<Date | null>
    decided_by: Defaulted<number | null>
    closes_at: Defaulted<Date | null>
    answer: Defaulted<string>
  }
  lesson_photos: {
    file_id: string
    account_id: number
    competition_code: string
    look: ColumnType<string, string, never>
  }
  lesson_photo_pairs: { file_id: string; other_id: string; distance: number }
}
