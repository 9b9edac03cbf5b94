-- A team whose composition is to be checked waits on the desk like a work. Returned, it may be changed again until then.
alter table formed_teams add column returned_until timestamptz;
-- What the team reads about a member while it is returned.
alter table formed_team_members add column remark text not null default '';

-- Who has the team on the desk, and who wants to refuse it: another person looks first. Kept apart from the team, whose
-- changes its members are told of.
create table team_desks (
  team_id integer primary key references formed_teams (id) on delete cascade,
  held_by integer references accounts (id) on delete set null,
  held_until timestamptz,
  refused_by integer references accounts (id) on delete set null
);
create index team_desks_of_a_holder on team_desks (held_by) where held_by is not null;
create index team_desks_of_a_refuser on team_desks (refused_by) where refused_by is not null;

create table team_checks (
  id integer generated always as identity primary key,
  team_id integer not null references formed_teams (id) on delete cascade,
  checker_id integer references accounts (id) on delete set null,
  verdict text not null check (verdict in ('accept', 'return', 'refuse')),
  -- A refusal that waits for a second look is not final.
  final boolean not null,
  reason text not null,
  note text not null,
  decided_at timestamptz not null
);
create index team_checks_of_a_team on team_checks (team_id, id);
create index team_checks_of_a_checker on team_checks (checker_id) where checker_id is not null;

-- What a checker has typed about a team.
create table team_check_drafts (
  team_id integer not null references formed_teams (id) on delete cascade,
  checker_id integer not null references accounts (id) on delete cascade,
  revision integer not null,
  data jsonb not null,
  saved_at timestamptz not null,
  primary key (team_id, checker_id)
);
create index team_check_drafts_of_a_checker on team_check_drafts (checker_id);
