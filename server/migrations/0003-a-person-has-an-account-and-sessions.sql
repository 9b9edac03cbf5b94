create extension if not exists citext;

create sequence test_ids as integer start 10001;

create table accounts (
  id integer generated always as identity primary key,
  -- The number that people see; it tells nothing of the key.
  test_id integer not null unique default nextval('test_ids'),
  email citext not null unique,
  email_verified_at timestamptz,
  phone text unique check (phone ~ '^\+[0-9]{5,15}$'),
  password_hash text not null,
  first_name text not null default '',
  last_name text not null default '',
  middle_name text not null default '',
  birth_date date,
  avatar text,
  second_factor text not null default 'none' check (second_factor in ('none', 'sms', 'totp')),
  -- Sealed with the person's own key. The step last used stops a second use of one code.
  totp_secret bytea,
  totp_last_step bigint not null default 0,
  -- Raised to make every access token given out so far worthless.
  session_epoch integer not null default 1,
  is_demo boolean not null default false,
  disabled_at timestamptz,
  created_at timestamptz not null
);
alter sequence test_ids owned by accounts.test_id;

create table admin_flags (
  account_id integer not null references accounts (id) on delete cascade,
  flag text not null check (flag in
    ('competitions', 'participants', 'assessment', 'faq', 'notifications', 'events', 'mentors', 'reports', 'admins')),
  -- Null: in every competition.
  competition_code text,
  granted_at timestamptz not null default now(),
  unique nulls not distinct (account_id, flag, competition_code)
);

create table account_roles (
  account_id integer not null references accounts (id) on delete cascade,
  role text not null check (role in ('mentor', 'assessor')),
  primary key (account_id, role)
);

-- One key a person, wrapped by the portal's key, which is not in the database: without this row nothing of the
-- person's sealed data can be read, in backups neither.
create table personal_keys (
  account_id integer primary key references accounts (id) on delete cascade,
  wrapped bytea not null
);

create table sessions (
  id uuid primary key,
  account_id integer not null references accounts (id) on delete cascade,
  user_agent text not null default '',
  ip text not null default '',
  created_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz
);
create index sessions_of_an_account on sessions (account_id) where revoked_at is null;
create index sessions_by_end on sessions (expires_at);

create table refresh_tokens (
  token_hash bytea primary key,
  session_id uuid not null references sessions (id) on delete cascade,
  expires_at timestamptz not null,
  spent_at timestamptz,
  -- Sealed under the spent token itself, so the database alone cannot read it.
  successor bytea
);
create index refresh_tokens_of_a_session on refresh_tokens (session_id);

create table known_devices (
  account_id integer not null references accounts (id) on delete cascade,
  token_hash bytea not null,
  last_used_at timestamptz not null,
  primary key (account_id, token_hash)
);

-- Tries of a password, counted before it is verified. The subject is an account, a device of it, or a name nobody has.
create table password_tries (
  subject text primary key,
  tries integer not null,
  last_at timestamptz not null
);

create table login_challenges (
  marker_hash bytea primary key,
  account_id integer not null references accounts (id) on delete cascade,
  method text not null check (method in ('sms', 'totp')),
  code_hash bytea,
  tries integer not null default 0,
  sent_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index login_challenges_by_end on login_challenges (expires_at);

create table password_resets (
  code_hash bytea primary key,
  account_id integer not null references accounts (id) on delete cascade,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index password_resets_of_an_account on password_resets (account_id);

create table email_verifications (
  code_hash bytea primary key,
  account_id integer not null references accounts (id) on delete cascade,
  email citext not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index email_verifications_of_an_account on email_verifications (account_id);

-- Who did what. Each row carries the hash of the one before it, so that an edit or a removal shows.
create table audit (
  id bigint primary key,
  at timestamptz not null,
  actor_id integer,
  action text not null,
  subject text not null default '',
  detail jsonb not null default '{}',
  previous_hash bytea not null,
  hash bytea not null
);

create function audit_hash(id bigint, at timestamptz, actor_id integer, action text, subject text, detail jsonb,
  previous_hash bytea) returns bytea language sql stable
  return sha256(previous_hash || convert_to(jsonb_build_array(
    id, extract(epoch from at)::text, actor_id, action, subject, detail)::text, 'UTF8'));

create function audit_link() returns trigger language plpgsql as $$
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
  return new;
end $$;
create trigger audit_link before insert on audit for each row execute function audit_link();

create function audit_is_append_only() returns trigger language plpgsql as $$
begin
  raise exception 'the audit is append-only';
end $$;
create trigger audit_is_append_only before update or delete on audit
  for each row execute function audit_is_append_only();
create trigger audit_is_not_truncated before truncate on audit
  for each statement execute function audit_is_append_only();
