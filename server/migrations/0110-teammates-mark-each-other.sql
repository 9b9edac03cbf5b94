-- What teammates say of each other at a stage. Which of them has said what stands nowhere: a sheet is under a pseudonym made
-- anew for each pair, and all rows of a team are written together, so neither order nor transaction tells them apart.
create table team_evaluations (
  stage_id integer primary key references stages (id) on delete cascade,
  reminded_at timestamptz,
  -- The reports are made once; afterwards nothing changes.
  counted_at timestamptz,
  counted_by integer references accounts (id) on delete set null
);
create trigger season_inserted after insert on team_evaluations
  referencing new table as added for each statement execute function season_written_by_stage();
create trigger season_updated after update on team_evaluations
  referencing new table as added for each statement execute function season_written_by_stage();
create trigger season_deleted after delete on team_evaluations
  referencing old table as removed for each statement execute function season_written_by_stage();

create table team_marks (
  stage_id integer not null references stages (id) on delete cascade,
  -- Whom the sheets are about.
  account_id integer not null references accounts (id) on delete cascade,
  sheets jsonb not null default '{}',
  primary key (stage_id, account_id)
);
create index team_marks_of_an_account on team_marks (account_id);

-- How often somebody has saved, so that two devices do not overwrite each other. No time and nothing of the marks.
create table team_mark_raters (
  stage_id integer not null references stages (id) on delete cascade,
  account_id integer not null references accounts (id) on delete cascade,
  revision integer not null default 0,
  primary key (stage_id, account_id)
);
create index team_mark_raters_of_an_account on team_mark_raters (account_id);

-- What looks careless or arranged, counted for a whole team and without saying of whom.
create table team_mark_flags (
  stage_id integer not null references stages (id) on delete cascade,
  team_id integer not null references formed_teams (id) on delete cascade,
  straight integer not null,
  pairs integer not null,
  primary key (stage_id, team_id)
);

create table team_mark_reports (
  stage_id integer not null references stages (id) on delete cascade,
  account_id integer not null references accounts (id) on delete cascade,
  team_id integer references formed_teams (id) on delete set null,
  raters integer not null,
  -- Null where too few people have marked.
  report jsonb,
  team_mean double precision,
  score double precision,
  words text[] not null default '{}',
  primary key (stage_id, account_id)
);
create index team_mark_reports_of_an_account on team_mark_reports (account_id);
create index team_mark_reports_of_a_team on team_mark_reports (team_id) where team_id is not null;

-- Who watches a team at a live task, and what he has marked.
create table team_observers (
  id integer generated always as identity primary key,
  stage_id integer not null references stages (id) on delete cascade,
  team_id integer not null references formed_teams (id) on delete cascade,
  observer_id integer not null references accounts (id) on delete cascade,
  assigned_at timestamptz not null,
  draft jsonb,
  revision integer not null default 0,
  saved_at timestamptz,
  marks jsonb,
  words text not null default '',
  done_at timestamptz,
  unique (stage_id, team_id, observer_id),
  check ((done_at is null) = (marks is null))
);
create index team_observers_of_an_observer on team_observers (observer_id);
create index team_observers_of_a_team on team_observers (team_id);

-- What the observers of a team have agreed on when they met; what each of them had marked stays.
create table team_agreed (
  stage_id integer not null references stages (id) on delete cascade,
  team_id integer not null references formed_teams (id) on delete cascade,
  marks jsonb not null,
  revision integer not null default 1,
  agreed_by integer references accounts (id) on delete set null,
  agreed_at timestamptz not null,
  primary key (stage_id, team_id)
);

-- Whoever no longer observes at a stage loses the teams that he has not marked.
create function team_observer_left() returns trigger language plpgsql as $$
begin
  delete from team_observers where stage_id = old.stage_id and observer_id = old.account_id and done_at is null;
  return null;
end $$;
create trigger team_observer_left after delete on stage_staff
  for each row when (old.duty = 'judge') execute function team_observer_left();
