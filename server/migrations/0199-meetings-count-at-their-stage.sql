-- Whoever is invited to a meeting has begun the stage of meetings of the competition, and has passed it with as many meetings held
-- as it asks of everybody; the mentor's word about one counts more. What people have decided stays.
create function write_meeting_facts(person integer, competition text) returns void language sql as $$
  insert into stage_facts as f (account_id, stage_id, started_at, passed_at)
  select person, s.id, met.began_at, met.held[coalesce((s.settings ->> 'quota')::integer, 1)]
  from stages s
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
    and (known.started_at is null
      or known.passed_at is distinct from met.held[coalesce((s.settings ->> 'quota')::integer, 1)])
  order by s.id
  on conflict (account_id, stage_id) do update set
    started_at = coalesce(f.started_at, excluded.started_at), passed_at = excluded.passed_at
  where not exists (
    select from stage_decisions d
    where d.account_id = f.account_id and d.stage_id = f.stage_id and d.published_at is not null)
$$;

create function meeting_party_written() returns trigger language plpgsql as $$
begin
  perform write_meeting_facts(new.account_id, s.competition_code)
  from meetings m join stages s on s.id = m.stage_id where m.id = new.meeting_id;
  return null;
end $$;
create trigger meeting_counts after insert on meeting_parties
  for each row execute function meeting_party_written();
create trigger meeting_counts_again after update on meeting_parties
  for each row when ((new.came, new.held) is distinct from (old.came, old.held)) execute function meeting_party_written();

-- The organiser may ask for more meetings, or fewer, while people meet.
create function meetings_asked_changed() returns trigger language plpgsql as $$
begin
  perform write_meeting_facts(each.account_id, new.competition_code)
  from (
    select distinct p.account_id
    from meeting_parties p join meetings m on m.id = p.meeting_id join stages s on s.id = m.stage_id
    where s.competition_code = new.competition_code
    order by p.account_id
  ) as each;
  return null;
end $$;
create trigger meetings_asked_changed after update on stages
  for each row when (new.type = 'mentor_meetings' and new.settings ->> 'quota' is distinct from old.settings ->> 'quota')
  execute function meetings_asked_changed();
create trigger meetings_asked_from_now_on after insert on stages
  for each row when (new.type = 'mentor_meetings') execute function meetings_asked_changed();

do $$ begin
  perform write_meeting_facts(each.account_id, each.competition_code)
  from (
    select distinct p.account_id, s.competition_code
    from meeting_parties p join meetings m on m.id = p.meeting_id join stages s on s.id = m.stage_id
    order by 1, 2
  ) as each;
end $$;
