-- A booking says how far its person has come at the stage: held, waiting and offered begin it, a confirmed one hands it in, and
-- what the stage asks for, the booking or the attendance, passes it. So funnels, filters and reports count an event like any
-- other stage. What people have decided stays.
create function write_booking_facts(stage integer, person integer) returns void language sql as $$
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
  where not exists (
    select from stage_decisions d
    where d.account_id = f.account_id and d.stage_id = f.stage_id and d.published_at is not null)
$$;

create function booking_written() returns trigger language plpgsql as $$
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
  where f.account_id = old.account_id and f.stage_id = stage and not exists (
    select from stage_decisions d
    where d.account_id = f.account_id and d.stage_id = f.stage_id and d.published_at is not null);
  return null;
end $$;
create trigger booking_written after insert or update of state, booked_at, marked_at on slot_bookings
  for each row execute function booking_written();
create trigger booking_removed after delete on slot_bookings
  for each row execute function booking_written();

-- An event that is called off passes nobody.
create function event_called_off() returns trigger language plpgsql as $$
begin
  perform write_booking_facts(new.stage_id, null);
  return null;
end $$;
create trigger event_called_off after update on offline_events
  for each row when (new.stage_id is not null and new.cancelled_at is distinct from old.cancelled_at)
  execute function event_called_off();

-- The organiser may ask for the booking or for the attendance while people have booked.
create function event_settings_changed() returns trigger language plpgsql as $$
begin
  perform write_booking_facts(new.id, null);
  return null;
end $$;
create trigger event_settings_changed after update on stages
  for each row when (new.type = 'event' and new.settings ->> 'success' is distinct from old.settings ->> 'success')
  execute function event_settings_changed();

select write_booking_facts(stage_id, null) from offline_events where stage_id is not null order by stage_id;
