-- How many rows are written so far, while a protocol of many people is being frozen; null once it is frozen.
alter table protocols add column freezing integer check (freezing >= 0);
alter table protocols add check (freezing is null or confirmed_at is null);
-- A page of a list, the best first.
create index protocol_rows_by_place on protocol_rows (protocol_id, outcome, place, account_id);
