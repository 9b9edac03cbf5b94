-- For so many days after a decision people may appeal against it. Null: the stage takes no appeals.
alter table stage_reviews add column appeal_days integer check (appeal_days between 1 and 90);

-- One appeal for each hand-in that was decided about; for a team one of its members writes it.
create table appeals (
  id integer generated always as identity primary key,
  work_id integer not null references works (id) on delete cascade,
  -- The evidence: what was handed in. Its checks and readings name the same hand-in.
  hand_in_id integer not null references hand_ins (id) on delete cascade,
  account_id integer not null references accounts (id) on delete cascade,
  decision_id integer not null references stage_decisions (id) on delete cascade,
  text text not null,
  filed_at timestamptz not null,
  outcome text check (outcome in ('kept', 'passed', 'failed')),
  answer text,
  answered_by integer references accounts (id) on delete set null,
  answered_at timestamptz,
  unique (work_id, hand_in_id),
  check ((outcome is null) = (answered_at is null) and (answer is null) = (answered_at is null))
);
create index appeals_of_a_hand_in on appeals (hand_in_id);
create index appeals_of_a_person on appeals (account_id);
create index appeals_about_a_decision on appeals (decision_id);
create index appeals_answered_by on appeals (answered_by) where answered_by is not null;
create index appeals_open on appeals (work_id) where answered_at is null;
