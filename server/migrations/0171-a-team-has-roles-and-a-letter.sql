-- What a member does in the team, where the stage asks for certain roles.
alter table formed_team_members add duty text not null default '';
-- The letter from the head, where the stage asks for one.
alter table formed_teams add letter_file text references files (id) on delete set null;
create index formed_teams_letter on formed_teams (letter_file) where letter_file is not null;
