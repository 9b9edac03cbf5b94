-- A checker may be named for certain regions: then he sees the works of their people only. Empty: of all.
alter table stage_staff add column regions text[] not null default '{}';

-- Schools of the organiser that take a lesson, by the region of the participants who may choose them.
create table lesson_places (
  id integer generated always as identity primary key,
  stage_id integer not null references stages (id) on delete cascade,
  region text not null,
  school text not null,
  address text not null,
  -- The days on which the school is ready.
  dates date[] not null
);
create index lesson_places_of_a_stage on lesson_places (stage_id, region);

-- What a person has planned and reported at a stage of lessons, as it was handed in last.
create table lessons (
  -- The stage above the plan and the report.
  stage_id integer not null references stages (id) on delete cascade,
  account_id integer not null references accounts (id) on delete cascade,
  place_id integer references lesson_places (id) on delete set null,
  region text,
  school text not null,
  -- The name without what people write differently: lessons of one school are found by it.
  school_key text not null,
  address text not null,
  starts_at timestamptz not null,
  topic text not null,
  -- Of the report; null before there is one.
  held_on date,
  listeners integer,
  video text,
  primary key (stage_id, account_id)
);
create index lessons_of_a_person on lessons (account_id);
create index lessons_at_a_place on lessons (place_id) where place_id is not null;
create index lessons_at_a_school on lessons (stage_id, school_key);

-- Who says that he held a lesson together with whom, and what the other says.
create table lesson_authors (
  stage_id integer not null references stages (id) on delete cascade,
  account_id integer not null references accounts (id) on delete cascade,
  author_id integer not null references accounts (id) on delete cascade,
  answer text check (answer in ('confirmed', 'declined')),
  primary key (stage_id, account_id, author_id),
  check (account_id <> author_id)
);
create index lesson_authors_of_a_person on lesson_authors (account_id);
create index lesson_authors_named on lesson_authors (author_id);

-- The school has cancelled: what the person says, and what a coordinator makes of it.
create table lesson_cancellations (
  id integer generated always as identity primary key,
  stage_id integer not null references stages (id) on delete cascade,
  account_id integer not null references accounts (id) on delete cascade,
  reason text not null,
  asked_at timestamptz not null,
  decided_at timestamptz,
  decided_by integer references accounts (id) on delete set null,
  -- The new end for this person; null when the cancellation was not confirmed.
  closes_at timestamptz,
  answer text not null default ''
);
create index lesson_cancellations_of_a_person on lesson_cancellations (account_id);
create unique index lesson_cancellations_that_wait on lesson_cancellations (stage_id, account_id)
  where decided_at is null;

-- A picture of a report by what it looks like: pictures that look alike differ in a few bits.
create table lesson_photos (
  file_id text primary key references files (id) on delete cascade,
  account_id integer not null references accounts (id) on delete cascade,
  competition_code text not null references competitions (code) on delete cascade,
  look bit(64) not null
);
create index lesson_photos_of_a_person on lesson_photos (account_id);
create index lesson_photos_of_a_competition on lesson_photos (competition_code);

create table lesson_photo_pairs (
  file_id text not null references lesson_photos (file_id) on delete cascade,
  other_id text not null references lesson_photos (file_id) on delete cascade,
  distance integer not null,
  primary key (file_id, other_id),
  check (file_id < other_id)
);
create index lesson_photo_pairs_of_the_other on lesson_photo_pairs (other_id);

-- Stages with parts below them (0067), a lesson now among them.
create function has_parts(kind text) returns boolean language sql immutable as $$
  select kind in ('multiform', 'public_lesson')
$$;

create or replace function drafts_due_anew(changed integer[]) returns void language plpgsql as $$
declare
  all_changed integer[] := changed || array(
    select p.id from stages p join stages w on w.id = p.parent_id where has_parts(w.type) and w.id = any(changed));
begin
  update stage_drafts d set due_at = '-infinity'
  from stages s left join stages w on w.id = s.parent_id and has_parts(w.type)
  where s.id = d.stage_id and s.id = any(all_changed) and d.declined_at is null
    and (s.submit_draft_at_end or coalesce(w.submit_draft_at_end, false));
  update attempts set due_at = '-infinity' where stage_id = any(all_changed) and finished_at is null;
  insert into deadline_looks (stage_id) select id from stages where id = any(all_changed) on conflict do nothing;
  update deadline_looks set due_at = '-infinity' where stage_id = any(all_changed);
end $$;

create or replace function person_window_extended() returns trigger language plpgsql as $$
declare
  changed integer[] := array[new.stage_id] || array(
    select p.id from stages p join stages w on w.id = p.parent_id where has_parts(w.type) and w.id = new.stage_id);
  looked integer[] := array[new.stage_id] || array(
    select w.id from stages p join stages w on w.id = p.parent_id where has_parts(w.type) and p.id = new.stage_id);
begin
  update stage_drafts set due_at = '-infinity'
    where account_id = new.account_id and stage_id = any(changed) and due_at is not null;
  update attempts set due_at = '-infinity'
    where account_id = new.account_id and stage_id = any(changed) and finished_at is null;
  insert into deadline_looks (stage_id, account_id, due_at)
    select looks, new.account_id, '-infinity' from unnest(looked) as looks
    on conflict (stage_id, account_id) do update set due_at = '-infinity';
  return null;
end $$;
