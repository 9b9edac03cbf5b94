-- Organisers name the revision that they saw, so that nobody's edits are lost.
alter table competitions
  add column revision integer not null default 0,
  -- What the copying of another season did; null for a season that was not copied.
  add column copied jsonb;
