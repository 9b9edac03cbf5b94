-- A variant of a line at a stage: who would pass. Nothing of it is decided.
create table cutoffs (
  id integer generated always as identity primary key,
  stage_id integer not null references stages (id) on delete cascade,
  title text not null,
  rule jsonb not null,
  letters jsonb not null,
  -- Increased with every save: of two organisers the later one sees both.
  revision integer not null default 1,
  saved_by integer references accounts (id) on delete set null,
  saved_at timestamptz not null
);
create index cutoffs_of_a_stage on cutoffs (stage_id);
create index cutoffs_saved_by on cutoffs (saved_by) where saved_by is not null;

-- A variant as it was frozen. It changes no more; it is confirmed by somebody else and published by a job, or withdrawn before that.
create table protocols (
  id integer generated always as identity primary key,
  competition_code text not null references competitions (code) on update cascade on delete cascade,
  number integer not null,
  stage_id integer not null references stages (id) on delete cascade,
  title text not null,
  rule jsonb not null,
  letters jsonb not null,
  -- What participants read of a decision that differs from an earlier one.
  reason text not null,
  -- Of the rows as they were frozen, by server/cutoffs/hash-of-rows.ts.
  hash text not null,
  -- What was known at the freeze beside the rows: quotas and ties with their results.
  summary jsonb not null,
  frozen_by integer references accounts (id) on delete set null,
  frozen_at timestamptz not null,
  confirmed_by integer references accounts (id) on delete set null,
  confirmed_at timestamptz,
  publish_at timestamptz,
  published_at timestamptz,
  withdrawn_by integer references accounts (id) on delete set null,
  withdrawn_at timestamptz,
  withdrawn_why text not null default '',
  unique (competition_code, number),
  check ((confirmed_at is null) = (publish_at is null)),
  check (published_at is null or (confirmed_at is not null and withdrawn_at is null)),
  check (confirmed_by <> frozen_by)
);
-- At a stage one protocol at a time is on its way.
create unique index protocols_on_their_way on protocols (stage_id) where published_at is null and withdrawn_at is null;
create index protocols_to_publish on protocols (publish_at)
  where publish_at is not null and published_at is null and withdrawn_at is null;
create index protocols_of_a_stage on protocols (stage_id);
create index protocols_frozen_by on protocols (frozen_by) where frozen_by is not null;
create index protocols_confirmed_by on protocols (confirmed_by) where confirmed_by is not null;
create index protocols_withdrawn_by on protocols (withdrawn_by) where withdrawn_by is not null;

create table protocol_rows (
  protocol_id integer not null references protocols (id) on delete cascade,
  account_id integer not null references accounts (id) on delete cascade,
  outcome text not null check (outcome in ('passed', 'waiting', 'failed', 'none')),
  why text check (why in ('line', 'quota', 'tie', 'second')),
  place integer,
  waiting integer,
  score numeric,
  second numeric,
  -- The score of each stage, by its code.
  parts jsonb not null,
  track text,
  region text,
  district text,
  -- When the publication came to this person, and what it did: a decision that stands already is not told again.
  done_at timestamptz,
  done text check (done in ('told', 'same', 'disqualified')),
  primary key (protocol_id, account_id),
  check ((outcome = 'passed') = (why is not null) and (outcome = 'waiting') = (waiting is not null)),
  check ((done_at is null) = (done is null))
);
create index protocol_rows_of_a_person on protocol_rows (account_id);
create index protocol_rows_to_publish on protocol_rows (protocol_id, account_id) where done_at is null;
