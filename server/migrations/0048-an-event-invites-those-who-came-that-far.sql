-- Null: everybody of the competition, or of the event's track, is invited.
alter table offline_events add column after_stage_id integer references stages (id) on delete set null;
