-- Who at the state service belongs to which account. Of issuer and subject only a keyed hash is kept: it is compared, never
-- shown. One account has one, and one subject belongs to one account.
create table state_service_links (
  subject_hash bytea primary key,
  account_id integer not null unique references accounts (id) on delete cascade,
  issuer text not null,
  linked_at timestamptz not null
);

-- A way to the state service and back, of one browser, whose cookie is the token. Its answer is taken once. With an account
-- the way was begun in the profile, to link it.
create table state_service_visits (
  token_hash bytea primary key,
  account_id integer references accounts (id) on delete cascade,
  session_id uuid references sessions (id) on delete cascade,
  session_epoch integer,
  expires_at timestamptz not null,
  answered_at timestamptz,
  -- Who answered, while the second factor or the password is still missing.
  subject_hash bytea,
  check (num_nulls(account_id, session_id, session_epoch) in (0, 3))
);
create index state_service_visits_by_end on state_service_visits (expires_at);
create index state_service_visits_of_an_account on state_service_visits (account_id);
create index state_service_visits_of_a_session on state_service_visits (session_id);

-- Only a login with a password counts as its confirmation for a while.
alter table sessions add column by_password boolean not null default true;
