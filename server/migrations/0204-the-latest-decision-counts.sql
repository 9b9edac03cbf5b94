-- Of what people have published about a person at a stage the latest holds; a work that was returned is decided about no more.
create function decision_stands(person integer, stage integer) returns boolean language sql stable as $$
  select coalesce((
    select d.outcome <> 'returned' from stage_decisions d
    where d.account_id = person and d.stage_id = stage and d.published_at is not null
    order by d.published_at desc, d.id desc limit 1), false)
$$;

create or replace function write_team_facts(team integer, person integer) returns void language sql as $$
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
    and not decision_stands(f.account_id, f.stage_id)
$$;

create or replace function team_member_counts() returns trigger language plpgsql as $$
begin
  if new.state = 'active' then
    perform write_team_facts(new.team_id, new.account_id);
  elsif tg_op = 'UPDATE' then
    update stage_facts f set started_at = null, submitted_at = null, passed_at = null, failed_at = null
    where f.account_id = new.account_id and f.stage_id = new.stage_id
      and exists (select from stages s where s.id = f.stage_id and s.type = 'teams_forming')
      and not decision_stands(f.account_id, f.stage_id)
      and not exists (
        select from formed_team_members m
        where m.account_id = new.account_id and m.stage_id = new.stage_id and m.state = 'active');
  end if;
  update locked_teams set look_at = '-infinity' where team_id = new.team_id;
  return null;
end $$;

create or replace function write_booking_facts(stage integer, person integer) returns void language sql as $$
  insert into stage_facts as f (account_id, stage_id, started_at, submitted_at, passed_at, failed_at)
  select b.account_id, e.stage_id, b.booked_at,
    case when b.state in ('confirmed', 'attended', 'no_show') then b.booked_at end,
    case when e.cancelled_at is null and (
      b.state = 'attended'
      or (b.state in ('confirmed', 'no_show') and coalesce(s.settings ->> 'success', 'booking') = 'booking'))
      then coalesce(case when b.state = 'attended' then b.marked_at end, b.booked_at) end,
    case when e.cancelled_at is null and b.state = 'no_show' and s.settings ->> 'success' = 'attendance'
      then coalesce(b.marked_at, b.booked_at) end
  from slot_bookings b
  join offline_events e on e.id = b.event_id
  join stages s on s.id = e.stage_id
  where e.stage_id = stage and (person is null or b.account_id = person)
  order by b.account_id
  on conflict (account_id, stage_id) do update set
    started_at = coalesce(f.started_at, excluded.started_at), submitted_at = excluded.submitted_at,
    passed_at = excluded.passed_at, failed_at = excluded.failed_at
  where not decision_stands(f.account_id, f.stage_id)
$$;

create or replace function booking_written() returns trigger language plpgsql as $$
declare
  stage integer := (
    select stage_id from offline_events where id = case when tg_op = 'DELETE' then old.event_id else new.event_id end);
begin
  if stage is null then
    return null;
  end if;
  if tg_op <> 'DELETE' then
    perform write_booking_facts(stage, new.account_id);
    return null;
  end if;
  update stage_facts f set submitted_at = null, passed_at = null, failed_at = null
  where f.account_id = old.account_id and f.stage_id = stage and not decision_stands(f.account_id, f.stage_id);
  return null;
end $$;

-- Meetings count at a stage that people of the person's track see.
create or replace function write_meeting_facts(person integer, competition text) returns void language sql as $$
  insert into stage_facts as f (account_id, stage_id, started_at, passed_at)
  select person, s.id, met.began_at, met.held[coalesce((s.settings ->> 'quota')::integer, 1)]
  from stages s
  join participations i on i.account_id = person and i.competition_code = competition
  cross join lateral (
    select min(m.created_at) as began_at,
      array_agg(coalesce(p.reported_at, p.marked_at) order by coalesce(p.reported_at, p.marked_at), m.id)
        filter (where coalesce(p.came, p.held, false)) as held
    from meeting_parties p
    join meetings m on m.id = p.meeting_id
    join stages o on o.id = m.stage_id and o.competition_code = competition
    where p.account_id = person
  ) as met
  left join stage_facts known on known.account_id = person and known.stage_id = s.id
  where s.competition_code = competition and s.type = 'mentor_meetings' and met.began_at is not null
    and s.published and (cardinality(s.tracks) = 0 or i.track_code = any(s.tracks))
    and (known.started_at is null
      or known.passed_at is distinct from met.held[coalesce((s.settings ->> 'quota')::integer, 1)])
  order by s.id
  on conflict (account_id, stage_id) do update set
    started_at = coalesce(f.started_at, excluded.started_at), passed_at = excluded.passed_at
  where not decision_stands(f.account_id, f.stage_id)
$$;

-- Two mentors may report on two meetings of one person at once, and neither sees what the other has not committed. So meetings
-- of a competition are counted one after the other, when everything else of the transaction is done.
create function count_meetings(person integer, competition text) returns void language plpgsql as $$
begin
  if not exists (select from meeting_parties p where p.account_id = person) then
    return;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('meetings of ' || competition, 0));
  perform write_meeting_facts(person, competition);
end $$;

drop trigger meeting_counts on meeting_parties;
drop trigger meeting_counts_again on meeting_parties;
create or replace function meeting_party_written() returns trigger language plpgsql as $$
begin
  perform count_meetings(new.account_id, s.competition_code)
  from meetings m join stages s on s.id = m.stage_id where m.id = new.meeting_id;
  return null;
end $$;
create constraint trigger meeting_counts after insert on meeting_parties deferrable initially deferred
  for each row execute function meeting_party_written();
-- Another account: two of one person have been merged.
create constraint trigger meeting_counts_again after update on meeting_parties deferrable initially deferred
  for each row when ((new.came, new.held, new.account_id) is distinct from (old.came, old.held, old.account_id))
  execute function meeting_party_written();

create function track_of_meetings_changed() returns trigger language plpgsql as $$
begin
  perform count_meetings(new.account_id, new.competition_code);
  return null;
end $$;
create constraint trigger track_of_meetings_changed after update on participations deferrable initially deferred
  for each row when (new.track_code is distinct from old.track_code) execute function track_of_meetings_changed();

create or replace function meetings_asked_changed() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('meetings of ' || new.competition_code, 0));
  perform write_meeting_facts(each.account_id, new.competition_code)
  from (
    select distinct p.account_id
    from meeting_parties p join meetings m on m.id = p.meeting_id join stages s on s.id = m.stage_id
    where s.competition_code = new.competition_code
    order by p.account_id
  ) as each;
  return null;
end $$;
drop trigger meetings_asked_changed on stages;
create constraint trigger meetings_asked_changed after update on stages deferrable initially deferred
  for each row when (new.type = 'mentor_meetings'
    and (new.settings ->> 'quota', new.published, new.tracks)
      is distinct from (old.settings ->> 'quota', old.published, old.tracks))
  execute function meetings_asked_changed();
drop trigger meetings_asked_from_now_on on stages;
create constraint trigger meetings_asked_from_now_on after insert on stages deferrable initially deferred
  for each row when (new.type = 'mentor_meetings') execute function meetings_asked_changed();

-- What is returned follows from the team, the booking and the meetings again. Whoever decides writes the facts after the decision.
create function decision_no_longer_stands() returns trigger language plpgsql as $$
declare
  of record;
begin
  select s.type, s.competition_code into of from stages s where s.id = new.stage_id;
  if of.type = 'teams_forming' then
    perform write_team_facts(m.team_id, new.account_id)
    from formed_team_members m
    where m.account_id = new.account_id and m.stage_id = new.stage_id and m.state = 'active';
  elsif of.type = 'event' then
    perform write_booking_facts(new.stage_id, new.account_id);
  elsif of.type = 'mentor_meetings' then
    perform count_meetings(new.account_id, of.competition_code);
  end if;
  return null;
end $$;
create constraint trigger decision_returned after insert on stage_decisions deferrable initially deferred
  for each row when (new.published_at is not null and new.outcome = 'returned')
  execute function decision_no_longer_stands();
create constraint trigger decision_returned_later after update on stage_decisions deferrable initially deferred
  for each row when (new.published_at is distinct from old.published_at and new.outcome = 'returned')
  execute function decision_no_longer_stands();

do $$ begin
  perform write_team_facts(m.team_id, m.account_id)
  from formed_team_members m
  where m.state = 'active' and exists (
    select from stage_decisions d
    where d.account_id = m.account_id and d.stage_id = m.stage_id and d.published_at is not null and d.outcome = 'returned');
end $$;
