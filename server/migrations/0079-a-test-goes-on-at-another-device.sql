-- The code by which a running attempt goes on at another device. A new one takes the place of the old one.
create table attempt_codes (
  account_id integer primary key references accounts (id) on delete cascade,
  stage_id integer not null references stages (id) on delete cascade,
  code_hash bytea not null,
  tries integer not null default 0,
  expires_at timestamptz not null
);
alter table code_dispatches drop constraint code_dispatches_purpose_check;
alter table code_dispatches add constraint code_dispatches_purpose_check
  check (purpose in ('registration', 'second_factor', 'email', 'own_email', 'password', 'phone', 'attempt'));
