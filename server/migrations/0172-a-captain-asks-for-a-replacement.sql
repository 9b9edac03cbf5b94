-- After the lock a captain asks for another member in the place of one, or in a place that was left; an organiser decides.
create table team_replacements (
  id integer generated always as identity primary key,
  team_id integer not null references formed_teams (id) on delete cascade,
  stage_id integer not null references stages (id) on delete cascade,
  asked_by integer references accounts (id) on delete set null,
  -- Null: nobody goes, a place is free.
  leaving_id integer references accounts (id) on delete set null,
  coming_id integer not null references accounts (id) on delete cascade,
  reason text not null,
  asked_at timestamptz not null,
  state text not null default 'asked' check (state in ('asked', 'granted', 'declined', 'withdrawn')),
  -- What the organiser has said to it.
  answer text not null default '',
  decided_by integer references accounts (id) on delete set null,
  decided_at timestamptz,
  check (leaving_id <> coming_id),
  check ((state = 'asked') = (decided_at is null))
);
-- Of a team one at a time is under way.
create unique index team_replacements_one_open on team_replacements (team_id) where state = 'asked';
create index team_replacements_of_a_stage on team_replacements (stage_id, state, asked_at, id);
create index team_replacements_of_a_team on team_replacements (team_id);
create index team_replacements_asked_by on team_replacements (asked_by);
create index team_replacements_leaving on team_replacements (leaving_id);
create index team_replacements_coming on team_replacements (coming_id);
create index team_replacements_decided_by on team_replacements (decided_by);

create table team_replacement_files (
  replacement_id integer not null references team_replacements (id) on delete cascade,
  file_id text not null references files (id) on delete cascade,
  primary key (replacement_id, file_id)
);
create index team_replacement_files_of_a_file on team_replacement_files (file_id);
