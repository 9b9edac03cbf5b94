-- How many active members a team has, counted when it changes and not team by team whenever the list is read.
alter table formed_teams add taken integer not null default 0 check (taken >= 0);
alter table formed_teams disable trigger user;
update formed_teams t set taken = counted.people
from (select team_id, count(*)::int as people from formed_team_members where state = 'active' group by team_id) as counted
where counted.team_id = t.id;
alter table formed_teams enable trigger user;

create function team_members_counted() returns trigger language plpgsql as $$
declare
  change integer := coalesce((new.state = 'active')::integer, 0) - coalesce((old.state = 'active')::integer, 0);
begin
  if change <> 0 then
    update formed_teams set taken = taken + change where id = coalesce(new.team_id, old.team_id);
  end if;
  return null;
end $$;
create trigger members_counted after insert or update of state or delete on formed_team_members
  for each row execute function team_members_counted();

-- The list in its order: those with places by name, then the full ones by name.
create index formed_teams_listed on formed_teams (stage_id, name, id) include (taken)
  where dissolved_at is null and taken > 0;
