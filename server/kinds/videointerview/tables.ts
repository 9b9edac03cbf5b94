import type { Defaulted } from '#server/platform/db/column-types.ts'
import type { TakeFailure, TakeState, VideoType } from '#shared/kinds/videointerview/take-rules.ts'

export interface VideoInterviewTables {
  video_consents: { account_id: number; stage_id: number; text: string; ip: string; agreed_at: Date }
  video_questions: {
    account_id: number
    stage_id: number
    question: number
    text: string
    think_seconds: number
    answer_seconds: number
    takes: number
    asked_at: Date
  }
  video_takes: {
    id: Defaulted<number>
    account_id: number
    stage_id: number
    question: number
    source: 'recording' | 'file'
    type: VideoType
    state: TakeState
    failure: Defaulted<TakeFailure | null>
    began_at: Date
    heard_at: Date
    received: Defaulted<number>
    total: Defaulted<number | null>
    max_ms: number
    broken: Defaulted<boolean>
    free: Defaulted<boolean>
    silent: Defaulted<boolean>
    dark: Defaulted<boolean>
    user_agent: Defaulted<string>
    duration_ms: Defaulted<number | null>
    video_codec: Defaulted<string | null>
    audio_codec: Defaulted<string | null>
    file_id: Defaulted<string | null>
    voice_id: Defaulted<string | null>
    /** The H.264 version; null: the recording itself is played. */
    play_id: Defaulted<string | null>
    poster_id: Defaulted<string | null>
    settled_at: Defaulted<Date | null>
    removed_at: Defaulted<Date | null>
  }
  video_parts: { take_id: number; at_byte: number; size: number; sha256: string; file_id: string }
  video_grants: {
    id: Defaulted<number>
    account_id: number
    stage_id: number
    question: number
    reason: string
    asked_by: 'person' | 'judge' | 'organiser'
    asked_at: Date
    granted_at: Defaulted<Date | null>
    granted_by: Defaulted<number | null>
  }
  video_tickets: {
    token_hash: Buffer
    account_id: number
    session_id: string
    take_id: number
    file_id: string
    reading_id: Defaulted<number | null>
    work_id: Defaulted<number | null>
    voice: boolean
    download: boolean
    expires_at: Date
  }
}
