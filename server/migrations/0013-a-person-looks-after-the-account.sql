-- When the session was last renewed: what «был в сети» says on the list of devices.
alter table sessions add column last_seen_at timestamptz;
update sessions set last_seen_at = created_at;
alter table sessions alter column last_seen_at set not null;

create table phone_changes (
  account_id integer primary key references accounts (id) on delete cascade,
  phone text not null check (phone ~ '^\+[0-9]{5,15}$'),
  code_hash bytea not null,
  tries integer not null default 0,
  expires_at timestamptz not null
);
alter table code_dispatches drop constraint code_dispatches_purpose_check;
alter table code_dispatches add constraint code_dispatches_purpose_check
  check (purpose in ('registration', 'second_factor', 'email', 'password', 'phone'));

-- Only what differs from the usual is written down.
create table notification_choices (
  account_id integer not null references accounts (id) on delete cascade,
  kind text not null,
  channel text not null check (channel in ('portal', 'email', 'sms')),
  wanted boolean not null,
  primary key (account_id, kind, channel)
);

-- A required consent was taken back: the participation stands still until it is given again.
alter table participations add column withdrawn_at timestamptz;

-- What a file is for is said by the domain that keeps it; an avatar alone is shown to whoever knows its name.
alter table files drop constraint files_purpose_check;
alter table files add constraint files_purpose_check check (purpose ~ '^[a-z_]{2,32}$');
-- Since when nobody refers to the file; after a day it goes.
alter table files add column unreferenced_since timestamptz;
create index files_not_handed_in on files (id) where not handed_in;

create table erasure_requests (
  account_id integer primary key references accounts (id) on delete cascade,
  asked_at timestamptz not null,
  due_at timestamptz not null
);

-- The proof that a person's data were destroyed. The number was the account's; nothing leads from it to a person.
create table erasure_acts (
  id integer generated always as identity primary key,
  test_id integer not null,
  asked_at timestamptz not null,
  erased_at timestamptz not null,
  -- Table → rows destroyed.
  removed jsonb not null,
  -- Which consents had been given and withdrawn, without address and name.
  consents jsonb not null
);
