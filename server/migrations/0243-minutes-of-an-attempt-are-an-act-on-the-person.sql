-- Why somebody got more minutes, or was let back into a test, stands with the person and is erased with the person.
alter table participant_acts drop constraint participant_acts_act_check;
alter table participant_acts add constraint participant_acts_act_check
  check (act in ('disqualified', 'restored', 'moved', 'merged', 'tagged', 'untagged', 'viewed', 'annulled',
    'minutes_added', 'continued'));
