-- A sample of the hashes of each work's word shingles. Works that are compared with each other share the space of hashes.
create table work_shingles (
  hash bigint not null,
  work_id integer not null references works (id) on delete cascade,
  primary key (hash, work_id)
);
create index work_shingles_of_a_work on work_shingles (work_id);

-- The hand-in of a work that was compared last.
create table compared_works (
  work_id integer primary key references works (id) on delete cascade,
  hand_in_id integer not null references hand_ins (id) on delete cascade,
  compared_at timestamptz not null
);
create index compared_works_of_a_hand_in on compared_works (hand_in_id);

-- Works with passages in common. It only flags them: nothing is decided by it.
create table similar_works (
  id integer generated always as identity primary key,
  first_id integer not null references works (id) on delete cascade,
  second_id integer not null references works (id) on delete cascade,
  -- Of the shingles of the shorter work, how many stand in the other.
  percent integer not null check (percent between 1 and 100),
  found_at timestamptz not null,
  check (first_id < second_id),
  unique (first_id, second_id)
);
create index similar_works_second on similar_works (second_id);
