-- A code opens a closed registration to whoever has it. It follows from its salt and the pepper and is stored nowhere.
create table entry_codes (
  id integer generated always as identity primary key,
  stage_id integer not null references stages (id) on delete cascade,
  salt bytea not null,
  code_hash bytea not null unique,
  uses integer not null check (uses > 0),
  uses_left integer not null check (uses_left between 0 and uses),
  expires_at timestamptz not null,
  -- Whose it is, where it is one person's; forgotten when the code has ended.
  email text,
  reason text not null check (reason <> ''),
  given_by integer references accounts (id) on delete set null,
  given_at timestamptz not null,
  revoked_at timestamptz
);
create index entry_codes_of_a_stage on entry_codes (stage_id, id desc);
create index entry_codes_by_account on entry_codes (given_by) where given_by is not null;

create table entry_code_uses (
  code_id integer not null references entry_codes (id) on delete cascade,
  account_id integer not null references accounts (id) on delete cascade,
  used_at timestamptz not null,
  primary key (code_id, account_id)
);
create index entry_code_uses_of_a_person on entry_code_uses (account_id);

alter table registrations add column entry_code_id integer references entry_codes (id) on delete set null;
create index registrations_by_entry_code on registrations (entry_code_id) where entry_code_id is not null;
