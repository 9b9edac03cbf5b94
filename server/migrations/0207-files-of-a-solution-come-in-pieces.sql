-- Files of a solution come like all others, and what is known of an upload says whether it was begun in time.
drop table solution_uploads;
create index uploads_for_a_stage on uploads (stage_id, account_id) where stage_id is not null;
