-- What a mentor says of himself; who he is stands with his account.
create table mentor_profiles (
  account_id integer primary key references accounts (id) on delete cascade,
  position text not null default '',
  field text not null default '',
  region text not null default '',
  about text not null default '',
  published boolean not null default true
);

-- Who may be chosen at which stage.
create table stage_mentors (
  stage_id integer not null references stages (id) on delete cascade,
  mentor_id integer not null references mentor_profiles (account_id) on delete cascade,
  primary key (stage_id, mentor_id)
);
create index stage_mentors_of_a_mentor on stage_mentors (mentor_id);

-- Only what was handed in: a draft is the person's own and no mentor sees it.
create table mentor_choices (
  account_id integer not null references accounts (id) on delete cascade,
  stage_id integer not null references stages (id) on delete cascade,
  mentor_id integer not null references accounts (id) on delete cascade,
  rank smallint not null,
  reasons smallint[] not null default '{}',
  comment text not null default '',
  status text not null default 'proposed' check (status in ('proposed', 'accepted', 'declined', 'ended')),
  chosen_at timestamptz not null,
  primary key (account_id, stage_id, mentor_id),
  check (account_id <> mentor_id)
);
create index mentor_choices_of_a_mentor on mentor_choices (mentor_id, chosen_at desc);
create index mentor_choices_of_a_stage on mentor_choices (stage_id);

create table meetings (
  id integer generated always as identity primary key,
  stage_id integer not null references stages (id) on delete cascade,
  mentor_id integer not null references accounts (id) on delete cascade,
  -- 1 in person, 2 online.
  format smallint not null check (format in (1, 2)),
  starts_at timestamptz not null,
  place text not null default '',
  status text not null default 'new' check (status in ('new', 'accepted', 'cancelled', 'past', 'wait')),
  -- Grows with every change, so that an answer to what is no longer true is refused.
  revision integer not null default 1,
  created_at timestamptz not null
);
create index meetings_of_a_stage on meetings (stage_id, starts_at desc);
create index meetings_of_a_mentor on meetings (mentor_id);

create table meeting_parties (
  meeting_id integer not null references meetings (id) on delete cascade,
  account_id integer not null references accounts (id) on delete cascade,
  user_meeting_status text not null default 'pending'
    check (user_meeting_status in ('pending', 'accepted', 'rejected', 'changed')),
  reasons smallint[] not null default '{}',
  comment text not null default '',
  proposed_at timestamptz,
  answered_at timestamptz,
  primary key (meeting_id, account_id)
);
create index meeting_parties_of_a_person on meeting_parties (account_id);
