-- A row of facts is also made to be locked, with nothing in it; that changes nothing that is known of the person.
drop trigger person_written on stage_facts;
create trigger person_written after delete on stage_facts
  for each row execute function person_written();
create trigger person_begun after insert on stage_facts
  for each row when (
    num_nonnulls(new.started_at, new.submitted_at, new.processing_at, new.interrupted_at, new.passed_at, new.failed_at,
      new.returned_at) > 0 or new.reasons <> '{}')
  execute function person_written();
