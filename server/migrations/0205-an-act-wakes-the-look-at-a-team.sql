-- What a member does, and what is changed about him, may make a locked team complete. The act only notes the team: it waits for
-- no look that is under way, and the next one finds the note whatever the first has read.
create table woken_teams (
  id bigint generated always as identity primary key,
  team_id integer not null
);

create function member_acted() returns trigger language plpgsql as $$
begin
  insert into woken_teams (team_id)
  select m.team_id from formed_team_members m
  join stages s on s.id = m.stage_id
  join stages asked on asked.id = new.stage_id and asked.competition_code = s.competition_code
  where m.account_id = new.account_id and m.state = 'active'
    and jsonb_exists(coalesce(s.settings -> 'member_stages', '[]'), asked.code);
  return null;
end $$;
create trigger team_woken after insert on stage_facts
  for each row when (new.passed_at is not null) execute function member_acted();
create trigger team_woken_again after update on stage_facts
  for each row when (new.passed_at is distinct from old.passed_at) execute function member_acted();

create function member_changed() returns trigger language plpgsql as $$
begin
  insert into woken_teams (team_id)
  select m.team_id from formed_team_members m
  where m.account_id = new.account_id and m.competition_code = new.competition_code and m.state = 'active';
  return null;
end $$;
create trigger team_woken after insert on consents for each row execute function member_changed();
create trigger team_woken_again after update on consents
  for each row when (new.withdrawn_at is distinct from old.withdrawn_at) execute function member_changed();
-- The employer, where a stage asks for it.
create trigger team_woken after update on applications
  for each row when (new.data is distinct from old.data) execute function member_changed();

-- With his track a person has other dates, and his region counts where a team is to be of several.
drop trigger member_takes_part_or_not on participations;
drop function member_takes_part_or_not();
create trigger team_woken after update on participations
  for each row when ((new.region, new.track_code, new.withdrawn_at, new.disqualified_at)
    is distinct from (old.region, old.track_code, old.withdrawn_at, old.disqualified_at))
  execute function member_changed();

-- Two accounts of one person have been merged.
create function member_has_other_account() returns trigger language plpgsql as $$
begin
  insert into woken_teams (team_id) values (old.team_id);
  return null;
end $$;
create trigger team_woken after update on formed_team_members
  for each row when (new.account_id <> old.account_id) execute function member_has_other_account();
create trigger team_woken_by_deletion after delete on formed_team_members
  for each row when (old.state = 'active') execute function member_has_other_account();

-- Reopened, a stage must be passed again.
create function asked_stage_reopened() returns trigger language plpgsql as $$
begin
  insert into woken_teams (team_id)
  select l.team_id from stages asked
  join stages s on s.competition_code = asked.competition_code and s.type = 'teams_forming'
    and jsonb_exists(coalesce(s.settings -> 'member_stages', '[]'), asked.code)
  join formed_teams t on t.stage_id = s.id
  join locked_teams l on l.team_id = t.id
  where asked.id = new.stage_id;
  return null;
end $$;
create trigger team_woken after insert or update on stage_reopenings
  for each row execute function asked_stage_reopened();
