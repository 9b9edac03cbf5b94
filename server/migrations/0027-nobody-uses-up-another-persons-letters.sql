-- A new password is asked for by a browser: its six digits are accepted from there only. Whether the account exists is
-- looked up later, so until then, and for an unknown name for ever, the row belongs to nobody.
alter table password_resets
  alter column account_id drop not null,
  drop column used_at,
  add column request_hash bytea,
  add column digits_hash bytea,
  add column tries integer not null default 0;
create index password_resets_of_a_request on password_resets (request_hash);

-- Codes are limited apart by purpose, and a known device (the hash of its token) has its own count.
alter table code_dispatches add column device bytea;
alter table code_dispatches drop constraint code_dispatches_purpose_check;
alter table code_dispatches add constraint code_dispatches_purpose_check
  check (purpose in ('registration', 'second_factor', 'email', 'own_email', 'password', 'phone'));

-- A login ends the unfinished ones of the same device only; null: a device that the account was never used on.
alter table login_challenges add column device bytea;
