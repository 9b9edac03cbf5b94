-- How many people a mentor takes in one competition (null: as many as come), and what else people read before they choose.
alter table mentor_profiles
  add column capacity integer check (capacity between 0 and 1000),
  add column topics text[] not null default '{}',
  add column employer text not null default '',
  add column video text not null default '',
  add column assistant_email text not null default '';

create table mentor_absences (
  mentor_id integer not null references mentor_profiles (account_id) on delete cascade,
  begins date not null,
  ends date not null,
  check (ends >= begins),
  primary key (mentor_id, begins)
);

-- What becomes of a choice. `matched`: a published matching has given the person to the mentor, which holds a place of his
-- until he answers. `offered_at`: he may answer since then, `told_at`: the letter with the link was sent.
alter table mentor_choices
  add column wish smallint not null default 0 check (wish in (-1, 0, 1)),
  add column matched boolean not null default false,
  add column offered_at timestamptz,
  add column answer_until timestamptz,
  add column told_at timestamptz,
  add column answered_at timestamptz,
  add column answered_by text check (answered_by in ('mentor', 'letter', 'time', 'other', 'organiser')),
  add column refusal text check (refusal in ('no_time', 'other_topic', 'conflict', 'no_answer', 'other')),
  add column answer text not null default '';
create index mentor_choices_to_tell on mentor_choices (stage_id)
  where offered_at is not null and told_at is null and status = 'proposed';
create index mentor_choices_to_lapse on mentor_choices (answer_until) where status = 'proposed';

-- What the organiser has settled before a matching: these two, or these two never.
create table mentor_pins (
  stage_id integer not null references stages (id) on delete cascade,
  account_id integer not null references accounts (id) on delete cascade,
  mentor_id integer not null references accounts (id) on delete cascade,
  barred boolean not null,
  pinned_by integer references accounts (id) on delete set null,
  pinned_at timestamptz not null,
  primary key (stage_id, account_id, mentor_id)
);
create index mentor_pins_of_a_person on mentor_pins (account_id);
create index mentor_pins_of_a_mentor on mentor_pins (mentor_id);
create index mentor_pins_by on mentor_pins (pinned_by) where pinned_by is not null;

-- Plans that only organisers see: the one to publish, and another beside it.
create table mentor_plans (
  stage_id integer not null references stages (id) on delete cascade,
  variant text not null check (variant in ('plan', 'what_if')),
  rules jsonb not null,
  asked_at timestamptz,
  made_at timestamptz,
  failed boolean not null default false,
  -- Grows with every plan, so that what is published is what was read.
  version integer not null default 0,
  primary key (stage_id, variant)
);
create table mentor_matches (
  id integer generated always as identity primary key,
  stage_id integer not null,
  variant text not null,
  account_id integer not null references accounts (id) on delete cascade,
  -- Null: nobody was found, for this reason.
  mentor_id integer references accounts (id) on delete cascade,
  reason text,
  foreign key (stage_id, variant) references mentor_plans (stage_id, variant) on delete cascade,
  check ((mentor_id is null) = (reason is not null)),
  unique (stage_id, variant, account_id, mentor_id)
);
create index mentor_matches_of_a_person on mentor_matches (account_id);
create index mentor_matches_of_a_mentor on mentor_matches (mentor_id) where mentor_id is not null;

create table mentor_publications (
  id integer generated always as identity primary key,
  stage_id integer not null references stages (id) on delete cascade,
  published_at timestamptz not null,
  published_by integer references accounts (id) on delete set null,
  matched integer not null,
  unmatched integer not null
);
create index mentor_publications_of_a_stage on mentor_publications (stage_id);
create index mentor_publications_by on mentor_publications (published_by) where published_by is not null;
