-- Teams that people of some regions may join.
create table regional_groups (
  id integer generated always as identity primary key,
  competition_code text not null references competitions (code) on update cascade on delete cascade,
  code text not null,
  title text not null,
  unique (competition_code, code),
  unique (id, competition_code)
);

-- A region belongs to one group of a competition. The region is the kladr_code of a participation.
create table regional_group_regions (
  competition_code text not null,
  region text not null,
  group_id integer not null,
  primary key (competition_code, region),
  foreign key (group_id, competition_code) references regional_groups (id, competition_code)
    on update cascade on delete cascade
);
create index regional_group_regions_of_a_group on regional_group_regions (group_id);

create table regional_teams (
  id integer generated always as identity primary key,
  group_id integer not null,
  competition_code text not null,
  name text not null,
  capacity integer not null check (capacity between 1 and 50),
  foreign key (group_id, competition_code) references regional_groups (id, competition_code)
    on update cascade on delete cascade,
  unique (id, competition_code, capacity)
);
create index regional_teams_of_a_group on regional_teams (group_id, name);

-- Everyone sits on a numbered place, and no place has a number above the capacity: whatever the program does, a team is
-- never over it, and nobody is in two teams of a competition.
create table regional_team_members (
  competition_code text not null,
  account_id integer not null references accounts (id) on delete cascade,
  team_id integer not null,
  capacity integer not null,
  seat integer not null,
  joined_at timestamptz not null,
  primary key (competition_code, account_id),
  unique (team_id, seat),
  check (seat between 1 and capacity),
  foreign key (team_id, competition_code, capacity) references regional_teams (id, competition_code, capacity)
    on update cascade on delete cascade
);
create index regional_team_members_by_account on regional_team_members (account_id);

-- What a participant tells his team of himself; kept when he changes the team.
create table regional_team_profiles (
  competition_code text not null references competitions (code) on update cascade on delete cascade,
  account_id integer not null references accounts (id) on delete cascade,
  skills text not null,
  about text not null,
  saved_at timestamptz not null,
  primary key (competition_code, account_id)
);
create index regional_team_profiles_by_account on regional_team_profiles (account_id);

-- Marks live as long as both are in the team.
create table regional_team_assessments (
  competition_code text not null,
  author_id integer not null references accounts (id) on delete cascade,
  teammate_id integer not null references accounts (id) on delete cascade,
  mark integer not null check (mark between 1 and 5),
  comment text not null,
  assessed_at timestamptz not null,
  primary key (competition_code, author_id, teammate_id),
  check (author_id <> teammate_id),
  foreign key (competition_code, author_id) references regional_team_members (competition_code, account_id)
    on update cascade on delete cascade,
  foreign key (competition_code, teammate_id) references regional_team_members (competition_code, account_id)
    on update cascade on delete cascade
);
create index regional_team_assessments_by_author on regional_team_assessments (author_id);
create index regional_team_assessments_of_a_teammate on regional_team_assessments (teammate_id, competition_code);
