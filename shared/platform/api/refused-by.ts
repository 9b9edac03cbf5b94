import type { RefusalCode } from './refusals.ts'

/** A code that others could guess: after many wrong ones a captcha is asked for, or everybody waits. */
const guessed = ['too_many_requests', 'captcha_failed', 'captcha_unavailable'] as const

/** The refusals of each rule, for the `refuses` of every route that applies it. */
export const refusedBy = {
  guessed,
  /** The password that confirms a change. */
  password: ['fresh_login_required', 'limit_reached'],
  newPassword: ['password_too_simple', 'password_too_common', 'passwords_mismatch'],
  newPhone: ['phone_incorrect', 'phone_unsupported', 'phone_blacklisted', 'phone_virtual'],
  /** A code by SMS. */
  code: ['invalid_code', 'sms_code_outdated', 'too_many_code_attempts'],
  secondFactor: ['invalid_code', 'sms_code_outdated', 'too_many_code_attempts', 'sms_limit', 'limit_reached'],
  /** A later step of a registration: an earlier step is missing, or the competition takes no people now. */
  registration: [
    'registration_step_order',
    'competition_not_found',
    'registration_not_started',
    'registration_closed_participants',
    'registration_closed_supporters',
  ],
  /** The answers at registration: the form and the admission criteria. */
  admission: [
    'form_invalid',
    'too_many_recommendations',
    'age_criteria',
    'education_criteria',
    'experience_criteria',
    'citizenship_criteria',
    'region_criteria',
  ],
  application: [
    'consent_required',
    'consent_outdated',
    'invalid_promocode',
    ...guessed,
    'snils_exists',
    'passport_exists',
  ],
  /** A code that opens a closed registration. */
  entryCode: ['entry_code_wrong', 'entry_code_expired', 'entry_code_used', 'entry_code_of_other', ...guessed],
  teamCode: ['team_code_wrong', 'team_code_replaced', ...guessed],
  /** The stage does not exist for this person, or belongs to a team of which the person is not a member. */
  stage: ['stage_not_found', 'stage_not_allowed'],
  openStage: ['stage_not_found', 'stage_not_allowed', 'stage_closed'],
  handIn: ['form_invalid', 'form_version_outdated', 'idempotency_mismatch', 'topic_full'],
  /** A choice of tracks, which is saved like any other work. */
  tracks: ['unknown_track', 'track_not_fit', 'track_full', 'track_of_captain'],
  mentors: ['mentors_too_many', 'mentor_unavailable', 'mentor_full', 'mentor_conflict'],
  attempt: ['attempt_not_begun', 'attempt_over', 'attempt_elsewhere'],
  /** An answer of a test, in addition to the refusals of its attempt. */
  testAnswer: ['question_not_in_paper', 'answer_unfit', 'answer_repeated', 'answer_ahead'],
  /** A stage that an organiser addresses by two codes: the competition's and its own. */
  ownersStage: ['competition_not_found', 'stage_not_found'],
  heldWork: ['work_not_found', 'work_changed', 'work_decided', 'work_taken', 'protocol_decides'],
  openReading: [
    'reading_not_found',
    'reading_taken',
    'judging_closed',
    'work_decided',
    'work_stopped',
    'work_changed',
    'background_needed',
    'training_first',
    'batch_first',
    'training_marked',
  ],
  /** A work that a participant assesses. */
  peerTask: [
    'stage_not_found',
    'stage_not_allowed',
    'stage_closed',
    'task_not_found',
    'work_stopped',
    'marks_final',
    'judging_closed',
  ],
  /** The hand-in of a team's work. */
  solution: ['solution_captain_only', 'solution_changed', 'solution_not_agreed'],
  regionalStage: ['competition_not_found', 'stage_not_found', 'stage_not_allowed', 'stage_closed'],
  formedTeam: ['formed_team_not_found', 'stage_not_found', 'stage_not_allowed', 'stage_closed'],
  stateService: ['state_service_expired', 'state_service_unavailable'],
  /** One file, before its content is read. */
  upload: ['length_required', 'uploads_at_once', 'file_too_big', 'file_empty', 'file_interrupted', 'disk_full'],
  /** A file that is uploaded in pieces. */
  resumed: ['upload_not_found', 'upload_incomplete', 'upload_busy', 'file_interrupted', 'disk_full', 'uploads_at_once'],
  /** Reading a stored file. */
  storedFile: ['file_in_quarantine', 'file_infected', 'file_range'],
  picture: [
    'file_type_unsupported',
    'image_corrupted',
    'image_too_small',
    'image_too_large',
    'image_animated',
    'image_cut_outside',
    'file_too_complex',
  ],
  /** A document whose contents are read. */
  document: ['archive_unsafe', 'document_unreadable', 'file_names_author'],
} as const satisfies Record<string, readonly RefusalCode[]>
