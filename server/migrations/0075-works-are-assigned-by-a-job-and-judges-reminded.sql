alter table judgings
  -- An assignment that was asked for and is not made yet.
  add column assign_asked_at timestamptz,
  -- What the last one came to: when, how many readings were added, which works lack judges, whether it failed.
  add column assigned jsonb,
  -- Judges with works left are reminded then; null when nothing is to come.
  add column remind_at timestamptz,
  add column reminded_at timestamptz;

create index judgings_to_remind on judgings (remind_at) where remind_at is not null;
