-- Organisers look for people by names with typing errors and by a part of a phone number or an address.
create index accounts_by_name on accounts using gin
  (translate(lower(last_name || ' ' || first_name || ' ' || middle_name), 'ё', 'е') gin_trgm_ops);
create index accounts_by_phone on accounts using gin (phone gin_trgm_ops);
create index accounts_by_email on accounts using gin (lower(email::text) gin_trgm_ops);
create index participations_by_arrival on participations (competition_code, joined_at desc, account_id desc);

-- Who shut a participant out, let him in again or moved him to another track, and why. The audit may not hold a reason, which may name people.
create table participant_acts (
  id integer generated always as identity primary key,
  account_id integer not null references accounts (id) on delete cascade,
  competition_code text not null references competitions (code) on update cascade on delete cascade,
  act text not null check (act in ('disqualified', 'restored', 'moved')),
  -- The title of the track that he was moved to.
  about text not null default '',
  reason text not null,
  by integer references accounts (id) on delete set null,
  at timestamptz not null
);
create index participant_acts_of_a_person on participant_acts (account_id, competition_code);

-- People are told of an extension of their group one after another: up to whom, by the key of the account.
create table extension_notices (
  extension_id integer primary key references stage_extensions (id) on delete cascade,
  told_until integer not null default 0,
  told integer not null default 0,
  done_at timestamptz
);
