import type { ColumnType, GeneratedAlways } from 'kysely'
import type { Defaulted, DefaultedJson, Json } from '#server/platform/db/column-types.ts'
import type { Attempt } from '#shared/stages/attempt.ts'
import type { Gate } from '#shared/stages/gate.ts'
import type { StageOutcome } from '#shared/stages/outcome.ts'
import type { StageClock } from '#shared/stages/window.ts'

/** A window in JSON: times as ISO strings. */
export type TrackWindows = Record<string, { opens_at?: string | null; closes_at?: string | null }>

export interface StageTables {
  stages: {
    id: GeneratedAlways<number>
    competition_code: string
    parent_id: Defaulted<number | null>
    type: string
    code: string
    title: string
    summary: Defaulted<string>
    manual: Defaulted<string>
    /** How long the work takes. */
    minutes: Defaulted<number | null>
    /** What to have at hand, one item a line. */
    preparation: Defaulted<string>
    view: Defaulted<string>
    opens_at: Defaulted<Date | null>
    closes_at: Defaulted<Date | null>
    track_windows: DefaultedJson<TrackWindows>
    clock: Defaulted<StageClock>
    tracks: Defaulted<string[]>
    /** Codes of the stages that must be passed first. */
    requires: Defaulted<string[]>
    gate: ColumnType<Gate | null, string | null | undefined, string | null>
    settings: DefaultedJson<Record<string, unknown>>
    /** The version of the kind's settings in which they were saved. */
    settings_version: Defaulted<number>
    closed_to_finalists: Defaulted<boolean>
    submit_draft_at_end: Defaulted<boolean>
    viewable: Defaulted<boolean>
    published: Defaulted<boolean>
    sort: Defaulted<number>
  }
  stage_facts: {
    account_id: number
    stage_id: number
    started_at: Defaulted<Date | null>
    submitted_at: Defaulted<Date | null>
    processing_at: Defaulted<Date | null>
    interrupted_at: Defaulted<Date | null>
    passed_at: Defaulted<Date | null>
    failed_at: Defaulted<Date | null>
    returned_at: Defaulted<Date | null>
    reasons: Defaulted<string[]>
  }
  stage_results: {
    account_id: number
    stage_id: number
    /** numeric: read as text. */
    score: ColumnType<string | null, number | null | undefined, number | null>
    detail: DefaultedJson<Record<string, unknown>>
    computed_at: Date
  }
  stage_decisions: {
    id: GeneratedAlways<number>
    account_id: number
    stage_id: number
    outcome: StageOutcome
    reason: Defaulted<string>
    next_step: Defaulted<string>
    comments: Defaulted<string[]>
    decided_by: Defaulted<number | null>
    decided_at: Date
    published_at: Defaulted<Date | null>
  }
  stage_extensions: {
    id: GeneratedAlways<number>
    stage_id: number
    account_id: Defaulted<number | null>
    audience: ColumnType<Gate | null, string | null | undefined, string | null>
    closes_at: Date
    reason: string
    granted_by: Defaulted<number | null>
    granted_at: Date
    bulk_act_id: Defaulted<number | null>
  }
  stage_reopenings: {
    stage_id: number
    at: Date
    reason: Defaulted<string>
  }
  stage_incidents: {
    id: GeneratedAlways<number>
    stage_id: number
    minutes: number
    audience: ColumnType<Gate | null, string | null | undefined, string | null>
    reason: string
    declared_by: Defaulted<number | null>
    declared_at: Date
  }
  /** The draft of one person or of one team. */
  stage_drafts: {
    id: GeneratedAlways<number>
    account_id: Defaulted<number | null>
    team_id: Defaulted<number | null>
    stage_id: number
    revision: number
    data: Json<Record<string, unknown>>
    saved_at: Date
    saved_by: Defaulted<number | null>
    /** When the sweep has to check it next; null: never. */
    due_at: Defaulted<Date | null>
    declined_at: Defaulted<Date | null>
  }
  stage_draft_revisions: {
    draft_id: number
    revision: number
    data: Json<Record<string, unknown>>
    saved_at: Date
    saved_by: Defaulted<number | null>
  }
  /** The attempt of one person or of one team; shared/stages/attempt.ts defines when it ends. */
  attempts: {
    id: GeneratedAlways<number>
    account_id: Defaulted<number | null>
    team_id: Defaulted<number | null>
    stage_id: number
    number: number
    begun_at: Date
    limit_minutes: number | null
    extra_minutes: Defaulted<number>
    device: string
    heard_at: Date
    finished_at: Defaulted<Date | null>
    finished_by: Defaulted<Attempt['finishedBy']>
    /** When the sweep looks at it next; null when there is nothing to do. */
    due_at: Defaulted<Date | null>
  }
  /** People who have requested a message when a stage opens; `due_at` is when the portal checks next. */
  stage_reminders: { id: GeneratedAlways<number>; account_id: number; stage_id: number; asked_at: Date; due_at: Date }
  /** The address of a person's deadlines for calendar programs. */
  calendar_addresses: { account_id: number; token_hash: Buffer; created_at: Date }
  /** When to check whether the person has to be reminded of the end of the stage; without a person: the stage. */
  deadline_looks: {
    id: GeneratedAlways<number>
    stage_id: number
    account_id: Defaulted<number | null>
    due_at: Defaulted<Date | null>
    told_end: Defaulted<Date | null>
  }
  hand_in_files: { hand_in_id: number; file_id: string }
  /** Increased with every change of data that is the same for all people of a competition. */
  season_versions: { competition_code: string; version: Defaulted<string> }
  hand_ins: {
    id: GeneratedAlways<number>
    account_id: Defaulted<number | null>
    team_id: Defaulted<number | null>
    sent_by: Defaulted<number | null>
    stage_id: number
    revision: number
    arrived_at: Date
    by_system: Defaulted<boolean>
    form_version: Defaulted<number>
    receipt_number: string
    idempotency_key: Defaulted<string | null>
    data: Json<Record<string, unknown>>
  }
  stage_remarks: {
    id: GeneratedAlways<number>
    account_id: number
    stage_id: number
    hand_in_id: Defaulted<number | null>
    field: Defaulted<string>
    text: string
    created_by: Defaulted<number | null>
    created_at: Date
    settled_at: Defaulted<Date | null>
  }
  idempotency_keys: {
    account_id: number
    key: string
    fingerprint: string
    answer: ColumnType<unknown, string | null | undefined, string | null>
    created_at: Date
    /** False for an act that is reserved and of which nothing is done. */
    begun: Defaulted<boolean>
    sealed: Defaulted<Buffer | null>
  }
}
