-- What a person has named at a stage, the first one mattering most.
create table track_choices (
  stage_id integer not null references stages (id) on delete cascade,
  account_id integer not null references accounts (id) on delete cascade,
  priority integer not null,
  track_code text not null,
  chosen_at timestamptz not null,
  primary key (stage_id, account_id, priority)
);
create index track_choices_of_a_person on track_choices (account_id);

-- A place in a track: the one that a person has, and another that is kept for him until somebody approves it. Both count.
create table track_places (
  stage_id integer not null references stages (id) on delete cascade,
  account_id integer not null references accounts (id) on delete cascade,
  track_code text,
  asked_code text,
  way text not null check (way in ('choice', 'default', 'allocation', 'organiser', 'team')),
  -- The captain who has chosen for a member of the team.
  chosen_by integer references accounts (id) on delete set null,
  since timestamptz not null,
  primary key (stage_id, account_id),
  check (track_code is not null or asked_code is not null)
);
create index track_places_of_a_person on track_places (account_id);
create index track_places_of_a_captain on track_places (chosen_by, stage_id) where chosen_by is not null;
create index track_places_in_a_track on track_places (stage_id, track_code);

create table track_allocations (
  stage_id integer primary key references stages (id) on delete cascade,
  published_at timestamptz not null,
  published_by integer references accounts (id) on delete set null
);

-- When to look again at somebody who was not given the usual track after the end.
create table track_looks (
  stage_id integer not null references stages (id) on delete cascade,
  account_id integer not null references accounts (id) on delete cascade,
  due_at timestamptz not null,
  primary key (stage_id, account_id)
);
create index track_looks_of_a_person on track_looks (account_id);

create trigger person_written after insert or update or delete on track_places
  for each row execute function person_written();

-- Who has a place in a track is in that track, whatever way the place came.
create function track_given() returns trigger language plpgsql as $$
begin
  update participations p set track_code = new.track_code
  from stages s
  where s.id = new.stage_id and p.competition_code = s.competition_code and p.account_id = new.account_id
    and p.track_code is distinct from new.track_code;
  return null;
end $$;
create trigger track_given after insert or update on track_places for each row
  when (new.track_code is not null) execute function track_given();

-- Whoever decides, a place that was kept becomes the person's own or is free again; with a captain's, those of the members.
create function track_decided() returns trigger language plpgsql as $$
declare
  waiting integer[] := array(
    select account_id from track_places
    where stage_id = new.stage_id and asked_code is not null
      and (account_id = new.account_id or chosen_by = new.account_id)
    order by account_id for update);
begin
  if cardinality(waiting) = 0 then
    return null;
  end if;
  if new.passed_at is not null then
    update track_places set track_code = asked_code, asked_code = null, since = new.passed_at
      where stage_id = new.stage_id and account_id = any(waiting);
  else
    delete from track_places where stage_id = new.stage_id and account_id = any(waiting) and track_code is null;
    update track_places set asked_code = null where stage_id = new.stage_id and account_id = any(waiting);
  end if;
  update stage_facts set passed_at = new.passed_at, failed_at = new.failed_at, reasons = new.reasons
    where stage_id = new.stage_id and account_id = any(waiting) and account_id <> new.account_id;
  return null;
end $$;
create trigger track_decided after insert on stage_facts for each row
  when (new.passed_at is not null or new.failed_at is not null) execute function track_decided();
create trigger track_decided_anew after update on stage_facts for each row
  when ((new.passed_at is not null and new.passed_at is distinct from old.passed_at)
    or (new.failed_at is not null and new.failed_at is distinct from old.failed_at))
  execute function track_decided();
