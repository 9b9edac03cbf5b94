-- Readings are listed work by work.
create index works_of_a_stage on works (stage_id, id);
