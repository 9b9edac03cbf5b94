-- Teams that people make themselves at a stage. Whether a team is complete or locked is worked out when it is read.
create table formed_teams (
  id integer generated always as identity primary key,
  stage_id integer not null references stages (id) on delete cascade,
  competition_code text not null references competitions (code) on update cascade on delete cascade,
  name text not null,
  -- The name as it is compared: names that look alike have one key.
  name_key text not null,
  about text not null default '',
  -- Whoever likes may ask to be taken.
  takes_requests boolean not null default true,
  -- The code itself is made anew from the serial and the portal's pepper; only its hash is kept.
  invite_serial integer not null default 0,
  invite_code_hash bytea,
  invite_expires_at timestamptz,
  invite_uses_left integer check (invite_uses_left >= 0),
  verdict text check (verdict in ('under_check', 'admitted', 'rejected')),
  verdict_at timestamptz,
  verdict_reason text not null default '',
  -- Members who have left the portal after the stage had closed: the team does not suffer from it.
  gone_after_close integer not null default 0,
  created_at timestamptz not null,
  dissolved_at timestamptz,
  unique (id, stage_id),
  check ((verdict is null) = (verdict_at is null)),
  check ((invite_code_hash is null) = (invite_expires_at is null) and (invite_code_hash is null) = (invite_uses_left is null))
);
create unique index formed_teams_name on formed_teams (competition_code, name_key) where dissolved_at is null;
create unique index formed_teams_invite_code on formed_teams (invite_code_hash);
create index formed_teams_of_a_stage on formed_teams (stage_id, name) where dissolved_at is null;

-- One row for a person and a team, whatever has happened between them. Of the active ones there is one for a person and
-- stage, and one captain for a team: whatever the program does, nobody is in two teams.
create table formed_team_members (
  team_id integer not null,
  stage_id integer not null,
  account_id integer not null references accounts (id) on delete cascade,
  role text not null default 'member' check (role in ('captain', 'member')),
  state text not null check (state in ('invited', 'requested', 'active', 'left', 'removed')),
  -- Since when the state holds.
  since timestamptz not null,
  primary key (team_id, account_id),
  foreign key (team_id, stage_id) references formed_teams (id, stage_id) on delete cascade,
  check (role = 'member' or state = 'active')
);
create unique index formed_team_members_one_team on formed_team_members (account_id, stage_id) where state = 'active';
create unique index formed_team_members_one_captain on formed_team_members (team_id) where role = 'captain';
create index formed_team_members_by_account on formed_team_members (account_id);

-- What a person tells of himself to those with whom he may be in a team; the same at every stage.
create table team_member_profiles (
  account_id integer primary key references accounts (id) on delete cascade,
  skills text not null,
  about text not null,
  contact text not null,
  saved_at timestamptz not null
);

-- Those who have said that they look for a team.
create table team_seekers (
  stage_id integer not null references stages (id) on delete cascade,
  account_id integer not null references accounts (id) on delete cascade,
  since timestamptz not null,
  primary key (stage_id, account_id)
);
create index team_seekers_by_account on team_seekers (account_id);
