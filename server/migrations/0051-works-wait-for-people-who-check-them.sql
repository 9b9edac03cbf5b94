-- A work is everything that one person or one team hands in at a stage; each hand-in is a revision of it. It waits from
-- the arrival of a hand-in until somebody decides.
create table works (
  id integer generated always as identity primary key,
  stage_id integer not null references stages (id) on delete cascade,
  account_id integer references accounts (id) on delete cascade,
  team_id integer references formed_teams (id) on delete cascade,
  hand_in_id integer not null references hand_ins (id) on delete cascade,
  waits_since timestamptz,
  -- Who has the work on the desk. Nobody else is given it until then.
  held_by integer references accounts (id) on delete set null,
  held_until timestamptz,
  -- Who wants to refuse it. Another person looks before it is refused.
  refused_by integer references accounts (id) on delete set null,
  check ((account_id is null) <> (team_id is null)),
  unique (stage_id, account_id),
  unique (stage_id, team_id)
);
create index works_that_wait on works (stage_id, waits_since, id) where waits_since is not null;
create index works_on_a_desk on works (held_by) where held_by is not null;
create index works_of_a_hand_in on works (hand_in_id);
create index works_of_a_person on works (account_id) where account_id is not null;
create index works_of_a_team on works (team_id) where team_id is not null;

create function hand_in_arrived() returns trigger language plpgsql as $$
begin
  insert into works (stage_id, account_id, team_id, hand_in_id, waits_since)
  values (new.stage_id, new.account_id, new.team_id, new.id, new.arrived_at)
  on conflict do nothing;
  if not found then
    update works
    set hand_in_id = new.id, waits_since = new.arrived_at, refused_by = null, held_by = null, held_until = null
    where stage_id = new.stage_id and (account_id = new.account_id or team_id = new.team_id);
  end if;
  return null;
end $$;
create trigger hand_in_arrived after insert on hand_ins for each row execute function hand_in_arrived();

-- What is decided, by people or by rules, waits no more.
create function stage_settled() returns trigger language plpgsql as $$
begin
  update works set waits_since = null, refused_by = null
  where stage_id = new.stage_id and waits_since is not null and (
    account_id = new.account_id
    or team_id in (select team_id from formed_team_members where account_id = new.account_id and state = 'active'));
  return null;
end $$;
create trigger stage_settled after insert on stage_facts for each row
  when (new.passed_at is not null or new.failed_at is not null or new.returned_at is not null)
  execute function stage_settled();
create trigger stage_resettled after update on stage_facts for each row
  when ((new.passed_at is not null and old.passed_at is null) or (new.failed_at is not null and old.failed_at is null)
    or (new.submitted_at is null and old.submitted_at is not null))
  execute function stage_settled();

insert into works (stage_id, account_id, team_id, hand_in_id, waits_since)
select h.stage_id, h.account_id, h.team_id, h.id,
  case when exists (
    select from stage_facts f
    where f.stage_id = h.stage_id and f.submitted_at is not null and f.passed_at is null and f.failed_at is null
      and (f.account_id = h.account_id or f.account_id in (
        select m.account_id from formed_team_members m where m.team_id = h.team_id and m.state = 'active'))
  ) then h.arrived_at end
from (
  select distinct on (stage_id, account_id, team_id) id, stage_id, account_id, team_id, arrived_at
  from hand_ins order by stage_id, account_id, team_id, revision desc
) as h;

-- Who works at a stage besides participants.
create table stage_staff (
  stage_id integer not null references stages (id) on delete cascade,
  account_id integer not null references accounts (id) on delete cascade,
  duty text not null check (duty in ('check', 'judge')),
  added_at timestamptz not null,
  added_by integer references accounts (id) on delete set null,
  primary key (stage_id, account_id, duty)
);
create index stage_staff_of_a_person on stage_staff (account_id);

-- How people check the works of a stage. A stage without a row has the defaults.
create table stage_reviews (
  stage_id integer primary key references stages (id) on delete cascade,
  second_look boolean not null default true,
  -- Days for the correction of a returned work.
  return_days integer not null default 3 check (return_days between 1 and 60),
  -- Hours in which a work should be checked.
  target_hours integer not null default 24 check (target_hours between 1 and 2000),
  -- Reasons for a refusal to choose from, each with the text that the participant reads.
  reasons jsonb not null default '[]'
);

create table work_checks (
  id integer generated always as identity primary key,
  work_id integer not null references works (id) on delete cascade,
  hand_in_id integer not null references hand_ins (id) on delete cascade,
  checker_id integer references accounts (id) on delete set null,
  verdict text not null check (verdict in ('accept', 'return', 'refuse')),
  -- False for a refusal that waits for another person.
  final boolean not null,
  -- What the participant reads.
  reason text not null,
  -- What only checkers read.
  note text not null,
  decided_at timestamptz not null
);
create index work_checks_of_a_work on work_checks (work_id, id);

-- What a checker has typed about a hand-in and not sent.
create table check_drafts (
  work_id integer not null references works (id) on delete cascade,
  checker_id integer not null references accounts (id) on delete cascade,
  hand_in_id integer not null references hand_ins (id) on delete cascade,
  revision integer not null,
  data jsonb not null,
  saved_at timestamptz not null,
  primary key (work_id, checker_id)
);
