/**
 * Every refusal of the portal: its stable code and its HTTP status. The Russian wording stands in refusal-wording.ts,
 * which does not compile while a code has none.
 */
export const refusals = {
  // the request itself
  invalid_request: 400,
  captcha_failed: 400,
  captcha_unavailable: 503,
  unauthorized: 401,
  no_access: 403,
  second_factor_required: 403,
  fresh_login_required: 403,
  not_found: 404,
  method_not_allowed: 405,
  request_timeout: 408,
  length_required: 411,
  payload_too_large: 413,
  unsupported_media_type: 415,
  idempotency_mismatch: 422,
  too_many_requests: 429,
  headers_too_large: 431,
  server_error: 500,
  overloaded: 503,

  // accounts
  wrong_credentials: 401,
  limit_reached: 429,
  refresh_refused: 403,
  sms_limit: 429,
  too_many_code_attempts: 429,
  invalid_code: 422,
  code_of_other_browser: 422,
  sms_code_outdated: 422,
  email_code_expired: 422,
  link_expired: 422,
  email_unconfirmed: 409,
  account_needed: 422,
  passwords_mismatch: 422,
  password_too_simple: 422,
  password_too_common: 422,
  email_incorrect: 422,
  email_exists: 409,
  phone_exists: 409,
  phone_unsupported: 422,
  phone_incorrect: 422,
  phone_blacklisted: 422,
  phone_virtual: 422,
  user_not_found: 404,
  erasure_not_now: 409,

  // invitations
  invite_own_address: 422,
  already_invited: 409,

  // places at events
  event_not_found: 404,
  slot_not_found: 404,
  slot_full: 409,
  slot_past: 409,
  booking_not_open: 409,
  booking_closed: 409,
  booking_not_allowed: 403,
  booking_shut: 403,
  event_cancelled: 409,
  slot_blocked: 409,
  slot_free: 409,
  already_booked: 409,
  no_waiting_list: 409,
  change_closed: 409,
  slots_unfit: 422,
  slots_cross: 409,
  slot_in_use: 409,
  slot_overflows: 409,
  slot_same: 422,
  event_not_ready: 409,

  // registration in a competition
  registration_not_started: 409,
  registration_closed_participants: 409,
  registration_closed_supporters: 409,
  registration_step_order: 409,
  already_registered: 409,
  passport_incorrect: 422,
  passport_exists: 409,
  snils_incorrect: 422,
  snils_exists: 409,
  age_criteria: 422,
  education_criteria: 422,
  experience_criteria: 422,
  citizenship_criteria: 422,
  consent_required: 422,
  consent_outdated: 409,
  too_many_recommendations: 422,
  invalid_promocode: 422,
  state_service_no_access: 403,
  state_service_untrusted: 403,
  state_service_taken: 409,
  state_service_expired: 422,
  state_service_failed: 422,
  state_service_unavailable: 503,

  // competitions and stages
  competition_not_found: 404,
  tracks_unavailable: 500,
  stage_not_found: 404,
  stage_closed: 409,
  stage_already_open: 409,
  stage_not_allowed: 403,
  draft_conflict: 409,
  attempt_not_begun: 409,
  attempt_over: 409,
  attempt_elsewhere: 409,
  attempt_goes_on: 409,
  result_published: 409,
  question_not_in_paper: 422,
  answer_unfit: 422,
  answer_repeated: 409,
  answer_ahead: 422,
  paper_not_drawn: 409,
  form_invalid: 422,
  form_faulty: 422,
  form_version_outdated: 409,
  comment_required: 422,
  rules_outdated: 409,
  job_end_before_start: 422,

  // what organisers change
  stage_edit_conflict: 409,
  stage_not_ready: 409,
  stage_in_use: 409,
  region_not_found: 422,
  extension_useless: 409,
  extension_too_short: 422,
  already_disqualified: 409,
  not_disqualified: 409,
  table_unreadable: 422,
  table_faulty: 422,
  question_faulty: 422,
  question_code_taken: 409,
  question_not_found: 404,
  question_changed: 409,
  answers_not_reusable: 409,
  feedback_given: 409,
  feedback_round_over: 409,
  multiform_gaps: 422,
  cancellation_unavailable: 409,
  cancellation_not_found: 404,
  cancellation_decided: 409,

  unknown_track: 422,
  track_not_fit: 409,
  track_full: 409,
  track_of_captain: 403,
  track_changed: 409,
  track_taken: 409,
  tracks_at_once: 409,
  tracks_still_open: 409,
  tracks_given_out: 409,
  allocation_changed: 409,

  // works that people check
  work_not_found: 404,
  work_taken: 409,
  work_changed: 409,
  work_decided: 409,
  verdict_without_reason: 422,
  reading_not_found: 404,
  judging_not_ready: 409,
  judging_closed: 409,
  judging_not_closed: 409,
  rubric_changed: 409,
  appeal_unavailable: 409,
  appeal_not_found: 404,
  appeal_answered: 409,
  appeal_own: 403,
  training_first: 409,
  training_marked: 409,
  task_not_found: 404,
  work_stopped: 409,
  marks_final: 409,
  too_many_recusals: 409,
  work_not_ranked: 409,
  no_judges: 409,
  file_not_nameless: 409,
  reminded_lately: 429,
  returned_once: 409,

  // management proposals
  topic_full: 409,
  unknown_topic: 422,
  nothing_to_withdraw: 409,
  withdrawal_too_late: 409,
  no_consent_to_use: 409,

  // what a team writes together
  section_not_found: 404,
  section_taken: 409,
  section_not_held: 409,
  solution_captain_only: 403,
  solution_changed: 409,
  solution_not_agreed: 409,
  solution_files_full: 409,
  nothing_to_draw: 409,
  time_not_later: 422,
  // brackets
  playoff_drawn: 409,
  playoff_not_drawn: 409,
  playoff_changed: 409,
  playoff_too_few: 409,
  playoff_too_many: 409,
  playoff_no_criteria: 409,
  match_not_found: 404,
  entrant_not_found: 404,
  match_not_ready: 409,
  match_not_now: 409,
  match_over: 409,
  match_past: 422,
  no_show_too_early: 409,
  judges_even: 422,
  judge_unknown: 422,
  judge_conflict: 409,
  judge_busy: 409,
  room_busy: 409,
  round_order: 409,
  next_match_begun: 409,

  // regional teams
  team_not_found: 404,
  team_full: 409,
  already_in_team: 409,
  not_in_team: 409,
  teams_closed: 409,
  assessment_closed: 409,
  not_teammate: 422,

  // teams that people form
  formed_team_not_found: 404,
  team_name_taken: 409,
  team_name_wrong: 422,
  team_code_wrong: 422,
  team_requests_closed: 409,
  team_requests_too_many: 409,
  team_invitations_too_many: 409,
  reminded_today: 409,
  team_captain_only: 403,
  team_candidate_busy: 409,
  team_member_not_found: 404,

  // mentors and meetings
  mentors_too_few: 422,
  mentors_too_many: 422,
  mentor_unavailable: 404,
  meeting_not_found: 404,
  meeting_changed: 409,
  meeting_closed: 409,
  meeting_not_over: 409,
  meeting_time_passed: 409,
  meeting_date_wrong: 422,

  // help
  faq_changed: 409,
  faq_article_changed: 409,
  faq_alias_taken: 409,
  faq_has_children: 409,
  faq_too_deep: 422,
  faq_too_many: 409,

  // files
  file_too_big: 413,
  file_type_unsupported: 415,
  image_corrupted: 422,
  image_too_small: 422,
  image_too_large: 422,
  image_animated: 422,
  image_cut_outside: 422,
  too_many_files: 422,
  file_empty: 422,
  file_interrupted: 400,
  file_space_used: 413,
  file_in_quarantine: 409,
  file_infected: 410,
  file_range: 416,
  upload_not_found: 404,
  upload_offset: 409,
  upload_incomplete: 409,
  upload_busy: 409,
  upload_changed: 413,
  uploads_unfinished: 429,
  video_consent_required: 409,
  video_question_order: 409,
  video_no_takes: 409,
  video_take_measured: 409,
  video_take_not_found: 404,
  video_take_over: 409,
  video_take_too_big: 413,
  video_part_gap: 409,
  video_part_damaged: 422,
  video_unreadable: 422,
  video_codec_unknown: 422,
  video_no_picture: 422,
  video_too_long: 422,
  video_cut: 422,
  video_removed: 410,
  video_range: 416,
  video_not_ready: 409,
  video_no_voice: 409,
  video_defect_known: 409,
  uploads_at_once: 429,
  disk_full: 503,
  archive_unsafe: 422,
} as const satisfies Record<string, number>

export type RefusalCode = keyof typeof refusals

/** What is wrong with each field: a path such as `jobs.0.end` → the rule that failed and its wording. */
export type FieldFaults = Record<string, { rule: string; message: string }>

/** The JSON body of every refusal. */
export interface RefusalBody {
  code: RefusalCode | 'SERVER_UNAVAILABLE'
  message: string
  fields?: FieldFaults
  /** Seconds after which a retry makes sense. */
  retry_after?: number
  request_id?: string
}

/** Thrown wherever the portal refuses. Anything else that is thrown is our own fault and is answered with 500. */
export class Refusal extends Error {
  readonly code: RefusalCode
  readonly fields: FieldFaults | undefined
  readonly retryAfter: number | undefined
  /** Values for the wording's placeholders, such as `{megabytes}`. */
  readonly values: Record<string, string | number>

  constructor(
    code: RefusalCode,
    more: { fields?: FieldFaults; retryAfter?: number; values?: Record<string, string | number>; cause?: unknown } = {},
  ) {
    super(code, { cause: more.cause })
    this.name = 'Refusal'
    this.code = code
    this.fields = more.fields
    this.retryAfter = more.retryAfter
    this.values = more.values ?? {}
  }
}
