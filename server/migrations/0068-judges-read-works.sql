-- How the works of a stage are judged. A stage without a row is not judged.
create table judgings (
  stage_id integer primary key references stages (id) on delete cascade,
  -- `setup`: judges see nothing yet. `closed`: marks no longer change.
  state text not null default 'setup' check (state in ('setup', 'reading', 'closed')),
  -- How many judges read each work.
  readers integer not null default 3 check (readers between 1 and 9),
  blind boolean not null default true,
  -- Points of 100 between the highest and the lowest total from which one more judge reads the work; null: never.
  gap integer check (gap between 1 and 100),
  method text not null default 'mean' check (method in ('mean', 'trimmed', 'normalised')),
  -- At most so many works for one judge.
  load_cap integer not null default 60 check (load_cap between 1 and 1000),
  other_region text not null default 'wish' check (other_region in ('no', 'wish', 'rule')),
  -- Until when judges are asked to read; shown to them, and nothing ends by itself.
  read_until timestamptz
);

-- Marks keep the version of the rubric by which they were given.
create table rubrics (
  id integer generated always as identity primary key,
  stage_id integer not null references stages (id) on delete cascade,
  version integer not null,
  criteria jsonb not null,
  created_at timestamptz not null,
  created_by integer references accounts (id) on delete set null,
  unique (stage_id, version)
);

-- One judge reads one work.
create table readings (
  id integer generated always as identity primary key,
  work_id integer not null references works (id) on delete cascade,
  judge_id integer not null references accounts (id) on delete cascade,
  -- Named because the first judges differed.
  extra boolean not null default false,
  assigned_at timestamptz not null,
  assigned_by integer references accounts (id) on delete set null,
  -- What the judge has typed and not handed in.
  draft jsonb,
  revision integer not null default 0,
  saved_at timestamptz,
  -- The marks that count, the hand-in that they are of and the rubric by which they were given.
  hand_in_id integer references hand_ins (id) on delete cascade,
  rubric_id integer references rubrics (id),
  marks jsonb,
  comment text not null default '',
  note text not null default '',
  -- Points of 100.
  total double precision,
  done_at timestamptz,
  -- Why the judge does not read the work.
  abstained text,
  abstained_at timestamptz,
  -- Milliseconds that the page with the work was in front of the judge.
  spent integer not null default 0,
  unique (work_id, judge_id),
  check ((done_at is null) = (total is null) and (done_at is null) = (marks is null)),
  check (done_at is null or (hand_in_id is not null and rubric_id is not null)),
  check (done_at is null or abstained is null)
);
create index readings_of_a_judge on readings (judge_id, work_id);
create index readings_of_a_hand_in on readings (hand_in_id) where hand_in_id is not null;
create index readings_by_a_rubric on readings (rubric_id) where rubric_id is not null;

-- Whom a judge must not judge, beside what follows from the portal's own data.
create table judge_conflicts (
  stage_id integer not null references stages (id) on delete cascade,
  judge_id integer not null references accounts (id) on delete cascade,
  account_id integer not null references accounts (id) on delete cascade,
  reason text not null,
  declared_at timestamptz not null,
  declared_by integer references accounts (id) on delete set null,
  primary key (stage_id, judge_id, account_id)
);
create index judge_conflicts_of_a_judge on judge_conflicts (judge_id);
create index judge_conflicts_about_a_person on judge_conflicts (account_id);

-- What the portal cannot know of a judge otherwise: with whom a conflict is worked out.
alter table stage_staff
  add column region text,
  add column employer text not null default '';
