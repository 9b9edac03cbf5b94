-- That somebody has answered, without a time. What was said is elsewhere.
create table feedback_given (
  account_id integer not null references accounts (id) on delete cascade,
  stage_id integer not null references stages (id) on delete cascade,
  round text not null check (round in ('before', 'after')),
  primary key (account_id, stage_id, round)
);

-- Those who do not want to be asked again.
create table feedback_refusals (
  account_id integer primary key references accounts (id) on delete cascade
);

-- Anonymous answers, many in a row and in random order, so that neither the row nor its transaction leads to one of them.
create table feedback_buckets (
  stage_id integer not null references stages (id) on delete cascade,
  round text not null check (round in ('before', 'after')),
  bucket integer not null,
  said jsonb not null,
  primary key (stage_id, round, bucket)
);

-- Answers under the person's name.
create table feedback_named (
  account_id integer not null references accounts (id) on delete cascade,
  stage_id integer not null references stages (id) on delete cascade,
  round text not null check (round in ('before', 'after')),
  opinion jsonb not null,
  groups jsonb not null,
  given_at timestamptz not null,
  primary key (account_id, stage_id, round)
);

-- The status of the stage follows from these (0030).
create trigger person_written after insert or delete on feedback_given
  for each row execute function person_written();
create trigger person_written after insert or delete on feedback_refusals
  for each row execute function person_written();
