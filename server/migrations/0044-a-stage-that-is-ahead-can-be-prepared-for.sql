-- What an organiser says of a stage before it opens: how long it takes, and what to have at hand, one thing a line.
alter table stages
  add minutes integer check (minutes between 1 and 100000),
  add preparation text not null default '';

-- A person asked to be told when the stage opens for him. `due_at` is when the portal looks next.
create table stage_reminders (
  id integer generated always as identity primary key,
  account_id integer not null references accounts (id) on delete cascade,
  stage_id integer not null references stages (id) on delete cascade,
  asked_at timestamptz not null,
  due_at timestamptz not null,
  unique (account_id, stage_id)
);
create index stage_reminders_due on stage_reminders (due_at);
create function reminders_due_anew() returns trigger language plpgsql as $$
begin
  update stage_reminders set due_at = '-infinity' where stage_id = new.id;
  return null;
end $$;
create trigger stage_opening_moved after update on stages for each row
  when ((old.opens_at, old.track_windows, old.clock, old.published, old.gate, old.requires)
    is distinct from (new.opens_at, new.track_windows, new.clock, new.published, new.gate, new.requires))
  execute function reminders_due_anew();

-- The address of a person's deadlines for calendar programs. Whoever knows it reads them, so only its hash is kept.
create table calendar_addresses (
  account_id integer primary key references accounts (id) on delete cascade,
  token_hash bytea not null unique,
  created_at timestamptz not null
);
