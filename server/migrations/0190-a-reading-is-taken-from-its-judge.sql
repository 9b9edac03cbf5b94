-- Why a reading was taken from its judge, who had begun or marked it. `abstained` has the words for organisers; what the
-- judge had typed or given stays in `draft`, and is his again when the reading is.
alter table readings
  add column taken text check (taken in ('removed', 'conflict', 'moved')),
  add check (taken is null or abstained is not null);
