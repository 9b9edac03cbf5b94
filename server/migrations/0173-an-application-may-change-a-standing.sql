-- Where a team needs members of different organisations, what a member wrote in the application decides whether it is complete.
create trigger person_written after insert or delete on applications
  for each row execute function person_written();
create trigger person_rewritten after update on applications
  for each row when (old.data is distinct from new.data) execute function person_written();
