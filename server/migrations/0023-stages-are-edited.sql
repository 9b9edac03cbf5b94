-- What organisers have changed in a stage and not published yet. The revision grows with every save and every
-- publishing, so that nobody overwrites what somebody else did in between; data is null when nothing waits.
create table stage_edits (
  stage_id integer primary key references stages (id) on delete cascade,
  revision integer not null check (revision > 0),
  data jsonb,
  settings_version integer not null check (settings_version > 0),
  saved_at timestamptz not null,
  saved_by integer references accounts (id) on delete set null
);
create index stage_edits_by_account on stage_edits (saved_by) where saved_by is not null;

create index audit_of_a_competition on audit ((detail ->> 'competition'), id) where detail ->> 'competition' is not null;
