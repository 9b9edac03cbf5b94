-- Whoever erases an account or merges two looks for the readings that it has given out.
create index readings_assigned_by on readings (assigned_by) where assigned_by is not null;
