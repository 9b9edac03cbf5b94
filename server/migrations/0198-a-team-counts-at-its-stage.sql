-- How a team stands for counting. What its people lack is worked out by the program, so a job looks at a locked team and keeps
-- when it was complete; the rest follows from the word of the check. Kept apart from the team, whose changes its members are
-- told of.
create table locked_teams (
  team_id integer primary key references formed_teams (id) on delete cascade,
  -- When the last of its people could change it no more; null: one still can.
  locked_at timestamptz,
  -- The same, if it then has all that the stage asks for.
  complete_at timestamptz,
  -- When the job looks again, 'infinity' when nothing more is expected; what the team itself does makes it look at once.
  look_at timestamptz not null
);
create index locked_teams_to_look_at on locked_teams (look_at);
-- Gates ask whether a team is admitted. That the job looks again changes nothing.
create trigger person_written after insert on locked_teams
  for each row when (new.locked_at is not null) execute function team_solution_written();
create trigger person_removed after delete on locked_teams
  for each row when (old.locked_at is not null) execute function team_solution_written();
create trigger person_rewritten after update on locked_teams
  for each row when ((new.locked_at, new.complete_at) is distinct from (old.locked_at, old.complete_at))
  execute function team_solution_written();
-- What people have decided is stronger than what follows from a team.
create trigger person_written after insert on stage_decisions
  for each row when (new.published_at is not null) execute function person_written();
create trigger person_rewritten after update on stage_decisions
  for each row when (new.published_at is distinct from old.published_at) execute function person_written();
create trigger person_removed after delete on stage_decisions
  for each row when (old.published_at is not null) execute function person_written();

create view team_standings as
  select t.id as team_id, t.stage_id, lost.at as lost_at,
    coalesce(l.complete_at, t.verdict_at) as handed_in_at,
    case when lost.at is not null then null
      when t.verdict = 'admitted' then t.verdict_at
      when t.verdict is distinct from 'rejected' and s.settings ->> 'check' = 'auto' then l.complete_at end as admitted_at,
    case when t.verdict = 'rejected' then t.verdict_at else lost.at end as refused_at
  from formed_teams t
  join stages s on s.id = t.stage_id
  left join locked_teams l on l.team_id = t.id
  left join lateral (
    select min(p.disqualified_at) as at
    from formed_team_members m
    join participations p on p.account_id = m.account_id and p.competition_code = t.competition_code
    where s.settings ->> 'on_disqualification' = 'loses'
      and m.team_id = t.id and m.state = 'active' and p.disqualified_at > s.closes_at
  ) as lost on true
  where t.dissolved_at is null;

-- Writes the facts of the team's people; of one of them where `person` is not null. What people have decided stays.
create function write_team_facts(team integer, person integer) returns void language sql as $$
  insert into stage_facts as f (account_id, stage_id, started_at, submitted_at, passed_at, failed_at)
  select m.account_id, w.stage_id, m.since, w.handed_in_at, w.admitted_at, w.refused_at
  from team_standings w
  join stages s on s.id = w.stage_id and s.type = 'teams_forming'
  join formed_team_members m on m.team_id = w.team_id and m.state = 'active'
  where w.team_id = team and (person is null or m.account_id = person)
  order by m.account_id
  on conflict (account_id, stage_id) do update set
    started_at = coalesce(f.started_at, excluded.started_at), submitted_at = excluded.submitted_at,
    passed_at = excluded.passed_at, failed_at = excluded.failed_at
  where (f.started_at is null or (f.submitted_at, f.passed_at, f.failed_at)
      is distinct from (excluded.submitted_at, excluded.passed_at, excluded.failed_at))
    and not exists (
      select from stage_decisions d
      where d.account_id = f.account_id and d.stage_id = f.stage_id and d.published_at is not null)
$$;

-- Whoever comes has begun; whoever goes has not.
create function team_member_counts() returns trigger language plpgsql as $$
begin
  if new.state = 'active' then
    perform write_team_facts(new.team_id, new.account_id);
  elsif tg_op = 'UPDATE' then
    update stage_facts f set started_at = null, submitted_at = null, passed_at = null, failed_at = null
    where f.account_id = new.account_id and f.stage_id = new.stage_id
      and exists (select from stages s where s.id = f.stage_id and s.type = 'teams_forming')
      and not exists (
        select from stage_decisions d
        where d.account_id = f.account_id and d.stage_id = f.stage_id and d.published_at is not null)
      and not exists (
        select from formed_team_members m
        where m.account_id = new.account_id and m.stage_id = new.stage_id and m.state = 'active');
  end if;
  update locked_teams set look_at = '-infinity' where team_id = new.team_id;
  return null;
end $$;
create trigger counted_at_its_stage after insert on formed_team_members
  for each row when (new.state = 'active') execute function team_member_counts();
create trigger counted_again after update on formed_team_members
  for each row when ((new.state = 'active') <> (old.state = 'active') or new.duty <> old.duty)
  execute function team_member_counts();

create function team_counts() returns trigger language plpgsql as $$
begin
  if (new.verdict, new.verdict_at) is distinct from (old.verdict, old.verdict_at) then
    perform write_team_facts(new.id, null);
  end if;
  update locked_teams set look_at = '-infinity' where team_id = new.id;
  return null;
end $$;
create trigger counted_again after update on formed_teams
  for each row when ((new.verdict, new.verdict_at, new.letter_file, new.gone_after_close, new.returned_until)
    is distinct from (old.verdict, old.verdict_at, old.letter_file, old.gone_after_close, old.returned_until))
  execute function team_counts();

-- What the stage asks has changed, or when it closes: all its teams are looked at again.
create function look_at_teams_of_stage(stage integer) returns void language sql as $$
  update locked_teams l set look_at = '-infinity' from formed_teams t where t.id = l.team_id and t.stage_id = stage
$$;
create function stage_of_teams_changed() returns trigger language plpgsql as $$
begin
  perform look_at_teams_of_stage(new.id);
  return null;
end $$;
create trigger stage_of_teams_changed after update on stages
  for each row when (new.type = 'teams_forming'
    and (new.settings, new.closes_at, new.track_windows, new.clock)
      is distinct from (old.settings, old.closes_at, old.track_windows, old.clock))
  execute function stage_of_teams_changed();

-- More time for one person is his team's; an incident or a group's extension may be anybody's: the job finds out whose.
create function end_of_person_moved() returns trigger language plpgsql as $$
begin
  update locked_teams l set look_at = '-infinity'
  from formed_team_members m
  where m.team_id = l.team_id and m.state = 'active'
    and m.account_id = coalesce(new.account_id, old.account_id) and m.stage_id = coalesce(new.stage_id, old.stage_id);
  return null;
end $$;
create function end_of_stage_moved() returns trigger language plpgsql as $$
begin
  perform look_at_teams_of_stage(coalesce(new.stage_id, old.stage_id));
  return null;
end $$;
create trigger end_of_stage_moved after insert or update on stage_extensions
  for each row when (new.account_id is null) execute function end_of_stage_moved();
create trigger end_of_stage_moved_back after delete on stage_extensions
  for each row when (old.account_id is null) execute function end_of_stage_moved();
create trigger end_of_person_moved after insert or update on stage_extensions
  for each row when (new.account_id is not null) execute function end_of_person_moved();
create trigger end_of_person_moved_back after delete on stage_extensions
  for each row when (old.account_id is not null) execute function end_of_person_moved();
create trigger end_of_stage_moved after insert or update or delete on stage_incidents
  for each row execute function end_of_stage_moved();

-- The season is not over, or is over earlier.
create function season_of_teams_moved() returns trigger language plpgsql as $$
begin
  update locked_teams l set look_at = '-infinity'
  from formed_teams t where t.id = l.team_id and t.competition_code = new.code;
  return null;
end $$;
create trigger season_of_teams_moved after update on competitions
  for each row when (new.ends_at is distinct from old.ends_at) execute function season_of_teams_moved();

-- Where a member is disqualified the team may lose its result, and gets it back when he returns.
create function member_takes_part_or_not() returns trigger language plpgsql as $$
begin
  update locked_teams l set look_at = '-infinity'
  from formed_team_members m
  where m.team_id = l.team_id and m.account_id = new.account_id and m.competition_code = new.competition_code
    and m.state = 'active';
  return null;
end $$;
create trigger member_takes_part_or_not after update on participations
  for each row when (new.disqualified_at is distinct from old.disqualified_at)
  execute function member_takes_part_or_not();

-- Nobody is told: for the people of these teams nothing changes. The job looks at the locked ones.
alter table stage_facts disable trigger user;
insert into stage_facts as f (account_id, stage_id, started_at, submitted_at, passed_at, failed_at)
  select m.account_id, w.stage_id, m.since, w.handed_in_at, w.admitted_at, w.refused_at
  from team_standings w
  join stages s on s.id = w.stage_id and s.type = 'teams_forming'
  join formed_team_members m on m.team_id = w.team_id and m.state = 'active'
  on conflict (account_id, stage_id) do update set
    started_at = coalesce(f.started_at, excluded.started_at), submitted_at = excluded.submitted_at,
    passed_at = excluded.passed_at, failed_at = excluded.failed_at
  where not exists (
    select from stage_decisions d
    where d.account_id = f.account_id and d.stage_id = f.stage_id and d.published_at is not null);
alter table stage_facts enable trigger user;
