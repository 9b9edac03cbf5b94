-- An act that decides about people waits until another organiser confirms it.
alter table bulk_acts drop constraint bulk_acts_state_check;
alter table bulk_acts add constraint bulk_acts_state_check
  check (state in ('waiting', 'running', 'done', 'undoing', 'undone'));
alter table bulk_acts add column confirmed_by integer references accounts (id) on delete set null;

alter table participant_acts drop constraint participant_acts_act_check;
alter table participant_acts add constraint participant_acts_act_check
  check (act in ('disqualified', 'restored', 'moved', 'merged', 'tagged', 'untagged', 'viewed', 'annulled'));
