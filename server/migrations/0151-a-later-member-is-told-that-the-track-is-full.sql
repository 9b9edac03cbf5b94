-- When somebody who has joined a team was told that its track has no place for him.
alter table track_looks add column full_told_at timestamptz;
