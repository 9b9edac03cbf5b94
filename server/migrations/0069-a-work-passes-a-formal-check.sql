-- Some works pass a formal check first, and are read by judges after it. `any`: both as the organiser likes.
alter table works
  add column step text not null default 'any' check (step in ('any', 'check', 'judging')),
  -- What the work is about, where the stage has topics.
  add column topic text;
create index works_of_a_topic on works (stage_id, topic) where topic is not null;

create trigger work_moved_on after update of step on works for each row
  when (old.step is distinct from new.step and new.account_id is not null) execute function person_written();

-- The topics whose works somebody checks or judges; null: all of them.
alter table stage_staff add column topics text[];

-- Each use of a work is asked for apart. A row that was not withdrawn holds.
create table work_consents (
  id integer generated always as identity primary key,
  stage_id integer not null references stages (id) on delete cascade,
  account_id integer not null references accounts (id) on delete cascade,
  purpose text not null check (purpose in ('annotation', 'agency')),
  given_at timestamptz not null,
  ip text not null,
  withdrawn_at timestamptz
);
create unique index work_consents_in_force on work_consents (account_id, stage_id, purpose) where withdrawn_at is null;
create index work_consents_of_a_stage on work_consents (stage_id);

-- Annotations that the organiser has chosen to show. Without the author's consent none is shown.
create table shown_annotations (
  work_id integer primary key references works (id) on delete cascade,
  shown_at timestamptz not null,
  shown_by integer references accounts (id) on delete set null
);
