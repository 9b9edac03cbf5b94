-- What a team has at a stage at which it writes one work: the text itself is in the team's draft.
create table team_solutions (
  stage_id integer not null references stages (id) on delete cascade,
  team_id integer not null references formed_teams (id) on delete cascade,
  -- The code of the task that was drawn for the team; null where there is one task for all.
  task text,
  -- Who hands in when the captain does not; null: the member who has been in the team longest.
  deputy_id integer references accounts (id) on delete set null,
  -- Until then this team may work, however long the stage is open for others.
  closes_at timestamptz,
  closes_reason text not null default '',
  granted_by integer references accounts (id) on delete set null,
  primary key (stage_id, team_id)
);
create index team_solutions_of_a_team on team_solutions (team_id);
create index team_solutions_of_a_deputy on team_solutions (deputy_id) where deputy_id is not null;
create index team_solutions_granted_by on team_solutions (granted_by) where granted_by is not null;

-- The status of the stage follows from it, for every member (0030).
create function team_solution_written() returns trigger language plpgsql as $$
begin
  insert into person_changes (account_id)
    select account_id from formed_team_members where team_id in (new.team_id, old.team_id) and state = 'active';
  return null;
end $$;
create trigger person_written after insert or update or delete on team_solutions
  for each row execute function team_solution_written();

-- More time for a team: its draft is looked at anew.
create function team_window_extended() returns trigger language plpgsql as $$
begin
  update stage_drafts set due_at = '-infinity'
    where team_id = new.team_id and stage_id = new.stage_id and due_at is not null;
  insert into deadline_looks (stage_id, account_id, due_at)
    select new.stage_id, account_id, '-infinity' from formed_team_members
    where team_id = new.team_id and state = 'active'
    on conflict (stage_id, account_id) do update set due_at = '-infinity';
  return null;
end $$;
create trigger team_window_extended after insert on team_solutions for each row
  when (new.closes_at is not null) execute function team_window_extended();
create trigger team_window_changed after update on team_solutions for each row
  when (new.closes_at is distinct from old.closes_at) execute function team_window_extended();

-- A section is written by one person at a time. `holder` names his page: of two pages of one person one writes.
create table solution_sections (
  stage_id integer not null references stages (id) on delete cascade,
  team_id integer not null references formed_teams (id) on delete cascade,
  section text not null,
  revision integer not null default 0,
  saved_at timestamptz,
  saved_by integer references accounts (id) on delete set null,
  holder_id integer references accounts (id) on delete set null,
  holder text,
  -- The holder was heard of lately; afterwards others may take the section.
  held_until timestamptz,
  -- The version that grows while the holder writes.
  version_id integer,
  primary key (stage_id, team_id, section)
);
create index solution_sections_of_a_team on solution_sections (team_id);
create index solution_sections_saved_by on solution_sections (saved_by) where saved_by is not null;
create index solution_sections_held on solution_sections (holder_id) where holder_id is not null;

-- What one person has made of one section in one go. `after` of the last one is the text of the draft.
create table solution_versions (
  id integer generated always as identity primary key,
  stage_id integer not null references stages (id) on delete cascade,
  team_id integer not null references formed_teams (id) on delete cascade,
  section text not null,
  account_id integer references accounts (id) on delete set null,
  begun_at timestamptz not null,
  saved_at timestamptz not null,
  before text not null,
  after text not null
);
create index solution_versions_in_turn on solution_versions (stage_id, team_id, id desc);
create index solution_versions_of_a_team on solution_versions (team_id);
create index solution_versions_of_a_person on solution_versions (account_id) where account_id is not null;

-- Which revision of the draft a member agrees to. Any later change asks again.
create table solution_agreements (
  stage_id integer not null references stages (id) on delete cascade,
  team_id integer not null references formed_teams (id) on delete cascade,
  account_id integer not null references accounts (id) on delete cascade,
  revision integer not null,
  at timestamptz not null,
  primary key (stage_id, team_id, account_id)
);
create index solution_agreements_of_a_team on solution_agreements (team_id);
create index solution_agreements_of_a_person on solution_agreements (account_id);

create table solution_presence (
  stage_id integer not null references stages (id) on delete cascade,
  team_id integer not null references formed_teams (id) on delete cascade,
  account_id integer not null references accounts (id) on delete cascade,
  seen_at timestamptz not null,
  primary key (stage_id, team_id, account_id)
);
create index solution_presence_of_a_team on solution_presence (team_id);
create index solution_presence_of_a_person on solution_presence (account_id);

create table solution_comments (
  id integer generated always as identity primary key,
  stage_id integer not null references stages (id) on delete cascade,
  team_id integer not null references formed_teams (id) on delete cascade,
  account_id integer references accounts (id) on delete set null,
  text text not null,
  at timestamptz not null
);
create index solution_comments_in_turn on solution_comments (stage_id, team_id, id desc);
create index solution_comments_of_a_team on solution_comments (team_id);
create index solution_comments_of_a_person on solution_comments (account_id) where account_id is not null;

-- Files on their way: the one that was begun before the stage closed is waited for.
create table solution_uploads (
  id integer generated always as identity primary key,
  stage_id integer not null references stages (id) on delete cascade,
  team_id integer not null references formed_teams (id) on delete cascade,
  account_id integer not null references accounts (id) on delete cascade,
  began_at timestamptz not null,
  ended_at timestamptz
);
create index solution_uploads_of_a_work on solution_uploads (stage_id, team_id, began_at);
create index solution_uploads_of_a_team on solution_uploads (team_id);
create index solution_uploads_of_a_person on solution_uploads (account_id);
