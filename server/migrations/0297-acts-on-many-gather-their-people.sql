-- An act on many is asked for by its audience; its job gathers the people, and then does the act.
alter table bulk_acts drop constraint bulk_acts_state_check;
alter table bulk_acts add constraint bulk_acts_state_check
  check (state in ('gathering', 'waiting', 'running', 'done', 'undoing', 'undone'));
alter table bulk_acts add column audience jsonb not null default '{}';
-- People a second, of late; null before the first part.
alter table bulk_acts add column pace double precision;
alter table broadcasts add column pace double precision;
