/** What becomes of an account's rows when it is merged into another account of the same person. */
export type Fate =
  /** They move to the other account as they are. */
  | { as: 'moves' }
  /**
   * They move unless the other account already has a row with the same key, which then stays. The rest are set aside,
   * or `left` with the closed account if they are a login or are counted by a frozen document.
   */
  | { as: 'one'; key: readonly string[]; left?: true }
  /** They are kept or set aside together with the work at their stage; `trace` rows alone are no work. */
  | { as: 'stage'; trace?: true }
  /** Secrets, and rows that expire by themselves: they stay with the closed account. */
  | { as: 'stays' }
  /** They move with other rows, or by a step of their own. */
  | { as: 'follows' }
  /** Duties: an account that has them is not merged. */
  | { as: 'duty' }

const moves: Fate = { as: 'moves' }
const stays: Fate = { as: 'stays' }
const follows: Fate = { as: 'follows' }
const duty: Fate = { as: 'duty' }
const stage: Fate = { as: 'stage' }
const trace: Fate = { as: 'stage', trace: true }
const one = (...key: string[]): Fate => ({ as: 'one', key })

/**
 * Every column that makes a row belong to an account, in the order in which rows move: rows that others refer to come
 * first. A test compares the list with the database, so that a new table cannot be forgotten.
 */
export const columnFates: Readonly<Record<string, Fate>> = {
  'account_merges.account_id': follows,
  'account_merges.merged_id': stays,
  'account_roles.account_id': duty,
  'accounts.enters_as': follows,
  'accounts.merged_into': follows,
  'admin_flags.account_id': duty,
  'different_people.account_id': stays,
  'different_people.other_id': stays,
  'document_clashes.account_id': stays,
  'document_clashes.other_id': stays,

  'works.account_id': stage,
  'appeals.account_id': moves,
  'applications.account_id': stage,
  'attempt_codes.account_id': stays,
  'attempts.account_id': stage,
  'broadcast_recipients.account_id': one('broadcast_id'),
  'bulk_act_people.account_id': one('bulk_act_id'),
  'calendar_addresses.account_id': one(),
  'check_drafts.checker_id': duty,
  'consents.account_id': moves,
  'deadline_looks.account_id': trace,
  'door_marks.account_id': moves,
  'email_verifications.account_id': stays,
  'entry_code_uses.account_id': one('code_id'),
  'erasure_requests.account_id': stays,
  'faq_feedback.account_id': one('article_id'),
  'feedback_given.account_id': stage,
  'feedback_named.account_id': stage,
  'feedback_refusals.account_id': one(),
  'feedback_requests.account_id': moves,
  'files.account_id': moves,
  'identity_act_links.account_id': stays,
  'identity_acts.account_id': stays,
  'identity_acts.other_id': stays,
  'formed_team_members.account_id': stage,
  'former_phones.account_id': one('phone'),
  'hand_ins.account_id': stage,
  'idempotency_keys.account_id': stays,
  'invitation_arrivals.account_id': one('competition_code'),
  'invitation_arrivals.inviter_id': moves,
  'invitations.inviter_id': moves,
  'invite_codes.account_id': one(),
  'judge_conflicts.account_id': one('stage_id', 'judge_id'),
  'judge_conflicts.judge_id': duty,
  'known_devices.account_id': stays,
  'judge_backgrounds.account_id': duty,
  'lessons.account_id': stage,
  'lesson_authors.account_id': stage,
  'lesson_authors.author_id': one('stage_id', 'account_id'),
  'lesson_cancellations.account_id': stage,
  'lesson_photos.account_id': moves,
  'login_challenges.account_id': stays,
  'meeting_parties.account_id': one('meeting_id'),
  'meeting_reminders.account_id': one('meeting_id', 'starts_at', 'hours'),
  'meetings.mentor_id': duty,
  'mentor_choices.account_id': stage,
  'mentor_choices.mentor_id': duty,
  'mentor_matches.account_id': trace,
  'mentor_matches.mentor_id': duty,
  'mentor_pins.account_id': trace,
  'mentor_pins.mentor_id': duty,
  'mentor_profiles.account_id': duty,
  'multiform_spared.account_id': trace,
  'notification_choices.account_id': one('kind', 'channel'),
  'notifications.account_id': moves,
  'participant_acts.account_id': moves,
  'participations.account_id': follows,
  'password_resets.account_id': stays,
  'peer_raters.account_id': stage,
  'peer_tasks.rater_id': stage,
  'person_views.account_id': stays,
  'personal_documents.account_id': follows,
  'personal_keys.account_id': stays,
  'phone_changes.account_id': stays,
  'playoff_judges.judge_id': duty,
  'playoff_people.account_id': stage,
  'protocol_rows.account_id': { as: 'one', key: ['protocol_id'], left: true },
  'questionnaire_results.account_id': stage,
  'readings.judge_id': duty,
  'regional_team_members.account_id': one('competition_code'),
  'regional_team_assessments.author_id': follows,
  'regional_team_assessments.teammate_id': follows,
  'regional_team_profiles.account_id': one('competition_code'),
  'registrations.account_id': moves,
  'rules_answers.account_id': stage,
  'sessions.account_id': stays,
  'slot_bookings.account_id': follows,
  'solution_agreements.account_id': one('stage_id', 'team_id'),
  'solution_presence.account_id': one('stage_id', 'team_id'),
  'stage_decisions.account_id': stage,
  'stage_drafts.account_id': stage,
  'stage_extensions.account_id': moves,
  'stage_facts.account_id': stage,
  'stage_remarks.account_id': stage,
  'stage_reminders.account_id': trace,
  'stage_results.account_id': stage,
  'stage_staff.account_id': duty,
  'state_service_links.account_id': { as: 'one', key: [], left: true },
  'state_service_visits.account_id': stays,
  'team_check_drafts.checker_id': duty,
  'team_mark_raters.account_id': stage,
  'team_mark_reports.account_id': stage,
  'team_marks.account_id': stage,
  'team_member_profiles.account_id': one(),
  'team_observers.observer_id': duty,
  'team_replacements.coming_id': moves,
  'team_seekers.account_id': trace,
  'test_papers.account_id': trace,
  'track_choices.account_id': stage,
  'track_looks.account_id': trace,
  'track_places.account_id': stage,
  'uploads.account_id': stays,
  'video_consents.account_id': stage,
  'video_grants.account_id': stage,
  'video_questions.account_id': stage,
  'video_takes.account_id': stage,
  'video_tickets.account_id': stays,
  'work_consents.account_id': stage,
}

export interface Moving {
  table: string
  column: string
  fate: Fate
}

/** `columnFates` as a list. */
export const moving: readonly Moving[] = Object.entries(columnFates).map(([place, fate]) => {
  const [table = '', column = ''] = place.split('.')
  return { table, column, fate }
})

/** The names of moved rows for an organiser, by table; other tables are «Прочее». */
export const titles: Readonly<Record<string, string>> = {
  hand_ins: 'Сданные работы',
  stage_drafts: 'Черновики',
  attempts: 'Попытки',
  stage_decisions: 'Решения',
  applications: 'Заявки',
  appeals: 'Апелляции',
  formed_team_members: 'Команды',
  regional_team_members: 'Региональные команды',
  slot_bookings: 'Записи на мероприятия',
  mentor_choices: 'Выбор наставников',
  meeting_parties: 'Встречи с наставниками',
  notifications: 'Уведомления',
  broadcast_recipients: 'Сообщения организаторов',
  bulk_act_people: 'Действия со многими участниками',
  feedback_requests: 'Обращения в поддержку',
  files: 'Файлы',
  consents: 'Согласия',
  stage_extensions: 'Продления',
  personal_documents: 'Документы',
}
export const otherTitle = 'Прочие записи'
