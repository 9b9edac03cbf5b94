-- Entries sent so far have the second of their change. From now on each change has the next number.
create sequence calendar_changes;
select setval('calendar_changes', extract(epoch from now())::bigint);
