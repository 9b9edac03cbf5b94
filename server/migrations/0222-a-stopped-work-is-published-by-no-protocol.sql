-- A person of a protocol whose work was reported as taken from somebody meanwhile is told nothing of it.
alter table protocol_rows drop constraint protocol_rows_done_check;
alter table protocol_rows add constraint protocol_rows_done_check
  check (done in ('told', 'same', 'disqualified', 'stopped'));
