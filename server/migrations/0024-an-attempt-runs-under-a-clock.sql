-- An attempt of one person or of one team at a stage with a clock of its own. All moments are the database's. The
-- deadline is not kept: it follows from the beginning, the limit, the extra minutes and the end of the stage.
create table attempts (
  id integer generated always as identity primary key,
  account_id integer references accounts (id) on delete cascade,
  team_id integer references formed_teams (id) on delete cascade,
  stage_id integer not null references stages (id) on delete cascade,
  number integer not null check (number > 0),
  begun_at timestamptz not null,
  -- null: until the stage closes
  limit_minutes integer check (limit_minutes > 0),
  extra_minutes integer not null default 0 check (extra_minutes >= 0),
  -- Made up by the browser that is at work on it.
  device text not null,
  heard_at timestamptz not null,
  finished_at timestamptz,
  finished_by text check (finished_by in ('person', 'deadline')),
  -- When the portal looks whether its time is over; null when there is nothing to do.
  due_at timestamptz,
  check ((account_id is null) <> (team_id is null)),
  check ((finished_at is null) = (finished_by is null)),
  unique (account_id, stage_id, number),
  unique (team_id, stage_id, number)
);
create unique index attempts_one_running_of_a_person on attempts (account_id, stage_id) where finished_at is null;
create unique index attempts_one_running_of_a_team on attempts (team_id, stage_id) where finished_at is null;
create index attempts_of_a_stage on attempts (stage_id);
create index attempts_due on attempts (due_at) where due_at is not null;

-- A change of a window is looked at anew for everything of the stage that waits for its end.
create or replace function drafts_due_anew(changed integer[]) returns void language sql as $$
  update stage_drafts d set due_at = '-infinity'
  from stages s
  where s.id = d.stage_id and s.id = any(changed) and s.submit_draft_at_end and d.declined_at is null;
  update attempts set due_at = '-infinity' where stage_id = any(changed) and finished_at is null;
$$;
create or replace function person_window_extended() returns trigger language plpgsql as $$
begin
  update stage_drafts set due_at = '-infinity'
    where account_id = new.account_id and stage_id = new.stage_id and due_at is not null;
  update attempts set due_at = '-infinity'
    where account_id = new.account_id and stage_id = new.stage_id and finished_at is null;
  return null;
end $$;
