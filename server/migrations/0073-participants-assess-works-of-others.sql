-- A stage at which participants assess the works of another. It has a row once its pool has been filled.
create table peer_stages (
  stage_id integer primary key references stages (id) on delete cascade,
  -- There are works enough for people to begin.
  opened_at timestamptz,
  -- The marks no longer change, and the authors see them.
  published_at timestamptz
);
create trigger season_inserted after insert on peer_stages
  referencing new table as added for each statement execute function season_written_by_stage();
create trigger season_updated after update on peer_stages
  referencing new table as added for each statement execute function season_written_by_stage();
create trigger season_deleted after delete on peer_stages
  referencing old table as removed for each statement execute function season_written_by_stage();

-- Works that experts have marked: people are trained on some, and measured by the others.
create table peer_references (
  stage_id integer not null references stages (id) on delete cascade,
  work_id integer not null references works (id) on delete cascade,
  training boolean not null,
  rubric_id integer not null references rubrics (id),
  marks jsonb not null,
  -- Points of 100.
  total double precision not null,
  comment text not null,
  primary key (stage_id, work_id)
);
create index peer_references_of_a_work on peer_references (work_id);
create index peer_references_by_a_rubric on peer_references (rubric_id);

-- The works that people assess.
create table peer_pool (
  stage_id integer not null references stages (id) on delete cascade,
  work_id integer not null references works (id) on delete cascade,
  -- The hand-in that is assessed. Marks of an earlier one do not count.
  hand_in_id integer not null references hand_ins (id) on delete cascade,
  -- How many people have it or have marked it. Whoever changes this has locked the row.
  given integer not null default 0 check (given >= 0),
  -- Works that were given equally often stand in an order of chance.
  place double precision not null default random(),
  pooled_at timestamptz not null,
  -- Somebody has reported it: nobody is given it until an organiser decides.
  stopped_at timestamptz,
  plagiarism boolean not null default false,
  primary key (stage_id, work_id)
);
create index peer_pool_by_turn on peer_pool (stage_id, given, place) where stopped_at is null;
create index peer_pool_of_a_work on peer_pool (work_id);
create index peer_pool_of_a_hand_in on peer_pool (hand_in_id);

-- Who assesses, or has to.
create table peer_raters (
  id integer generated always as identity unique,
  stage_id integer not null references stages (id) on delete cascade,
  account_id integer not null references accounts (id) on delete cascade,
  -- A work of this person is in the pool: it is ranked only if the person assesses the works of others.
  author boolean not null default false,
  -- Works marked, without those of the training.
  done integer not null default 0,
  finished_at timestamptz,
  -- There was no work left for this person, who need not wait for one.
  short_since timestamptz,
  -- Works that the person was asked to assess beyond the others, as a reserve.
  extra integer not null default 0,
  -- Set by an organiser; otherwise it follows from the marks.
  weight double precision check (weight between 0.5 and 1.5),
  excluded_because text,
  -- Per cent of the time at which the person was reminded last.
  reminded integer not null default 0,
  due_at timestamptz,
  primary key (stage_id, account_id)
);
create index peer_raters_of_a_person on peer_raters (account_id);
create index peer_raters_due on peer_raters (due_at) where due_at is not null;
create trigger person_written after insert or delete on peer_raters
  for each row execute function person_written();
create trigger person_rewritten after update on peer_raters
  for each row when (old.* is distinct from new.*) execute function person_written();

-- One person assesses one work.
create table peer_tasks (
  id integer generated always as identity primary key,
  stage_id integer not null references stages (id) on delete cascade,
  work_id integer not null references works (id) on delete cascade,
  rater_id integer not null references accounts (id) on delete cascade,
  hand_in_id integer not null references hand_ins (id) on delete cascade,
  kind text not null check (kind in ('training', 'reference', 'pool')),
  -- The place in the person's row, from 1; works of the training have a row of their own.
  place integer not null,
  given_at timestamptz not null,
  -- The work is no longer this person's: time is up, it was reported, or the author was recognised.
  returned_at timestamptz,
  returned_because text check (returned_because in ('time', 'stopped', 'changed', 'author')),
  draft jsonb,
  revision integer not null default 0,
  saved_at timestamptz,
  rubric_id integer references rubrics (id),
  marks jsonb,
  comment text not null default '',
  -- Points of 100.
  total double precision,
  done_at timestamptz,
  -- Milliseconds that the work was in front of the person.
  spent integer not null default 0,
  unique (stage_id, rater_id, work_id),
  check ((done_at is null) = (total is null) and (done_at is null) = (marks is null)),
  check (done_at is null or rubric_id is not null),
  check ((returned_at is null) = (returned_because is null))
);
-- A person has one work at a time, however many pages are open.
create unique index peer_tasks_open on peer_tasks (stage_id, rater_id) where done_at is null and returned_at is null;
create index peer_tasks_to_return on peer_tasks (stage_id, given_at) where done_at is null and returned_at is null;
create index peer_tasks_of_a_rater on peer_tasks (rater_id);
create index peer_tasks_of_a_work on peer_tasks (work_id, stage_id);
create index peer_tasks_of_a_hand_in on peer_tasks (hand_in_id);
create index peer_tasks_by_a_rubric on peer_tasks (rubric_id) where rubric_id is not null;

-- What people say of works that look taken from others.
create table peer_reports (
  task_id integer primary key references peer_tasks (id) on delete cascade,
  stage_id integer not null references stages (id) on delete cascade,
  work_id integer not null references works (id) on delete cascade,
  text text not null,
  reported_at timestamptz not null,
  decided_at timestamptz
);
create index peer_reports_of_a_work on peer_reports (stage_id, work_id);
create index peer_reports_by_work on peer_reports (work_id);
