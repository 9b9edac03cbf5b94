-- When a teammate last reminded the person of what the team still misses.
alter table formed_team_members add column reminded_at timestamptz;
