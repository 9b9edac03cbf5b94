-- A person has one active team of a competition, whatever stage it was formed at: the index decides, not the program. A member
-- bears the competition of his team, and a trigger writes it, so that nobody can state another one.
alter table formed_teams add unique (id, competition_code);
alter table formed_team_members add competition_code text;
alter table formed_team_members disable trigger user;
update formed_team_members m set competition_code = t.competition_code from formed_teams t where t.id = m.team_id;
-- Whoever is in two stays in the one that was admitted, otherwise in the one that he came into last.
update formed_team_members m set state = 'left', role = 'member'
from (
  select o.team_id, o.account_id, row_number() over (
    partition by o.account_id, o.competition_code
    order by coalesce(t.verdict = 'admitted', false) desc, o.since desc, o.team_id desc) as place
  from formed_team_members o join formed_teams t on t.id = o.team_id
  where o.state = 'active'
) as ranked
where ranked.place > 1 and ranked.team_id = m.team_id and ranked.account_id = m.account_id;
alter table formed_team_members enable trigger user;
alter table formed_team_members
  alter column competition_code set not null,
  add foreign key (team_id, competition_code) references formed_teams (id, competition_code)
    on update cascade on delete cascade;
drop index formed_team_members_one_team;
create unique index formed_team_members_one_team on formed_team_members (account_id, competition_code)
  where state = 'active';

create function team_member_has_competition() returns trigger language plpgsql as $$
begin
  select competition_code into new.competition_code from formed_teams where id = new.team_id;
  return new;
end $$;
create trigger has_competition before insert on formed_team_members
  for each row execute function team_member_has_competition();
