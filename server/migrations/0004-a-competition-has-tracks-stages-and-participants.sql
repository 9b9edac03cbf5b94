create table competitions (
  code text primary key check (code ~ '^[a-z0-9][a-z0-9_]{1,63}$'),
  title text not null,
  tagline text not null default '',
  description text not null default '',
  theme text not null default 'default',
  layout text not null default 'default',
  starts_at timestamptz,
  ends_at timestamptz,
  links jsonb not null default '{}',
  social jsonb not null default '{}',
  copyright text not null default '',
  published boolean not null default true,
  sort integer not null default 0,
  -- These words are segments of the portal's own addresses.
  constraint competitions_code_not_reserved
    check (code not in ('admin', 'api', 'profile', 'offline-event-booking', 'view', 'assets', 'dev'))
);

create table tracks (
  competition_code text not null references competitions (code) on update cascade on delete cascade,
  code text not null check (code ~ '^[a-z0-9][a-z0-9_]{1,63}$'),
  title text not null,
  description text not null default '',
  sort integer not null default 0,
  primary key (competition_code, code),
  -- /{competition}/{track} stands beside these pages of the competition.
  check (code not in ('login', 'register', 'forgot', 'verify', 'invite', 'support', 'faq'))
);

create table stages (
  id integer generated always as identity primary key,
  competition_code text not null references competitions (code) on update cascade on delete cascade,
  parent_id integer,
  type text not null,
  code text not null check (code ~ '^[a-z0-9][a-z0-9_]{0,63}$'),
  title text not null,
  summary text not null default '',
  manual text not null default '',
  view text not null default '',
  opens_at timestamptz,
  closes_at timestamptz,
  track_windows jsonb not null default '{}',
  clock text not null default 'moscow' check (clock in ('moscow', 'participant')),
  tracks text[] not null default '{}',
  requires text[] not null default '{}',
  gate jsonb,
  settings jsonb not null default '{}',
  closed_to_finalists boolean not null default false,
  submit_draft_at_end boolean not null default false,
  viewable boolean not null default true,
  published boolean not null default true,
  sort integer not null default 0,
  check (closes_at is null or opens_at is null or closes_at > opens_at),
  unique (competition_code, code),
  unique (competition_code, id),
  foreign key (competition_code, parent_id) references stages (competition_code, id) on update cascade
);
create index stages_submitting_drafts_at_end on stages (closes_at) where submit_draft_at_end;

create table participations (
  account_id integer not null references accounts (id) on delete cascade,
  competition_code text not null references competitions (code) on update cascade,
  door text not null check (door in ('participant', 'supporter')),
  track_code text,
  region text,
  tags text[] not null default '{}',
  joined_at timestamptz not null,
  finalist_at timestamptz,
  disqualified_at timestamptz,
  infoblock_title text not null default '',
  infoblock_text text not null default '',
  primary key (account_id, competition_code),
  foreign key (competition_code, track_code) references tracks (competition_code, code) on update cascade
);
create index participations_of_a_competition on participations (competition_code, track_code);

-- First layer: what happened.
create table stage_facts (
  account_id integer not null references accounts (id) on delete cascade,
  stage_id integer not null references stages (id) on delete cascade,
  started_at timestamptz,
  submitted_at timestamptz,
  processing_at timestamptz,
  interrupted_at timestamptz,
  passed_at timestamptz,
  failed_at timestamptz,
  returned_at timestamptz,
  reasons text[] not null default '{}',
  primary key (account_id, stage_id)
);
create index stage_facts_of_a_stage on stage_facts (stage_id);

-- Second layer: raw results. Third and fourth: decisions, seen by participants only once published.
create table stage_results (
  account_id integer not null references accounts (id) on delete cascade,
  stage_id integer not null references stages (id) on delete cascade,
  score numeric,
  detail jsonb not null default '{}',
  computed_at timestamptz not null,
  primary key (account_id, stage_id)
);

create table stage_decisions (
  id integer generated always as identity primary key,
  account_id integer not null references accounts (id) on delete cascade,
  stage_id integer not null references stages (id) on delete cascade,
  outcome text not null check (outcome in ('passed', 'failed', 'returned')),
  reason text not null default '',
  next_step text not null default '',
  decided_by integer references accounts (id) on delete set null,
  decided_at timestamptz not null,
  published_at timestamptz
);
create index stage_decisions_of_a_person on stage_decisions (account_id, stage_id);

-- For one person, or for everyone who meets the conditions of the audience.
create table stage_extensions (
  id integer generated always as identity primary key,
  stage_id integer not null references stages (id) on delete cascade,
  account_id integer references accounts (id) on delete cascade,
  audience jsonb,
  closes_at timestamptz not null,
  reason text not null,
  granted_by integer references accounts (id) on delete set null,
  granted_at timestamptz not null,
  check ((account_id is null) <> (audience is null))
);
create index stage_extensions_of_a_stage on stage_extensions (stage_id);

create table stage_incidents (
  id integer generated always as identity primary key,
  stage_id integer not null references stages (id) on delete cascade,
  minutes integer not null check (minutes between 1 and 100000),
  audience jsonb,
  reason text not null,
  declared_by integer references accounts (id) on delete set null,
  declared_at timestamptz not null
);
create index stage_incidents_of_a_stage on stage_incidents (stage_id);

create table stage_drafts (
  account_id integer not null references accounts (id) on delete cascade,
  stage_id integer not null references stages (id) on delete cascade,
  revision integer not null,
  data jsonb not null,
  saved_at timestamptz not null,
  primary key (account_id, stage_id)
);
create index stage_drafts_of_a_stage on stage_drafts (stage_id);

create table stage_draft_revisions (
  account_id integer not null,
  stage_id integer not null,
  revision integer not null,
  data jsonb not null,
  saved_at timestamptz not null,
  primary key (account_id, stage_id, revision),
  foreign key (account_id, stage_id) references stage_drafts (account_id, stage_id) on delete cascade
);

create sequence receipt_numbers;
create table hand_ins (
  id integer generated always as identity primary key,
  account_id integer not null references accounts (id) on delete cascade,
  stage_id integer not null references stages (id) on delete cascade,
  revision integer not null,
  arrived_at timestamptz not null,
  by_system boolean not null default false,
  form_version integer not null default 0,
  receipt_number text not null unique,
  idempotency_key text,
  data jsonb not null,
  unique (account_id, stage_id, revision)
);
create index hand_ins_of_a_stage on hand_ins (stage_id);

create table stage_remarks (
  id integer generated always as identity primary key,
  account_id integer not null references accounts (id) on delete cascade,
  stage_id integer not null references stages (id) on delete cascade,
  hand_in_id integer references hand_ins (id) on delete cascade,
  field text not null default '',
  text text not null,
  created_by integer references accounts (id) on delete set null,
  created_at timestamptz not null,
  settled_at timestamptz
);
create index stage_remarks_open on stage_remarks (account_id, stage_id) where settled_at is null;

create table idempotency_keys (
  account_id integer not null references accounts (id) on delete cascade,
  key text not null,
  fingerprint text not null,
  answer jsonb,
  created_at timestamptz not null,
  primary key (account_id, key)
);
create index idempotency_keys_by_age on idempotency_keys (created_at);
