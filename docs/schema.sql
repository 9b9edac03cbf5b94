-- The database as the migrations leave it, for reading. After a new migration this file is written by
-- npx vitest run server/migrations -u

create table account_merges (
  merged_id integer not null,
  account_id integer not null,
  reason text not null,
  set_aside jsonb not null default '{}'::jsonb,
  merged_by integer,
  merged_at timestamp with time zone not null,
  PRIMARY KEY (merged_id),
  FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE,
  FOREIGN KEY (merged_by) REFERENCES accounts(id) ON DELETE SET NULL,
  FOREIGN KEY (merged_id) REFERENCES accounts(id) ON DELETE CASCADE
);
CREATE INDEX account_merges_by ON account_merges USING btree (merged_by) WHERE (merged_by IS NOT NULL);
CREATE INDEX account_merges_of_a_person ON account_merges USING btree (account_id);

create table account_roles (
  account_id integer not null,
  role text not null,
  PRIMARY KEY (account_id, role),
  CHECK (role = ANY (ARRAY['mentor'::text, 'assessor'::text])),
  FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE
);
-- Tells the processes that the rights or the sessions of the account in the named column changed.
CREATE TRIGGER roles_changed AFTER INSERT OR DELETE OR UPDATE ON account_roles FOR EACH ROW EXECUTE FUNCTION tell_access_changed('account_id');

create table accounts (
  id integer not null generated as identity,
  test_id integer not null default nextval('test_ids'::regclass),
  email citext not null,
  email_verified_at timestamp with time zone,
  phone text,
  password_hash text not null,
  first_name text not null default ''::text,
  last_name text not null default ''::text,
  middle_name text not null default ''::text,
  birth_date date,
  avatar text,
  second_factor text not null default 'none'::text,
  totp_secret bytea,
  totp_last_step bigint not null default 0,
  session_epoch integer not null default 1,
  is_demo boolean not null default false,
  disabled_at timestamp with time zone,
  created_at timestamp with time zone not null,
  home text,
  closed_notices text[] not null default '{}'::text[],
  merged_into integer,
  enters_as integer,
  recovery_codes bytea[] not null default '{}'::bytea[],
  PRIMARY KEY (id),
  UNIQUE (test_id),
  CHECK (home = ANY (ARRAY['path'::text, 'mentor'::text, 'desk'::text, 'admin'::text])),
  CHECK (merged_into IS NULL OR disabled_at IS NOT NULL),
  CHECK (phone ~ '^\+[0-9]{5,15}$'::text),
  CHECK (second_factor = ANY (ARRAY['none'::text, 'sms'::text, 'totp'::text])),
  FOREIGN KEY (enters_as) REFERENCES accounts(id) ON DELETE CASCADE,
  FOREIGN KEY (merged_into) REFERENCES accounts(id) ON DELETE CASCADE
);
CREATE INDEX accounts_by_email ON accounts USING gin (lower((email)::text) gin_trgm_ops);
CREATE INDEX accounts_by_name ON accounts USING gin (translate(lower(((((last_name || ' '::text) || first_name) || ' '::text) || middle_name)), 'ё'::text, 'е'::text) gin_trgm_ops);
CREATE INDEX accounts_by_phone ON accounts USING gin (phone gin_trgm_ops);
CREATE INDEX accounts_enters_as ON accounts USING btree (enters_as) WHERE (enters_as IS NOT NULL);
CREATE INDEX accounts_in_order ON accounts USING btree (translate(lower(last_name), 'ё'::text, 'е'::text) COLLATE "C", first_name COLLATE "C", id);
CREATE INDEX accounts_merged_into ON accounts USING btree (merged_into) WHERE (merged_into IS NOT NULL);
CREATE UNIQUE INDEX accounts_email_key ON accounts USING btree (email) WHERE (email IS NOT NULL);
CREATE UNIQUE INDEX accounts_phone_key ON accounts USING btree (phone) WHERE (phone IS NOT NULL);
-- Tells the processes that the rights or the sessions of the account in the named column changed.
CREATE TRIGGER account_changed AFTER UPDATE ON accounts FOR EACH ROW WHEN (old.session_epoch IS DISTINCT FROM new.session_epoch OR old.disabled_at IS DISTINCT FROM new.disabled_at OR old.id IS DISTINCT FROM new.id) EXECUTE FUNCTION tell_access_changed('id');
-- Tells the processes that the rights or the sessions of the account in the named column changed.
CREATE TRIGGER account_removed AFTER DELETE ON accounts FOR EACH ROW EXECUTE FUNCTION tell_access_changed('id');
-- Tells the processes on the named channel that the table was emptied.
CREATE TRIGGER accounts_emptied AFTER TRUNCATE ON accounts FOR EACH STATEMENT EXECUTE FUNCTION tell_everyone('access_changed');
-- Tells the processes that the rights or the sessions of the account in the named column changed.
CREATE TRIGGER second_factor_changed AFTER UPDATE ON accounts FOR EACH ROW WHEN (old.second_factor IS DISTINCT FROM new.second_factor OR old.is_demo IS DISTINCT FROM new.is_demo) EXECUTE FUNCTION tell_access_changed('id');

create table admin_flags (
  account_id integer not null,
  flag text not null,
  competition_code text,
  granted_at timestamp with time zone not null default now(),
  UNIQUE NULLS NOT DISTINCT (account_id, flag, competition_code),
  CHECK (flag = ANY (ARRAY['competitions'::text, 'participants'::text, 'assessment'::text, 'faq'::text, 'notifications'::text, 'events'::text, 'mentors'::text, 'reports'::text, 'admins'::text])),
  FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE,
  FOREIGN KEY (competition_code) REFERENCES competitions(code) ON UPDATE CASCADE
);
-- Tells the processes that the rights or the sessions of the account in the named column changed.
CREATE TRIGGER flags_changed AFTER INSERT OR DELETE OR UPDATE ON admin_flags FOR EACH ROW EXECUTE FUNCTION tell_access_changed('account_id');

create table appeals (
  id integer not null generated as identity,
  work_id integer not null,
  hand_in_id integer not null,
  account_id integer not null,
  decision_id integer not null,
  text text not null,
  filed_at timestamp with time zone not null,
  outcome text,
  answer text,
  answered_by integer,
  answered_at timestamp with time zone,
  PRIMARY KEY (id),
  UNIQUE (work_id, hand_in_id),
  CHECK ((outcome IS NULL) = (answered_at IS NULL) AND (answer IS NULL) = (answered_at IS NULL)),
  CHECK (outcome = ANY (ARRAY['kept'::text, 'passed'::text, 'failed'::text])),
  FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE,
  FOREIGN KEY (answered_by) REFERENCES accounts(id) ON DELETE SET NULL,
  FOREIGN KEY (decision_id) REFERENCES stage_decisions(id) ON DELETE CASCADE,
  FOREIGN KEY (hand_in_id) REFERENCES hand_ins(id) ON DELETE CASCADE,
  FOREIGN KEY (work_id) REFERENCES works(id) ON DELETE CASCADE
);
CREATE INDEX appeals_about_a_decision ON appeals USING btree (decision_id);
CREATE INDEX appeals_answered_by ON appeals USING btree (answered_by) WHERE (answered_by IS NOT NULL);
CREATE INDEX appeals_of_a_hand_in ON appeals USING btree (hand_in_id);
CREATE INDEX appeals_of_a_person ON appeals USING btree (account_id);
CREATE INDEX appeals_open ON appeals USING btree (work_id) WHERE (answered_at IS NULL);
CREATE INDEX appeals_waiting ON appeals USING btree (filed_at, id) WHERE (answered_at IS NULL);

create table applications (
  id integer not null generated as identity,
  account_id integer not null,
  competition_code text not null,
  stage_id integer not null,
  door text not null,
  form_version integer not null,
  data jsonb not null,
  promocode text,
  invite text,
  submitted_at timestamp with time zone not null,
  PRIMARY KEY (id),
  UNIQUE (account_id, stage_id),
  CHECK (door = ANY (ARRAY['participant'::text, 'supporter'::text])),
  FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE,
  FOREIGN KEY (competition_code) REFERENCES competitions(code) ON UPDATE CASCADE,
  FOREIGN KEY (stage_id) REFERENCES stages(id) ON DELETE CASCADE
);
CREATE INDEX applications_of_a_competition ON applications USING btree (competition_code, submitted_at);
-- Gives a new version to the person of the row, and to everybody in a team with them.
CREATE TRIGGER person_rewritten AFTER UPDATE ON applications FOR EACH ROW WHEN (old.data IS DISTINCT FROM new.data) EXECUTE FUNCTION person_written();
-- Gives a new version to the person of the row, and to everybody in a team with them.
CREATE TRIGGER person_written AFTER INSERT OR DELETE ON applications FOR EACH ROW EXECUTE FUNCTION person_written();
-- Notes the locked team of a person whose region, track, consent or employer changed.
CREATE TRIGGER team_woken AFTER UPDATE ON applications FOR EACH ROW WHEN (new.data IS DISTINCT FROM old.data) EXECUTE FUNCTION member_changed();

create table assignment_gaps (
  work_id integer not null,
  missing smallint not null,
  reason text not null,
  PRIMARY KEY (work_id),
  CHECK (missing > 0),
  CHECK (reason = ANY (ARRAY['conflicts'::text, 'load'::text])),
  FOREIGN KEY (work_id) REFERENCES works(id) ON DELETE CASCADE
);

create table attempt_codes (
  account_id integer not null,
  stage_id integer not null,
  code_hash bytea not null,
  tries integer not null default 0,
  expires_at timestamp with time zone not null,
  PRIMARY KEY (account_id),
  FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE,
  FOREIGN KEY (stage_id) REFERENCES stages(id) ON DELETE CASCADE
);

create table attempt_silences (
  attempt_id integer not null,
  silent_from timestamp with time zone not null,
  heard_again_at timestamp with time zone not null,
  PRIMARY KEY (attempt_id, silent_from),
  FOREIGN KEY (attempt_id) REFERENCES attempts(id) ON DELETE CASCADE
);

create table attempts (
  id integer not null generated as identity,
  account_id integer,
  team_id integer,
  stage_id integer not null,
  number integer not null,
  begun_at timestamp with time zone not null,
  limit_minutes integer,
  extra_minutes integer not null default 0,
  device text not null,
  heard_at timestamp with time zone not null,
  finished_at timestamp with time zone,
  finished_by text,
  due_at timestamp with time zone,
  PRIMARY KEY (id),
  UNIQUE (account_id, stage_id, number),
  UNIQUE (team_id, stage_id, number),
  CHECK ((account_id IS NULL) <> (team_id IS NULL)),
  CHECK ((finished_at IS NULL) = (finished_by IS NULL)),
  CHECK (extra_minutes >= 0),
  CHECK (finished_by = ANY (ARRAY['person'::text, 'deadline'::text])),
  CHECK (limit_minutes > 0),
  CHECK (number > 0),
  FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE,
  FOREIGN KEY (stage_id) REFERENCES stages(id) ON DELETE CASCADE,
  FOREIGN KEY (team_id) REFERENCES formed_teams(id) ON DELETE CASCADE
);
CREATE INDEX attempts_due ON attempts USING btree (due_at) WHERE (due_at IS NOT NULL);
CREATE INDEX attempts_of_a_stage ON attempts USING btree (stage_id);
CREATE UNIQUE INDEX attempts_one_running_of_a_person ON attempts USING btree (account_id, stage_id) WHERE (finished_at IS NULL);
CREATE UNIQUE INDEX attempts_one_running_of_a_team ON attempts USING btree (team_id, stage_id) WHERE (finished_at IS NULL);
-- Gives a new version to the person or the team of the attempt, because the status of the stage follows from it.
CREATE TRIGGER attempt_rewritten AFTER UPDATE ON attempts FOR EACH ROW WHEN (old.begun_at IS DISTINCT FROM new.begun_at OR old.limit_minutes IS DISTINCT FROM new.limit_minutes OR old.extra_minutes IS DISTINCT FROM new.extra_minutes OR old.finished_at IS DISTINCT FROM new.finished_at OR new.heard_at > (old.heard_at + '00:01:00'::interval)) EXECUTE FUNCTION attempt_written();
-- Gives a new version to the person or the team of the attempt, because the status of the stage follows from it.
CREATE TRIGGER attempt_written AFTER INSERT ON attempts FOR EACH ROW EXECUTE FUNCTION attempt_written();

create table audit (
  id bigint not null,
  at timestamp with time zone not null,
  actor_id integer,
  action text not null,
  subject text not null default ''::text,
  detail jsonb not null default '{}'::jsonb,
  previous_hash bytea not null,
  hash bytea not null,
  PRIMARY KEY (id)
);
CREATE INDEX audit_acts_of_a_competition ON audit USING btree (((detail ->> 'competition'::text)), id) WHERE (((detail ->> 'competition'::text) IS NOT NULL) AND (action <> 'looked'::text));
CREATE INDEX audit_looks ON audit USING btree (actor_id, subject, at) WHERE (action = 'looked'::text);
CREATE INDEX audit_of_a_competition ON audit USING btree (((detail ->> 'competition'::text)), id) WHERE ((detail ->> 'competition'::text) IS NOT NULL);
-- Refuses to change, remove or empty rows of the audit.
CREATE TRIGGER audit_is_append_only BEFORE DELETE OR UPDATE ON audit FOR EACH ROW EXECUTE FUNCTION audit_is_append_only();
-- Refuses to change, remove or empty rows of the audit.
CREATE TRIGGER audit_is_not_truncated BEFORE TRUNCATE ON audit FOR EACH STATEMENT EXECUTE FUNCTION audit_is_append_only();
-- Gives a new row of the audit its number, its time and the hash that links it to the row before, and tells the processes.
CREATE TRIGGER audit_link BEFORE INSERT ON audit FOR EACH ROW EXECUTE FUNCTION audit_link();

create table broadcast_recipients (
  broadcast_id integer not null,
  account_id integer not null,
  at timestamp with time zone not null,
  on_portal boolean not null,
  by_letter boolean not null,
  PRIMARY KEY (broadcast_id, account_id),
  FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE,
  FOREIGN KEY (broadcast_id) REFERENCES broadcasts(id) ON DELETE CASCADE
);
CREATE INDEX broadcast_recipients_of_an_account ON broadcast_recipients USING btree (account_id);

create table broadcasts (
  id integer not null generated as identity,
  competition_code text not null,
  asked_by integer,
  asked_at timestamp with time zone not null,
  audience jsonb not null,
  about text not null,
  title text not null,
  text text not null,
  by_letter boolean not null,
  starts_at timestamp with time zone not null,
  state text not null default 'planned'::text,
  people integer not null,
  sent_until integer not null default 0,
  sent integer not null default 0,
  letters integer not null default 0,
  done_at timestamp with time zone,
  cancelled_by integer,
  pace double precision,
  lettered integer not null default 0,
  lettered_until integer not null default 0,
  PRIMARY KEY (id),
  CHECK (state = ANY (ARRAY['planned'::text, 'sending'::text, 'lettering'::text, 'sent'::text, 'cancelled'::text])),
  FOREIGN KEY (asked_by) REFERENCES accounts(id) ON DELETE SET NULL,
  FOREIGN KEY (cancelled_by) REFERENCES accounts(id) ON DELETE SET NULL,
  FOREIGN KEY (competition_code) REFERENCES competitions(code) ON UPDATE CASCADE ON DELETE CASCADE
);
CREATE INDEX broadcasts_of_a_competition ON broadcasts USING btree (competition_code, id DESC);

create table bulk_act_people (
  bulk_act_id integer not null,
  account_id integer not null,
  outcome text,
  PRIMARY KEY (bulk_act_id, account_id),
  FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE,
  FOREIGN KEY (bulk_act_id) REFERENCES bulk_acts(id) ON DELETE CASCADE
);
CREATE INDEX bulk_act_people_of_an_account ON bulk_act_people USING btree (account_id);

create table bulk_acts (
  id integer not null generated as identity,
  competition_code text not null,
  asked_by integer,
  asked_at timestamp with time zone not null,
  about text not null,
  act jsonb not null,
  reason text not null,
  state text not null default 'running'::text,
  people integer not null,
  until integer not null default 0,
  done integer not null default 0,
  skipped integer not null default 0,
  undone integer not null default 0,
  done_at timestamp with time zone,
  undone_by integer,
  confirmed_by integer,
  audience jsonb not null default '{}'::jsonb,
  pace double precision,
  PRIMARY KEY (id),
  CHECK (state = ANY (ARRAY['gathering'::text, 'waiting'::text, 'running'::text, 'done'::text, 'undoing'::text, 'undone'::text])),
  FOREIGN KEY (asked_by) REFERENCES accounts(id) ON DELETE SET NULL,
  FOREIGN KEY (competition_code) REFERENCES competitions(code) ON UPDATE CASCADE ON DELETE CASCADE,
  FOREIGN KEY (confirmed_by) REFERENCES accounts(id) ON DELETE SET NULL,
  FOREIGN KEY (undone_by) REFERENCES accounts(id) ON DELETE SET NULL
);
CREATE INDEX bulk_acts_of_a_competition ON bulk_acts USING btree (competition_code, id DESC);

create table calendar_addresses (
  account_id integer not null,
  token_hash bytea not null,
  created_at timestamp with time zone not null,
  PRIMARY KEY (account_id),
  UNIQUE (token_hash),
  FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE
);

create table check_drafts (
  work_id integer not null,
  checker_id integer not null,
  hand_in_id integer not null,
  revision integer not null,
  data jsonb not null,
  saved_at timestamp with time zone not null,
  PRIMARY KEY (work_id, checker_id),
  FOREIGN KEY (checker_id) REFERENCES accounts(id) ON DELETE CASCADE,
  FOREIGN KEY (hand_in_id) REFERENCES hand_ins(id) ON DELETE CASCADE,
  FOREIGN KEY (work_id) REFERENCES works(id) ON DELETE CASCADE
);
CREATE INDEX check_drafts_of_a_hand_in ON check_drafts USING btree (hand_in_id);

create table code_dispatches (
  id bigint not null generated as identity,
  channel text not null,
  recipient text not null,
  client text not null,
  purpose text not null,
  sent_at timestamp with time zone not null,
  device bytea,
  PRIMARY KEY (id),
  CHECK (channel = ANY (ARRAY['email'::text, 'sms'::text])),
  CHECK (purpose = ANY (ARRAY['registration'::text, 'second_factor'::text, 'email'::text, 'own_email'::text, 'password'::text, 'phone'::text, 'attempt'::text]))
);
CREATE INDEX code_dispatches_by_client ON code_dispatches USING btree (client, sent_at);
CREATE INDEX code_dispatches_by_recipient ON code_dispatches USING btree (recipient text_pattern_ops, sent_at);
CREATE INDEX code_dispatches_by_time ON code_dispatches USING btree (sent_at);

create table compared_works (
  work_id integer not null,
  hand_in_id integer not null,
  compared_at timestamp with time zone not null,
  PRIMARY KEY (work_id),
  FOREIGN KEY (hand_in_id) REFERENCES hand_ins(id) ON DELETE CASCADE,
  FOREIGN KEY (work_id) REFERENCES works(id) ON DELETE CASCADE
);
CREATE INDEX compared_works_of_a_hand_in ON compared_works USING btree (hand_in_id);

create table competition_tags (
  competition_code text not null,
  tag text not null,
  PRIMARY KEY (competition_code, tag),
  FOREIGN KEY (competition_code) REFERENCES competitions(code) ON UPDATE CASCADE ON DELETE CASCADE
);

create table competitions (
  code text not null,
  title text not null,
  tagline text not null default ''::text,
  description text not null default ''::text,
  theme text not null default 'default'::text,
  layout text not null default 'default'::text,
  starts_at timestamp with time zone,
  ends_at timestamp with time zone,
  links jsonb not null default '{}'::jsonb,
  social jsonb not null default '{}'::jsonb,
  copyright text not null default ''::text,
  published boolean not null default true,
  sort integer not null default 0,
  support_email text,
  feedback_topics jsonb not null default '[]'::jsonb,
  revision integer not null default 0,
  copied jsonb,
  letters jsonb not null default '{}'::jsonb,
  PRIMARY KEY (code),
  CHECK (code <> ALL (ARRAY['admin'::text, 'api'::text, 'assets'::text, 'calendar'::text, 'desk'::text, 'dev'::text, 'home'::text, 'mentor'::text, 'not-me'::text, 'offline-event-booking'::text, 'profile'::text, 'state-service'::text, 'view'::text])),
  CHECK (code ~ '^[a-z0-9][a-z0-9_]{1,63}$'::text)
);
-- Raises the version of the competitions whose code is in the named column of the rows.
CREATE TRIGGER season_inserted AFTER INSERT ON competitions REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION season_written_by_code('code');
-- The job looks again at all locked teams of a competition whose end moves.
CREATE TRIGGER season_of_teams_moved AFTER UPDATE ON competitions FOR EACH ROW WHEN (new.ends_at IS DISTINCT FROM old.ends_at) EXECUTE FUNCTION season_of_teams_moved();
-- Raises the version of the competitions whose code is in the named column of the rows.
CREATE TRIGGER season_updated AFTER UPDATE ON competitions REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION season_written_by_code('code');

create table consent_requests (
  competition_code text not null,
  document_code text not null,
  document_version integer not null,
  asked_at timestamp with time zone not null,
  asked_by integer,
  PRIMARY KEY (competition_code, document_code, document_version),
  FOREIGN KEY (asked_by) REFERENCES accounts(id) ON DELETE SET NULL,
  FOREIGN KEY (competition_code) REFERENCES competitions(code) ON UPDATE CASCADE ON DELETE CASCADE
);
CREATE INDEX consent_requests_by_account ON consent_requests USING btree (asked_by) WHERE (asked_by IS NOT NULL);

create table consent_texts (
  text_hash bytea not null,
  text text not null,
  PRIMARY KEY (text_hash)
);

create table consents (
  id integer not null generated as identity,
  account_id integer not null,
  competition_code text not null,
  document_code text not null,
  document_version integer not null,
  document_title text not null,
  text_hash bytea not null,
  purpose text not null,
  given_at timestamp with time zone not null,
  ip text not null,
  withdrawn_at timestamp with time zone,
  term text not null default ''::text,
  PRIMARY KEY (id),
  FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE,
  FOREIGN KEY (competition_code) REFERENCES competitions(code) ON UPDATE CASCADE,
  FOREIGN KEY (text_hash) REFERENCES consent_texts(text_hash)
);
CREATE INDEX consents_of_a_competition ON consents USING btree (competition_code, document_code, account_id) WHERE (withdrawn_at IS NULL);
CREATE INDEX consents_of_a_person ON consents USING btree (account_id, competition_code);
-- Gives a new version to the person of the row, and to everybody in a team with them.
CREATE TRIGGER person_written AFTER INSERT OR DELETE OR UPDATE ON consents FOR EACH ROW EXECUTE FUNCTION person_written();
-- Notes the locked team of a person whose region, track, consent or employer changed.
CREATE TRIGGER team_woken AFTER INSERT ON consents FOR EACH ROW EXECUTE FUNCTION member_changed();
-- Notes the locked team of a person whose region, track, consent or employer changed.
CREATE TRIGGER team_woken_again AFTER UPDATE ON consents FOR EACH ROW WHEN (new.withdrawn_at IS DISTINCT FROM old.withdrawn_at) EXECUTE FUNCTION member_changed();

create table cutoffs (
  id integer not null generated as identity,
  stage_id integer not null,
  title text not null,
  rule jsonb not null,
  letters jsonb not null,
  revision integer not null default 1,
  saved_by integer,
  saved_at timestamp with time zone not null,
  PRIMARY KEY (id),
  FOREIGN KEY (saved_by) REFERENCES accounts(id) ON DELETE SET NULL,
  FOREIGN KEY (stage_id) REFERENCES stages(id) ON DELETE CASCADE
);
CREATE INDEX cutoffs_of_a_stage ON cutoffs USING btree (stage_id);
CREATE INDEX cutoffs_saved_by ON cutoffs USING btree (saved_by) WHERE (saved_by IS NOT NULL);

create table deadline_looks (
  id integer not null generated as identity,
  stage_id integer not null,
  account_id integer,
  due_at timestamp with time zone,
  told_end timestamp with time zone,
  PRIMARY KEY (id),
  UNIQUE NULLS NOT DISTINCT (stage_id, account_id),
  FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE,
  FOREIGN KEY (stage_id) REFERENCES stages(id) ON DELETE CASCADE
);
CREATE INDEX deadline_looks_due ON deadline_looks USING btree (due_at) WHERE (due_at IS NOT NULL);
CREATE INDEX deadline_looks_of_a_person ON deadline_looks USING btree (account_id);

create table dictionary_edition (
  only_row boolean not null default true,
  checksum text not null,
  PRIMARY KEY (only_row),
  CHECK (only_row)
);

create table dictionary_items (
  dict text not null,
  id text not null,
  value text not null,
  search text not null,
  region text,
  fo text,
  competition_code text,
  sort integer not null default 0,
  retired boolean not null default false,
  UNIQUE NULLS NOT DISTINCT (dict, id, competition_code),
  CHECK (dict ~ '^[a-z0-9][a-z0-9_]{0,63}$'::text),
  CHECK (id <> ''::text)
);
CREATE INDEX dictionary_items_order ON dictionary_items USING btree (dict, sort, value);
CREATE INDEX dictionary_items_search ON dictionary_items USING gin (search gin_trgm_ops);
-- Raises the version of the dictionaries, and tells the processes.
CREATE TRIGGER dictionaries_changed AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON dictionary_items FOR EACH STATEMENT EXECUTE FUNCTION raise_dictionary_version();

create table dictionary_version (
  only_row boolean not null default true,
  version bigint not null default 1,
  PRIMARY KEY (only_row),
  CHECK (only_row)
);

create table different_people (
  account_id integer not null,
  other_id integer not null,
  reason text not null,
  told_by integer,
  told_at timestamp with time zone not null,
  PRIMARY KEY (account_id, other_id),
  CHECK (account_id < other_id),
  FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE,
  FOREIGN KEY (other_id) REFERENCES accounts(id) ON DELETE CASCADE,
  FOREIGN KEY (told_by) REFERENCES accounts(id) ON DELETE SET NULL
);
CREATE INDEX different_people_of_the_other ON different_people USING btree (other_id);
CREATE INDEX different_people_told_by ON different_people USING btree (told_by) WHERE (told_by IS NOT NULL);

create table document_clashes (
  account_id integer not null,
  other_id integer not null,
  kind text not null,
  at timestamp with time zone not null,
  PRIMARY KEY (account_id, other_id, kind),
  CHECK (account_id < other_id),
  CHECK (kind = ANY (ARRAY['passport'::text, 'snils'::text])),
  FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE,
  FOREIGN KEY (other_id) REFERENCES accounts(id) ON DELETE CASCADE
);
CREATE INDEX document_clashes_of_the_other ON document_clashes USING btree (other_id);

create table door_marks (
  id uuid not null,
  event_id integer not null,
  slot_id integer not null,
  account_id integer not null,
  mark text not null,
  at timestamp with time zone not null,
  received_at timestamp with time zone not null,
  by_id integer,
  PRIMARY KEY (id),
  CHECK (mark = ANY (ARRAY['came'::text, 'absent'::text, 'undone'::text, 'walk_in'::text])),
  FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE,
  FOREIGN KEY (by_id) REFERENCES accounts(id) ON DELETE SET NULL,
  FOREIGN KEY (event_id) REFERENCES offline_events(id) ON DELETE CASCADE,
  FOREIGN KEY (slot_id) REFERENCES offline_event_slots(id) ON DELETE CASCADE
);
CREATE INDEX door_marks_by_a_host ON door_marks USING btree (by_id) WHERE (by_id IS NOT NULL);
CREATE INDEX door_marks_of_a_person ON door_marks USING btree (account_id);
CREATE INDEX door_marks_of_a_slot ON door_marks USING btree (slot_id);
CREATE INDEX door_marks_of_an_event ON door_marks USING btree (event_id, account_id, at);

create table eligibility_results (
  application_id integer not null,
  rule text not null,
  ok boolean not null,
  text text not null default ''::text,
  PRIMARY KEY (application_id, rule),
  FOREIGN KEY (application_id) REFERENCES applications(id) ON DELETE CASCADE
);

create table email_verifications (
  code_hash bytea not null,
  account_id integer not null,
  email citext not null,
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  session_epoch integer not null default 0,
  PRIMARY KEY (code_hash),
  FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE
);
CREATE INDEX email_verifications_of_an_account ON email_verifications USING btree (account_id);

create table employer_questions (
  stage_id integer not null,
  version integer not null,
  name text not null,
  inner_name text not null default ''::text,
  PRIMARY KEY (stage_id, version, name, inner_name),
  FOREIGN KEY (stage_id, version) REFERENCES form_versions(stage_id, version) ON DELETE CASCADE
);

create table entry_code_uses (
  code_id integer not null,
  account_id integer not null,
  used_at timestamp with time zone not null,
  PRIMARY KEY (code_id, account_id),
  FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE,
  FOREIGN KEY (code_id) REFERENCES entry_codes(id) ON DELETE CASCADE
);
CREATE INDEX entry_code_uses_of_a_person ON entry_code_uses USING btree (account_id);

create table entry_codes (
  id integer not null generated as identity,
  stage_id integer not null,
  salt bytea not null,
  code_hash bytea not null,
  uses integer not null,
  uses_left integer not null,
  expires_at timestamp with time zone not null,
  email text,
  reason text not null,
  given_by integer,
  given_at timestamp with time zone not null,
  revoked_at timestamp with time zone,
  PRIMARY KEY (id),
  UNIQUE (code_hash),
  CHECK (reason <> ''::text),
  CHECK (uses > 0),
  CHECK (uses_left >= 0 AND uses_left <= uses),
  FOREIGN KEY (given_by) REFERENCES accounts(id) ON DELETE SET NULL,
  FOREIGN KEY (stage_id) REFERENCES stages(id) ON DELETE CASCADE
);
CREATE INDEX entry_codes_by_account ON entry_codes USING btree (given_by) WHERE (given_by IS NOT NULL);
CREATE INDEX entry_codes_of_a_stage ON entry_codes USING btree (stage_id, id DESC);

create table erasure_acts (
  id integer not null generated as identity,
  test_id integer not null,
  asked_at timestamp with time zone not null,
  erased_at timestamp with time zone not null,
  removed jsonb not null,
  consents jsonb not null,
  PRIMARY KEY (id)
);

create table erasure_requests (
  account_id integer not null,
  asked_at timestamp with time zone not null,
  due_at timestamp with time zone not null,
  PRIMARY KEY (account_id),
  FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE
);

create table export_downloads (
  id integer not null generated as identity,
  export_id integer not null,
  account_id integer,
  at timestamp with time zone not null,
  PRIMARY KEY (id),
  FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE SET NULL,
  FOREIGN KEY (export_id) REFERENCES exports(id) ON DELETE CASCADE
);
CREATE INDEX export_downloads_of_an_export ON export_downloads USING btree (export_id);

create table exports (
  id integer not null generated as identity,
  competition_code text not null,
  asked_by integer,
  asked_at timestamp with time zone not null,
  format text not null,
  audience jsonb not null,
  about text not null,
  columns text[] not null,
  reason text not null default ''::text,
  state text not null default 'waiting'::text,
  rows integer not null default 0,
  done_at timestamp with time zone,
  file text,
  size bigint,
  sealed_key bytea,
  iv bytea,
  tag bytea,
  protocol_id integer,
  PRIMARY KEY (id),
  CHECK ((state = 'ready'::text) = (file IS NOT NULL AND size IS NOT NULL AND sealed_key IS NOT NULL AND iv IS NOT NULL AND tag IS NOT NULL)),
  CHECK (format <> 'docx'::text OR protocol_id IS NOT NULL),
  CHECK (format = 'zip'::text OR protocol_id IS NOT NULL OR cardinality(columns) > 0),
  CHECK (format = ANY (ARRAY['xlsx'::text, 'csv'::text, 'zip'::text, 'docx'::text])),
  CHECK (state = ANY (ARRAY['waiting'::text, 'ready'::text, 'failed'::text, 'gone'::text])),
  FOREIGN KEY (asked_by) REFERENCES accounts(id) ON DELETE SET NULL,
  FOREIGN KEY (competition_code) REFERENCES competitions(code) ON UPDATE CASCADE ON DELETE CASCADE,
  FOREIGN KEY (protocol_id) REFERENCES protocols(id) ON DELETE CASCADE
);
CREATE INDEX exports_of_a_competition ON exports USING btree (competition_code, id DESC);
CREATE INDEX exports_of_a_protocol ON exports USING btree (protocol_id, id DESC) WHERE (protocol_id IS NOT NULL);

create table extension_notices (
  extension_id integer not null,
  told_until integer not null default 0,
  told integer not null default 0,
  done_at timestamp with time zone,
  PRIMARY KEY (extension_id),
  FOREIGN KEY (extension_id) REFERENCES stage_extensions(id) ON DELETE CASCADE
);

create table faq_articles (
  id integer not null generated as identity,
  competition_code text not null,
  parent_id integer,
  alias text not null,
  path text not null,
  sort integer not null default 0,
  title text not null,
  text text not null default ''::text,
  words text not null default ''::text,
  published boolean not null default true,
  shown boolean not null default true,
  version integer not null default 1,
  created_at timestamp with time zone not null,
  updated_at timestamp with time zone not null,
  search tsvector generated always as ((setweight(to_tsvector('russian'::regconfig, translate(title, 'Ёё<>/'::text, 'Ее   '::text)), 'A'::"char") || setweight(to_tsvector('russian'::regconfig, translate(words, 'Ёё<>/'::text, 'Ее   '::text)), 'C'::"char"))),
  PRIMARY KEY (id),
  UNIQUE (competition_code, id),
  UNIQUE (competition_code, path) DEFERRABLE INITIALLY DEFERRED,
  CHECK (alias ~ '^[a-z0-9]+(-[a-z0-9]+)*$'::text AND length(alias) <= 80),
  CHECK (title <> ''::text),
  FOREIGN KEY (competition_code) REFERENCES competitions(code) ON DELETE CASCADE,
  FOREIGN KEY (competition_code, parent_id) REFERENCES faq_articles(competition_code, id)
);
CREATE INDEX faq_articles_parent ON faq_articles USING btree (competition_code, parent_id);
CREATE INDEX faq_articles_search ON faq_articles USING gin (search) WITH (fastupdate=off);

create table faq_feedback (
  article_id integer not null,
  account_id integer not null,
  useful boolean not null,
  given_at timestamp with time zone not null,
  PRIMARY KEY (article_id, account_id),
  FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE,
  FOREIGN KEY (article_id) REFERENCES faq_articles(id) ON DELETE CASCADE
);
CREATE INDEX faq_feedback_account ON faq_feedback USING btree (account_id);

create table faq_images (
  id text not null,
  competition_code text not null,
  size integer not null,
  width integer not null,
  height integer not null,
  created_at timestamp with time zone not null,
  PRIMARY KEY (id),
  CHECK (id ~ '^[0-9a-f]{32}$'::text),
  FOREIGN KEY (competition_code) REFERENCES competitions(code) ON DELETE CASCADE
);
CREATE INDEX faq_images_competition ON faq_images USING btree (competition_code);

create table faq_misses (
  competition_code text not null,
  query text not null,
  times integer not null default 1,
  last_at timestamp with time zone not null,
  PRIMARY KEY (competition_code, query),
  FOREIGN KEY (competition_code) REFERENCES competitions(code) ON DELETE CASCADE
);
CREATE INDEX faq_misses_recent ON faq_misses USING btree (competition_code, last_at DESC);

create table faq_old_paths (
  competition_code text not null,
  path text not null,
  article_id integer not null,
  PRIMARY KEY (competition_code, path),
  FOREIGN KEY (article_id) REFERENCES faq_articles(id) ON DELETE CASCADE
);
CREATE INDEX faq_old_paths_article ON faq_old_paths USING btree (article_id);

create table faq_trees (
  competition_code text not null,
  version integer not null default 1,
  PRIMARY KEY (competition_code),
  FOREIGN KEY (competition_code) REFERENCES competitions(code) ON DELETE CASCADE
);

create table faq_words (
  article_id integer not null,
  competition_code text not null,
  word text not null,
  PRIMARY KEY (article_id, word),
  FOREIGN KEY (article_id) REFERENCES faq_articles(id) ON DELETE CASCADE
);
CREATE INDEX faq_words_trigrams ON faq_words USING gin (word gin_trgm_ops) WITH (fastupdate=off);

create table feedback_answers (
  id integer not null generated as identity,
  request_id integer not null,
  author_id integer,
  text text not null,
  created_at timestamp with time zone not null,
  PRIMARY KEY (id),
  FOREIGN KEY (author_id) REFERENCES accounts(id) ON DELETE SET NULL,
  FOREIGN KEY (request_id) REFERENCES feedback_requests(id) ON DELETE CASCADE
);
CREATE INDEX feedback_answers_by_author ON feedback_answers USING btree (author_id);
CREATE INDEX feedback_answers_of_a_request ON feedback_answers USING btree (request_id, id);

create table feedback_buckets (
  stage_id integer not null,
  round text not null,
  bucket integer not null,
  said jsonb not null,
  PRIMARY KEY (stage_id, round, bucket),
  CHECK (round = ANY (ARRAY['before'::text, 'after'::text])),
  FOREIGN KEY (stage_id) REFERENCES stages(id) ON DELETE CASCADE
);

create table feedback_files (
  request_id integer not null,
  file_id text not null,
  sort integer not null,
  PRIMARY KEY (request_id, file_id),
  FOREIGN KEY (file_id) REFERENCES files(id) ON DELETE CASCADE,
  FOREIGN KEY (request_id) REFERENCES feedback_requests(id) ON DELETE CASCADE
);
CREATE INDEX feedback_files_by_file ON feedback_files USING btree (file_id);

create table feedback_given (
  account_id integer not null,
  stage_id integer not null,
  round text not null,
  PRIMARY KEY (account_id, stage_id, round),
  CHECK (round = ANY (ARRAY['before'::text, 'after'::text])),
  FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE,
  FOREIGN KEY (stage_id) REFERENCES stages(id) ON DELETE CASCADE
);
-- Gives a new version to the person of the row, and to everybody in a team with them.
CREATE TRIGGER person_written AFTER INSERT OR DELETE ON feedback_given FOR EACH ROW EXECUTE FUNCTION person_written();

create table feedback_named (
  account_id integer not null,
  stage_id integer not null,
  round text not null,
  opinion jsonb not null,
  groups jsonb not null,
  given_at timestamp with time zone not null,
  request_id integer,
  PRIMARY KEY (account_id, stage_id, round),
  CHECK (round = ANY (ARRAY['before'::text, 'after'::text])),
  FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE,
  FOREIGN KEY (request_id) REFERENCES feedback_requests(id) ON DELETE SET NULL,
  FOREIGN KEY (stage_id) REFERENCES stages(id) ON DELETE CASCADE
);
CREATE INDEX feedback_named_of_a_request ON feedback_named USING btree (request_id) WHERE (request_id IS NOT NULL);

create table feedback_refusals (
  account_id integer not null,
  PRIMARY KEY (account_id),
  FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE
);
-- Gives a new version to the person of the row, and to everybody in a team with them.
CREATE TRIGGER person_written AFTER INSERT OR DELETE ON feedback_refusals FOR EACH ROW EXECUTE FUNCTION person_written();

create table feedback_requests (
  id integer not null generated as identity,
  account_id integer not null,
  competition_code text not null,
  topic text not null,
  topic_title text not null,
  text text not null,
  email text not null,
  status text not null default 'open'::text,
  created_at timestamp with time zone not null,
  answered_at timestamp with time zone,
  closed_at timestamp with time zone,
  PRIMARY KEY (id),
  CHECK (status = ANY (ARRAY['open'::text, 'answered'::text, 'closed'::text])),
  FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE,
  FOREIGN KEY (competition_code) REFERENCES competitions(code) ON UPDATE CASCADE ON DELETE CASCADE
);
CREATE INDEX feedback_requests_of_a_competition ON feedback_requests USING btree (competition_code, status, id);
CREATE INDEX feedback_requests_of_a_person ON feedback_requests USING btree (account_id, competition_code, id DESC);

create table files (
  id text not null,
  account_id integer not null,
  purpose text not null,
  name text not null,
  type text not null,
  size integer not null,
  sha256 text not null,
  handed_in boolean not null default false,
  created_at timestamp with time zone not null default now(),
  unreferenced_since timestamp with time zone,
  scan text not null default 'clean'::text,
  nameless text,
  copy_size integer not null default 0,
  PRIMARY KEY (id),
  CHECK (id ~ '^[0-9a-f]{32}$'::text),
  CHECK (nameless = ANY (ARRAY['own'::text, 'copy'::text, 'none'::text])),
  CHECK (purpose ~ '^[a-z_]{2,32}$'::text),
  CHECK (scan = ANY (ARRAY['clean'::text, 'waiting'::text, 'infected'::text])),
  FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE
);
CREATE INDEX files_account ON files USING btree (account_id, created_at);
CREATE INDEX files_in_quarantine ON files USING btree (created_at) WHERE (scan = 'waiting'::text);
CREATE INDEX files_not_handed_in ON files USING btree (id) WHERE (NOT handed_in);

create table first_administrator_links (
  token_hash bytea not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  PRIMARY KEY (token_hash)
);

create table form_drafts (
  stage_id integer not null,
  revision integer not null,
  schema jsonb,
  saved_at timestamp with time zone not null,
  saved_by integer,
  PRIMARY KEY (stage_id),
  CHECK (revision > 0),
  FOREIGN KEY (saved_by) REFERENCES accounts(id) ON DELETE SET NULL,
  FOREIGN KEY (stage_id) REFERENCES stages(id) ON DELETE CASCADE
);
CREATE INDEX form_drafts_by_account ON form_drafts USING btree (saved_by) WHERE (saved_by IS NOT NULL);

create table form_versions (
  stage_id integer not null,
  version integer not null,
  schema jsonb not null,
  published_at timestamp with time zone not null,
  PRIMARY KEY (stage_id, version),
  CHECK (version > 0),
  FOREIGN KEY (stage_id) REFERENCES stages(id) ON DELETE CASCADE
);
-- Keeps which questions of the version ask for the employer.
CREATE TRIGGER form_version_written AFTER INSERT OR UPDATE OF schema ON form_versions FOR EACH ROW EXECUTE FUNCTION form_version_written();
-- Raises the version of the competitions of the stages whose rows were written.
CREATE TRIGGER season_deleted AFTER DELETE ON form_versions REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION season_written_by_stage();
-- Raises the version of the competitions of the stages whose rows were written.
CREATE TRIGGER season_inserted AFTER INSERT ON form_versions REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION season_written_by_stage();
-- Raises the version of the competitions of the stages whose rows were written.
CREATE TRIGGER season_updated AFTER UPDATE ON form_versions REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION season_written_by_stage();

create table formed_team_letters (
  id integer not null generated as identity,
  team_id integer not null,
  address_hash bytea not null,
  shown text not null,
  since timestamp with time zone not null,
  PRIMARY KEY (id),
  UNIQUE (team_id, address_hash),
  FOREIGN KEY (team_id) REFERENCES formed_teams(id) ON DELETE CASCADE
);
CREATE INDEX formed_team_letters_to_an_address ON formed_team_letters USING btree (address_hash);

create table formed_team_members (
  team_id integer not null,
  stage_id integer not null,
  account_id integer not null,
  role text not null default 'member'::text,
  state text not null,
  since timestamp with time zone not null,
  reminded_at timestamp with time zone,
  verdict text,
  verdict_note text not null default ''::text,
  duty text not null default ''::text,
  remark text not null default ''::text,
  competition_code text not null,
  PRIMARY KEY (team_id, account_id),
  CHECK (role = 'member'::text OR state = 'active'::text),
  CHECK (role = ANY (ARRAY['captain'::text, 'member'::text])),
  CHECK (state = ANY (ARRAY['invited'::text, 'requested'::text, 'active'::text, 'left'::text, 'removed'::text])),
  CHECK (verdict = ANY (ARRAY['fits'::text, 'unfit'::text])),
  FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE,
  FOREIGN KEY (team_id, competition_code) REFERENCES formed_teams(id, competition_code) ON UPDATE CASCADE ON DELETE CASCADE,
  FOREIGN KEY (team_id, stage_id) REFERENCES formed_teams(id, stage_id) ON DELETE CASCADE
);
CREATE INDEX formed_team_members_by_account ON formed_team_members USING btree (account_id);
CREATE UNIQUE INDEX formed_team_members_one_captain ON formed_team_members USING btree (team_id) WHERE (role = 'captain'::text);
CREATE UNIQUE INDEX formed_team_members_one_team ON formed_team_members USING btree (account_id, competition_code) WHERE (state = 'active'::text);
-- Gives a new member the facts of the team and takes them from who has left; the job looks at the team again.
CREATE TRIGGER counted_again AFTER UPDATE ON formed_team_members FOR EACH ROW WHEN ((new.state = 'active'::text) <> (old.state = 'active'::text) OR new.duty <> old.duty) EXECUTE FUNCTION team_member_counts();
-- Gives a new member the facts of the team and takes them from who has left; the job looks at the team again.
CREATE TRIGGER counted_at_its_stage AFTER INSERT ON formed_team_members FOR EACH ROW WHEN (new.state = 'active'::text) EXECUTE FUNCTION team_member_counts();
-- Writes the competition of the team into the membership, for the key of one team in a competition.
CREATE TRIGGER has_competition BEFORE INSERT ON formed_team_members FOR EACH ROW EXECUTE FUNCTION team_member_has_competition();
-- Counts the active members of a team in the team.
CREATE TRIGGER members_counted AFTER INSERT OR DELETE OR UPDATE OF state ON formed_team_members FOR EACH ROW EXECUTE FUNCTION team_members_counted();
-- Gives a new version to the person of the membership and to the members of the team, so to those who stay and to who has left.
CREATE TRIGGER person_written AFTER INSERT OR DELETE OR UPDATE ON formed_team_members FOR EACH ROW EXECUTE FUNCTION team_members_written();
-- Notes the team of a member who left it or whose accounts were merged.
CREATE TRIGGER team_woken AFTER UPDATE ON formed_team_members FOR EACH ROW WHEN (new.account_id <> old.account_id) EXECUTE FUNCTION member_has_other_account();
-- Notes the team of a member who left it or whose accounts were merged.
CREATE TRIGGER team_woken_by_deletion AFTER DELETE ON formed_team_members FOR EACH ROW WHEN (old.state = 'active'::text) EXECUTE FUNCTION member_has_other_account();

create table formed_teams (
  id integer not null generated as identity,
  stage_id integer not null,
  competition_code text not null,
  name text not null,
  name_key text not null,
  about text not null default ''::text,
  takes_requests boolean not null default true,
  invite_serial integer not null default 0,
  invite_code_hash bytea,
  invite_expires_at timestamp with time zone,
  invite_uses_left integer,
  verdict text,
  verdict_at timestamp with time zone,
  verdict_reason text not null default ''::text,
  gone_after_close integer not null default 0,
  created_at timestamp with time zone not null,
  dissolved_at timestamp with time zone,
  letter_file text,
  returned_until timestamp with time zone,
  taken integer not null default 0,
  PRIMARY KEY (id),
  UNIQUE (id, competition_code),
  UNIQUE (id, stage_id),
  CHECK ((invite_code_hash IS NULL) = (invite_expires_at IS NULL) AND (invite_code_hash IS NULL) = (invite_uses_left IS NULL)),
  CHECK ((verdict IS NULL) = (verdict_at IS NULL)),
  CHECK (invite_uses_left >= 0),
  CHECK (taken >= 0),
  CHECK (verdict = ANY (ARRAY['under_check'::text, 'admitted'::text, 'rejected'::text])),
  FOREIGN KEY (competition_code) REFERENCES competitions(code) ON UPDATE CASCADE ON DELETE CASCADE,
  FOREIGN KEY (letter_file) REFERENCES files(id) ON DELETE SET NULL,
  FOREIGN KEY (stage_id) REFERENCES stages(id) ON DELETE CASCADE
);
CREATE INDEX formed_teams_by_words ON formed_teams USING gin (name gin_trgm_ops, name_key gin_trgm_ops);
CREATE INDEX formed_teams_letter ON formed_teams USING btree (letter_file) WHERE (letter_file IS NOT NULL);
CREATE INDEX formed_teams_listed ON formed_teams USING btree (stage_id, name, id) INCLUDE (taken) WHERE ((dissolved_at IS NULL) AND (taken > 0));
CREATE INDEX formed_teams_of_a_stage ON formed_teams USING btree (stage_id, name) WHERE (dissolved_at IS NULL);
CREATE UNIQUE INDEX formed_teams_invite_code ON formed_teams USING btree (invite_code_hash);
CREATE UNIQUE INDEX formed_teams_name ON formed_teams USING btree (competition_code, name_key) WHERE (dissolved_at IS NULL);
-- Keeps the hash of a replaced code of a team, so that the old link is told from a wrong one.
CREATE TRIGGER code_replaced AFTER UPDATE OF invite_code_hash ON formed_teams FOR EACH ROW WHEN (old.invite_code_hash IS NOT NULL AND old.invite_code_hash IS DISTINCT FROM new.invite_code_hash) EXECUTE FUNCTION team_code_replaced();
-- Writes the facts of the members after a verdict on the team; the job looks at the team again.
CREATE TRIGGER counted_again AFTER UPDATE ON formed_teams FOR EACH ROW WHEN (new.verdict IS DISTINCT FROM old.verdict OR new.verdict_at IS DISTINCT FROM old.verdict_at OR new.letter_file IS DISTINCT FROM old.letter_file OR new.gone_after_close IS DISTINCT FROM old.gone_after_close OR new.returned_until IS DISTINCT FROM old.returned_until) EXECUTE FUNCTION team_counts();
-- Gives a new version to all members of the team.
CREATE TRIGGER person_written AFTER UPDATE ON formed_teams FOR EACH ROW EXECUTE FUNCTION team_of_people_written();

create table former_phones (
  account_id integer not null,
  phone text not null,
  until timestamp with time zone not null,
  PRIMARY KEY (account_id, phone),
  FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE
);
CREATE INDEX former_phones_by_number ON former_phones USING btree (phone);

create table hand_in_files (
  hand_in_id integer not null,
  file_id text not null,
  PRIMARY KEY (hand_in_id, file_id),
  FOREIGN KEY (file_id) REFERENCES files(id) ON DELETE CASCADE,
  FOREIGN KEY (hand_in_id) REFERENCES hand_ins(id) ON DELETE CASCADE
);
CREATE INDEX hand_in_files_by_file ON hand_in_files USING btree (file_id);

create table hand_ins (
  id integer not null generated as identity,
  account_id integer,
  stage_id integer not null,
  revision integer not null,
  arrived_at timestamp with time zone not null,
  by_system boolean not null default false,
  form_version integer not null default 0,
  receipt_number text not null,
  idempotency_key text,
  data jsonb not null,
  team_id integer,
  sent_by integer,
  PRIMARY KEY (id),
  UNIQUE (account_id, stage_id, revision),
  UNIQUE (receipt_number),
  UNIQUE (team_id, stage_id, revision),
  CHECK ((account_id IS NULL) <> (team_id IS NULL)),
  FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE,
  FOREIGN KEY (sent_by) REFERENCES accounts(id) ON DELETE SET NULL,
  FOREIGN KEY (stage_id) REFERENCES stages(id) ON DELETE CASCADE,
  FOREIGN KEY (team_id) REFERENCES formed_teams(id) ON DELETE CASCADE
);
CREATE INDEX hand_ins_by ON hand_ins USING btree (sent_by) WHERE (sent_by IS NOT NULL);
CREATE INDEX hand_ins_of_a_stage ON hand_ins USING btree (stage_id);
-- Makes the work of a first hand-in; with each later one the work waits for people again.
CREATE TRIGGER hand_in_arrived AFTER INSERT ON hand_ins FOR EACH ROW EXECUTE FUNCTION hand_in_arrived();

create table idempotency_keys (
  account_id integer not null,
  key text not null,
  fingerprint text not null,
  answer jsonb,
  created_at timestamp with time zone not null,
  begun boolean not null default true,
  sealed bytea,
  PRIMARY KEY (account_id, key),
  FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE
);
CREATE INDEX idempotency_keys_by_age ON idempotency_keys USING btree (created_at);

create table identity_act_links (
  token_hash bytea not null,
  act_id integer not null,
  account_id integer not null,
  PRIMARY KEY (token_hash),
  FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE,
  FOREIGN KEY (act_id) REFERENCES identity_acts(id) ON DELETE CASCADE
);
CREATE INDEX identity_act_links_of_a_person ON identity_act_links USING btree (account_id);
CREATE INDEX identity_act_links_of_an_act ON identity_act_links USING btree (act_id);

create table identity_acts (
  id integer not null generated as identity,
  kind text not null,
  account_id integer not null,
  other_id integer not null,
  competition_code text not null,
  asked jsonb not null,
  reason text not null,
  asked_by integer,
  asked_at timestamp with time zone not null,
  confirmed_by integer,
  confirmed_reason text,
  state text not null,
  due_at timestamp with time zone,
  until timestamp with time zone,
  ended_at timestamp with time zone,
  ended_by integer,
  ended_reason text,
  undo jsonb,
  PRIMARY KEY (id),
  CHECK ((state = ANY (ARRAY['waiting'::text, 'withdrawn'::text])) OR due_at IS NOT NULL AND until IS NOT NULL),
  CHECK (confirmed_by <> asked_by),
  CHECK (kind = 'merge'::text),
  CHECK (state = ANY (ARRAY['waiting'::text, 'told'::text, 'done'::text, 'settled'::text, 'withdrawn'::text, 'stopped'::text, 'undone'::text, 'failed'::text])),
  CHECK (undo IS NULL OR state = 'done'::text),
  FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE,
  FOREIGN KEY (asked_by) REFERENCES accounts(id) ON DELETE SET NULL,
  FOREIGN KEY (competition_code) REFERENCES competitions(code) ON UPDATE CASCADE ON DELETE CASCADE,
  FOREIGN KEY (confirmed_by) REFERENCES accounts(id) ON DELETE SET NULL,
  FOREIGN KEY (ended_by) REFERENCES accounts(id) ON DELETE SET NULL,
  FOREIGN KEY (other_id) REFERENCES accounts(id) ON DELETE CASCADE
);
CREATE INDEX identity_acts_asked_by ON identity_acts USING btree (asked_by) WHERE (asked_by IS NOT NULL);
CREATE INDEX identity_acts_confirmed_by ON identity_acts USING btree (confirmed_by) WHERE (confirmed_by IS NOT NULL);
CREATE INDEX identity_acts_ended_by ON identity_acts USING btree (ended_by) WHERE (ended_by IS NOT NULL);
CREATE INDEX identity_acts_of_a_competition ON identity_acts USING btree (competition_code, asked_at);
CREATE INDEX identity_acts_of_an_account ON identity_acts USING btree (account_id);
CREATE INDEX identity_acts_of_the_other ON identity_acts USING btree (other_id);
CREATE UNIQUE INDEX identity_acts_one_of_an_account ON identity_acts USING btree (account_id) WHERE (state = ANY (ARRAY['waiting'::text, 'told'::text, 'done'::text]));
CREATE UNIQUE INDEX identity_acts_one_of_the_other ON identity_acts USING btree (other_id) WHERE (state = ANY (ARRAY['waiting'::text, 'told'::text, 'done'::text]));

create table invitation_arrivals (
  account_id integer not null,
  competition_code text not null,
  inviter_id integer not null,
  came_at timestamp with time zone not null,
  PRIMARY KEY (account_id, competition_code),
  CHECK (inviter_id <> account_id),
  FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE,
  FOREIGN KEY (competition_code) REFERENCES competitions(code) ON UPDATE CASCADE ON DELETE CASCADE,
  FOREIGN KEY (inviter_id) REFERENCES accounts(id) ON DELETE CASCADE
);
CREATE INDEX invitation_arrivals_of_an_inviter ON invitation_arrivals USING btree (inviter_id, competition_code, came_at DESC);

create table invitation_refusals (
  address_hash bytea not null,
  refused_at timestamp with time zone not null,
  PRIMARY KEY (address_hash)
);

create table invitations (
  id integer not null generated as identity,
  inviter_id integer not null,
  competition_code text not null,
  address_hash bytea not null,
  sent boolean not null,
  asked_at timestamp with time zone not null,
  PRIMARY KEY (id),
  FOREIGN KEY (competition_code) REFERENCES competitions(code) ON UPDATE CASCADE ON DELETE CASCADE,
  FOREIGN KEY (inviter_id) REFERENCES accounts(id) ON DELETE CASCADE
);
CREATE INDEX invitations_by_time ON invitations USING btree (asked_at);
CREATE INDEX invitations_of_a_person ON invitations USING btree (inviter_id, competition_code, address_hash);
CREATE INDEX invitations_to_an_address ON invitations USING btree (address_hash, asked_at);

create table invite_codes (
  account_id integer not null,
  code text not null,
  PRIMARY KEY (account_id),
  UNIQUE (code),
  FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE
);

create table job_queue_versions (
  version text not null,
  migrated_at timestamp with time zone not null default now(),
  PRIMARY KEY (version)
);

create table judge_backgrounds (
  account_id integer not null,
  region text,
  employer text not null default ''::text,
  said_at timestamp with time zone,
  PRIMARY KEY (account_id),
  FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE
);

create table judge_conflicts (
  stage_id integer not null,
  judge_id integer not null,
  account_id integer not null,
  reason text not null,
  declared_at timestamp with time zone not null,
  declared_by integer,
  PRIMARY KEY (stage_id, judge_id, account_id),
  FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE,
  FOREIGN KEY (declared_by) REFERENCES accounts(id) ON DELETE SET NULL,
  FOREIGN KEY (judge_id) REFERENCES accounts(id) ON DELETE CASCADE,
  FOREIGN KEY (stage_id) REFERENCES stages(id) ON DELETE CASCADE
);
CREATE INDEX judge_conflicts_about_a_person ON judge_conflicts USING btree (account_id);
CREATE INDEX judge_conflicts_of_a_judge ON judge_conflicts USING btree (judge_id);

create table judge_references (
  work_id integer not null,
  training boolean not null,
  hand_in_id integer not null,
  rubric_id integer not null,
  marks jsonb not null,
  total double precision not null,
  comment text not null,
  PRIMARY KEY (work_id),
  FOREIGN KEY (hand_in_id) REFERENCES hand_ins(id) ON DELETE CASCADE,
  FOREIGN KEY (rubric_id) REFERENCES rubrics(id),
  FOREIGN KEY (work_id) REFERENCES works(id) ON DELETE CASCADE
);
CREATE INDEX judge_references_by_a_rubric ON judge_references USING btree (rubric_id);
CREATE INDEX judge_references_of_a_hand_in ON judge_references USING btree (hand_in_id);

create table judgings (
  stage_id integer not null,
  state text not null default 'setup'::text,
  readers integer not null default 3,
  blind boolean not null default true,
  gap integer,
  method text not null default 'mean'::text,
  load_cap integer not null default 60,
  other_region text not null default 'wish'::text,
  read_until timestamp with time zone,
  assign_asked_at timestamp with time zone,
  assigned jsonb,
  remind_at timestamp with time zone,
  reminded_at timestamp with time zone,
  asks_verdict boolean not null default false,
  batch integer,
  PRIMARY KEY (stage_id),
  CHECK (batch >= 1 AND batch <= 1000),
  CHECK (gap >= 1 AND gap <= 100),
  CHECK (load_cap >= 1 AND load_cap <= 1000),
  CHECK (method = ANY (ARRAY['mean'::text, 'trimmed'::text, 'normalised'::text])),
  CHECK (other_region = ANY (ARRAY['no'::text, 'wish'::text, 'rule'::text])),
  CHECK (readers >= 1 AND readers <= 9),
  CHECK (state = ANY (ARRAY['setup'::text, 'reading'::text, 'closed'::text])),
  FOREIGN KEY (stage_id) REFERENCES stages(id) ON DELETE CASCADE
);
CREATE INDEX judgings_to_remind ON judgings USING btree (remind_at) WHERE (remind_at IS NOT NULL);

create table known_devices (
  account_id integer not null,
  token_hash bytea not null,
  last_used_at timestamp with time zone not null,
  PRIMARY KEY (account_id, token_hash),
  FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE
);

create table lesson_authors (
  stage_id integer not null,
  account_id integer not null,
  author_id integer not null,
  answer text,
  PRIMARY KEY (stage_id, account_id, author_id),
  CHECK (account_id <> author_id),
  CHECK (answer = ANY (ARRAY['confirmed'::text, 'declined'::text])),
  FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE,
  FOREIGN KEY (author_id) REFERENCES accounts(id) ON DELETE CASCADE,
  FOREIGN KEY (stage_id) REFERENCES stages(id) ON DELETE CASCADE
);
CREATE INDEX lesson_authors_named ON lesson_authors USING btree (author_id);
CREATE INDEX lesson_authors_of_a_person ON lesson_authors USING btree (account_id);

create table lesson_cancellations (
  id integer not null generated as identity,
  stage_id integer not null,
  account_id integer not null,
  reason text not null,
  asked_at timestamp with time zone not null,
  decided_at timestamp with time zone,
  decided_by integer,
  closes_at timestamp with time zone,
  answer text not null default ''::text,
  PRIMARY KEY (id),
  FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE,
  FOREIGN KEY (decided_by) REFERENCES accounts(id) ON DELETE SET NULL,
  FOREIGN KEY (stage_id) REFERENCES stages(id) ON DELETE CASCADE
);
CREATE INDEX lesson_cancellations_of_a_person ON lesson_cancellations USING btree (account_id);
CREATE UNIQUE INDEX lesson_cancellations_that_wait ON lesson_cancellations USING btree (stage_id, account_id) WHERE (decided_at IS NULL);

create table lesson_photo_pairs (
  file_id text not null,
  other_id text not null,
  distance integer not null,
  PRIMARY KEY (file_id, other_id),
  CHECK (file_id < other_id),
  FOREIGN KEY (file_id) REFERENCES lesson_photos(file_id) ON DELETE CASCADE,
  FOREIGN KEY (other_id) REFERENCES lesson_photos(file_id) ON DELETE CASCADE
);
CREATE INDEX lesson_photo_pairs_of_the_other ON lesson_photo_pairs USING btree (other_id);

create table lesson_photos (
  file_id text not null,
  account_id integer not null,
  competition_code text not null,
  look bit(64) not null,
  PRIMARY KEY (file_id),
  FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE,
  FOREIGN KEY (competition_code) REFERENCES competitions(code) ON DELETE CASCADE,
  FOREIGN KEY (file_id) REFERENCES files(id) ON DELETE CASCADE
);
CREATE INDEX lesson_photos_of_a_competition ON lesson_photos USING btree (competition_code);
CREATE INDEX lesson_photos_of_a_person ON lesson_photos USING btree (account_id);

create table lesson_places (
  id integer not null generated as identity,
  stage_id integer not null,
  region text not null,
  school text not null,
  address text not null,
  dates date[] not null,
  PRIMARY KEY (id),
  FOREIGN KEY (stage_id) REFERENCES stages(id) ON DELETE CASCADE
);
CREATE INDEX lesson_places_of_a_stage ON lesson_places USING btree (stage_id, region);

create table lessons (
  stage_id integer not null,
  account_id integer not null,
  place_id integer,
  region text,
  school text not null,
  school_key text not null,
  address text not null,
  starts_at timestamp with time zone not null,
  topic text not null,
  held_on date,
  listeners integer,
  video text,
  PRIMARY KEY (stage_id, account_id),
  FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE,
  FOREIGN KEY (place_id) REFERENCES lesson_places(id) ON DELETE SET NULL,
  FOREIGN KEY (stage_id) REFERENCES stages(id) ON DELETE CASCADE
);
CREATE INDEX lessons_at_a_place ON lessons USING btree (place_id) WHERE (place_id IS NOT NULL);
CREATE INDEX lessons_at_a_school ON lessons USING btree (stage_id, school_key);
CREATE INDEX lessons_of_a_person ON lessons USING btree (account_id);

create table locked_teams (
  team_id integer not null,
  locked_at timestamp with time zone,
  complete_at timestamp with time zone,
  look_at timestamp with time zone not null,
  PRIMARY KEY (team_id),
  FOREIGN KEY (team_id) REFERENCES formed_teams(id) ON DELETE CASCADE
);
CREATE INDEX locked_teams_to_look_at ON locked_teams USING btree (look_at);
-- Gives a new version to all members of the team, because the status of their stage follows from the row.
CREATE TRIGGER person_removed AFTER DELETE ON locked_teams FOR EACH ROW WHEN (old.locked_at IS NOT NULL) EXECUTE FUNCTION team_solution_written();
-- Gives a new version to all members of the team, because the status of their stage follows from the row.
CREATE TRIGGER person_rewritten AFTER UPDATE ON locked_teams FOR EACH ROW WHEN (new.locked_at IS DISTINCT FROM old.locked_at OR new.complete_at IS DISTINCT FROM old.complete_at) EXECUTE FUNCTION team_solution_written();
-- Gives a new version to all members of the team, because the status of their stage follows from the row.
CREATE TRIGGER person_written AFTER INSERT ON locked_teams FOR EACH ROW WHEN (new.locked_at IS NOT NULL) EXECUTE FUNCTION team_solution_written();

create table login_challenges (
  marker_hash bytea not null,
  account_id integer not null,
  method text not null,
  code_hash bytea,
  tries integer not null default 0,
  sent_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  used_at timestamp with time zone,
  device bytea,
  PRIMARY KEY (marker_hash),
  CHECK (method = ANY (ARRAY['sms'::text, 'totp'::text])),
  FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE
);
CREATE INDEX login_challenges_by_end ON login_challenges USING btree (expires_at);

create table meeting_events (
  id integer not null generated as identity,
  meeting_id integer not null,
  at timestamp with time zone not null,
  side text not null,
  what text not null,
  starts_at timestamp with time zone not null,
  PRIMARY KEY (id),
  CHECK (side = ANY (ARRAY['participant'::text, 'mentor'::text, 'assistant'::text, 'organiser'::text, 'portal'::text])),
  CHECK (what = ANY (ARRAY['made'::text, 'changed'::text, 'accepted'::text, 'rejected'::text, 'proposed'::text, 'kept'::text, 'moved'::text, 'substituted'::text, 'nudged'::text, 'lapsed'::text, 'cancelled'::text, 'reported'::text, 'marked'::text])),
  FOREIGN KEY (meeting_id) REFERENCES meetings(id) ON DELETE CASCADE
);
CREATE INDEX meeting_events_of_a_meeting ON meeting_events USING btree (meeting_id, id);

create table meeting_parties (
  meeting_id integer not null,
  account_id integer not null,
  user_meeting_status text not null default 'pending'::text,
  reasons smallint[] not null default '{}'::smallint[],
  comment text not null default ''::text,
  answered_at timestamp with time zone,
  came boolean,
  report text not null default ''::text,
  reported_at timestamp with time zone,
  proposed timestamp with time zone[] not null default '{}'::timestamp with time zone[],
  asked_at timestamp with time zone not null default now(),
  nudged_at timestamp with time zone,
  lapsed_at timestamp with time zone,
  held boolean,
  rating smallint,
  note text not null default ''::text,
  note_shared boolean not null default false,
  marked_at timestamp with time zone,
  shared_note text not null default ''::text,
  PRIMARY KEY (meeting_id, account_id),
  CHECK ((came IS NULL) = (reported_at IS NULL)),
  CHECK ((held IS NULL) = (marked_at IS NULL)),
  CHECK (rating >= 1 AND rating <= 5),
  CHECK (user_meeting_status = ANY (ARRAY['pending'::text, 'accepted'::text, 'rejected'::text, 'changed'::text])),
  FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE,
  FOREIGN KEY (meeting_id) REFERENCES meetings(id) ON DELETE CASCADE
);
CREATE INDEX meeting_parties_of_a_person ON meeting_parties USING btree (account_id);
-- Writes the facts of the person's meetings at the end of the transaction.
CREATE CONSTRAINT TRIGGER meeting_counts AFTER INSERT ON meeting_parties DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION meeting_party_written();
-- Writes the facts of the person's meetings at the end of the transaction.
CREATE CONSTRAINT TRIGGER meeting_counts_again AFTER UPDATE ON meeting_parties DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (new.came IS DISTINCT FROM old.came OR new.held IS DISTINCT FROM old.held OR new.account_id IS DISTINCT FROM old.account_id) EXECUTE FUNCTION meeting_party_written();

create table meeting_reminders (
  meeting_id integer not null,
  account_id integer not null,
  starts_at timestamp with time zone not null,
  hours smallint not null,
  sent_at timestamp with time zone not null,
  PRIMARY KEY (meeting_id, account_id, starts_at, hours),
  CHECK (hours = ANY (ARRAY[1, 24])),
  FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE,
  FOREIGN KEY (meeting_id) REFERENCES meetings(id) ON DELETE CASCADE
);
CREATE INDEX meeting_reminders_of_a_person ON meeting_reminders USING btree (account_id);

create table meetings (
  id integer not null generated as identity,
  stage_id integer not null,
  mentor_id integer not null,
  format smallint not null,
  starts_at timestamp with time zone not null,
  place text not null default ''::text,
  status text not null default 'new'::text,
  revision integer not null default 1,
  created_at timestamp with time zone not null,
  minutes smallint not null default 120,
  sequence integer not null default 0,
  cancelled_because text not null default ''::text,
  PRIMARY KEY (id),
  CHECK (format = ANY (ARRAY[1, 2])),
  CHECK (minutes >= 15 AND minutes <= 480),
  CHECK (status = ANY (ARRAY['new'::text, 'accepted'::text, 'cancelled'::text, 'past'::text, 'wait'::text])),
  FOREIGN KEY (mentor_id) REFERENCES accounts(id) ON DELETE CASCADE,
  FOREIGN KEY (stage_id) REFERENCES stages(id) ON DELETE CASCADE
);
CREATE INDEX meetings_ahead ON meetings USING btree (starts_at) WHERE (status = ANY (ARRAY['new'::text, 'accepted'::text, 'wait'::text]));
CREATE INDEX meetings_of_a_mentor ON meetings USING btree (mentor_id, starts_at);
CREATE INDEX meetings_of_a_stage ON meetings USING btree (stage_id, starts_at DESC);

create table mentor_absences (
  mentor_id integer not null,
  begins date not null,
  ends date not null,
  PRIMARY KEY (mentor_id, begins),
  CHECK (ends >= begins),
  FOREIGN KEY (mentor_id) REFERENCES mentor_profiles(account_id) ON DELETE CASCADE
);

create table mentor_choices (
  account_id integer not null,
  stage_id integer not null,
  mentor_id integer not null,
  rank smallint not null,
  reasons smallint[] not null default '{}'::smallint[],
  comment text not null default ''::text,
  status text not null default 'proposed'::text,
  chosen_at timestamp with time zone not null,
  file_id text,
  wish smallint not null default 0,
  matched boolean not null default false,
  offered_at timestamp with time zone,
  answer_until timestamp with time zone,
  told_at timestamp with time zone,
  answered_at timestamp with time zone,
  answered_by text,
  refusal text,
  answer text not null default ''::text,
  assistant_id integer,
  PRIMARY KEY (account_id, stage_id, mentor_id),
  CHECK (account_id <> mentor_id),
  CHECK (answered_by = ANY (ARRAY['mentor'::text, 'assistant'::text, 'letter'::text, 'time'::text, 'other'::text, 'organiser'::text])),
  CHECK (refusal = ANY (ARRAY['no_time'::text, 'other_topic'::text, 'conflict'::text, 'no_answer'::text, 'other'::text])),
  CHECK (status = ANY (ARRAY['proposed'::text, 'accepted'::text, 'declined'::text, 'ended'::text])),
  CHECK (wish = ANY (ARRAY['-1'::integer, 0, 1])),
  FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE,
  FOREIGN KEY (assistant_id) REFERENCES accounts(id) ON DELETE SET NULL,
  FOREIGN KEY (file_id) REFERENCES files(id) ON DELETE SET NULL,
  FOREIGN KEY (mentor_id) REFERENCES accounts(id) ON DELETE CASCADE,
  FOREIGN KEY (stage_id) REFERENCES stages(id) ON DELETE CASCADE
);
CREATE INDEX mentor_choices_by_an_assistant ON mentor_choices USING btree (assistant_id) WHERE (assistant_id IS NOT NULL);
CREATE INDEX mentor_choices_of_a_file ON mentor_choices USING btree (file_id) WHERE (file_id IS NOT NULL);
CREATE INDEX mentor_choices_of_a_mentor ON mentor_choices USING btree (mentor_id, chosen_at DESC);
CREATE INDEX mentor_choices_of_a_stage ON mentor_choices USING btree (stage_id);
CREATE INDEX mentor_choices_to_lapse ON mentor_choices USING btree (answer_until) WHERE (status = 'proposed'::text);
CREATE INDEX mentor_choices_to_tell ON mentor_choices USING btree (stage_id) WHERE ((offered_at IS NOT NULL) AND (told_at IS NULL) AND (status = 'proposed'::text));

create table mentor_matches (
  id integer not null generated as identity,
  stage_id integer not null,
  variant text not null,
  account_id integer not null,
  mentor_id integer,
  reason text,
  PRIMARY KEY (id),
  UNIQUE (stage_id, variant, account_id, mentor_id),
  CHECK ((mentor_id IS NULL) = (reason IS NOT NULL)),
  FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE,
  FOREIGN KEY (mentor_id) REFERENCES accounts(id) ON DELETE CASCADE,
  FOREIGN KEY (stage_id, variant) REFERENCES mentor_plans(stage_id, variant) ON DELETE CASCADE
);
CREATE INDEX mentor_matches_of_a_mentor ON mentor_matches USING btree (mentor_id) WHERE (mentor_id IS NOT NULL);
CREATE INDEX mentor_matches_of_a_person ON mentor_matches USING btree (account_id);

create table mentor_pins (
  stage_id integer not null,
  account_id integer not null,
  mentor_id integer not null,
  barred boolean not null,
  pinned_by integer,
  pinned_at timestamp with time zone not null,
  PRIMARY KEY (stage_id, account_id, mentor_id),
  FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE,
  FOREIGN KEY (mentor_id) REFERENCES accounts(id) ON DELETE CASCADE,
  FOREIGN KEY (pinned_by) REFERENCES accounts(id) ON DELETE SET NULL,
  FOREIGN KEY (stage_id) REFERENCES stages(id) ON DELETE CASCADE
);
CREATE INDEX mentor_pins_by ON mentor_pins USING btree (pinned_by) WHERE (pinned_by IS NOT NULL);
CREATE INDEX mentor_pins_of_a_mentor ON mentor_pins USING btree (mentor_id);
CREATE INDEX mentor_pins_of_a_person ON mentor_pins USING btree (account_id);

create table mentor_plans (
  stage_id integer not null,
  variant text not null,
  rules jsonb not null,
  asked_at timestamp with time zone,
  made_at timestamp with time zone,
  failed boolean not null default false,
  version integer not null default 0,
  PRIMARY KEY (stage_id, variant),
  CHECK (variant = ANY (ARRAY['plan'::text, 'what_if'::text])),
  FOREIGN KEY (stage_id) REFERENCES stages(id) ON DELETE CASCADE
);

create table mentor_profiles (
  account_id integer not null,
  "position" text not null default ''::text,
  field text not null default ''::text,
  region text not null default ''::text,
  about text not null default ''::text,
  published boolean not null default true,
  capacity integer,
  topics text[] not null default '{}'::text[],
  employer text not null default ''::text,
  video text not null default ''::text,
  assistant_email text not null default ''::text,
  PRIMARY KEY (account_id),
  CHECK (capacity >= 0 AND capacity <= 1000),
  FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE
);
CREATE INDEX mentor_profiles_by_assistant ON mentor_profiles USING btree (lower(assistant_email)) WHERE (assistant_email <> ''::text);

create table mentor_publications (
  id integer not null generated as identity,
  stage_id integer not null,
  published_at timestamp with time zone not null,
  published_by integer,
  matched integer not null,
  unmatched integer not null,
  PRIMARY KEY (id),
  FOREIGN KEY (published_by) REFERENCES accounts(id) ON DELETE SET NULL,
  FOREIGN KEY (stage_id) REFERENCES stages(id) ON DELETE CASCADE
);
CREATE INDEX mentor_publications_by ON mentor_publications USING btree (published_by) WHERE (published_by IS NOT NULL);
CREATE INDEX mentor_publications_of_a_stage ON mentor_publications USING btree (stage_id);

create table message_dispatches (
  id bigint not null generated as identity,
  channel text not null,
  kind text not null,
  recipient bytea not null,
  sender bytea,
  sent_at timestamp with time zone not null,
  PRIMARY KEY (id),
  CHECK (channel = ANY (ARRAY['email'::text, 'sms'::text]))
);
CREATE INDEX message_dispatches_by_recipient ON message_dispatches USING btree (recipient, sent_at);
CREATE INDEX message_dispatches_by_sender ON message_dispatches USING btree (sender, sent_at) WHERE (sender IS NOT NULL);
CREATE INDEX message_dispatches_by_time ON message_dispatches USING btree (sent_at);

create table multiform_spared (
  stage_id integer not null,
  account_id integer not null,
  PRIMARY KEY (stage_id, account_id),
  FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE,
  FOREIGN KEY (stage_id) REFERENCES stages(id) ON DELETE CASCADE
);
CREATE INDEX multiform_spared_of_a_person ON multiform_spared USING btree (account_id);
-- Gives a new version to the person of the row, and to everybody in a team with them.
CREATE TRIGGER person_written AFTER INSERT OR DELETE ON multiform_spared FOR EACH ROW EXECUTE FUNCTION person_written();

create table notification_choices (
  account_id integer not null,
  kind text not null,
  channel text not null,
  wanted boolean not null,
  PRIMARY KEY (account_id, kind, channel),
  CHECK (channel = ANY (ARRAY['portal'::text, 'email'::text, 'sms'::text])),
  FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE
);

create table notifications (
  id integer not null generated as identity,
  account_id integer not null,
  title text not null,
  text text not null,
  payload text not null default ''::text,
  created_at timestamp with time zone not null,
  read_at timestamp with time zone,
  PRIMARY KEY (id),
  FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE
);
CREATE INDEX notifications_of_an_account ON notifications USING btree (account_id, id DESC);
CREATE INDEX notifications_unread ON notifications USING btree (account_id, id DESC) WHERE (read_at IS NULL);
-- Tells the processes whose notifications were added, for the poll that is answered from memory.
CREATE TRIGGER notifications_added AFTER INSERT ON notifications REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION tell_notifications_added();
-- Tells the processes whose notifications were changed.
CREATE TRIGGER notifications_changed AFTER UPDATE ON notifications REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION tell_notifications_changed();
-- Tells the processes on the named channel that the table was emptied.
CREATE TRIGGER notifications_emptied AFTER TRUNCATE ON notifications FOR EACH STATEMENT EXECUTE FUNCTION tell_everyone('notifications_changed');
-- Tells the processes whose notifications were removed.
CREATE TRIGGER notifications_removed AFTER DELETE ON notifications REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION tell_notifications_removed();

create table offline_event_slots (
  id integer not null generated as identity,
  event_id integer not null,
  start_time timestamp with time zone not null,
  capacity integer not null,
  taken integer not null default 0,
  blocked boolean not null default false,
  regions text[] not null default '{}'::text[],
  tracks text[] not null default '{}'::text[],
  PRIMARY KEY (id),
  UNIQUE (event_id, id),
  CHECK (capacity > 0),
  CHECK (taken >= 0 AND taken <= capacity),
  FOREIGN KEY (event_id) REFERENCES offline_events(id) ON DELETE CASCADE
);
CREATE INDEX offline_event_slots_by_start ON offline_event_slots USING btree (start_time);
CREATE INDEX offline_event_slots_by_time ON offline_event_slots USING btree (event_id, start_time, id);

create table offline_events (
  id integer not null generated as identity,
  competition_code text not null,
  track_code text,
  title text not null,
  address text not null,
  description text not null default ''::text,
  opens_at timestamp with time zone,
  closes_at timestamp with time zone,
  minutes integer not null default 60,
  published boolean not null default true,
  after_stage_id integer,
  stage_id integer,
  cancelled_at timestamp with time zone,
  cancelled_because text,
  told_until integer not null default 0,
  PRIMARY KEY (id),
  UNIQUE (stage_id),
  CHECK ((cancelled_at IS NULL) = (cancelled_because IS NULL)),
  CHECK (closes_at IS NULL OR opens_at IS NULL OR closes_at > opens_at),
  CHECK (minutes >= 5 AND minutes <= 1440),
  FOREIGN KEY (after_stage_id) REFERENCES stages(id) ON DELETE SET NULL,
  FOREIGN KEY (competition_code) REFERENCES competitions(code) ON UPDATE CASCADE ON DELETE CASCADE,
  FOREIGN KEY (competition_code, track_code) REFERENCES tracks(competition_code, code) ON UPDATE CASCADE,
  FOREIGN KEY (stage_id) REFERENCES stages(id) ON DELETE CASCADE
);
CREATE INDEX offline_events_of_a_competition ON offline_events USING btree (competition_code);
-- Writes the facts of everybody booked when the event is called off or held after all.
CREATE TRIGGER event_called_off AFTER UPDATE ON offline_events FOR EACH ROW WHEN (new.stage_id IS NOT NULL AND new.cancelled_at IS DISTINCT FROM old.cancelled_at) EXECUTE FUNCTION event_called_off();
-- Raises the version of the competitions of the stages whose rows were written.
CREATE TRIGGER season_inserted AFTER INSERT ON offline_events REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION season_written_by_stage();
-- Raises the version of the competitions of the stages whose rows were written.
CREATE TRIGGER season_updated AFTER UPDATE ON offline_events REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION season_written_by_stage();

create table outbox (
  id integer not null generated as identity,
  channel text not null,
  recipient text not null,
  subject text not null default ''::text,
  text text not null,
  code text,
  created_at timestamp with time zone not null,
  thing text,
  announces boolean not null default false,
  PRIMARY KEY (id),
  CHECK (channel = ANY (ARRAY['email'::text, 'sms'::text]))
);
CREATE INDEX outbox_by_recipient ON outbox USING btree (lower(recipient), id);

create table outgoing_messages (
  id integer not null generated as identity,
  channel text not null,
  sealed bytea,
  queued_at timestamp with time zone not null,
  sent_at timestamp with time zone,
  urgency text not null default 'usual'::text,
  recipient bytea,
  failing_since timestamp with time zone,
  failed_at timestamp with time zone,
  failure text,
  answer text,
  unsure boolean not null default false,
  kind text not null default 'account'::text,
  thing text,
  announces boolean not null default false,
  gathered_until timestamp with time zone,
  PRIMARY KEY (id),
  CHECK (channel = ANY (ARRAY['email'::text, 'sms'::text])),
  CHECK (failure = ANY (ARRAY['no_mailbox'::text, 'refused'::text, 'bad_address'::text, 'unreachable'::text, 'unsure'::text, 'late'::text])),
  CHECK (urgency = ANY (ARRAY['code'::text, 'security'::text, 'usual'::text]))
);
CREATE INDEX outgoing_messages_by_recipient ON outgoing_messages USING btree (recipient) WHERE (sent_at IS NULL);
CREATE INDEX outgoing_messages_failed ON outgoing_messages USING btree (id DESC) WHERE (failed_at IS NOT NULL);
CREATE INDEX outgoing_messages_gathered ON outgoing_messages USING btree (gathered_until) WHERE (gathered_until IS NOT NULL);

create table own_dictionaries (
  competition_code text not null,
  dict text not null,
  title text not null,
  loaded_at timestamp with time zone not null,
  loaded_by integer,
  PRIMARY KEY (competition_code, dict),
  CHECK (dict ~ '^[a-z][a-z0-9_]{0,63}$'::text),
  CHECK (title <> ''::text),
  FOREIGN KEY (competition_code) REFERENCES competitions(code) ON UPDATE CASCADE ON DELETE CASCADE,
  FOREIGN KEY (loaded_by) REFERENCES accounts(id) ON DELETE SET NULL
);
CREATE INDEX own_dictionaries_by_account ON own_dictionaries USING btree (loaded_by) WHERE (loaded_by IS NOT NULL);

create table participant_acts (
  id integer not null generated as identity,
  account_id integer not null,
  competition_code text not null,
  act text not null,
  about text not null default ''::text,
  reason text not null,
  by integer,
  at timestamp with time zone not null,
  PRIMARY KEY (id),
  CHECK (act = ANY (ARRAY['disqualified'::text, 'restored'::text, 'moved'::text, 'merged'::text, 'tagged'::text, 'untagged'::text, 'viewed'::text, 'annulled'::text, 'minutes_added'::text, 'continued'::text])),
  FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE,
  FOREIGN KEY (by) REFERENCES accounts(id) ON DELETE SET NULL,
  FOREIGN KEY (competition_code) REFERENCES competitions(code) ON UPDATE CASCADE ON DELETE CASCADE
);
CREATE INDEX participant_acts_by ON participant_acts USING btree (by) WHERE (by IS NOT NULL);
CREATE INDEX participant_acts_of_a_person ON participant_acts USING btree (account_id, competition_code);

create table participations (
  account_id integer not null,
  competition_code text not null,
  door text not null,
  track_code text,
  region text,
  tags text[] not null default '{}'::text[],
  joined_at timestamp with time zone not null,
  finalist_at timestamp with time zone,
  disqualified_at timestamp with time zone,
  infoblock_title text not null default ''::text,
  infoblock_text text not null default ''::text,
  withdrawn_at timestamp with time zone,
  PRIMARY KEY (account_id, competition_code),
  CHECK (door = ANY (ARRAY['participant'::text, 'supporter'::text])),
  FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE,
  FOREIGN KEY (competition_code) REFERENCES competitions(code) ON UPDATE CASCADE,
  FOREIGN KEY (competition_code, track_code) REFERENCES tracks(competition_code, code) ON UPDATE CASCADE
);
CREATE INDEX participations_by_arrival ON participations USING btree (competition_code, joined_at DESC, account_id DESC);
CREATE INDEX participations_of_a_competition ON participations USING btree (competition_code, track_code);
-- Gives a new version to everybody whose rows the statement wrote, and to their teams.
CREATE TRIGGER people_added AFTER INSERT ON participations REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION people_written();
-- Gives a new version to everybody whose rows the statement wrote, and to their teams.
CREATE TRIGGER people_removed AFTER DELETE ON participations REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION people_written();
-- Gives a new version to everybody whose rows the statement wrote, and to their teams.
CREATE TRIGGER people_written AFTER UPDATE ON participations REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION people_written();
-- Notes the locked team of a person whose region, track, consent or employer changed.
CREATE TRIGGER team_woken AFTER UPDATE ON participations FOR EACH ROW WHEN (new.region IS DISTINCT FROM old.region OR new.track_code IS DISTINCT FROM old.track_code OR new.withdrawn_at IS DISTINCT FROM old.withdrawn_at OR new.disqualified_at IS DISTINCT FROM old.disqualified_at) EXECUTE FUNCTION member_changed();
-- Removes papers made ahead for a person whose track changes.
CREATE TRIGGER test_track_changed AFTER UPDATE OF track_code ON participations FOR EACH ROW WHEN (old.track_code IS DISTINCT FROM new.track_code) EXECUTE FUNCTION drop_papers_of_the_person();
-- Writes the facts of the person's meetings when the track changes, because other stages count them.
CREATE CONSTRAINT TRIGGER track_of_meetings_changed AFTER UPDATE ON participations DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (new.track_code IS DISTINCT FROM old.track_code) EXECUTE FUNCTION track_of_meetings_changed();

create table password_resets (
  code_hash bytea not null,
  account_id integer,
  expires_at timestamp with time zone not null,
  session_epoch integer not null default 0,
  request_hash bytea,
  digits_hash bytea,
  tries integer not null default 0,
  PRIMARY KEY (code_hash),
  FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE
);
CREATE INDEX password_resets_of_a_request ON password_resets USING btree (request_hash);
CREATE INDEX password_resets_of_an_account ON password_resets USING btree (account_id);

create table password_tries (
  subject text not null,
  tries integer not null,
  last_at timestamp with time zone not null,
  PRIMARY KEY (subject)
);

create table peer_pool (
  stage_id integer not null,
  work_id integer not null,
  hand_in_id integer not null,
  given integer not null default 0,
  place double precision not null default random(),
  pooled_at timestamp with time zone not null,
  stopped_at timestamp with time zone,
  plagiarism boolean not null default false,
  PRIMARY KEY (stage_id, work_id),
  CHECK (given >= 0),
  FOREIGN KEY (hand_in_id) REFERENCES hand_ins(id) ON DELETE CASCADE,
  FOREIGN KEY (stage_id) REFERENCES stages(id) ON DELETE CASCADE,
  FOREIGN KEY (work_id) REFERENCES works(id) ON DELETE CASCADE
);
CREATE INDEX peer_pool_by_turn ON peer_pool USING btree (stage_id, given, place) WHERE (stopped_at IS NULL);
CREATE INDEX peer_pool_of_a_hand_in ON peer_pool USING btree (hand_in_id);
CREATE INDEX peer_pool_of_a_work ON peer_pool USING btree (work_id);
CREATE INDEX peer_pool_stopped ON peer_pool USING btree (work_id) WHERE (stopped_at IS NOT NULL);

create table peer_raters (
  id integer not null generated as identity,
  stage_id integer not null,
  account_id integer not null,
  author boolean not null default false,
  done integer not null default 0,
  finished_at timestamp with time zone,
  short_since timestamp with time zone,
  extra integer not null default 0,
  weight double precision,
  excluded_because text,
  reminded integer not null default 0,
  due_at timestamp with time zone,
  PRIMARY KEY (stage_id, account_id),
  UNIQUE (id),
  CHECK (weight >= 0.5::double precision AND weight <= 1.5::double precision),
  FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE,
  FOREIGN KEY (stage_id) REFERENCES stages(id) ON DELETE CASCADE
);
CREATE INDEX peer_raters_due ON peer_raters USING btree (due_at) WHERE (due_at IS NOT NULL);
CREATE INDEX peer_raters_of_a_person ON peer_raters USING btree (account_id);
-- Gives a new version to the person of the row, and to everybody in a team with them.
CREATE TRIGGER person_rewritten AFTER UPDATE ON peer_raters FOR EACH ROW WHEN (old.* IS DISTINCT FROM new.*) EXECUTE FUNCTION person_written();
-- Gives a new version to the person of the row, and to everybody in a team with them.
CREATE TRIGGER person_written AFTER INSERT OR DELETE ON peer_raters FOR EACH ROW EXECUTE FUNCTION person_written();

create table peer_references (
  stage_id integer not null,
  work_id integer not null,
  training boolean not null,
  rubric_id integer not null,
  marks jsonb not null,
  total double precision not null,
  comment text not null,
  stopped_at timestamp with time zone,
  plagiarism boolean not null default false,
  PRIMARY KEY (stage_id, work_id),
  CHECK (NOT plagiarism OR stopped_at IS NOT NULL),
  FOREIGN KEY (rubric_id) REFERENCES rubrics(id),
  FOREIGN KEY (stage_id) REFERENCES stages(id) ON DELETE CASCADE,
  FOREIGN KEY (work_id) REFERENCES works(id) ON DELETE CASCADE
);
CREATE INDEX peer_references_by_a_rubric ON peer_references USING btree (rubric_id);
CREATE INDEX peer_references_of_a_work ON peer_references USING btree (work_id);
CREATE INDEX peer_references_stopped ON peer_references USING btree (work_id) WHERE (stopped_at IS NOT NULL);

create table peer_reports (
  task_id integer not null,
  stage_id integer not null,
  work_id integer not null,
  text text not null,
  reported_at timestamp with time zone not null,
  decided_at timestamp with time zone,
  PRIMARY KEY (task_id),
  FOREIGN KEY (stage_id) REFERENCES stages(id) ON DELETE CASCADE,
  FOREIGN KEY (task_id) REFERENCES peer_tasks(id) ON DELETE CASCADE,
  FOREIGN KEY (work_id) REFERENCES works(id) ON DELETE CASCADE
);
CREATE INDEX peer_reports_by_work ON peer_reports USING btree (work_id);
CREATE INDEX peer_reports_of_a_work ON peer_reports USING btree (stage_id, work_id);

create table peer_stages (
  stage_id integer not null,
  opened_at timestamp with time zone,
  published_at timestamp with time zone,
  PRIMARY KEY (stage_id),
  FOREIGN KEY (stage_id) REFERENCES stages(id) ON DELETE CASCADE
);
-- Raises the version of the competitions of the stages whose rows were written.
CREATE TRIGGER season_deleted AFTER DELETE ON peer_stages REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION season_written_by_stage();
-- Raises the version of the competitions of the stages whose rows were written.
CREATE TRIGGER season_inserted AFTER INSERT ON peer_stages REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION season_written_by_stage();
-- Raises the version of the competitions of the stages whose rows were written.
CREATE TRIGGER season_updated AFTER UPDATE ON peer_stages REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION season_written_by_stage();

create table peer_tasks (
  id integer not null generated as identity,
  stage_id integer not null,
  work_id integer not null,
  rater_id integer not null,
  hand_in_id integer not null,
  kind text not null,
  place integer not null,
  given_at timestamp with time zone not null,
  returned_at timestamp with time zone,
  returned_because text,
  draft jsonb,
  revision integer not null default 0,
  saved_at timestamp with time zone,
  rubric_id integer,
  marks jsonb,
  comment text not null default ''::text,
  total double precision,
  done_at timestamp with time zone,
  spent integer not null default 0,
  PRIMARY KEY (id),
  UNIQUE (stage_id, rater_id, work_id),
  CHECK ((done_at IS NULL) = (total IS NULL) AND (done_at IS NULL) = (marks IS NULL)),
  CHECK ((returned_at IS NULL) = (returned_because IS NULL)),
  CHECK (done_at IS NULL OR rubric_id IS NOT NULL),
  CHECK (kind = ANY (ARRAY['training'::text, 'reference'::text, 'pool'::text])),
  CHECK (returned_because = ANY (ARRAY['time'::text, 'stopped'::text, 'changed'::text, 'author'::text])),
  FOREIGN KEY (hand_in_id) REFERENCES hand_ins(id) ON DELETE CASCADE,
  FOREIGN KEY (rater_id) REFERENCES accounts(id) ON DELETE CASCADE,
  FOREIGN KEY (rubric_id) REFERENCES rubrics(id),
  FOREIGN KEY (stage_id) REFERENCES stages(id) ON DELETE CASCADE,
  FOREIGN KEY (work_id) REFERENCES works(id) ON DELETE CASCADE
);
CREATE INDEX peer_tasks_by_a_rubric ON peer_tasks USING btree (rubric_id) WHERE (rubric_id IS NOT NULL);
CREATE INDEX peer_tasks_of_a_hand_in ON peer_tasks USING btree (hand_in_id);
CREATE INDEX peer_tasks_of_a_rater ON peer_tasks USING btree (rater_id);
CREATE INDEX peer_tasks_of_a_work ON peer_tasks USING btree (work_id, stage_id);
CREATE INDEX peer_tasks_to_return ON peer_tasks USING btree (stage_id, given_at) WHERE ((done_at IS NULL) AND (returned_at IS NULL));
CREATE UNIQUE INDEX peer_tasks_open ON peer_tasks USING btree (stage_id, rater_id) WHERE ((done_at IS NULL) AND (returned_at IS NULL));

create table person_changes (
  id bigint not null generated as identity,
  account_id integer not null,
  PRIMARY KEY (account_id, id)
);

create table person_views (
  session_id uuid not null,
  id uuid not null,
  account_id integer not null,
  competition_code text not null,
  ends_at timestamp with time zone not null,
  PRIMARY KEY (session_id),
  FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE,
  FOREIGN KEY (competition_code) REFERENCES competitions(code) ON UPDATE CASCADE ON DELETE CASCADE,
  FOREIGN KEY (session_id) REFERENCES sessions(id) ON DELETE CASCADE
);
CREATE INDEX person_views_of_an_account ON person_views USING btree (account_id);

create table personal_documents (
  account_id integer not null,
  kind text not null,
  sealed bytea not null,
  blind_index bytea not null,
  PRIMARY KEY (account_id, kind),
  UNIQUE (kind, blind_index),
  CHECK (kind = ANY (ARRAY['passport'::text, 'snils'::text])),
  FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE
);

create table personal_keys (
  account_id integer not null,
  wrapped bytea not null,
  PRIMARY KEY (account_id),
  FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE
);

create table phone_changes (
  account_id integer not null,
  phone text not null,
  code_hash bytea not null,
  tries integer not null default 0,
  expires_at timestamp with time zone not null,
  session_epoch integer not null default 0,
  PRIMARY KEY (account_id),
  CHECK (phone ~ '^\+[0-9]{5,15}$'::text),
  FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE
);

create table playoff_entrants (
  id integer not null generated as identity,
  stage_id integer not null,
  seed integer not null,
  team_id integer,
  number integer not null,
  rating double precision,
  dropped_at timestamp with time zone,
  dropped_because text,
  PRIMARY KEY (id),
  UNIQUE (stage_id, seed),
  CHECK ((dropped_at IS NULL) = (dropped_because IS NULL)),
  FOREIGN KEY (stage_id) REFERENCES playoffs(stage_id) ON DELETE CASCADE,
  FOREIGN KEY (team_id) REFERENCES formed_teams(id) ON DELETE SET NULL
);
CREATE INDEX playoff_entrants_of_a_team ON playoff_entrants USING btree (team_id) WHERE (team_id IS NOT NULL);
-- Gives a new version to the people of the entrant.
CREATE TRIGGER person_written AFTER INSERT OR UPDATE ON playoff_entrants FOR EACH ROW EXECUTE FUNCTION playoff_entrant_written();

create table playoff_judges (
  match_id integer not null,
  judge_id integer not null,
  chair boolean not null default false,
  assigned_at timestamp with time zone not null,
  draft jsonb,
  revision integer not null default 0,
  saved_at timestamp with time zone,
  marks jsonb,
  comment_a text not null default ''::text,
  comment_b text not null default ''::text,
  favours text,
  done_at timestamp with time zone,
  abstained text,
  abstained_at timestamp with time zone,
  PRIMARY KEY (match_id, judge_id),
  CHECK ((done_at IS NULL) = (marks IS NULL)),
  CHECK (favours = ANY (ARRAY['a'::text, 'b'::text])),
  FOREIGN KEY (judge_id) REFERENCES accounts(id) ON DELETE CASCADE,
  FOREIGN KEY (match_id) REFERENCES playoff_matches(id) ON DELETE CASCADE
);
CREATE INDEX playoff_judges_of_a_judge ON playoff_judges USING btree (judge_id);

create table playoff_matches (
  id integer not null generated as identity,
  stage_id integer not null,
  round integer not null,
  place integer not null,
  a integer,
  b integer,
  a_bye boolean not null default false,
  b_bye boolean not null default false,
  state text not null default 'scheduled'::text,
  outcome text,
  won text,
  score_a double precision,
  score_b double precision,
  decided_by text,
  reason text not null default ''::text,
  published_at timestamp with time zone,
  starts_at timestamp with time zone,
  minutes integer not null default 30,
  room text not null default ''::text,
  link text not null default ''::text,
  task text not null default ''::text,
  started_at timestamp with time zone,
  paused_at timestamp with time zone,
  paused_ms integer not null default 0,
  ended_at timestamp with time zone,
  revision integer not null default 0,
  PRIMARY KEY (id),
  UNIQUE (stage_id, round, place),
  CHECK (outcome = ANY (ARRAY['a'::text, 'b'::text, 'none'::text])),
  CHECK (state <> 'decided'::text OR outcome IS NOT NULL),
  CHECK (state = ANY (ARRAY['scheduled'::text, 'live'::text, 'judging'::text, 'decided'::text, 'walkover'::text, 'annulled'::text])),
  CHECK (won = ANY (ARRAY['a'::text, 'b'::text])),
  FOREIGN KEY (a) REFERENCES playoff_entrants(id),
  FOREIGN KEY (b) REFERENCES playoff_entrants(id),
  FOREIGN KEY (stage_id) REFERENCES playoffs(stage_id) ON DELETE CASCADE
);
CREATE INDEX playoff_matches_by_time ON playoff_matches USING btree (starts_at) WHERE (starts_at IS NOT NULL);
CREATE INDEX playoff_matches_of_a ON playoff_matches USING btree (a);
CREATE INDEX playoff_matches_of_b ON playoff_matches USING btree (b);
-- Gives a new version to the people of both sides of the match, and of the matches before it.
CREATE TRIGGER person_rewritten AFTER UPDATE ON playoff_matches FOR EACH ROW WHEN (old.* IS DISTINCT FROM new.*) EXECUTE FUNCTION playoff_match_written();
-- Gives a new version to the people of both sides of the match, and of the matches before it.
CREATE TRIGGER person_written AFTER INSERT ON playoff_matches FOR EACH ROW EXECUTE FUNCTION playoff_match_written();

create table playoff_people (
  entrant_id integer not null,
  stage_id integer not null,
  account_id integer not null,
  PRIMARY KEY (entrant_id),
  UNIQUE (stage_id, account_id),
  FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE,
  FOREIGN KEY (entrant_id) REFERENCES playoff_entrants(id) ON DELETE CASCADE,
  FOREIGN KEY (stage_id) REFERENCES playoffs(stage_id) ON DELETE CASCADE
);
CREATE INDEX playoff_people_of_an_account ON playoff_people USING btree (account_id);
-- Gives a new version to the person of the row, and to everybody in a team with them.
CREATE TRIGGER person_written AFTER INSERT OR DELETE ON playoff_people FOR EACH ROW EXECUTE FUNCTION person_written();

create table playoffs (
  stage_id integer not null,
  seed text not null,
  throws integer not null default 1,
  drawn_at timestamp with time zone,
  drawn_by integer,
  rules jsonb,
  entrants integer,
  PRIMARY KEY (stage_id),
  CHECK ((drawn_at IS NULL) = (rules IS NULL) AND (drawn_at IS NULL) = (entrants IS NULL)),
  CHECK (entrants >= 2 AND entrants <= 128),
  FOREIGN KEY (drawn_by) REFERENCES accounts(id) ON DELETE SET NULL,
  FOREIGN KEY (stage_id) REFERENCES stages(id) ON DELETE CASCADE
);
-- Raises the version of the competitions of the stages whose rows were written.
CREATE TRIGGER season_deleted AFTER DELETE ON playoffs REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION season_written_by_stage();
-- Raises the version of the competitions of the stages whose rows were written.
CREATE TRIGGER season_inserted AFTER INSERT ON playoffs REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION season_written_by_stage();
-- Raises the version of the competitions of the stages whose rows were written.
CREATE TRIGGER season_updated AFTER UPDATE ON playoffs REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION season_written_by_stage();

create table prepared_works (
  work_id integer not null,
  hand_in_id integer not null,
  telling text[] not null,
  prepared_at timestamp with time zone not null,
  PRIMARY KEY (work_id),
  FOREIGN KEY (hand_in_id) REFERENCES hand_ins(id) ON DELETE CASCADE,
  FOREIGN KEY (work_id) REFERENCES works(id) ON DELETE CASCADE
);
CREATE INDEX prepared_works_of_a_hand_in ON prepared_works USING btree (hand_in_id);

create table protocol_rows (
  protocol_id integer not null,
  account_id integer not null,
  outcome text not null,
  why text,
  place integer,
  waiting integer,
  score numeric,
  second numeric,
  parts jsonb not null,
  track text,
  region text,
  district text,
  done_at timestamp with time zone,
  done text,
  PRIMARY KEY (protocol_id, account_id),
  CHECK ((done_at IS NULL) = (done IS NULL)),
  CHECK ((outcome = 'passed'::text) = (why IS NOT NULL) AND (outcome = 'waiting'::text) = (waiting IS NOT NULL)),
  CHECK (done = ANY (ARRAY['told'::text, 'same'::text, 'disqualified'::text, 'stopped'::text])),
  CHECK (outcome = ANY (ARRAY['passed'::text, 'waiting'::text, 'failed'::text, 'none'::text])),
  CHECK (why = ANY (ARRAY['line'::text, 'quota'::text, 'tie'::text, 'second'::text])),
  FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE,
  FOREIGN KEY (protocol_id) REFERENCES protocols(id) ON DELETE CASCADE
);
CREATE INDEX protocol_rows_by_place ON protocol_rows USING btree (protocol_id, outcome, place, account_id);
CREATE INDEX protocol_rows_of_a_person ON protocol_rows USING btree (account_id);
CREATE INDEX protocol_rows_to_publish ON protocol_rows USING btree (protocol_id, account_id) WHERE (done_at IS NULL);

create table protocols (
  id integer not null generated as identity,
  competition_code text not null,
  number integer not null,
  stage_id integer not null,
  title text not null,
  rule jsonb not null,
  letters jsonb not null,
  reason text not null,
  hash text not null,
  summary jsonb not null,
  frozen_by integer,
  frozen_at timestamp with time zone not null,
  confirmed_by integer,
  confirmed_at timestamp with time zone,
  publish_at timestamp with time zone,
  published_at timestamp with time zone,
  withdrawn_by integer,
  withdrawn_at timestamp with time zone,
  withdrawn_why text not null default ''::text,
  freezing integer,
  PRIMARY KEY (id),
  UNIQUE (competition_code, number),
  CHECK ((confirmed_at IS NULL) = (publish_at IS NULL)),
  CHECK (confirmed_by <> frozen_by),
  CHECK (freezing >= 0),
  CHECK (freezing IS NULL OR confirmed_at IS NULL),
  CHECK (published_at IS NULL OR confirmed_at IS NOT NULL AND withdrawn_at IS NULL),
  FOREIGN KEY (competition_code) REFERENCES competitions(code) ON UPDATE CASCADE ON DELETE CASCADE,
  FOREIGN KEY (confirmed_by) REFERENCES accounts(id) ON DELETE SET NULL,
  FOREIGN KEY (frozen_by) REFERENCES accounts(id) ON DELETE SET NULL,
  FOREIGN KEY (stage_id) REFERENCES stages(id) ON DELETE CASCADE,
  FOREIGN KEY (withdrawn_by) REFERENCES accounts(id) ON DELETE SET NULL
);
CREATE INDEX protocols_confirmed_by ON protocols USING btree (confirmed_by) WHERE (confirmed_by IS NOT NULL);
CREATE INDEX protocols_frozen_by ON protocols USING btree (frozen_by) WHERE (frozen_by IS NOT NULL);
CREATE INDEX protocols_of_a_stage ON protocols USING btree (stage_id);
CREATE INDEX protocols_to_publish ON protocols USING btree (publish_at) WHERE ((publish_at IS NOT NULL) AND (published_at IS NULL) AND (withdrawn_at IS NULL));
CREATE INDEX protocols_withdrawn_by ON protocols USING btree (withdrawn_by) WHERE (withdrawn_by IS NOT NULL);
CREATE UNIQUE INDEX protocols_on_their_way ON protocols USING btree (stage_id) WHERE ((published_at IS NULL) AND (withdrawn_at IS NULL));

create table questionnaire_keys (
  stage_id integer not null,
  form_version integer not null,
  keys jsonb not null,
  norm_version integer not null,
  norms jsonb not null,
  imported_at timestamp with time zone not null,
  imported_by integer,
  PRIMARY KEY (stage_id, form_version),
  CHECK (norm_version > 0),
  FOREIGN KEY (imported_by) REFERENCES accounts(id) ON DELETE SET NULL,
  FOREIGN KEY (stage_id) REFERENCES stages(id) ON DELETE CASCADE
);

create table questionnaire_reports (
  stage_id integer not null,
  published_at timestamp with time zone not null,
  published_by integer,
  PRIMARY KEY (stage_id),
  FOREIGN KEY (published_by) REFERENCES accounts(id) ON DELETE SET NULL,
  FOREIGN KEY (stage_id) REFERENCES stages(id) ON DELETE CASCADE
);

create table questionnaire_results (
  hand_in_id integer not null,
  account_id integer not null,
  stage_id integer not null,
  alias text not null,
  form_version integer not null,
  norm_version integer not null,
  norm_group text not null,
  scales jsonb not null,
  flags text[] not null,
  inconsistency numeric,
  desirability numeric,
  seconds integer,
  comment text not null default ''::text,
  scored_at timestamp with time zone not null,
  PRIMARY KEY (hand_in_id),
  UNIQUE (alias),
  FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE,
  FOREIGN KEY (hand_in_id) REFERENCES hand_ins(id) ON DELETE CASCADE,
  FOREIGN KEY (stage_id) REFERENCES stages(id) ON DELETE CASCADE
);
CREATE INDEX questionnaire_results_account ON questionnaire_results USING btree (account_id);
CREATE INDEX questionnaire_results_stage ON questionnaire_results USING btree (stage_id, alias);

create table questionnaire_reuse (
  hand_in_id integer not null,
  from_hand_in_id integer,
  agreed_at timestamp with time zone not null,
  answered_at timestamp with time zone not null,
  PRIMARY KEY (hand_in_id),
  FOREIGN KEY (from_hand_in_id) REFERENCES hand_ins(id) ON DELETE SET NULL,
  FOREIGN KEY (hand_in_id) REFERENCES hand_ins(id) ON DELETE CASCADE
);
CREATE INDEX questionnaire_reuse_of_a_hand_in ON questionnaire_reuse USING btree (from_hand_in_id) WHERE (from_hand_in_id IS NOT NULL);

create table reading_gaps (
  work_id integer not null,
  PRIMARY KEY (work_id),
  FOREIGN KEY (work_id) REFERENCES works(id) ON DELETE CASCADE
);

create table readings (
  id integer not null generated as identity,
  work_id integer not null,
  judge_id integer not null,
  extra boolean not null default false,
  assigned_at timestamp with time zone not null,
  assigned_by integer,
  draft jsonb,
  revision integer not null default 0,
  saved_at timestamp with time zone,
  hand_in_id integer,
  rubric_id integer,
  marks jsonb,
  comment text not null default ''::text,
  note text not null default ''::text,
  total double precision,
  done_at timestamp with time zone,
  abstained text,
  abstained_at timestamp with time zone,
  spent integer not null default 0,
  verdict text,
  for_appeal boolean not null default false,
  taken text,
  PRIMARY KEY (id),
  UNIQUE (work_id, judge_id),
  CHECK ((done_at IS NULL) = (total IS NULL) AND (done_at IS NULL) = (marks IS NULL)),
  CHECK (done_at IS NULL OR abstained IS NULL),
  CHECK (done_at IS NULL OR hand_in_id IS NOT NULL AND rubric_id IS NOT NULL),
  CHECK (taken = ANY (ARRAY['removed'::text, 'conflict'::text, 'moved'::text])),
  CHECK (taken IS NULL OR abstained IS NOT NULL),
  CHECK (verdict = ANY (ARRAY['pass'::text, 'fail'::text])),
  FOREIGN KEY (assigned_by) REFERENCES accounts(id) ON DELETE SET NULL,
  FOREIGN KEY (hand_in_id) REFERENCES hand_ins(id) ON DELETE CASCADE,
  FOREIGN KEY (judge_id) REFERENCES accounts(id) ON DELETE CASCADE,
  FOREIGN KEY (rubric_id) REFERENCES rubrics(id),
  FOREIGN KEY (work_id) REFERENCES works(id) ON DELETE CASCADE
);
CREATE INDEX readings_assigned_by ON readings USING btree (assigned_by) WHERE (assigned_by IS NOT NULL);
CREATE INDEX readings_by_a_rubric ON readings USING btree (rubric_id) WHERE (rubric_id IS NOT NULL);
CREATE INDEX readings_of_a_hand_in ON readings USING btree (hand_in_id) WHERE (hand_in_id IS NOT NULL);
CREATE INDEX readings_of_a_judge ON readings USING btree (judge_id, work_id);
-- A work that has lost a judge gets another one by a job.
CREATE TRIGGER judge_abstained AFTER UPDATE OF abstained ON readings FOR EACH ROW WHEN (new.abstained IS NOT NULL AND old.abstained IS NULL) EXECUTE FUNCTION judge_dropped_out();
-- A work that has lost a judge gets another one by a job.
CREATE TRIGGER judge_dropped_out AFTER DELETE ON readings FOR EACH ROW EXECUTE FUNCTION judge_dropped_out();

create table refresh_tokens (
  token_hash bytea not null,
  session_id uuid not null,
  expires_at timestamp with time zone not null,
  spent_at timestamp with time zone,
  successor bytea,
  PRIMARY KEY (token_hash),
  FOREIGN KEY (session_id) REFERENCES sessions(id) ON DELETE CASCADE
);
CREATE INDEX refresh_tokens_of_a_session ON refresh_tokens USING btree (session_id);

create table regional_group_regions (
  competition_code text not null,
  region text not null,
  group_id integer not null,
  PRIMARY KEY (competition_code, region),
  FOREIGN KEY (group_id, competition_code) REFERENCES regional_groups(id, competition_code) ON UPDATE CASCADE ON DELETE CASCADE
);
CREATE INDEX regional_group_regions_of_a_group ON regional_group_regions USING btree (group_id);

create table regional_groups (
  id integer not null generated as identity,
  competition_code text not null,
  code text not null,
  title text not null,
  PRIMARY KEY (id),
  UNIQUE (competition_code, code),
  UNIQUE (id, competition_code),
  FOREIGN KEY (competition_code) REFERENCES competitions(code) ON UPDATE CASCADE ON DELETE CASCADE
);

create table regional_team_assessments (
  competition_code text not null,
  author_id integer not null,
  teammate_id integer not null,
  mark integer not null,
  comment text not null,
  assessed_at timestamp with time zone not null,
  PRIMARY KEY (competition_code, author_id, teammate_id),
  CHECK (author_id <> teammate_id),
  CHECK (mark >= 1 AND mark <= 5),
  FOREIGN KEY (author_id) REFERENCES accounts(id) ON DELETE CASCADE,
  FOREIGN KEY (competition_code, author_id) REFERENCES regional_team_members(competition_code, account_id) ON UPDATE CASCADE ON DELETE CASCADE,
  FOREIGN KEY (competition_code, teammate_id) REFERENCES regional_team_members(competition_code, account_id) ON UPDATE CASCADE ON DELETE CASCADE,
  FOREIGN KEY (teammate_id) REFERENCES accounts(id) ON DELETE CASCADE
);
CREATE INDEX regional_team_assessments_by_author ON regional_team_assessments USING btree (author_id);
CREATE INDEX regional_team_assessments_of_a_teammate ON regional_team_assessments USING btree (teammate_id, competition_code);

create table regional_team_members (
  competition_code text not null,
  account_id integer not null,
  team_id integer not null,
  capacity integer not null,
  seat integer not null,
  joined_at timestamp with time zone not null,
  PRIMARY KEY (competition_code, account_id),
  UNIQUE (team_id, seat),
  CHECK (seat >= 1 AND seat <= capacity),
  FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE,
  FOREIGN KEY (team_id, competition_code, capacity) REFERENCES regional_teams(id, competition_code, capacity) ON UPDATE CASCADE ON DELETE CASCADE
);
CREATE INDEX regional_team_members_by_account ON regional_team_members USING btree (account_id);

create table regional_team_profiles (
  competition_code text not null,
  account_id integer not null,
  skills text not null,
  about text not null,
  saved_at timestamp with time zone not null,
  PRIMARY KEY (competition_code, account_id),
  FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE,
  FOREIGN KEY (competition_code) REFERENCES competitions(code) ON UPDATE CASCADE ON DELETE CASCADE
);
CREATE INDEX regional_team_profiles_by_account ON regional_team_profiles USING btree (account_id);

create table regional_teams (
  id integer not null generated as identity,
  group_id integer not null,
  competition_code text not null,
  name text not null,
  capacity integer not null,
  PRIMARY KEY (id),
  UNIQUE (id, competition_code, capacity),
  CHECK (capacity >= 1 AND capacity <= 50),
  FOREIGN KEY (group_id, competition_code) REFERENCES regional_groups(id, competition_code) ON UPDATE CASCADE ON DELETE CASCADE
);
CREATE INDEX regional_teams_of_a_group ON regional_teams USING btree (group_id, name);

create table registrations (
  id bytea not null,
  competition_code text not null,
  door text not null,
  email citext not null,
  phone text not null,
  invite text,
  phone_confirmed_at timestamp with time zone,
  email_confirmed_at timestamp with time zone,
  info_complete_at timestamp with time zone,
  wrapped_key bytea not null,
  answer bytea not null,
  created_at timestamp with time zone not null,
  completed_at timestamp with time zone,
  account_id integer,
  entry_code_id integer,
  PRIMARY KEY (id),
  CHECK (door = ANY (ARRAY['participant'::text, 'supporter'::text])),
  FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE,
  FOREIGN KEY (competition_code) REFERENCES competitions(code) ON UPDATE CASCADE ON DELETE CASCADE,
  FOREIGN KEY (entry_code_id) REFERENCES entry_codes(id) ON DELETE SET NULL
);
CREATE INDEX registrations_by_age ON registrations USING btree (created_at);
CREATE INDEX registrations_by_entry_code ON registrations USING btree (entry_code_id) WHERE (entry_code_id IS NOT NULL);
CREATE INDEX registrations_of_an_account ON registrations USING btree (account_id) WHERE (account_id IS NOT NULL);

create table replaced_team_codes (
  code_hash bytea not null,
  team_id integer not null,
  PRIMARY KEY (code_hash),
  FOREIGN KEY (team_id) REFERENCES formed_teams(id) ON DELETE CASCADE
);
CREATE INDEX replaced_team_codes_of_a_team ON replaced_team_codes USING btree (team_id);

create table rubrics (
  id integer not null generated as identity,
  stage_id integer not null,
  version integer not null,
  criteria jsonb not null,
  created_at timestamp with time zone not null,
  created_by integer,
  PRIMARY KEY (id),
  UNIQUE (stage_id, version),
  FOREIGN KEY (created_by) REFERENCES accounts(id) ON DELETE SET NULL,
  FOREIGN KEY (stage_id) REFERENCES stages(id) ON DELETE CASCADE
);

create table rules_answers (
  id integer not null generated as identity,
  account_id integer not null,
  stage_id integer not null,
  version integer not null,
  status text not null,
  comment text not null default ''::text,
  answered_at timestamp with time zone not null,
  ip text not null,
  text_hash text not null,
  PRIMARY KEY (id),
  CHECK (status = ANY (ARRAY['done'::text, 'fail'::text])),
  FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE,
  FOREIGN KEY (stage_id, version) REFERENCES rules_versions(stage_id, version)
);
CREATE INDEX rules_answers_of_a_person ON rules_answers USING btree (account_id, stage_id, id DESC);

create table rules_versions (
  stage_id integer not null,
  version integer not null,
  text text not null,
  effective_from timestamp with time zone not null,
  requires_reaccept boolean not null default true,
  reminded_at timestamp with time zone,
  PRIMARY KEY (stage_id, version),
  CHECK (version > 0),
  FOREIGN KEY (stage_id) REFERENCES stages(id) ON DELETE CASCADE
);

create table saved_audiences (
  id integer not null generated as identity,
  competition_code text not null,
  title text not null,
  audience jsonb not null,
  saved_by integer,
  saved_at timestamp with time zone not null,
  PRIMARY KEY (id),
  FOREIGN KEY (competition_code) REFERENCES competitions(code) ON UPDATE CASCADE ON DELETE CASCADE,
  FOREIGN KEY (saved_by) REFERENCES accounts(id) ON DELETE SET NULL
);
CREATE UNIQUE INDEX saved_audiences_by_title ON saved_audiences USING btree (competition_code, lower(title));

create table schema_migrations (
  number integer not null,
  name text not null,
  checksum text not null,
  applied_at timestamp with time zone not null default now(),
  PRIMARY KEY (number)
);

create table season_versions (
  competition_code text not null,
  version bigint not null default 1,
  PRIMARY KEY (competition_code),
  FOREIGN KEY (competition_code) REFERENCES competitions(code) ON UPDATE CASCADE ON DELETE CASCADE
);

create table sessions (
  id uuid not null,
  account_id integer not null,
  user_agent text not null default ''::text,
  ip text not null default ''::text,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  revoked_at timestamp with time zone,
  last_seen_at timestamp with time zone not null,
  by_password boolean not null default true,
  PRIMARY KEY (id),
  FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE
);
CREATE INDEX sessions_by_end ON sessions USING btree (expires_at);
CREATE INDEX sessions_of_an_account ON sessions USING btree (account_id);
-- Tells the processes that the rights or the sessions of the account in the named column changed.
CREATE TRIGGER session_changed AFTER UPDATE ON sessions FOR EACH ROW WHEN (old.revoked_at IS DISTINCT FROM new.revoked_at OR old.expires_at IS DISTINCT FROM new.expires_at OR old.account_id IS DISTINCT FROM new.account_id OR old.id IS DISTINCT FROM new.id) EXECUTE FUNCTION tell_access_changed('account_id');
-- Tells the processes that the rights or the sessions of the account in the named column changed.
CREATE TRIGGER session_ended AFTER DELETE ON sessions FOR EACH ROW EXECUTE FUNCTION tell_access_changed('account_id');
-- Tells the processes on the named channel that the table was emptied.
CREATE TRIGGER sessions_emptied AFTER TRUNCATE ON sessions FOR EACH STATEMENT EXECUTE FUNCTION tell_everyone('access_changed');

create table shown_annotations (
  work_id integer not null,
  shown_at timestamp with time zone not null,
  shown_by integer,
  PRIMARY KEY (work_id),
  FOREIGN KEY (shown_by) REFERENCES accounts(id) ON DELETE SET NULL,
  FOREIGN KEY (work_id) REFERENCES works(id) ON DELETE CASCADE
);
CREATE INDEX shown_annotations_by ON shown_annotations USING btree (shown_by) WHERE (shown_by IS NOT NULL);

create table signing_keys (
  mark bytea not null,
  first_used_at timestamp with time zone not null,
  last_used_at timestamp with time zone not null,
  PRIMARY KEY (mark)
);

create table similar_works (
  id integer not null generated as identity,
  first_id integer not null,
  second_id integer not null,
  percent integer not null,
  found_at timestamp with time zone not null,
  PRIMARY KEY (id),
  UNIQUE (first_id, second_id),
  CHECK (first_id < second_id),
  CHECK (percent >= 1 AND percent <= 100),
  FOREIGN KEY (first_id) REFERENCES works(id) ON DELETE CASCADE,
  FOREIGN KEY (second_id) REFERENCES works(id) ON DELETE CASCADE
);
CREATE INDEX similar_works_second ON similar_works USING btree (second_id);

create table slot_bookings (
  event_id integer not null,
  account_id integer not null,
  slot_id integer not null,
  booked_at timestamp with time zone not null,
  state text not null default 'confirmed'::text,
  until timestamp with time zone,
  queued_at timestamp with time zone,
  ticket uuid not null default gen_random_uuid(),
  walk_in boolean not null default false,
  marked_at timestamp with time zone,
  reminded smallint not null default 0,
  holds_place boolean not null generated always as (((state <> 'waiting'::text) AND (NOT walk_in))),
  PRIMARY KEY (event_id, account_id),
  UNIQUE (ticket),
  CHECK ((state = 'waiting'::text) <= (queued_at IS NOT NULL)),
  CHECK ((state = ANY (ARRAY['held'::text, 'offered'::text])) = (until IS NOT NULL)),
  CHECK (state = ANY (ARRAY['held'::text, 'confirmed'::text, 'waiting'::text, 'offered'::text, 'attended'::text, 'no_show'::text])),
  FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE,
  FOREIGN KEY (event_id, slot_id) REFERENCES offline_event_slots(event_id, id) ON DELETE CASCADE
);
CREATE INDEX slot_bookings_in_line ON slot_bookings USING btree (slot_id, queued_at, account_id) WHERE (state = 'waiting'::text);
CREATE INDEX slot_bookings_of_a_person ON slot_bookings USING btree (account_id);
CREATE INDEX slot_bookings_of_a_slot ON slot_bookings USING btree (slot_id);
CREATE INDEX slot_bookings_that_end ON slot_bookings USING btree (until) WHERE (until IS NOT NULL);
CREATE INDEX slot_bookings_to_remind_of ON slot_bookings USING btree (slot_id) WHERE ((state = 'confirmed'::text) AND (reminded < 2));
-- Writes the facts that follow from a booking, and clears them when it is removed.
CREATE TRIGGER booking_removed AFTER DELETE ON slot_bookings FOR EACH ROW EXECUTE FUNCTION booking_written();
-- Writes the facts that follow from a booking, and clears them when it is removed.
CREATE TRIGGER booking_written AFTER INSERT OR UPDATE OF state, booked_at, marked_at ON slot_bookings FOR EACH ROW EXECUTE FUNCTION booking_written();
-- Gives a new version to the person of the row, and to everybody in a team with them.
CREATE TRIGGER person_written AFTER INSERT OR DELETE OR UPDATE ON slot_bookings FOR EACH ROW EXECUTE FUNCTION person_written();
-- Counts a place of the slot as free when a booking that holds it is removed.
CREATE TRIGGER place_freed AFTER DELETE ON slot_bookings FOR EACH ROW EXECUTE FUNCTION free_place();

create table solution_agreements (
  stage_id integer not null,
  team_id integer not null,
  account_id integer not null,
  revision integer not null,
  at timestamp with time zone not null,
  PRIMARY KEY (stage_id, team_id, account_id),
  FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE,
  FOREIGN KEY (stage_id) REFERENCES stages(id) ON DELETE CASCADE,
  FOREIGN KEY (team_id) REFERENCES formed_teams(id) ON DELETE CASCADE
);
CREATE INDEX solution_agreements_of_a_person ON solution_agreements USING btree (account_id);
CREATE INDEX solution_agreements_of_a_team ON solution_agreements USING btree (team_id);

create table solution_comments (
  id integer not null generated as identity,
  stage_id integer not null,
  team_id integer not null,
  account_id integer,
  text text not null,
  at timestamp with time zone not null,
  PRIMARY KEY (id),
  FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE SET NULL,
  FOREIGN KEY (stage_id) REFERENCES stages(id) ON DELETE CASCADE,
  FOREIGN KEY (team_id) REFERENCES formed_teams(id) ON DELETE CASCADE
);
CREATE INDEX solution_comments_in_turn ON solution_comments USING btree (stage_id, team_id, id DESC);
CREATE INDEX solution_comments_of_a_person ON solution_comments USING btree (account_id) WHERE (account_id IS NOT NULL);
CREATE INDEX solution_comments_of_a_team ON solution_comments USING btree (team_id);

create table solution_presence (
  stage_id integer not null,
  team_id integer not null,
  account_id integer not null,
  seen_at timestamp with time zone not null,
  PRIMARY KEY (stage_id, team_id, account_id),
  FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE,
  FOREIGN KEY (stage_id) REFERENCES stages(id) ON DELETE CASCADE,
  FOREIGN KEY (team_id) REFERENCES formed_teams(id) ON DELETE CASCADE
);
CREATE INDEX solution_presence_of_a_person ON solution_presence USING btree (account_id);
CREATE INDEX solution_presence_of_a_team ON solution_presence USING btree (team_id);

create table solution_sections (
  stage_id integer not null,
  team_id integer not null,
  section text not null,
  revision integer not null default 0,
  saved_at timestamp with time zone,
  saved_by integer,
  holder_id integer,
  holder text,
  held_until timestamp with time zone,
  version_id integer,
  PRIMARY KEY (stage_id, team_id, section),
  FOREIGN KEY (holder_id) REFERENCES accounts(id) ON DELETE SET NULL,
  FOREIGN KEY (saved_by) REFERENCES accounts(id) ON DELETE SET NULL,
  FOREIGN KEY (stage_id) REFERENCES stages(id) ON DELETE CASCADE,
  FOREIGN KEY (team_id) REFERENCES formed_teams(id) ON DELETE CASCADE
);
CREATE INDEX solution_sections_held ON solution_sections USING btree (holder_id) WHERE (holder_id IS NOT NULL);
CREATE INDEX solution_sections_of_a_team ON solution_sections USING btree (team_id);
CREATE INDEX solution_sections_saved_by ON solution_sections USING btree (saved_by) WHERE (saved_by IS NOT NULL);

create table solution_versions (
  id integer not null generated as identity,
  stage_id integer not null,
  team_id integer not null,
  section text not null,
  account_id integer,
  begun_at timestamp with time zone not null,
  saved_at timestamp with time zone not null,
  before text not null,
  after text not null,
  PRIMARY KEY (id),
  FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE SET NULL,
  FOREIGN KEY (stage_id) REFERENCES stages(id) ON DELETE CASCADE,
  FOREIGN KEY (team_id) REFERENCES formed_teams(id) ON DELETE CASCADE
);
CREATE INDEX solution_versions_in_turn ON solution_versions USING btree (stage_id, team_id, id DESC);
CREATE INDEX solution_versions_of_a_person ON solution_versions USING btree (account_id) WHERE (account_id IS NOT NULL);
CREATE INDEX solution_versions_of_a_team ON solution_versions USING btree (team_id);

create table staff_invitation_duties (
  invitation_id integer not null,
  stage_id integer not null,
  duty text not null,
  region text,
  employer text not null default ''::text,
  invited_by integer,
  PRIMARY KEY (invitation_id, stage_id, duty),
  CHECK (duty = ANY (ARRAY['check'::text, 'judge'::text])),
  FOREIGN KEY (invitation_id) REFERENCES staff_invitations(id) ON DELETE CASCADE,
  FOREIGN KEY (invited_by) REFERENCES accounts(id) ON DELETE SET NULL,
  FOREIGN KEY (stage_id) REFERENCES stages(id) ON DELETE CASCADE
);
CREATE INDEX staff_invitation_duties_by_inviter ON staff_invitation_duties USING btree (invited_by) WHERE (invited_by IS NOT NULL);
CREATE INDEX staff_invitation_duties_of_a_stage ON staff_invitation_duties USING btree (stage_id);

create table staff_invitation_flags (
  invitation_id integer not null,
  competition_code text,
  flag text not null,
  invited_by integer,
  UNIQUE NULLS NOT DISTINCT (invitation_id, competition_code, flag),
  FOREIGN KEY (competition_code) REFERENCES competitions(code) ON UPDATE CASCADE ON DELETE CASCADE,
  FOREIGN KEY (invitation_id) REFERENCES staff_invitations(id) ON DELETE CASCADE,
  FOREIGN KEY (invited_by) REFERENCES accounts(id) ON DELETE SET NULL
);
CREATE INDEX staff_invitation_flags_by_inviter ON staff_invitation_flags USING btree (invited_by) WHERE (invited_by IS NOT NULL);
CREATE INDEX staff_invitation_flags_of_a_competition ON staff_invitation_flags USING btree (competition_code);

create table staff_invitations (
  id integer not null generated as identity,
  email text not null,
  token_hash bytea not null,
  sent_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  PRIMARY KEY (id),
  UNIQUE (email),
  UNIQUE (token_hash)
);
CREATE INDEX staff_invitations_by_end ON staff_invitations USING btree (expires_at);

create table stage_decisions (
  id integer not null generated as identity,
  account_id integer not null,
  stage_id integer not null,
  outcome text not null,
  reason text not null default ''::text,
  next_step text not null default ''::text,
  decided_by integer,
  decided_at timestamp with time zone not null,
  published_at timestamp with time zone,
  comments text[] not null default '{}'::text[],
  PRIMARY KEY (id),
  CHECK (outcome = ANY (ARRAY['passed'::text, 'failed'::text, 'returned'::text])),
  FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE,
  FOREIGN KEY (decided_by) REFERENCES accounts(id) ON DELETE SET NULL,
  FOREIGN KEY (stage_id) REFERENCES stages(id) ON DELETE CASCADE
);
CREATE INDEX stage_decisions_by ON stage_decisions USING btree (decided_by) WHERE (decided_by IS NOT NULL);
CREATE INDEX stage_decisions_of_a_person ON stage_decisions USING btree (account_id, stage_id);
-- Gives a published decision a later moment than every earlier one about the person at the stage.
CREATE TRIGGER decision_inserted BEFORE INSERT ON stage_decisions FOR EACH ROW WHEN (new.published_at IS NOT NULL) EXECUTE FUNCTION decision_takes_effect();
-- Gives a published decision a later moment than every earlier one about the person at the stage.
CREATE TRIGGER decision_published BEFORE UPDATE OF published_at ON stage_decisions FOR EACH ROW WHEN (old.published_at IS NULL AND new.published_at IS NOT NULL) EXECUTE FUNCTION decision_takes_effect();
-- When a decision returns the work, works out the facts again from the team, the booking or the meetings.
CREATE CONSTRAINT TRIGGER decision_returned AFTER INSERT ON stage_decisions DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (new.published_at IS NOT NULL AND new.outcome = 'returned'::text) EXECUTE FUNCTION decision_no_longer_stands();
-- When a decision returns the work, works out the facts again from the team, the booking or the meetings.
CREATE CONSTRAINT TRIGGER decision_returned_later AFTER UPDATE ON stage_decisions DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (new.published_at IS DISTINCT FROM old.published_at AND new.outcome = 'returned'::text) EXECUTE FUNCTION decision_no_longer_stands();
-- Gives a new version to everybody about whom a decision was published.
CREATE TRIGGER people_decided AFTER INSERT ON stage_decisions REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION decisions_published();
-- Gives a new version to the person of the row, and to everybody in a team with them.
CREATE TRIGGER person_removed AFTER DELETE ON stage_decisions FOR EACH ROW WHEN (old.published_at IS NOT NULL) EXECUTE FUNCTION person_written();
-- Gives a new version to the person of the row, and to everybody in a team with them.
CREATE TRIGGER person_rewritten AFTER UPDATE ON stage_decisions FOR EACH ROW WHEN (new.published_at IS DISTINCT FROM old.published_at) EXECUTE FUNCTION person_written();

create table stage_draft_revisions (
  revision integer not null,
  data jsonb not null,
  saved_at timestamp with time zone not null,
  draft_id integer not null,
  saved_by integer,
  PRIMARY KEY (draft_id, revision),
  FOREIGN KEY (draft_id) REFERENCES stage_drafts(id) ON DELETE CASCADE
);

create table stage_drafts (
  account_id integer,
  stage_id integer not null,
  revision integer not null,
  data jsonb not null,
  saved_at timestamp with time zone not null,
  id integer not null generated as identity,
  team_id integer,
  saved_by integer,
  due_at timestamp with time zone,
  declined_at timestamp with time zone,
  PRIMARY KEY (id),
  UNIQUE (account_id, stage_id),
  UNIQUE (team_id, stage_id),
  CHECK ((account_id IS NULL) <> (team_id IS NULL)),
  FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE,
  FOREIGN KEY (saved_by) REFERENCES accounts(id) ON DELETE SET NULL,
  FOREIGN KEY (stage_id) REFERENCES stages(id) ON DELETE CASCADE,
  FOREIGN KEY (team_id) REFERENCES formed_teams(id) ON DELETE CASCADE
);
CREATE INDEX stage_drafts_by ON stage_drafts USING btree (saved_by) WHERE (saved_by IS NOT NULL);
CREATE INDEX stage_drafts_due ON stage_drafts USING btree (due_at) WHERE (due_at IS NOT NULL);
CREATE INDEX stage_drafts_of_a_stage ON stage_drafts USING btree (stage_id);

create table stage_edits (
  stage_id integer not null,
  revision integer not null,
  data jsonb,
  settings_version integer not null,
  saved_at timestamp with time zone not null,
  saved_by integer,
  PRIMARY KEY (stage_id),
  CHECK (revision > 0),
  CHECK (settings_version > 0),
  FOREIGN KEY (saved_by) REFERENCES accounts(id) ON DELETE SET NULL,
  FOREIGN KEY (stage_id) REFERENCES stages(id) ON DELETE CASCADE
);
CREATE INDEX stage_edits_by_account ON stage_edits USING btree (saved_by) WHERE (saved_by IS NOT NULL);

create table stage_extensions (
  id integer not null generated as identity,
  stage_id integer not null,
  account_id integer,
  audience jsonb,
  closes_at timestamp with time zone not null,
  reason text not null,
  granted_by integer,
  granted_at timestamp with time zone not null,
  bulk_act_id integer,
  PRIMARY KEY (id),
  CHECK ((account_id IS NULL) <> (audience IS NULL)),
  FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE,
  FOREIGN KEY (bulk_act_id) REFERENCES bulk_acts(id) ON DELETE SET NULL,
  FOREIGN KEY (granted_by) REFERENCES accounts(id) ON DELETE SET NULL,
  FOREIGN KEY (stage_id) REFERENCES stages(id) ON DELETE CASCADE
);
CREATE INDEX stage_extensions_by ON stage_extensions USING btree (granted_by) WHERE (granted_by IS NOT NULL);
CREATE INDEX stage_extensions_of_a_bulk_act ON stage_extensions USING btree (bulk_act_id) WHERE (bulk_act_id IS NOT NULL);
CREATE INDEX stage_extensions_of_a_person ON stage_extensions USING btree (account_id, stage_id, id) WHERE (account_id IS NOT NULL);
CREATE INDEX stage_extensions_of_a_stage ON stage_extensions USING btree (stage_id);
-- The job looks again at the locked team of a person who gets more time.
CREATE TRIGGER end_of_person_moved AFTER INSERT OR UPDATE ON stage_extensions FOR EACH ROW WHEN (new.account_id IS NOT NULL) EXECUTE FUNCTION end_of_person_moved();
-- The job looks again at the locked team of a person who gets more time.
CREATE TRIGGER end_of_person_moved_back AFTER DELETE ON stage_extensions FOR EACH ROW WHEN (old.account_id IS NOT NULL) EXECUTE FUNCTION end_of_person_moved();
-- The job looks again at all locked teams of the stage when an incident or a group's extension moves its end.
CREATE TRIGGER end_of_stage_moved AFTER INSERT OR UPDATE ON stage_extensions FOR EACH ROW WHEN (new.account_id IS NULL) EXECUTE FUNCTION end_of_stage_moved();
-- The job looks again at all locked teams of the stage when an incident or a group's extension moves its end.
CREATE TRIGGER end_of_stage_moved_back AFTER DELETE ON stage_extensions FOR EACH ROW WHEN (old.account_id IS NULL) EXECUTE FUNCTION end_of_stage_moved();
-- The sweep looks again at everything of the stage when an incident, a group's extension or a reopening moves its end.
CREATE TRIGGER group_window_extended AFTER INSERT ON stage_extensions FOR EACH ROW WHEN (new.audience IS NOT NULL) EXECUTE FUNCTION stage_window_extended();
-- Gives a new version to everybody whose rows the statement wrote, and to their teams.
CREATE TRIGGER people_extended AFTER INSERT ON stage_extensions REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION people_written();
-- Gives a new version to everybody whose rows the statement wrote, and to their teams.
CREATE TRIGGER people_removed AFTER DELETE ON stage_extensions REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION people_written();
-- Gives a new version to everybody whose rows the statement wrote, and to their teams.
CREATE TRIGGER people_rewritten AFTER UPDATE ON stage_extensions REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION people_written();
-- The sweep looks again at the drafts, attempts and reminders of the person who gets more time.
CREATE TRIGGER person_window_extended AFTER INSERT ON stage_extensions FOR EACH ROW WHEN (new.account_id IS NOT NULL) EXECUTE FUNCTION person_window_extended();
-- Raises the version of the competition when a group gets more time; more time for one person is read with the person.
CREATE TRIGGER season_extended AFTER INSERT OR DELETE OR UPDATE ON stage_extensions FOR EACH ROW EXECUTE FUNCTION season_extended();

create table stage_facts (
  account_id integer not null,
  stage_id integer not null,
  started_at timestamp with time zone,
  submitted_at timestamp with time zone,
  processing_at timestamp with time zone,
  interrupted_at timestamp with time zone,
  passed_at timestamp with time zone,
  failed_at timestamp with time zone,
  returned_at timestamp with time zone,
  reasons text[] not null default '{}'::text[],
  PRIMARY KEY (account_id, stage_id),
  FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE,
  FOREIGN KEY (stage_id) REFERENCES stages(id) ON DELETE CASCADE
);
CREATE INDEX stage_facts_of_a_stage ON stage_facts USING btree (stage_id);
CREATE INDEX stage_facts_processing ON stage_facts USING btree (stage_id, account_id) WHERE ((processing_at IS NOT NULL) AND (interrupted_at IS NULL));
-- Gives a new version to the people of new facts, unless the rows are empty and were only made to be locked.
CREATE TRIGGER people_begun AFTER INSERT ON stage_facts REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION facts_begun();
-- Gives a new version to the people whose facts the statement changed; rows written only to lock them change nothing.
CREATE TRIGGER people_rewritten AFTER UPDATE ON stage_facts REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION facts_rewritten();
-- Gives a new version to the person of the row, and to everybody in a team with them.
CREATE TRIGGER person_written AFTER DELETE ON stage_facts FOR EACH ROW EXECUTE FUNCTION person_written();
-- A work that is decided about, or taken back, no longer waits for people who check it.
CREATE TRIGGER stage_resettled AFTER UPDATE ON stage_facts FOR EACH ROW WHEN (new.passed_at IS NOT NULL AND old.passed_at IS NULL OR new.failed_at IS NOT NULL AND old.failed_at IS NULL OR new.submitted_at IS NULL AND old.submitted_at IS NOT NULL) EXECUTE FUNCTION stage_settled();
-- A work that is decided about, or taken back, no longer waits for people who check it.
CREATE TRIGGER stage_settled AFTER INSERT ON stage_facts FOR EACH ROW WHEN (new.passed_at IS NOT NULL OR new.failed_at IS NOT NULL OR new.returned_at IS NOT NULL) EXECUTE FUNCTION stage_settled();
-- Notes the locked team of a person who has passed a stage that the team must have passed, or has passed it no longer.
CREATE TRIGGER team_woken AFTER INSERT ON stage_facts FOR EACH ROW WHEN (new.passed_at IS NOT NULL) EXECUTE FUNCTION member_acted();
-- Notes the locked team of a person who has passed a stage that the team must have passed, or has passed it no longer.
CREATE TRIGGER team_woken_again AFTER UPDATE ON stage_facts FOR EACH ROW WHEN (new.passed_at IS DISTINCT FROM old.passed_at) EXECUTE FUNCTION member_acted();
-- After a decision a kept place in a track becomes the person's own or is free again, also for those for whom the person chose.
CREATE TRIGGER track_decided AFTER INSERT ON stage_facts FOR EACH ROW WHEN (new.passed_at IS NOT NULL OR new.failed_at IS NOT NULL) EXECUTE FUNCTION track_decided();
-- After a decision a kept place in a track becomes the person's own or is free again, also for those for whom the person chose.
CREATE TRIGGER track_decided_anew AFTER UPDATE ON stage_facts FOR EACH ROW WHEN (new.passed_at IS NOT NULL AND new.passed_at IS DISTINCT FROM old.passed_at OR new.failed_at IS NOT NULL AND new.failed_at IS DISTINCT FROM old.failed_at) EXECUTE FUNCTION track_decided();

create table stage_incidents (
  id integer not null generated as identity,
  stage_id integer not null,
  minutes integer not null,
  audience jsonb,
  reason text not null,
  declared_by integer,
  declared_at timestamp with time zone not null,
  PRIMARY KEY (id),
  CHECK (minutes >= 1 AND minutes <= 100000),
  FOREIGN KEY (declared_by) REFERENCES accounts(id) ON DELETE SET NULL,
  FOREIGN KEY (stage_id) REFERENCES stages(id) ON DELETE CASCADE
);
CREATE INDEX stage_incidents_of_a_stage ON stage_incidents USING btree (stage_id);
-- The job looks again at all locked teams of the stage when an incident or a group's extension moves its end.
CREATE TRIGGER end_of_stage_moved AFTER INSERT OR DELETE OR UPDATE ON stage_incidents FOR EACH ROW EXECUTE FUNCTION end_of_stage_moved();
-- Raises the version of the competitions of the stages whose rows were written.
CREATE TRIGGER season_deleted AFTER DELETE ON stage_incidents REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION season_written_by_stage();
-- Raises the version of the competitions of the stages whose rows were written.
CREATE TRIGGER season_inserted AFTER INSERT ON stage_incidents REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION season_written_by_stage();
-- Raises the version of the competitions of the stages whose rows were written.
CREATE TRIGGER season_updated AFTER UPDATE ON stage_incidents REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION season_written_by_stage();
-- The sweep looks again at everything of the stage when an incident, a group's extension or a reopening moves its end.
CREATE TRIGGER stage_window_extended AFTER INSERT OR DELETE OR UPDATE ON stage_incidents FOR EACH ROW EXECUTE FUNCTION stage_window_extended();

create table stage_mentors (
  stage_id integer not null,
  mentor_id integer not null,
  PRIMARY KEY (stage_id, mentor_id),
  FOREIGN KEY (mentor_id) REFERENCES mentor_profiles(account_id) ON DELETE CASCADE,
  FOREIGN KEY (stage_id) REFERENCES stages(id) ON DELETE CASCADE
);
CREATE INDEX stage_mentors_of_a_mentor ON stage_mentors USING btree (mentor_id);

create table stage_remarks (
  id integer not null generated as identity,
  account_id integer not null,
  stage_id integer not null,
  hand_in_id integer,
  field text not null default ''::text,
  text text not null,
  created_by integer,
  created_at timestamp with time zone not null,
  settled_at timestamp with time zone,
  PRIMARY KEY (id),
  FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE,
  FOREIGN KEY (created_by) REFERENCES accounts(id) ON DELETE SET NULL,
  FOREIGN KEY (hand_in_id) REFERENCES hand_ins(id) ON DELETE CASCADE,
  FOREIGN KEY (stage_id) REFERENCES stages(id) ON DELETE CASCADE
);
CREATE INDEX stage_remarks_by ON stage_remarks USING btree (created_by) WHERE (created_by IS NOT NULL);
CREATE INDEX stage_remarks_of_a_hand_in ON stage_remarks USING btree (hand_in_id);
CREATE INDEX stage_remarks_of_a_person ON stage_remarks USING btree (account_id, stage_id);
-- Gives a new version to the person of the row, and to everybody in a team with them.
CREATE TRIGGER person_written AFTER INSERT OR DELETE OR UPDATE ON stage_remarks FOR EACH ROW EXECUTE FUNCTION person_written();

create table stage_reminders (
  id integer not null generated as identity,
  account_id integer not null,
  stage_id integer not null,
  asked_at timestamp with time zone not null,
  due_at timestamp with time zone not null,
  PRIMARY KEY (id),
  UNIQUE (account_id, stage_id),
  FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE,
  FOREIGN KEY (stage_id) REFERENCES stages(id) ON DELETE CASCADE
);
CREATE INDEX stage_reminders_due ON stage_reminders USING btree (due_at);

create table stage_reopenings (
  stage_id integer not null,
  at timestamp with time zone not null,
  reason text not null default ''::text,
  PRIMARY KEY (stage_id, at),
  FOREIGN KEY (stage_id) REFERENCES stages(id) ON DELETE CASCADE
);
-- Raises the version of the competitions of the stages whose rows were written.
CREATE TRIGGER season_deleted AFTER DELETE ON stage_reopenings REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION season_written_by_stage();
-- Raises the version of the competitions of the stages whose rows were written.
CREATE TRIGGER season_inserted AFTER INSERT ON stage_reopenings REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION season_written_by_stage();
-- Raises the version of the competitions of the stages whose rows were written.
CREATE TRIGGER season_updated AFTER UPDATE ON stage_reopenings REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION season_written_by_stage();
-- The sweep looks again at everything of the stage when an incident, a group's extension or a reopening moves its end.
CREATE TRIGGER stage_window_extended AFTER INSERT OR DELETE OR UPDATE ON stage_reopenings FOR EACH ROW EXECUTE FUNCTION stage_window_extended();
-- Notes the locked teams whose members must pass the reopened stage again.
CREATE TRIGGER team_woken AFTER INSERT OR UPDATE ON stage_reopenings FOR EACH ROW EXECUTE FUNCTION asked_stage_reopened();

create table stage_results (
  account_id integer not null,
  stage_id integer not null,
  score numeric,
  detail jsonb not null default '{}'::jsonb,
  computed_at timestamp with time zone not null,
  PRIMARY KEY (account_id, stage_id),
  FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE,
  FOREIGN KEY (stage_id) REFERENCES stages(id) ON DELETE CASCADE
);
-- Gives a new version to the person of the row, and to everybody in a team with them.
CREATE TRIGGER person_written AFTER INSERT OR DELETE OR UPDATE ON stage_results FOR EACH ROW EXECUTE FUNCTION person_written();

create table stage_reviews (
  stage_id integer not null,
  second_look boolean not null default true,
  return_days integer not null default 3,
  target_hours integer not null default 24,
  reasons jsonb not null default '[]'::jsonb,
  appeal_days integer,
  PRIMARY KEY (stage_id),
  CHECK (appeal_days >= 1 AND appeal_days <= 90),
  CHECK (return_days >= 1 AND return_days <= 60),
  CHECK (target_hours >= 1 AND target_hours <= 2000),
  FOREIGN KEY (stage_id) REFERENCES stages(id) ON DELETE CASCADE
);

create table stage_staff (
  stage_id integer not null,
  account_id integer not null,
  duty text not null,
  added_at timestamp with time zone not null,
  added_by integer,
  region text,
  employer text not null default ''::text,
  topics text[],
  regions text[] not null default '{}'::text[],
  PRIMARY KEY (stage_id, account_id, duty),
  CHECK (duty = ANY (ARRAY['check'::text, 'judge'::text])),
  FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE,
  FOREIGN KEY (added_by) REFERENCES accounts(id) ON DELETE SET NULL,
  FOREIGN KEY (stage_id) REFERENCES stages(id) ON DELETE CASCADE
);
CREATE INDEX stage_staff_of_a_person ON stage_staff USING btree (account_id);
-- A person who no longer judges at the stage loses the matches without a mark.
CREATE TRIGGER playoff_judge_left AFTER DELETE ON stage_staff FOR EACH ROW WHEN (old.duty = 'judge'::text) EXECUTE FUNCTION playoff_judge_left();
-- A person who no longer observes at the stage loses the teams without a mark.
CREATE TRIGGER team_observer_left AFTER DELETE ON stage_staff FOR EACH ROW WHEN (old.duty = 'judge'::text) EXECUTE FUNCTION team_observer_left();

create table stages (
  id integer not null generated as identity,
  competition_code text not null,
  parent_id integer,
  type text not null,
  code text not null,
  title text not null,
  summary text not null default ''::text,
  manual text not null default ''::text,
  view text not null default ''::text,
  opens_at timestamp with time zone,
  closes_at timestamp with time zone,
  track_windows jsonb not null default '{}'::jsonb,
  clock text not null default 'moscow'::text,
  tracks text[] not null default '{}'::text[],
  requires text[] not null default '{}'::text[],
  gate jsonb,
  settings jsonb not null default '{}'::jsonb,
  closed_to_finalists boolean not null default false,
  submit_draft_at_end boolean not null default false,
  viewable boolean not null default true,
  published boolean not null default true,
  sort integer not null default 0,
  settings_version integer not null default 1,
  minutes integer,
  preparation text not null default ''::text,
  PRIMARY KEY (id),
  UNIQUE (competition_code, code),
  UNIQUE (competition_code, id),
  CHECK (clock = ANY (ARRAY['moscow'::text, 'participant'::text])),
  CHECK (closes_at IS NULL OR opens_at IS NULL OR closes_at > opens_at),
  CHECK (code ~ '^[a-z0-9][a-z0-9_]{0,63}$'::text),
  CHECK (minutes >= 1 AND minutes <= 100000),
  CHECK (settings_version > 0),
  FOREIGN KEY (competition_code) REFERENCES competitions(code) ON UPDATE CASCADE ON DELETE CASCADE,
  FOREIGN KEY (competition_code, parent_id) REFERENCES stages(competition_code, id) ON UPDATE CASCADE
);
CREATE INDEX stages_below ON stages USING btree (parent_id) WHERE (parent_id IS NOT NULL);
-- Writes the facts of everybody booked when the stage asks for something else than before.
CREATE TRIGGER event_settings_changed AFTER UPDATE ON stages FOR EACH ROW WHEN (new.type = 'event'::text AND (new.settings ->> 'success'::text) IS DISTINCT FROM (old.settings ->> 'success'::text)) EXECUTE FUNCTION event_settings_changed();
-- Writes the facts of everybody with meetings when the stage asks for another number of them or is meant for others.
CREATE CONSTRAINT TRIGGER meetings_asked_changed AFTER UPDATE ON stages DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (new.type = 'mentor_meetings'::text AND ((new.settings ->> 'quota'::text) IS DISTINCT FROM (old.settings ->> 'quota'::text) OR new.published IS DISTINCT FROM old.published OR new.tracks IS DISTINCT FROM old.tracks)) EXECUTE FUNCTION meetings_asked_changed();
-- Writes the facts of everybody with meetings when the stage asks for another number of them or is meant for others.
CREATE CONSTRAINT TRIGGER meetings_asked_from_now_on AFTER INSERT ON stages DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN (new.type = 'mentor_meetings'::text) EXECUTE FUNCTION meetings_asked_changed();
-- Raises the version of the competitions whose code is in the named column of the rows.
CREATE TRIGGER season_deleted AFTER DELETE ON stages REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION season_written_by_code('competition_code');
-- Raises the version of the competitions whose code is in the named column of the rows.
CREATE TRIGGER season_inserted AFTER INSERT ON stages REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION season_written_by_code('competition_code');
-- Raises the version of the competitions whose code is in the named column of the rows.
CREATE TRIGGER season_updated AFTER UPDATE ON stages REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION season_written_by_code('competition_code');
-- The job looks again at all locked teams when what their stage asks for, or its end, changes.
CREATE TRIGGER stage_of_teams_changed AFTER UPDATE ON stages FOR EACH ROW WHEN (new.type = 'teams_forming'::text AND (new.settings IS DISTINCT FROM old.settings OR new.closes_at IS DISTINCT FROM old.closes_at OR new.track_windows IS DISTINCT FROM old.track_windows OR new.clock IS DISTINCT FROM old.clock)) EXECUTE FUNCTION stage_of_teams_changed();
-- The job looks again at who asked to be told of the opening, when what it depends on changes.
CREATE TRIGGER stage_opening_moved AFTER UPDATE ON stages FOR EACH ROW WHEN (old.opens_at IS DISTINCT FROM new.opens_at OR old.track_windows IS DISTINCT FROM new.track_windows OR old.clock IS DISTINCT FROM new.clock OR old.published IS DISTINCT FROM new.published OR old.gate IS DISTINCT FROM new.gate OR old.requires IS DISTINCT FROM new.requires) EXECUTE FUNCTION reminders_due_anew();
-- The sweep looks at everything of the stage when the stage is new or its end changes.
CREATE TRIGGER stage_window_begun AFTER INSERT ON stages FOR EACH ROW EXECUTE FUNCTION stage_window_changed();
-- The sweep looks at everything of the stage when the stage is new or its end changes.
CREATE TRIGGER stage_window_changed AFTER UPDATE ON stages FOR EACH ROW WHEN (old.closes_at IS DISTINCT FROM new.closes_at OR old.track_windows IS DISTINCT FROM new.track_windows OR old.clock IS DISTINCT FROM new.clock OR old.published IS DISTINCT FROM new.published OR old.submit_draft_at_end IS DISTINCT FROM new.submit_draft_at_end) EXECUTE FUNCTION stage_window_changed();
-- Removes papers made ahead for a test whose papers are now drawn in another way.
CREATE TRIGGER test_drawn_otherwise AFTER UPDATE OF settings ON stages FOR EACH ROW WHEN (new.type = 'test'::text AND old.settings IS DISTINCT FROM new.settings) EXECUTE FUNCTION drop_papers_of_the_stage();

create table state_service_links (
  subject_hash bytea not null,
  account_id integer not null,
  issuer text not null,
  linked_at timestamp with time zone not null,
  PRIMARY KEY (subject_hash),
  UNIQUE (account_id),
  FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE
);

create table state_service_visits (
  token_hash bytea not null,
  account_id integer,
  session_id uuid,
  session_epoch integer,
  expires_at timestamp with time zone not null,
  answered_at timestamp with time zone,
  subject_hash bytea,
  PRIMARY KEY (token_hash),
  CHECK (num_nulls(account_id, session_id, session_epoch) = ANY (ARRAY[0, 3])),
  FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE,
  FOREIGN KEY (session_id) REFERENCES sessions(id) ON DELETE CASCADE
);
CREATE INDEX state_service_visits_by_end ON state_service_visits USING btree (expires_at);
CREATE INDEX state_service_visits_of_a_session ON state_service_visits USING btree (session_id);
CREATE INDEX state_service_visits_of_an_account ON state_service_visits USING btree (account_id);

create table team_agreed (
  stage_id integer not null,
  team_id integer not null,
  marks jsonb not null,
  revision integer not null default 1,
  agreed_by integer,
  agreed_at timestamp with time zone not null,
  PRIMARY KEY (stage_id, team_id),
  FOREIGN KEY (agreed_by) REFERENCES accounts(id) ON DELETE SET NULL,
  FOREIGN KEY (stage_id) REFERENCES stages(id) ON DELETE CASCADE,
  FOREIGN KEY (team_id) REFERENCES formed_teams(id) ON DELETE CASCADE
);

create table team_check_drafts (
  team_id integer not null,
  checker_id integer not null,
  revision integer not null,
  data jsonb not null,
  saved_at timestamp with time zone not null,
  PRIMARY KEY (team_id, checker_id),
  FOREIGN KEY (checker_id) REFERENCES accounts(id) ON DELETE CASCADE,
  FOREIGN KEY (team_id) REFERENCES formed_teams(id) ON DELETE CASCADE
);
CREATE INDEX team_check_drafts_of_a_checker ON team_check_drafts USING btree (checker_id);

create table team_checks (
  id integer not null generated as identity,
  team_id integer not null,
  checker_id integer,
  verdict text not null,
  final boolean not null,
  reason text not null,
  note text not null,
  decided_at timestamp with time zone not null,
  PRIMARY KEY (id),
  CHECK (verdict = ANY (ARRAY['accept'::text, 'return'::text, 'refuse'::text])),
  FOREIGN KEY (checker_id) REFERENCES accounts(id) ON DELETE SET NULL,
  FOREIGN KEY (team_id) REFERENCES formed_teams(id) ON DELETE CASCADE
);
CREATE INDEX team_checks_of_a_checker ON team_checks USING btree (checker_id) WHERE (checker_id IS NOT NULL);
CREATE INDEX team_checks_of_a_team ON team_checks USING btree (team_id, id);

create table team_desks (
  team_id integer not null,
  held_by integer,
  held_until timestamp with time zone,
  refused_by integer,
  PRIMARY KEY (team_id),
  FOREIGN KEY (held_by) REFERENCES accounts(id) ON DELETE SET NULL,
  FOREIGN KEY (refused_by) REFERENCES accounts(id) ON DELETE SET NULL,
  FOREIGN KEY (team_id) REFERENCES formed_teams(id) ON DELETE CASCADE
);
CREATE INDEX team_desks_of_a_holder ON team_desks USING btree (held_by) WHERE (held_by IS NOT NULL);
CREATE INDEX team_desks_of_a_refuser ON team_desks USING btree (refused_by) WHERE (refused_by IS NOT NULL);

create table team_evaluations (
  stage_id integer not null,
  reminded_at timestamp with time zone,
  counted_at timestamp with time zone,
  counted_by integer,
  PRIMARY KEY (stage_id),
  FOREIGN KEY (counted_by) REFERENCES accounts(id) ON DELETE SET NULL,
  FOREIGN KEY (stage_id) REFERENCES stages(id) ON DELETE CASCADE
);
-- Raises the version of the competitions of the stages whose rows were written.
CREATE TRIGGER season_deleted AFTER DELETE ON team_evaluations REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION season_written_by_stage();
-- Raises the version of the competitions of the stages whose rows were written.
CREATE TRIGGER season_inserted AFTER INSERT ON team_evaluations REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION season_written_by_stage();
-- Raises the version of the competitions of the stages whose rows were written.
CREATE TRIGGER season_updated AFTER UPDATE ON team_evaluations REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION season_written_by_stage();

create table team_mark_flags (
  stage_id integer not null,
  team_id integer not null,
  straight integer not null,
  pairs integer not null,
  PRIMARY KEY (stage_id, team_id),
  FOREIGN KEY (stage_id) REFERENCES stages(id) ON DELETE CASCADE,
  FOREIGN KEY (team_id) REFERENCES formed_teams(id) ON DELETE CASCADE
);

create table team_mark_raters (
  stage_id integer not null,
  account_id integer not null,
  revision integer not null default 0,
  PRIMARY KEY (stage_id, account_id),
  FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE,
  FOREIGN KEY (stage_id) REFERENCES stages(id) ON DELETE CASCADE
);
CREATE INDEX team_mark_raters_of_an_account ON team_mark_raters USING btree (account_id);

create table team_mark_reports (
  stage_id integer not null,
  account_id integer not null,
  team_id integer,
  raters integer not null,
  report jsonb,
  team_mean double precision,
  score double precision,
  words text[] not null default '{}'::text[],
  PRIMARY KEY (stage_id, account_id),
  FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE,
  FOREIGN KEY (stage_id) REFERENCES stages(id) ON DELETE CASCADE,
  FOREIGN KEY (team_id) REFERENCES formed_teams(id) ON DELETE SET NULL
);
CREATE INDEX team_mark_reports_of_a_team ON team_mark_reports USING btree (team_id) WHERE (team_id IS NOT NULL);
CREATE INDEX team_mark_reports_of_an_account ON team_mark_reports USING btree (account_id);

create table team_marks (
  stage_id integer not null,
  account_id integer not null,
  sheets jsonb not null default '{}'::jsonb,
  PRIMARY KEY (stage_id, account_id),
  FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE,
  FOREIGN KEY (stage_id) REFERENCES stages(id) ON DELETE CASCADE
);
CREATE INDEX team_marks_of_an_account ON team_marks USING btree (account_id);

create table team_member_profiles (
  account_id integer not null,
  skills text not null,
  about text not null,
  contact text not null,
  saved_at timestamp with time zone not null,
  PRIMARY KEY (account_id),
  FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE
);

create table team_observers (
  id integer not null generated as identity,
  stage_id integer not null,
  team_id integer not null,
  observer_id integer not null,
  assigned_at timestamp with time zone not null,
  draft jsonb,
  revision integer not null default 0,
  saved_at timestamp with time zone,
  marks jsonb,
  words text not null default ''::text,
  done_at timestamp with time zone,
  PRIMARY KEY (id),
  UNIQUE (stage_id, team_id, observer_id),
  CHECK ((done_at IS NULL) = (marks IS NULL)),
  FOREIGN KEY (observer_id) REFERENCES accounts(id) ON DELETE CASCADE,
  FOREIGN KEY (stage_id) REFERENCES stages(id) ON DELETE CASCADE,
  FOREIGN KEY (team_id) REFERENCES formed_teams(id) ON DELETE CASCADE
);
CREATE INDEX team_observers_of_a_team ON team_observers USING btree (team_id);
CREATE INDEX team_observers_of_an_observer ON team_observers USING btree (observer_id);

create table team_replacement_files (
  replacement_id integer not null,
  file_id text not null,
  PRIMARY KEY (replacement_id, file_id),
  FOREIGN KEY (file_id) REFERENCES files(id) ON DELETE CASCADE,
  FOREIGN KEY (replacement_id) REFERENCES team_replacements(id) ON DELETE CASCADE
);
CREATE INDEX team_replacement_files_of_a_file ON team_replacement_files USING btree (file_id);

create table team_replacements (
  id integer not null generated as identity,
  team_id integer not null,
  stage_id integer not null,
  asked_by integer,
  leaving_id integer,
  coming_id integer not null,
  reason text not null,
  asked_at timestamp with time zone not null,
  state text not null default 'asked'::text,
  answer text not null default ''::text,
  decided_by integer,
  decided_at timestamp with time zone,
  PRIMARY KEY (id),
  CHECK ((state = 'asked'::text) = (decided_at IS NULL)),
  CHECK (leaving_id <> coming_id),
  CHECK (state = ANY (ARRAY['asked'::text, 'granted'::text, 'declined'::text, 'withdrawn'::text])),
  FOREIGN KEY (asked_by) REFERENCES accounts(id) ON DELETE SET NULL,
  FOREIGN KEY (coming_id) REFERENCES accounts(id) ON DELETE CASCADE,
  FOREIGN KEY (decided_by) REFERENCES accounts(id) ON DELETE SET NULL,
  FOREIGN KEY (leaving_id) REFERENCES accounts(id) ON DELETE SET NULL,
  FOREIGN KEY (stage_id) REFERENCES stages(id) ON DELETE CASCADE,
  FOREIGN KEY (team_id) REFERENCES formed_teams(id) ON DELETE CASCADE
);
CREATE INDEX team_replacements_asked_by ON team_replacements USING btree (asked_by);
CREATE INDEX team_replacements_coming ON team_replacements USING btree (coming_id);
CREATE INDEX team_replacements_decided_by ON team_replacements USING btree (decided_by);
CREATE INDEX team_replacements_leaving ON team_replacements USING btree (leaving_id);
CREATE INDEX team_replacements_of_a_stage ON team_replacements USING btree (stage_id, state, asked_at, id);
CREATE INDEX team_replacements_of_a_team ON team_replacements USING btree (team_id);
CREATE UNIQUE INDEX team_replacements_one_open ON team_replacements USING btree (team_id) WHERE (state = 'asked'::text);

create table team_seekers (
  stage_id integer not null,
  account_id integer not null,
  since timestamp with time zone not null,
  PRIMARY KEY (stage_id, account_id),
  FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE,
  FOREIGN KEY (stage_id) REFERENCES stages(id) ON DELETE CASCADE
);
CREATE INDEX team_seekers_by_account ON team_seekers USING btree (account_id);

create table team_solutions (
  stage_id integer not null,
  team_id integer not null,
  task text,
  deputy_id integer,
  closes_at timestamp with time zone,
  closes_reason text not null default ''::text,
  granted_by integer,
  PRIMARY KEY (stage_id, team_id),
  FOREIGN KEY (deputy_id) REFERENCES accounts(id) ON DELETE SET NULL,
  FOREIGN KEY (granted_by) REFERENCES accounts(id) ON DELETE SET NULL,
  FOREIGN KEY (stage_id) REFERENCES stages(id) ON DELETE CASCADE,
  FOREIGN KEY (team_id) REFERENCES formed_teams(id) ON DELETE CASCADE
);
CREATE INDEX team_solutions_granted_by ON team_solutions USING btree (granted_by) WHERE (granted_by IS NOT NULL);
CREATE INDEX team_solutions_of_a_deputy ON team_solutions USING btree (deputy_id) WHERE (deputy_id IS NOT NULL);
CREATE INDEX team_solutions_of_a_team ON team_solutions USING btree (team_id);
-- Gives a new version to all members of the team, because the status of their stage follows from the row.
CREATE TRIGGER person_written AFTER INSERT OR DELETE OR UPDATE ON team_solutions FOR EACH ROW EXECUTE FUNCTION team_solution_written();
-- The sweep looks again at the draft of the team that gets more time, and at the reminders of its members.
CREATE TRIGGER team_window_changed AFTER UPDATE ON team_solutions FOR EACH ROW WHEN (new.closes_at IS DISTINCT FROM old.closes_at) EXECUTE FUNCTION team_window_extended();
-- The sweep looks again at the draft of the team that gets more time, and at the reminders of its members.
CREATE TRIGGER team_window_extended AFTER INSERT ON team_solutions FOR EACH ROW WHEN (new.closes_at IS NOT NULL) EXECUTE FUNCTION team_window_extended();

create table test_answers (
  attempt_id integer not null,
  seq integer not null,
  version_id integer not null,
  answer jsonb,
  flagged boolean not null default false,
  sent_at timestamp with time zone,
  received_at timestamp with time zone not null,
  in_time boolean not null,
  PRIMARY KEY (attempt_id, seq),
  CHECK (seq > 0),
  FOREIGN KEY (attempt_id) REFERENCES attempts(id) ON DELETE CASCADE
);

create table test_papers (
  id integer not null generated as identity,
  stage_id integer not null,
  account_id integer not null,
  number integer not null default 1,
  seed integer not null,
  sections jsonb not null,
  made_at timestamp with time zone not null,
  given_at timestamp with time zone,
  PRIMARY KEY (id),
  UNIQUE (stage_id, account_id, number),
  CHECK (number > 0),
  FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE,
  FOREIGN KEY (stage_id) REFERENCES stages(id) ON DELETE CASCADE
);
CREATE INDEX test_papers_of_a_person ON test_papers USING btree (account_id);
CREATE INDEX test_papers_to_give ON test_papers USING btree (stage_id) WHERE (given_at IS NULL);

create table test_publications (
  stage_id integer not null,
  passing integer not null,
  published_at timestamp with time zone not null,
  published_by integer,
  PRIMARY KEY (stage_id),
  FOREIGN KEY (published_by) REFERENCES accounts(id) ON DELETE SET NULL,
  FOREIGN KEY (stage_id) REFERENCES stages(id) ON DELETE CASCADE
);

create table test_question_versions (
  id integer not null generated as identity,
  question_id integer not null,
  number integer not null,
  topic text not null,
  difficulty smallint not null,
  body jsonb not null,
  key jsonb not null,
  made_at timestamp with time zone not null,
  made_by integer,
  PRIMARY KEY (id),
  UNIQUE (question_id, number),
  CHECK (difficulty >= 1 AND difficulty <= 5),
  CHECK (number > 0),
  FOREIGN KEY (made_by) REFERENCES accounts(id) ON DELETE SET NULL,
  FOREIGN KEY (question_id) REFERENCES test_questions(id) ON DELETE CASCADE
);

create table test_questions (
  id integer not null generated as identity,
  competition_code text not null,
  code text not null,
  retired_at timestamp with time zone,
  PRIMARY KEY (id),
  UNIQUE (competition_code, code),
  CHECK (code <> ''::text),
  FOREIGN KEY (competition_code) REFERENCES competitions(code) ON UPDATE CASCADE ON DELETE CASCADE
);

create table test_rulings (
  id integer not null generated as identity,
  stage_id integer not null,
  version_id integer not null,
  key jsonb,
  reason text not null,
  ruled_at timestamp with time zone not null,
  ruled_by integer,
  PRIMARY KEY (id),
  CHECK (reason <> ''::text),
  FOREIGN KEY (ruled_by) REFERENCES accounts(id) ON DELETE SET NULL,
  FOREIGN KEY (stage_id) REFERENCES stages(id) ON DELETE CASCADE,
  FOREIGN KEY (version_id) REFERENCES test_question_versions(id) ON DELETE CASCADE
);
CREATE INDEX test_rulings_of_a_stage ON test_rulings USING btree (stage_id);

create table test_scores (
  attempt_id integer not null,
  score numeric(5,2) not null,
  earned numeric(9,2) not null,
  points numeric(9,2) not null,
  rulings integer not null,
  PRIMARY KEY (attempt_id),
  FOREIGN KEY (attempt_id) REFERENCES attempts(id) ON DELETE CASCADE
);
CREATE INDEX test_scores_best ON test_scores USING btree (score DESC, attempt_id);

create table test_signs (
  attempt_id integer not null,
  sign text not null,
  noticed_at timestamp with time zone not null,
  detail text not null default ''::text,
  CHECK (sign = ANY (ARRAY['left_page'::text, 'taken_over'::text, 'address'::text])),
  FOREIGN KEY (attempt_id) REFERENCES attempts(id) ON DELETE CASCADE
);
CREATE INDEX test_signs_of_an_attempt ON test_signs USING btree (attempt_id);

create table throttles (
  key character varying(255) not null,
  points integer not null default 0,
  expire bigint,
  PRIMARY KEY (key)
);
CREATE INDEX throttles_expire ON throttles USING btree (expire);

create table track_allocations (
  stage_id integer not null,
  published_at timestamp with time zone not null,
  published_by integer,
  PRIMARY KEY (stage_id),
  FOREIGN KEY (published_by) REFERENCES accounts(id) ON DELETE SET NULL,
  FOREIGN KEY (stage_id) REFERENCES stages(id) ON DELETE CASCADE
);

create table track_choices (
  stage_id integer not null,
  account_id integer not null,
  priority integer not null,
  track_code text not null,
  chosen_at timestamp with time zone not null,
  PRIMARY KEY (stage_id, account_id, priority),
  FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE,
  FOREIGN KEY (stage_id) REFERENCES stages(id) ON DELETE CASCADE
);
CREATE INDEX track_choices_of_a_person ON track_choices USING btree (account_id);

create table track_looks (
  stage_id integer not null,
  account_id integer not null,
  due_at timestamp with time zone not null,
  full_told_at timestamp with time zone,
  PRIMARY KEY (stage_id, account_id),
  FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE,
  FOREIGN KEY (stage_id) REFERENCES stages(id) ON DELETE CASCADE
);
CREATE INDEX track_looks_of_a_person ON track_looks USING btree (account_id);

create table track_places (
  stage_id integer not null,
  account_id integer not null,
  track_code text,
  asked_code text,
  way text not null,
  chosen_by integer,
  since timestamp with time zone not null,
  PRIMARY KEY (stage_id, account_id),
  CHECK (track_code IS NOT NULL OR asked_code IS NOT NULL),
  CHECK (way = ANY (ARRAY['choice'::text, 'default'::text, 'allocation'::text, 'organiser'::text, 'team'::text])),
  FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE,
  FOREIGN KEY (chosen_by) REFERENCES accounts(id) ON DELETE SET NULL,
  FOREIGN KEY (stage_id) REFERENCES stages(id) ON DELETE CASCADE
);
CREATE INDEX track_places_in_a_track ON track_places USING btree (stage_id, track_code);
CREATE INDEX track_places_of_a_captain ON track_places USING btree (chosen_by, stage_id) WHERE (chosen_by IS NOT NULL);
CREATE INDEX track_places_of_a_person ON track_places USING btree (account_id);
-- Gives a new version to the person of the row, and to everybody in a team with them.
CREATE TRIGGER person_written AFTER INSERT OR DELETE OR UPDATE ON track_places FOR EACH ROW EXECUTE FUNCTION person_written();
-- A person with a place in a track is in that track.
CREATE TRIGGER track_given AFTER INSERT OR UPDATE ON track_places FOR EACH ROW WHEN (new.track_code IS NOT NULL) EXECUTE FUNCTION track_given();

create table tracks (
  competition_code text not null,
  code text not null,
  title text not null,
  description text not null default ''::text,
  sort integer not null default 0,
  PRIMARY KEY (competition_code, code),
  CHECK (code <> ALL (ARRAY['login'::text, 'register'::text, 'forgot'::text, 'verify'::text, 'invite'::text, 'support'::text, 'faq'::text])),
  CHECK (code ~ '^[a-z0-9][a-z0-9_]{1,63}$'::text),
  FOREIGN KEY (competition_code) REFERENCES competitions(code) ON UPDATE CASCADE ON DELETE CASCADE
);
-- Raises the version of the competitions whose code is in the named column of the rows.
CREATE TRIGGER season_deleted AFTER DELETE ON tracks REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION season_written_by_code('competition_code');
-- Raises the version of the competitions whose code is in the named column of the rows.
CREATE TRIGGER season_inserted AFTER INSERT ON tracks REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION season_written_by_code('competition_code');
-- Raises the version of the competitions whose code is in the named column of the rows.
CREATE TRIGGER season_updated AFTER UPDATE ON tracks REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION season_written_by_code('competition_code');

create table uploads (
  id text not null,
  account_id integer not null,
  purpose text not null,
  name text not null,
  size integer not null,
  stage_id integer,
  field text,
  began_at timestamp with time zone not null,
  heard_at timestamp with time zone not null,
  writer text,
  writer_until timestamp with time zone,
  wanted boolean not null default false,
  file_id text,
  PRIMARY KEY (id),
  CHECK (id ~ '^[0-9a-f]{32}$'::text),
  CHECK (purpose = ANY (ARRAY['file'::text, 'image'::text, 'avatar'::text, 'video'::text])),
  CHECK (size > 0),
  FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE,
  FOREIGN KEY (file_id) REFERENCES files(id) ON DELETE CASCADE,
  FOREIGN KEY (stage_id) REFERENCES stages(id) ON DELETE CASCADE
);
CREATE INDEX uploads_by_age ON uploads USING btree (heard_at);
CREATE INDEX uploads_for_a_stage ON uploads USING btree (stage_id, account_id) WHERE (stage_id IS NOT NULL);
CREATE INDEX uploads_of_a_file ON uploads USING btree (file_id);
CREATE INDEX uploads_of_a_person ON uploads USING btree (account_id);
CREATE INDEX uploads_of_a_stage ON uploads USING btree (stage_id) WHERE (file_id IS NULL);

create table verification_codes (
  registration_id bytea not null,
  channel text not null,
  code_hash bytea not null,
  tries integer not null default 0,
  sent_at timestamp with time zone not null,
  expires_at timestamp with time zone not null,
  PRIMARY KEY (registration_id, channel),
  CHECK (channel = ANY (ARRAY['sms'::text, 'email'::text])),
  FOREIGN KEY (registration_id) REFERENCES registrations(id) ON DELETE CASCADE
);

create table video_consents (
  account_id integer not null,
  stage_id integer not null,
  text text not null,
  ip text not null,
  agreed_at timestamp with time zone not null,
  PRIMARY KEY (account_id, stage_id),
  FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE,
  FOREIGN KEY (stage_id) REFERENCES stages(id) ON DELETE CASCADE
);
CREATE INDEX video_consents_of_a_stage ON video_consents USING btree (stage_id);

create table video_grants (
  id integer not null generated as identity,
  account_id integer not null,
  stage_id integer not null,
  question integer not null,
  reason text not null,
  asked_by text not null,
  asked_at timestamp with time zone not null,
  granted_at timestamp with time zone,
  granted_by integer,
  PRIMARY KEY (id),
  CHECK (asked_by = ANY (ARRAY['person'::text, 'judge'::text, 'organiser'::text])),
  FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE,
  FOREIGN KEY (granted_by) REFERENCES accounts(id) ON DELETE SET NULL,
  FOREIGN KEY (stage_id) REFERENCES stages(id) ON DELETE CASCADE
);
CREATE INDEX video_grants_by ON video_grants USING btree (granted_by);
CREATE INDEX video_grants_of_a_question ON video_grants USING btree (account_id, stage_id, question);
CREATE INDEX video_grants_of_a_stage ON video_grants USING btree (stage_id);

create table video_parts (
  take_id integer not null,
  at_byte integer not null,
  size integer not null,
  sha256 text not null,
  file_id text not null,
  PRIMARY KEY (take_id, at_byte),
  CHECK (size > 0),
  FOREIGN KEY (file_id) REFERENCES files(id) ON DELETE CASCADE,
  FOREIGN KEY (take_id) REFERENCES video_takes(id) ON DELETE CASCADE
);
CREATE INDEX video_parts_by_file ON video_parts USING btree (file_id);

create table video_questions (
  account_id integer not null,
  stage_id integer not null,
  question integer not null,
  text text not null,
  think_seconds integer not null,
  answer_seconds integer not null,
  takes integer not null,
  asked_at timestamp with time zone not null,
  PRIMARY KEY (account_id, stage_id, question),
  FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE,
  FOREIGN KEY (stage_id) REFERENCES stages(id) ON DELETE CASCADE
);
CREATE INDEX video_questions_of_a_stage ON video_questions USING btree (stage_id);

create table video_takes (
  id integer not null generated as identity,
  account_id integer not null,
  stage_id integer not null,
  question integer not null,
  source text not null,
  type text not null,
  state text not null,
  failure text,
  began_at timestamp with time zone not null,
  heard_at timestamp with time zone not null,
  received integer not null default 0,
  total integer,
  max_ms integer not null,
  broken boolean not null default false,
  free boolean not null default false,
  silent boolean not null default false,
  dark boolean not null default false,
  user_agent text not null default ''::text,
  duration_ms integer,
  video_codec text,
  audio_codec text,
  file_id text,
  voice_id text,
  poster_id text,
  settled_at timestamp with time zone,
  removed_at timestamp with time zone,
  play_id text,
  PRIMARY KEY (id),
  CHECK ((state = 'failed'::text) = (failure IS NOT NULL)),
  CHECK (source = ANY (ARRAY['recording'::text, 'file'::text])),
  CHECK (state = ANY (ARRAY['recording'::text, 'uploading'::text, 'assembling'::text, 'ready'::text, 'failed'::text, 'dropped'::text])),
  CHECK (type = ANY (ARRAY['video/webm'::text, 'video/mp4'::text])),
  FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE,
  FOREIGN KEY (account_id, stage_id, question) REFERENCES video_questions(account_id, stage_id, question) ON UPDATE CASCADE ON DELETE CASCADE,
  FOREIGN KEY (file_id) REFERENCES files(id) ON DELETE SET NULL,
  FOREIGN KEY (play_id) REFERENCES files(id) ON DELETE SET NULL,
  FOREIGN KEY (poster_id) REFERENCES files(id) ON DELETE SET NULL,
  FOREIGN KEY (stage_id) REFERENCES stages(id) ON DELETE CASCADE,
  FOREIGN KEY (voice_id) REFERENCES files(id) ON DELETE SET NULL
);
CREATE INDEX video_takes_by_file ON video_takes USING btree (file_id);
CREATE INDEX video_takes_by_play ON video_takes USING btree (play_id);
CREATE INDEX video_takes_by_poster ON video_takes USING btree (poster_id);
CREATE INDEX video_takes_by_voice ON video_takes USING btree (voice_id);
CREATE INDEX video_takes_kept ON video_takes USING btree (stage_id, settled_at) WHERE ((state = 'ready'::text) AND (removed_at IS NULL));
CREATE INDEX video_takes_of_a_question ON video_takes USING btree (account_id, stage_id, question, id);
CREATE INDEX video_takes_of_a_stage ON video_takes USING btree (stage_id, id);
CREATE INDEX video_takes_under_way ON video_takes USING btree (heard_at) WHERE (state = ANY (ARRAY['recording'::text, 'uploading'::text]));
CREATE UNIQUE INDEX video_takes_recording ON video_takes USING btree (account_id, stage_id) WHERE (state = 'recording'::text);
-- Gives a new version to the person of the row, and to everybody in a team with them.
CREATE TRIGGER person_rewritten AFTER UPDATE ON video_takes FOR EACH ROW WHEN (old.state IS DISTINCT FROM new.state OR old.heard_at IS DISTINCT FROM new.heard_at) EXECUTE FUNCTION person_written();
-- Gives a new version to the person of the row, and to everybody in a team with them.
CREATE TRIGGER person_written AFTER INSERT OR DELETE ON video_takes FOR EACH ROW EXECUTE FUNCTION person_written();

create table video_tickets (
  token_hash bytea not null,
  account_id integer not null,
  session_id uuid not null,
  take_id integer not null,
  reading_id integer,
  work_id integer,
  voice boolean not null,
  download boolean not null,
  expires_at timestamp with time zone not null,
  file_id text not null,
  PRIMARY KEY (token_hash),
  FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE,
  FOREIGN KEY (file_id) REFERENCES files(id) ON DELETE CASCADE,
  FOREIGN KEY (reading_id) REFERENCES readings(id) ON DELETE CASCADE,
  FOREIGN KEY (session_id) REFERENCES sessions(id) ON DELETE CASCADE,
  FOREIGN KEY (take_id) REFERENCES video_takes(id) ON DELETE CASCADE,
  FOREIGN KEY (work_id) REFERENCES works(id) ON DELETE CASCADE
);
CREATE INDEX video_tickets_by_file ON video_tickets USING btree (file_id);
CREATE INDEX video_tickets_expired ON video_tickets USING btree (expires_at);
CREATE INDEX video_tickets_of_a_person ON video_tickets USING btree (account_id);
CREATE INDEX video_tickets_of_a_reading ON video_tickets USING btree (reading_id);
CREATE INDEX video_tickets_of_a_session ON video_tickets USING btree (session_id);
CREATE INDEX video_tickets_of_a_take ON video_tickets USING btree (take_id);
CREATE INDEX video_tickets_of_a_work ON video_tickets USING btree (work_id);

create table woken_teams (
  id bigint not null generated as identity,
  team_id integer not null,
  PRIMARY KEY (id)
);

create table work_checks (
  id integer not null generated as identity,
  work_id integer not null,
  hand_in_id integer not null,
  checker_id integer,
  verdict text not null,
  final boolean not null,
  reason text not null,
  note text not null,
  decided_at timestamp with time zone not null,
  PRIMARY KEY (id),
  CHECK (verdict = ANY (ARRAY['accept'::text, 'return'::text, 'refuse'::text])),
  FOREIGN KEY (checker_id) REFERENCES accounts(id) ON DELETE SET NULL,
  FOREIGN KEY (hand_in_id) REFERENCES hand_ins(id) ON DELETE CASCADE,
  FOREIGN KEY (work_id) REFERENCES works(id) ON DELETE CASCADE
);
CREATE INDEX work_checks_by ON work_checks USING btree (checker_id) WHERE (checker_id IS NOT NULL);
CREATE INDEX work_checks_of_a_hand_in ON work_checks USING btree (hand_in_id);
CREATE INDEX work_checks_of_a_work ON work_checks USING btree (work_id, id);

create table work_consents (
  id integer not null generated as identity,
  stage_id integer not null,
  account_id integer not null,
  purpose text not null,
  given_at timestamp with time zone not null,
  ip text not null,
  withdrawn_at timestamp with time zone,
  PRIMARY KEY (id),
  CHECK (purpose = ANY (ARRAY['annotation'::text, 'agency'::text])),
  FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE,
  FOREIGN KEY (stage_id) REFERENCES stages(id) ON DELETE CASCADE
);
CREATE INDEX work_consents_of_a_person ON work_consents USING btree (account_id);
CREATE INDEX work_consents_of_a_stage ON work_consents USING btree (stage_id);
CREATE UNIQUE INDEX work_consents_in_force ON work_consents USING btree (account_id, stage_id, purpose) WHERE (withdrawn_at IS NULL);

create table work_shingles (
  hash bigint not null,
  work_id integer not null,
  PRIMARY KEY (hash, work_id),
  FOREIGN KEY (work_id) REFERENCES works(id) ON DELETE CASCADE
);
CREATE INDEX work_shingles_of_a_work ON work_shingles USING btree (work_id);

create table works (
  id integer not null generated as identity,
  stage_id integer not null,
  account_id integer,
  team_id integer,
  hand_in_id integer not null,
  waits_since timestamp with time zone,
  held_by integer,
  held_until timestamp with time zone,
  refused_by integer,
  step text not null default 'any'::text,
  topic text,
  PRIMARY KEY (id),
  UNIQUE (stage_id, account_id),
  UNIQUE (stage_id, team_id),
  CHECK ((account_id IS NULL) <> (team_id IS NULL)),
  CHECK (step = ANY (ARRAY['any'::text, 'check'::text, 'judging'::text])),
  FOREIGN KEY (account_id) REFERENCES accounts(id) ON DELETE CASCADE,
  FOREIGN KEY (hand_in_id) REFERENCES hand_ins(id) ON DELETE CASCADE,
  FOREIGN KEY (held_by) REFERENCES accounts(id) ON DELETE SET NULL,
  FOREIGN KEY (refused_by) REFERENCES accounts(id) ON DELETE SET NULL,
  FOREIGN KEY (stage_id) REFERENCES stages(id) ON DELETE CASCADE,
  FOREIGN KEY (team_id) REFERENCES formed_teams(id) ON DELETE CASCADE
);
CREATE INDEX works_of_a_hand_in ON works USING btree (hand_in_id);
CREATE INDEX works_of_a_person ON works USING btree (account_id) WHERE (account_id IS NOT NULL);
CREATE INDEX works_of_a_stage ON works USING btree (stage_id, id);
CREATE INDEX works_of_a_team ON works USING btree (team_id) WHERE (team_id IS NOT NULL);
CREATE INDEX works_of_a_topic ON works USING btree (stage_id, topic) WHERE (topic IS NOT NULL);
CREATE INDEX works_on_a_desk ON works USING btree (held_by) WHERE (held_by IS NOT NULL);
CREATE INDEX works_refused_by ON works USING btree (refused_by) WHERE (refused_by IS NOT NULL);
CREATE INDEX works_that_wait ON works USING btree (stage_id, waits_since, id) WHERE (waits_since IS NOT NULL);
-- A work handed in anew gets another judge by a job in place of one who was removed.
CREATE TRIGGER newer_hand_in_lacks_judges AFTER UPDATE OF hand_in_id ON works FOR EACH ROW WHEN (new.hand_in_id <> old.hand_in_id AND new.waits_since IS NOT NULL) EXECUTE FUNCTION newer_hand_in_lacks_judges();
-- Gives a new version to the person of the row, and to everybody in a team with them.
CREATE TRIGGER work_moved_on AFTER UPDATE OF step ON works FOR EACH ROW WHEN (old.step IS DISTINCT FROM new.step AND new.account_id IS NOT NULL) EXECUTE FUNCTION person_written();

create sequence calendar_changes;

create sequence receipt_numbers;

-- Notes the locked teams whose members must pass the reopened stage again.
CREATE OR REPLACE FUNCTION public.asked_stage_reopened()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into woken_teams (team_id)
  select l.team_id from stages asked
  join stages s on s.competition_code = asked.competition_code and s.type = 'teams_forming'
    and jsonb_exists(coalesce(s.settings -> 'member_stages', '[]'), asked.code)
  join formed_teams t on t.stage_id = s.id
  join locked_teams l on l.team_id = t.id
  where asked.id = new.stage_id;
  return null;
end $function$;

-- Gives a new version to the person or the team of the attempt, because the status of the stage follows from it.
CREATE OR REPLACE FUNCTION public.attempt_written()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into person_changes (account_id)
    select new.account_id where new.account_id is not null
    union
    select account_id from formed_team_members where team_id = new.team_id and state = 'active';
  return null;
end $function$;

-- The hash of a row of the audit and of the row before it.
CREATE OR REPLACE FUNCTION public.audit_hash(id bigint, at timestamp with time zone, actor_id integer, action text, subject text, detail jsonb, previous_hash bytea)
 RETURNS bytea
 LANGUAGE sql
 STABLE
RETURN sha256((previous_hash || convert_to((jsonb_build_array(id, (EXTRACT(epoch FROM at))::text, actor_id, action, subject, detail))::text, 'UTF8'::name)));

-- Refuses to change, remove or empty rows of the audit.
CREATE OR REPLACE FUNCTION public.audit_is_append_only()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'the audit is append-only';
end $function$;

-- Gives a new row of the audit its number, its time and the hash that links it to the row before, and tells the processes.
CREATE OR REPLACE FUNCTION public.audit_link()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  last_row audit;
begin
  -- Number and time are given inside the lock: given before it, links would break without anyone's tampering.
  perform pg_advisory_xact_lock(hashtext('audit chain'));
  select * into last_row from audit order by id desc limit 1;
  new.id := coalesce(last_row.id, 0) + 1;
  new.at := clock_timestamp();
  new.previous_hash := coalesce(last_row.hash, ''::bytea);
  new.hash := audit_hash(new.id, new.at, new.actor_id, new.action, new.subject, new.detail, new.previous_hash);
  perform pg_notify('audit_grew', '');
  return new;
end $function$;

-- Writes the facts that follow from a booking, and clears them when it is removed.
CREATE OR REPLACE FUNCTION public.booking_written()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  stage integer := (
    select stage_id from offline_events where id = case when tg_op = 'DELETE' then old.event_id else new.event_id end);
begin
  if stage is null then
    return null;
  end if;
  if tg_op <> 'DELETE' then
    perform write_booking_facts(stage, new.account_id);
    return null;
  end if;
  update stage_facts f set submitted_at = null, passed_at = null, failed_at = null
  where f.account_id = old.account_id and f.stage_id = stage and not decision_stands(f.account_id, f.stage_id);
  return null;
end $function$;

-- Writes the facts of a person's meetings, one person of a competition after the other.
CREATE OR REPLACE FUNCTION public.count_meetings(person integer, competition text)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
begin
  if not exists (select from meeting_parties p where p.account_id = person) then
    return;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('meetings of ' || competition, 0));
  perform write_meeting_facts(person, competition);
end $function$;

-- When a decision returns the work, works out the facts again from the team, the booking or the meetings.
CREATE OR REPLACE FUNCTION public.decision_no_longer_stands()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  of record;
begin
  select s.type, s.competition_code into of from stages s where s.id = new.stage_id;
  if of.type = 'teams_forming' then
    perform write_team_facts(m.team_id, new.account_id)
    from formed_team_members m
    where m.account_id = new.account_id and m.stage_id = new.stage_id and m.state = 'active';
  elsif of.type = 'event' then
    perform write_booking_facts(new.stage_id, new.account_id);
  elsif of.type = 'mentor_meetings' then
    perform count_meetings(new.account_id, of.competition_code);
  end if;
  return null;
end $function$;

-- Whether the latest published decision about a person at a stage is a pass or a failure: then nothing else changes the facts.
CREATE OR REPLACE FUNCTION public.decision_stands(person integer, stage integer)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select coalesce((
    select d.outcome <> 'returned' from stage_decisions d
    where d.account_id = person and d.stage_id = stage and d.published_at is not null
    order by d.published_at desc, d.id desc limit 1), false)
$function$;

-- Gives a published decision a later moment than every earlier one about the person at the stage.
CREATE OR REPLACE FUNCTION public.decision_takes_effect()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  last timestamptz;
begin
  perform from stage_facts where account_id = new.account_id and stage_id = new.stage_id for update;
  select max(published_at) into last from stage_decisions
  where account_id = new.account_id and stage_id = new.stage_id and id <> new.id;
  if last >= new.published_at then new.published_at := last + interval '1 microsecond'; end if;
  return new;
end $function$;

-- Gives a new version to everybody about whom a decision was published.
CREATE OR REPLACE FUNCTION public.decisions_published()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform people_changed(array(select account_id from added where published_at is not null));
  return null;
end $function$;

-- The sweep looks again at the drafts, attempts and reminders of these stages and their parts.
CREATE OR REPLACE FUNCTION public.drafts_due_anew(changed integer[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  all_changed integer[] := changed || array(
    select p.id from stages p join stages w on w.id = p.parent_id where has_parts(w.type) and w.id = any(changed));
begin
  update stage_drafts d set due_at = '-infinity'
  from stages s left join stages w on w.id = s.parent_id and has_parts(w.type)
  where s.id = d.stage_id and s.id = any(all_changed) and d.declined_at is null
    and (s.submit_draft_at_end or coalesce(w.submit_draft_at_end, false));
  update attempts set due_at = '-infinity' where stage_id = any(all_changed) and finished_at is null;
  insert into deadline_looks (stage_id) select id from stages where id = any(all_changed) on conflict do nothing;
  update deadline_looks set due_at = '-infinity' where stage_id = any(all_changed);
end $function$;

-- Removes papers made ahead for a person whose track changes.
CREATE OR REPLACE FUNCTION public.drop_papers_of_the_person()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  delete from test_papers where given_at is null and account_id = new.account_id and stage_id in (
    select id from stages where competition_code = new.competition_code
  );
  return null;
end $function$;

-- Removes papers made ahead for a test whose papers are now drawn in another way.
CREATE OR REPLACE FUNCTION public.drop_papers_of_the_stage()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  delete from test_papers where given_at is null and stage_id = new.id;
  return null;
end $function$;

-- The job looks again at the locked team of a person who gets more time.
CREATE OR REPLACE FUNCTION public.end_of_person_moved()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update locked_teams l set look_at = '-infinity'
  from formed_team_members m
  where m.team_id = l.team_id and m.state = 'active'
    and m.account_id = coalesce(new.account_id, old.account_id) and m.stage_id = coalesce(new.stage_id, old.stage_id);
  return null;
end $function$;

-- The job looks again at all locked teams of the stage when an incident or a group's extension moves its end.
CREATE OR REPLACE FUNCTION public.end_of_stage_moved()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform look_at_teams_of_stage(coalesce(new.stage_id, old.stage_id));
  return null;
end $function$;

-- Writes the facts of everybody booked when the event is called off or held after all.
CREATE OR REPLACE FUNCTION public.event_called_off()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform write_booking_facts(new.stage_id, null);
  return null;
end $function$;

-- Writes the facts of everybody booked when the stage asks for something else than before.
CREATE OR REPLACE FUNCTION public.event_settings_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform write_booking_facts(new.id, null);
  return null;
end $function$;

-- Gives a new version to the people of new facts, unless the rows are empty and were only made to be locked.
CREATE OR REPLACE FUNCTION public.facts_begun()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform people_changed(array(
    select account_id from added
    where num_nonnulls(started_at, submitted_at, processing_at, interrupted_at, passed_at, failed_at, returned_at) > 0
      or reasons <> '{}'));
  return null;
end $function$;

-- Gives a new version to the people whose facts the statement changed; rows written only to lock them change nothing.
CREATE OR REPLACE FUNCTION public.facts_rewritten()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform people_changed(array(
    select account_id from (select * from added except select * from removed) as written
    union
    select account_id from (select * from removed except select * from added) as written));
  return null;
end $function$;

-- Keeps which questions of the version ask for the employer.
CREATE OR REPLACE FUNCTION public.form_version_written()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  delete from employer_questions where stage_id = new.stage_id and version = new.version;
  insert into employer_questions (stage_id, version, name, inner_name)
    select new.stage_id, new.version, question ->> 'name', ''
    from jsonb_path_query(new.schema, 'lax $.sections[*].fields[*] ? (@.employer == true)') as question
    union
    select new.stage_id, new.version, question ->> 'name', inside ->> 'name'
    from jsonb_path_query(new.schema, 'lax $.sections[*].fields[*]') as question,
      jsonb_path_query(question, 'lax $.fields[*] ? (@.employer == true)') as inside;
  return null;
end $function$;

-- Counts a place of the slot as free when a booking that holds it is removed.
CREATE OR REPLACE FUNCTION public.free_place()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if old.holds_place then
    update offline_event_slots set taken = taken - 1 where id = old.slot_id;
  end if;
  return old;
end $function$;

-- Makes the work of a first hand-in; with each later one the work waits for people again.
CREATE OR REPLACE FUNCTION public.hand_in_arrived()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into works (stage_id, account_id, team_id, hand_in_id, waits_since)
  values (new.stage_id, new.account_id, new.team_id, new.id, new.arrived_at)
  on conflict do nothing;
  if not found then
    update works
    set hand_in_id = new.id, waits_since = new.arrived_at, refused_by = null, held_by = null, held_until = null
    where stage_id = new.stage_id and (account_id = new.account_id or team_id = new.team_id);
  end if;
  return null;
end $function$;

-- Whether stages of this kind have parts below them.
CREATE OR REPLACE FUNCTION public.has_parts(kind text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select kind in ('multiform', 'public_lesson')
$function$;

-- A work that has lost a judge gets another one by a job.
CREATE OR REPLACE FUNCTION public.judge_dropped_out()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into reading_gaps (work_id)
  select w.id from works w join judgings j on j.stage_id = w.stage_id
  where w.id = old.work_id and j.state = 'reading' and w.waits_since is not null and not old.for_appeal
  on conflict do nothing;
  return null;
end $function$;

-- Locks the team and the facts of a person without waiting, and says whether they and the season still have these versions.
CREATE OR REPLACE FUNCTION public.lock_at_once_if_unchanged(account integer, stage integer, team integer, season text, season_version_then bigint, person_version_then text)
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
begin
  if team is not null then
    perform from formed_teams where id = team for update skip locked;
    if not found then return false; end if;
  end if;
  perform from stage_facts where account_id = account and stage_id = stage for update skip locked;
  if not found then return false; end if;
  return exists (select from season_versions where competition_code = season and version = season_version_then)
    and person_version_then = (
      select coalesce(string_agg(n.id::text, ' ' order by n.id), '') from person_changes n where n.account_id = account);
end $function$;

-- The job looks again at all locked teams of the stage.
CREATE OR REPLACE FUNCTION public.look_at_teams_of_stage(stage integer)
 RETURNS void
 LANGUAGE sql
AS $function$
  update locked_teams l set look_at = '-infinity' from formed_teams t where t.id = l.team_id and t.stage_id = stage
$function$;

-- Writes the facts of the person's meetings at the end of the transaction.
CREATE OR REPLACE FUNCTION public.meeting_party_written()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform count_meetings(new.account_id, s.competition_code)
  from meetings m join stages s on s.id = m.stage_id where m.id = new.meeting_id;
  return null;
end $function$;

-- Writes the facts of everybody with meetings when the stage asks for another number of them or is meant for others.
CREATE OR REPLACE FUNCTION public.meetings_asked_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform pg_advisory_xact_lock(hashtextextended('meetings of ' || new.competition_code, 0));
  perform write_meeting_facts(each.account_id, new.competition_code)
  from (
    select distinct p.account_id
    from meeting_parties p join meetings m on m.id = p.meeting_id join stages s on s.id = m.stage_id
    where s.competition_code = new.competition_code
    order by p.account_id
  ) as each;
  return null;
end $function$;

-- Notes the locked team of a person who has passed a stage that the team must have passed, or has passed it no longer.
CREATE OR REPLACE FUNCTION public.member_acted()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into woken_teams (team_id)
  select m.team_id from formed_team_members m
  join stages s on s.id = m.stage_id
  join stages asked on asked.id = new.stage_id and asked.competition_code = s.competition_code
  where m.account_id = new.account_id and m.state = 'active'
    and jsonb_exists(coalesce(s.settings -> 'member_stages', '[]'), asked.code);
  return null;
end $function$;

-- Notes the locked team of a person whose region, track, consent or employer changed.
CREATE OR REPLACE FUNCTION public.member_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into woken_teams (team_id)
  select m.team_id from formed_team_members m
  where m.account_id = new.account_id and m.competition_code = new.competition_code and m.state = 'active';
  return null;
end $function$;

-- Notes the team of a member who left it or whose accounts were merged.
CREATE OR REPLACE FUNCTION public.member_has_other_account()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into woken_teams (team_id) values (old.team_id);
  return null;
end $function$;

-- A work handed in anew gets another judge by a job in place of one who was removed.
CREATE OR REPLACE FUNCTION public.newer_hand_in_lacks_judges()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into reading_gaps (work_id)
  select new.id from judgings j
  where j.stage_id = new.stage_id and j.state = 'reading' and exists (
    select from readings r
    where r.work_id = new.id and r.abstained is null and not r.for_appeal and not exists (
      select from stage_staff d where d.stage_id = new.stage_id and d.account_id = r.judge_id and d.duty = 'judge'))
  on conflict do nothing;
  return null;
end $function$;

-- Gives these people, and everybody in a team with them, a new version of what is known of them.
CREATE OR REPLACE FUNCTION public.people_changed(accounts integer[])
 RETURNS void
 LANGUAGE sql
AS $function$
  insert into person_changes (account_id)
    select account from unnest(accounts) as account where account is not null
    union
    select mate.account_id
    from formed_team_members own
    join formed_team_members mate on mate.team_id = own.team_id and mate.state = 'active'
    where own.account_id = any(accounts) and own.state = 'active'
$function$;

-- Gives a new version to everybody whose rows the statement wrote, and to their teams.
CREATE OR REPLACE FUNCTION public.people_written()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'INSERT' then perform people_changed(array(select account_id from added));
  elsif tg_op = 'DELETE' then perform people_changed(array(select account_id from removed));
  else perform people_changed(array(select account_id from added union select account_id from removed));
  end if;
  return null;
end $function$;

-- The sweep looks again at the drafts, attempts and reminders of the person who gets more time.
CREATE OR REPLACE FUNCTION public.person_window_extended()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  changed integer[] := array[new.stage_id] || array(
    select p.id from stages p join stages w on w.id = p.parent_id where has_parts(w.type) and w.id = new.stage_id);
  looked integer[] := array[new.stage_id] || array(
    select w.id from stages p join stages w on w.id = p.parent_id where has_parts(w.type) and p.id = new.stage_id);
begin
  update stage_drafts set due_at = '-infinity'
    where account_id = new.account_id and stage_id = any(changed) and due_at is not null;
  update attempts set due_at = '-infinity'
    where account_id = new.account_id and stage_id = any(changed) and finished_at is null;
  insert into deadline_looks (stage_id, account_id, due_at)
    select looks, new.account_id, '-infinity' from unnest(looked) as looks
    on conflict (stage_id, account_id) do update set due_at = '-infinity';
  return null;
end $function$;

-- Gives a new version to the person of the row, and to everybody in a team with them.
CREATE OR REPLACE FUNCTION public.person_written()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into person_changes (account_id)
    select account from unnest(array[new.account_id, old.account_id]) as account where account is not null
    union
    select mate.account_id
    from formed_team_members own
    join formed_team_members mate on mate.team_id = own.team_id and mate.state = 'active'
    where own.account_id in (new.account_id, old.account_id) and own.state = 'active';
  return null;
end $function$;

-- Gives a new version to the people of the entrant.
CREATE OR REPLACE FUNCTION public.playoff_entrant_written()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into person_changes (account_id) select playoff_people_of(array[new.id]);
  return null;
end $function$;

-- A person who no longer judges at the stage loses the matches without a mark.
CREATE OR REPLACE FUNCTION public.playoff_judge_left()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  delete from playoff_judges j using playoff_matches m
  where m.id = j.match_id and m.stage_id = old.stage_id and j.judge_id = old.account_id and j.done_at is null;
  return null;
end $function$;

-- Gives a new version to the people of both sides of the match, and of the matches before it.
CREATE OR REPLACE FUNCTION public.playoff_match_written()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into person_changes (account_id)
    select playoff_people_of(array[new.a, new.b, old.a, old.b] || array(
      select unnest(array[m.a, m.b]) from playoff_matches m
      where m.stage_id = new.stage_id and m.round = new.round - 1 and m.place / 2 = new.place));
  return null;
end $function$;

-- The people behind these entrants of a bracket: the named ones, and all members of their teams.
CREATE OR REPLACE FUNCTION public.playoff_people_of(entrants integer[])
 RETURNS SETOF integer
 LANGUAGE sql
 STABLE
AS $function$
  select account_id from playoff_people where entrant_id = any(entrants)
  union
  select m.account_id from playoff_entrants e
  join formed_team_members m on m.team_id = e.team_id and m.state = 'active'
  where e.id = any(entrants)
$function$;

-- Raises the version of the dictionaries, and tells the processes.
CREATE OR REPLACE FUNCTION public.raise_dictionary_version()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update dictionary_version set version = version + 1;
  perform pg_notify('dictionaries_changed', '*');
  return null;
end $function$;

-- Raises the version of these competitions in the order of their codes, and tells the processes.
CREATE OR REPLACE FUNCTION public.raise_season_version(codes text[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  changed text;
begin
  -- In one order, so that two writers never wait for each other.
  for changed in select distinct code from unnest(codes) as code where code is not null order by code loop
    insert into season_versions (competition_code)
      select code from competitions where code = changed
      on conflict (competition_code) do update set version = season_versions.version + 1;
    perform pg_notify('season_changed', changed);
  end loop;
end $function$;

-- The job looks again at who asked to be told of the opening, when what it depends on changes.
CREATE OR REPLACE FUNCTION public.reminders_due_anew()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update stage_reminders set due_at = '-infinity' where stage_id = new.id;
  return null;
end $function$;

-- Raises the version of the competition when a group gets more time; more time for one person is read with the person.
CREATE OR REPLACE FUNCTION public.season_extended()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if coalesce(new.audience, old.audience) is not null then
    perform raise_season_version(array(
      select competition_code from stages where id in (new.stage_id, old.stage_id)));
  end if;
  return null;
end $function$;

-- The job looks again at all locked teams of a competition whose end moves.
CREATE OR REPLACE FUNCTION public.season_of_teams_moved()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update locked_teams l set look_at = '-infinity'
  from formed_teams t where t.id = l.team_id and t.competition_code = new.code;
  return null;
end $function$;

-- Raises the version of the competitions whose code is in the named column of the rows.
CREATE OR REPLACE FUNCTION public.season_written_by_code()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'DELETE' then
    perform raise_season_version(array(select to_jsonb(r) ->> tg_argv[0] from removed r));
  else
    perform raise_season_version(array(select to_jsonb(r) ->> tg_argv[0] from added r));
  end if;
  return null;
end $function$;

-- Raises the version of the competitions of the stages whose rows were written.
CREATE OR REPLACE FUNCTION public.season_written_by_stage()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'DELETE' then
    perform raise_season_version(array(
      select s.competition_code from removed r join stages s on s.id = (to_jsonb(r) ->> 'stage_id')::int));
  else
    perform raise_season_version(array(
      select s.competition_code from added r join stages s on s.id = (to_jsonb(r) ->> 'stage_id')::int));
  end if;
  return null;
end $function$;

-- The job looks again at all locked teams when what their stage asks for, or its end, changes.
CREATE OR REPLACE FUNCTION public.stage_of_teams_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform look_at_teams_of_stage(new.id);
  return null;
end $function$;

-- A work that is decided about, or taken back, no longer waits for people who check it.
CREATE OR REPLACE FUNCTION public.stage_settled()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update works set waits_since = null, refused_by = null
  where waits_since is not null and id in (
    select w.id from works w where w.stage_id = new.stage_id and w.account_id = new.account_id
    union all
    select w.id from formed_team_members m join works w on w.team_id = m.team_id and w.stage_id = new.stage_id
    where m.account_id = new.account_id and m.state = 'active');
  return null;
end $function$;

-- The sweep looks at everything of the stage when the stage is new or its end changes.
CREATE OR REPLACE FUNCTION public.stage_window_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform drafts_due_anew(array[new.id]);
  return null;
end $function$;

-- The sweep looks again at everything of the stage when an incident, a group's extension or a reopening moves its end.
CREATE OR REPLACE FUNCTION public.stage_window_extended()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform drafts_due_anew(array[coalesce(new.stage_id, old.stage_id)]);
  return null;
end $function$;

-- Keeps the hash of a replaced code of a team, so that the old link is told from a wrong one.
CREATE OR REPLACE FUNCTION public.team_code_replaced()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into replaced_team_codes (code_hash, team_id) values (old.invite_code_hash, old.id) on conflict do nothing;
  return null;
end $function$;

-- Writes the facts of the members after a verdict on the team; the job looks at the team again.
CREATE OR REPLACE FUNCTION public.team_counts()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if (new.verdict, new.verdict_at) is distinct from (old.verdict, old.verdict_at) then
    perform write_team_facts(new.id, null);
  end if;
  update locked_teams set look_at = '-infinity' where team_id = new.id;
  return null;
end $function$;

-- Gives a new member the facts of the team and takes them from who has left; the job looks at the team again.
CREATE OR REPLACE FUNCTION public.team_member_counts()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.state = 'active' then
    perform write_team_facts(new.team_id, new.account_id);
  elsif tg_op = 'UPDATE' then
    update stage_facts f set started_at = null, submitted_at = null, passed_at = null, failed_at = null
    where f.account_id = new.account_id and f.stage_id = new.stage_id
      and exists (select from stages s where s.id = f.stage_id and s.type = 'teams_forming')
      and not decision_stands(f.account_id, f.stage_id)
      and not exists (
        select from formed_team_members m
        where m.account_id = new.account_id and m.stage_id = new.stage_id and m.state = 'active');
  end if;
  update locked_teams set look_at = '-infinity' where team_id = new.team_id;
  return null;
end $function$;

-- Writes the competition of the team into the membership, for the key of one team in a competition.
CREATE OR REPLACE FUNCTION public.team_member_has_competition()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  select competition_code into new.competition_code from formed_teams where id = new.team_id;
  return new;
end $function$;

-- Counts the active members of a team in the team.
CREATE OR REPLACE FUNCTION public.team_members_counted()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  change integer := coalesce((new.state = 'active')::integer, 0) - coalesce((old.state = 'active')::integer, 0);
begin
  if change <> 0 then
    update formed_teams set taken = taken + change where id = coalesce(new.team_id, old.team_id);
  end if;
  return null;
end $function$;

-- Gives a new version to the person of the membership and to the members of the team, so to those who stay and to who has left.
CREATE OR REPLACE FUNCTION public.team_members_written()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into person_changes (account_id)
    select coalesce(new.account_id, old.account_id) union
    select account_id from formed_team_members
    where team_id in (new.team_id, old.team_id) and state = 'active';
  return null;
end $function$;

-- A person who no longer observes at the stage loses the teams without a mark.
CREATE OR REPLACE FUNCTION public.team_observer_left()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  delete from team_observers where stage_id = old.stage_id and observer_id = old.account_id and done_at is null;
  return null;
end $function$;

-- Gives a new version to all members of the team.
CREATE OR REPLACE FUNCTION public.team_of_people_written()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into person_changes (account_id)
    select account_id from formed_team_members where team_id = new.id and state = 'active';
  return null;
end $function$;

-- Gives a new version to all members of the team, because the status of their stage follows from the row.
CREATE OR REPLACE FUNCTION public.team_solution_written()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into person_changes (account_id)
    select account_id from formed_team_members where team_id in (new.team_id, old.team_id) and state = 'active';
  return null;
end $function$;

-- The sweep looks again at the draft of the team that gets more time, and at the reminders of its members.
CREATE OR REPLACE FUNCTION public.team_window_extended()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update stage_drafts set due_at = '-infinity'
    where team_id = new.team_id and stage_id = new.stage_id and due_at is not null;
  insert into deadline_looks (stage_id, account_id, due_at)
    select new.stage_id, account_id, '-infinity' from formed_team_members
    where team_id = new.team_id and state = 'active'
    on conflict (stage_id, account_id) do update set due_at = '-infinity';
  return null;
end $function$;

-- Tells the processes that the rights or the sessions of the account in the named column changed.
CREATE OR REPLACE FUNCTION public.tell_access_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform pg_notify('access_changed', coalesce(to_jsonb(old), to_jsonb(new)) ->> tg_argv[0]);
  return null;
end $function$;

-- Tells the processes the ids of these accounts on a channel, 500 in a message.
CREATE OR REPLACE FUNCTION public.tell_accounts(channel text, accounts integer[])
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  part text;
begin
  -- A payload holds less than 8000 bytes: 500 ids of ten digits fit with their commas.
  for part in
    select string_agg(account::text, ',')
    from (select account, (row_number() over () - 1) / 500 as number
          from (select distinct unnest(accounts) as account) as each_once) as numbered
    group by number
  loop
    perform pg_notify(channel, part);
  end loop;
end $function$;

-- Tells the processes on the named channel that the table was emptied.
CREATE OR REPLACE FUNCTION public.tell_everyone()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform pg_notify(tg_argv[0], '*');
  return null;
end $function$;

-- Tells the processes whose notifications were added, for the poll that is answered from memory.
CREATE OR REPLACE FUNCTION public.tell_notifications_added()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform tell_accounts('notifications_changed', array(select account_id from added));
  return null;
end $function$;

-- Tells the processes whose notifications were changed.
CREATE OR REPLACE FUNCTION public.tell_notifications_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform tell_accounts('notifications_changed',
    array(select account_id from added union select account_id from removed));
  return null;
end $function$;

-- Tells the processes whose notifications were removed.
CREATE OR REPLACE FUNCTION public.tell_notifications_removed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform tell_accounts('notifications_changed', array(select account_id from removed));
  return null;
end $function$;

-- After a decision a kept place in a track becomes the person's own or is free again, also for those for whom the person chose.
CREATE OR REPLACE FUNCTION public.track_decided()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  waiting integer[] := array(
    select account_id from track_places
    where stage_id = new.stage_id and asked_code is not null
      and (account_id = new.account_id or chosen_by = new.account_id)
    order by account_id for update);
begin
  if cardinality(waiting) = 0 then
    return null;
  end if;
  if new.passed_at is not null then
    update track_places set track_code = asked_code, asked_code = null, since = new.passed_at
      where stage_id = new.stage_id and account_id = any(waiting);
  else
    delete from track_places where stage_id = new.stage_id and account_id = any(waiting) and track_code is null;
    update track_places set asked_code = null where stage_id = new.stage_id and account_id = any(waiting);
  end if;
  update stage_facts set passed_at = new.passed_at, failed_at = new.failed_at, reasons = new.reasons
    where stage_id = new.stage_id and account_id = any(waiting) and account_id <> new.account_id;
  return null;
end $function$;

-- A person with a place in a track is in that track.
CREATE OR REPLACE FUNCTION public.track_given()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update participations p set track_code = new.track_code
  from stages s
  where s.id = new.stage_id and p.competition_code = s.competition_code and p.account_id = new.account_id
    and p.track_code is distinct from new.track_code;
  return null;
end $function$;

-- Writes the facts of the person's meetings when the track changes, because other stages count them.
CREATE OR REPLACE FUNCTION public.track_of_meetings_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform count_meetings(new.account_id, new.competition_code);
  return null;
end $function$;

-- Writes the facts that follow from bookings of the stage, for everybody or for one person, unless a decision stands.
CREATE OR REPLACE FUNCTION public.write_booking_facts(stage integer, person integer)
 RETURNS void
 LANGUAGE sql
AS $function$
  insert into stage_facts as f (account_id, stage_id, started_at, submitted_at, passed_at, failed_at)
  select b.account_id, e.stage_id, b.booked_at,
    case when b.state in ('confirmed', 'attended', 'no_show') then b.booked_at end,
    case when e.cancelled_at is null and (
      b.state = 'attended'
      or (b.state in ('confirmed', 'no_show') and coalesce(s.settings ->> 'success', 'booking') = 'booking'))
      then coalesce(case when b.state = 'attended' then b.marked_at end, b.booked_at) end,
    case when e.cancelled_at is null and b.state = 'no_show' and s.settings ->> 'success' = 'attendance'
      then coalesce(b.marked_at, b.booked_at) end
  from slot_bookings b
  join offline_events e on e.id = b.event_id
  join stages s on s.id = e.stage_id
  where e.stage_id = stage and (person is null or b.account_id = person)
  order by b.account_id
  on conflict (account_id, stage_id) do update set
    started_at = coalesce(f.started_at, excluded.started_at), submitted_at = excluded.submitted_at,
    passed_at = excluded.passed_at, failed_at = excluded.failed_at
  where not decision_stands(f.account_id, f.stage_id)
$function$;

-- Writes the facts that follow from a person's meetings in a competition, unless a decision stands.
CREATE OR REPLACE FUNCTION public.write_meeting_facts(person integer, competition text)
 RETURNS void
 LANGUAGE sql
AS $function$
  insert into stage_facts as f (account_id, stage_id, started_at, passed_at)
  select person, s.id, met.began_at, met.held[coalesce((s.settings ->> 'quota')::integer, 1)]
  from stages s
  join participations i on i.account_id = person and i.competition_code = competition
  cross join lateral (
    select min(m.created_at) as began_at,
      array_agg(coalesce(p.reported_at, p.marked_at) order by coalesce(p.reported_at, p.marked_at), m.id)
        filter (where coalesce(p.came, p.held, false)) as held
    from meeting_parties p
    join meetings m on m.id = p.meeting_id
    join stages o on o.id = m.stage_id and o.competition_code = competition
    where p.account_id = person
  ) as met
  left join stage_facts known on known.account_id = person and known.stage_id = s.id
  where s.competition_code = competition and s.type = 'mentor_meetings' and met.began_at is not null
    and s.published and (cardinality(s.tracks) = 0 or i.track_code = any(s.tracks))
    and (known.started_at is null
      or known.passed_at is distinct from met.held[coalesce((s.settings ->> 'quota')::integer, 1)])
  order by s.id
  on conflict (account_id, stage_id) do update set
    started_at = coalesce(f.started_at, excluded.started_at), passed_at = excluded.passed_at
  where not decision_stands(f.account_id, f.stage_id)
$function$;

-- Writes the facts that follow from a formed team for its members, or for one of them, unless a decision stands.
CREATE OR REPLACE FUNCTION public.write_team_facts(team integer, person integer)
 RETURNS void
 LANGUAGE sql
AS $function$
  insert into stage_facts as f (account_id, stage_id, started_at, submitted_at, passed_at, failed_at)
  select m.account_id, w.stage_id, m.since, w.handed_in_at, w.admitted_at, w.refused_at
  from team_standings w
  join stages s on s.id = w.stage_id and s.type = 'teams_forming'
  join formed_team_members m on m.team_id = w.team_id and m.state = 'active'
  where w.team_id = team and (person is null or m.account_id = person)
  order by m.account_id
  on conflict (account_id, stage_id) do update set
    started_at = coalesce(f.started_at, excluded.started_at), submitted_at = excluded.submitted_at,
    passed_at = excluded.passed_at, failed_at = excluded.failed_at
  where (f.started_at is null or (f.submitted_at, f.passed_at, f.failed_at)
      is distinct from (excluded.submitted_at, excluded.passed_at, excluded.failed_at))
    and not decision_stands(f.account_id, f.stage_id)
$function$;
